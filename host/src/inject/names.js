// Accessible names: accname 1.2, with the native names of HTML-AAM 1.0 and SVG-AAM 1.0.
//
// Where a name serves a person or a model better than the specifications allow, it is kept: `aria-label` on an
// element whose role prohibits names; the text of an element that acts without a role for it; a sign marked as
// decoration on a button without any other word; the words right beside a field that nobody labelled.
/* global attr, checkVisible, childElements, clip, closest, contains, dataOf, doc, embeddedText, firstChild,
   generatedText, hasAttr, internalsOf, isPlain, isSeen, lineText, nextSibling, nodeType, parentOf,
   previousElement, previousSibling, queryAll, queryOne, roleOf, rootOf, shadowOf, silentTags, slotted, squash, tagOf,
   textContent */
/* exported accessibleName, describe, labelsOf, nameOf */

const nameLimit = 200;

/** The `<label>` elements of each control, found in one pass: `element.labels` costs a walk of the page. */
const labelsOf = (control, scene) => {
  const known = scene.labels.get(document)?.get(control);
  if (known) return known;
  const root = rootOf(control);
  let table = scene.labels.get(root);
  if (!table) {
    table = new Map();
    if (nodeType(root) !== 1) {
      for (const label of queryAll(root, 'label')) {
        const target = label.control;
        if (!target) continue;
        const found = table.get(target);
        if (found) found.push(label);
        else table.set(target, [label]);
      }
    }
    scene.labels.set(root, table);
  }
  return table.get(control) ?? [];
};

/** Elements that `aria-owns` moves, by owner; an element has one owner, and none that it contains. */
const ownedOf = (element, scene) => {
  if (scene.owned === undefined) {
    scene.owned = null;
    const owners = queryAll(document, '[aria-owns]');
    if (owners.length > 0) scene.owned = { by: new Map(), moved: new Set() };
    for (const owner of owners) {
      const root = rootOf(owner);
      const list = [];
      for (const id of attr(owner, 'aria-owns').split(/\s+/)) {
        const target = id === '' ? null : doc.byId(root, id);
        if (!target || scene.owned.moved.has(target) || contains(target, owner)) continue;
        scene.owned.moved.add(target);
        list.push(target);
      }
      scene.owned.by.set(owner, list);
    }
  }
  return scene.owned?.by.get(element) ?? null;
};

const isHiddenTarget = (element) => !isSeen(element) || closest(element, '[aria-hidden="true"]') !== null;

/** How one name is gathered; `hidden` takes what is not shown too, `referred` follows no further references. */
const newRun = (named, scene, { hidden = false, referred = false } = {}) => ({
  named,
  scene,
  hidden,
  referred,
  mute: false,
  out: '',
  path: null,
});

/** Whether a node is gone (`null`), shown, or there without its own text (`visibility: hidden`). */
const visibilityOf = (element) => {
  if (checkVisible(element, { visibilityProperty: true })) return 'shown';
  const { display, visibility } = getComputedStyle(element);
  if (display === 'none') return null;
  if (display === 'contents') return visibility === 'visible' ? 'shown' : 'mute';
  return visibility !== 'visible' && checkVisible(element) ? 'mute' : null;
};

/** The name that the host language gives an element (accname 2E); null where it gives none. */
const nativeName = (element, tag, run) => {
  switch (tag) {
    case 'img':
    case 'area':
      return attr(element, 'alt');
    case 'input':
      return pushName(element);
    case 'svg': {
      const title = queryOne(element, ':scope > title') ?? queryOne(element, 'title');
      return title ? squash(textContent(title)) : null;
    }
    case 'option':
    case 'optgroup':
      return attr(element, 'label');
    case 'math':
      return attr(element, 'alttext');
    case 'fieldset':
      return partName(element, 'legend', run);
    case 'table':
      return partName(element, 'caption', run);
    case 'figure':
      return partName(element, 'figcaption', run);
    default: {
      if (!(element instanceof SVGElement)) return null;
      const title = queryOne(element, ':scope > title');
      return title ? squash(textContent(title)) : null;
    }
  }
};

const pushName = (element) => {
  const type = element.type;
  if (type === 'image') return squash(attr(element, 'alt')) || squash(attr(element, 'value')) || null;
  return type === 'button' || type === 'submit' || type === 'reset' ? attr(element, 'value') : null;
};

const partName = (element, tag, run) => {
  const part = queryOne(element, `:scope > ${tag}`);
  return part ? textOf(part, newRun(run.named, run.scene, run)) : null;
};

/** What the browser writes on a button without any words of its own. */
const defaultNames = { image: 'Submit', reset: 'Reset', submit: 'Submit' };

const addChildren = (node, tag, run, depth) => {
  run.out += generatedText(node, '::before', run.scene);
  const assigned = tag === 'slot' ? slotted(node) : null;
  if (assigned) {
    for (const child of assigned) addNode(child, run, depth + 1);
  } else if (tag === 'details' && !hasAttr(node, 'open') && !run.hidden) {
    const summary = queryOne(node, ':scope > summary');
    if (summary) addNode(summary, run, depth + 1);
  } else {
    const first = firstChild(shadowOf(node) ?? node);
    for (let child = first; child; child = nextSibling(child)) addNode(child, run, depth + 1);
  }
  const owned = ownedOf(node, run.scene);
  if (owned) {
    for (const child of owned) {
      run.path ??= new Set();
      if (run.path.has(child)) continue;
      run.path.add(child);
      run.out += ' ';
      addNode(child, run, depth + 1, node);
      run.out += ' ';
    }
  }
  run.out += generatedText(node, '::after', run.scene);
};

/** Adds what a node means inside a name (accname 2A to 2I for its children). */
const addNode = (node, run, depth, owner = null) => {
  if (run.out.length > nameLimit * 2 || depth > 60) return;
  const kind = nodeType(node);
  if (kind === 3) {
    if (!run.mute) run.out += dataOf(node);
    return;
  }
  if (kind !== 1) return;
  const tag = tagOf(node);
  if (silentTags.has(tag) || (node === run.named && depth > 0)) return;
  if (!owner && run.scene.owned?.moved.has(node) && depth > 0) return;
  let mute = run.mute;
  if (!run.hidden) {
    if (attr(node, 'aria-hidden') === 'true') return;
    const visibility = visibilityOf(node);
    if (visibility === null) return;
    mute = visibility === 'mute';
  }
  const style = getComputedStyle(node);
  if (!run.hidden && style.contentVisibility === 'hidden') return;
  const display = tag === 'br' ? 'block' : style.display;
  const edge = display === 'inline' || display === 'contents' ? '' : ' ';
  run.out += edge;
  const start = run.out.length;
  const around = run.mute;
  run.mute = mute;
  addMeaning(node, tag, run, depth);
  run.mute = around;
  if (edge !== '' && run.out.length > start) run.out += edge;
};

const addMeaning = (node, tag, run, depth) => {
  if (!run.referred) {
    const text = referencedText(node, run.scene, run.named);
    if (text) {
      run.out += ` ${text} `;
      return;
    }
  }
  if (!run.mute) {
    const embedded = embeddedText(node, tag);
    if (embedded !== null) {
      run.out += ` ${embedded} `;
      return;
    }
    const label = squash(attr(node, 'aria-label'));
    if (label) {
      run.out += ` ${label} `;
      return;
    }
    const own = isNothing(node) ? null : nativeName(node, tag, run);
    if (own !== null) {
      run.out += tag === 'option' ? ` ${own} ` : own;
      if (own !== '' || tag === 'img') return;
    }
  }
  const start = run.out.length;
  if (tag !== 'svg' || queryOne(node, 'text,foreignObject,[aria-label]')) addChildren(node, tag, run, depth);
  if (run.mute || /\S/.test(run.out.slice(start))) return;
  const title = tag === 'svg' ? null : attr(node, 'title');
  if (title) run.out += ` ${title} `;
};

const isNothing = (element) => {
  const role = attr(element, 'role');
  return role !== null && /^\s*(?:none|presentation)\b/i.test(role);
};

/** The text of one element that is part of a name, the element itself taken as shown. */
const textOf = (element, run) => {
  addNode(element, run, 0);
  return squash(run.out);
};

/** Text of a control's own content (accname 2F). */
const contentText = (element, tag, scene) => {
  if (isPlain(element, tag) && !scene.owned) {
    const text =
      generatedText(element, '::before', scene) +
      textContent(element) +
      generatedText(element, '::after', scene);
    return squash(text);
  }
  const run = newRun(element, scene);
  addChildren(element, tag, run, 0);
  return squash(run.out);
};

const reflected = Object.getOwnPropertyDescriptor(Element.prototype, 'ariaLabelledByElements')?.get;

/** The elements that `aria-labelledby` names, in its order; set by script they leave an empty attribute. */
const referencesOf = (element) => {
  const ids = attr(element, 'aria-labelledby');
  if (ids === null) return null;
  if (ids === '') return reflected?.call(element) ?? null;
  const root = rootOf(element);
  const targets = [];
  for (const id of ids.split(/\s+/)) {
    const target = id === '' ? null : doc.byId(root, id);
    if (target) targets.push(target);
  }
  return targets;
};

/** The text that `aria-labelledby` refers to (accname 2B); empty where it refers to nothing. */
const referencedText = (element, scene, named) => {
  const targets = referencesOf(element);
  if (!targets) return '';
  const parts = [];
  for (const target of targets) {
    const tag = tagOf(target);
    if (target === named) {
      // A part of a name that refers back to the whole would never end.
      if (target === element) parts.push(ownName(target, roleOf(target, tag), tag, scene, true));
      continue;
    }
    const run = newRun(named, scene, { hidden: isHiddenTarget(target), referred: true });
    parts.push(textOf(target, run));
  }
  return squash(parts.join(' '));
};

/** Roles whose name comes from their content. */
const contentNamed = new Set(
  `button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row
   rowheader switch tab tooltip treeitem`.split(/\s+/),
);

/** Roles whose content names them when they act all the same. */
const actsByContent = new Set(
  `article blockquote canvas caption code definition deletion emphasis figure generic img insertion listitem mark none
   note paragraph strong subscript superscript term time`.split(/\s+/),
);

/** Letters of no size are words for screen readers on a button, and nothing at all anywhere else. */
const hasLetters = (element) => parseFloat(getComputedStyle(element).fontSize) >= 2;

const labelledTags = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);

const labelText = (element, tag, scene) => {
  if (!labelledTags.has(tag) && !tag.includes('-')) return '';
  let text = '';
  for (const label of labelsOf(element, scene)) {
    const plain = isPlain(label) && attr(label, 'aria-label') === null && isSeen(label);
    if (plain) text += ` ${contentText(label, 'label', scene)}`;
    else text += ` ${textOf(label, newRun(element, scene, { hidden: isHiddenTarget(label) }))}`;
  }
  return squash(text);
};

/** The name of an element by itself: everything but `aria-labelledby`. */
const ownName = (element, role, tag, scene, acts) => {
  const label = squash(attr(element, 'aria-label'));
  if (label) return label;
  if (tag.includes('-')) {
    const own = squash(internalsOf(element)?.name);
    if (own) return own;
  }
  const labels = labelText(element, tag, scene);
  if (labels) return labels;
  const native =
    isNothing(element) && role === 'none' ? null : nativeName(element, tag, newRun(element, scene));
  if (native !== null && squash(native)) return squash(native);
  const field = tag === 'input' || tag === 'select' || tag === 'textarea';
  if (!field && (contentNamed.has(role) || (acts && actsByContent.has(role) && hasLetters(element)))) {
    const text = contentText(element, tag, scene);
    if (text) return text;
  }
  const title = squash(attr(element, 'title'));
  if (title) return title;
  if (tag === 'input' && defaultNames[element.type]) return defaultNames[element.type];
  return squash(attr(element, 'placeholder')) || squash(attr(element, 'aria-placeholder'));
};

/** The accessible name as the specifications compute it. */
const accessibleName = (element, role, tag, scene, acts = false) => {
  ownedOf(element, scene);
  return referencedText(element, scene, element) || ownName(element, role, tag, scene, acts);
};

/** Text that stands right beside a control without any label, as a person would read it. */
const nearbyText = (element, role) => {
  const toggles = role === 'checkbox' || role === 'radio' || role === 'switch';
  const step = toggles ? nextSibling : previousSibling;
  for (let node = step(element), seenNodes = 0; node && seenNodes < 3; node = step(node), seenNodes++) {
    const kind = nodeType(node);
    if (kind === 3) {
      const text = squash(dataOf(node));
      if (text) return clip(text, 80);
    } else if (kind === 1) {
      const tag = tagOf(node);
      if (tag === 'input' || tag === 'select' || tag === 'textarea' || tag === 'button') return '';
      const text = tag === 'br' ? '' : lineText(node, { limit: 120 });
      if (text) return text.length <= 80 ? text : '';
    }
  }
  const cell = parentOf(element);
  if (cell && !toggles && (tagOf(cell) === 'td' || tagOf(cell) === 'dd')) {
    const before = previousElement(cell);
    if (before && childElements(before).length < 3) {
      const text = lineText(before, { limit: 120 });
      if (text.length <= 80) return text;
    }
  }
  return '';
};

/** The name of the component that a control is the inside of: its label stands outside the shadow root. */
const hostName = (element, scene) => {
  const { host } = rootOf(element);
  if (!host) return '';
  return squash(attr(host, 'aria-label')) || labelText(host, tagOf(host), scene);
};

/** The name of an element that acts, on one line of at most 200 characters. */
const nameOf = (element, scene, role = roleOf(element), tag = tagOf(element)) => {
  const name = accessibleName(element, role, tag, scene, true);
  if (name) return clip(name, nameLimit);
  if (
    tag === 'input' ||
    tag === 'select' ||
    tag === 'textarea' ||
    role === 'textbox' ||
    role === 'combobox'
  ) {
    return clip(hostName(element, scene), nameLimit) || nearbyText(element, role);
  }
  // An icon's letters marked aria-hidden are still what a person sees on a button without any other text.
  const shows = contentNamed.has(role) || (actsByContent.has(role) && hasLetters(element));
  return shows ? clip(lineText(element), nameLimit) : '';
};

/** A few words that tell a person which element is meant: role or tag, and its name or text. */
const describe = (element, scene) => {
  const tag = tagOf(element);
  const role = roleOf(element, tag);
  const heading =
    role === 'dialog' || role === 'alertdialog' ? queryOne(element, 'h1,h2,h3,[role=heading]') : null;
  const name =
    nameOf(element, scene, role, tag) ||
    (heading ? lineText(heading) : '') ||
    lineText(element, { limit: 60 });
  if (name) return `${role === 'generic' || role === 'none' ? tag : role} "${clip(name, 40)}"`;
  const mark = attr(element, 'id') ? `#${attr(element, 'id')}` : squash(attr(element, 'class')).split(' ')[0];
  return mark ? `${tag}${mark.startsWith('#') ? '' : '.'}${clip(mark, 30)}` : tag;
};
