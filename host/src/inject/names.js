// Accessible names: accname 1.2, with the native names of HTML-AAM 1.0 and SVG-AAM 1.0.
//
// Where a name serves a person or a model better than the specifications allow, it is kept: `aria-label` on an
// element whose role prohibits names; the text of an element that acts without a role for it; a sign marked as
// decoration on a button without any other word; the words right beside a field that nobody labelled.
/* global attr, childElements, clip, contentText, dataOf, defaultNames, internalsOf, isHiddenTarget, isNothing, isPlain,
   isSeen, lineText, nameLimit, nativeName, newRun, nextSibling, nodeType, ownedOf, parentOf, previousElement,
   previousSibling, queryAll, queryOne, referencedText, roleOf, rootOf, squash, tagOf, textContent, textOf */
/* exported accessibleName, describe, labelsOf, nameOf, nearbyText, ownName */

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

const contentTold = new WeakMap();

/**
 * The name that a custom element had when the host asked for it. One that was its text then is its text now, whatever
 * that has become.
 */
const toldName = (element, tag, scene) => {
  const told = internalsOf(element);
  const name = squash(told?.name);
  if (!name) return '';
  const text = contentText(element, tag, scene);
  if (!contentTold.has(told)) contentTold.set(told, text === name);
  return contentTold.get(told) && text ? text : name;
};

/** The name of an element by itself: everything but `aria-labelledby`. */
const ownName = (element, role, tag, scene, acts) => {
  const label = squash(attr(element, 'aria-label'));
  if (label) return label;
  const told = tag.includes('-') ? toldName(element, tag, scene) : '';
  if (told) return told;
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
  // A title that only repeats a chosen value for the mouse is no name.
  if (title && (role !== 'textbox' || field || title !== squash(textContent(element)))) return title;
  if (tag === 'input' && (element.type === 'image' || attr(element, 'value') === null)) {
    const name = defaultNames[element.type];
    if (name) return name;
  }
  return squash(attr(element, 'placeholder')) || squash(attr(element, 'aria-placeholder'));
};

/** The accessible name as the specifications compute it. */
const accessibleName = (element, role, tag, scene, acts = false) => {
  ownedOf(element, scene);
  return referencedText(element, scene, element) || ownName(element, role, tag, scene, acts);
};

const fields = 'input:not([type="hidden"]),select,textarea,[contenteditable]';

/** Words beside the box of a field, where both stand alone together. */
const besideWrapper = (element) => {
  for (let at = element, height = 0; height < 2; height++) {
    const wrapper = parentOf(at);
    const around = wrapper && parentOf(wrapper);
    if (!around || textContent(wrapper).trim() !== textContent(element).trim()) return '';
    if (queryAll(around, fields).length > 1) return '';
    const before = previousElement(wrapper);
    const text = before && !queryOne(before, 'button,a') ? lineText(before, { limit: 120 }) : '';
    if (text) return text.length <= 60 ? text : '';
    at = wrapper;
  }
  return '';
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
  if (!toggles) {
    const beside = besideWrapper(element);
    if (beside) return beside;
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

/** The components that a control is the inside of, from the nearest one on. */
const hostsOf = (element) => {
  const hosts = [];
  for (let { host } = rootOf(element); host && hosts.length < 4; { host } = rootOf(host)) hosts.push(host);
  return hosts;
};

/** The name of a field that has none of its own: its component's, else the words beside either. */
const borrowedName = (element, role, scene) => {
  const hosts = hostsOf(element);
  for (const host of hosts) {
    const name = squash(attr(host, 'aria-label')) || labelText(host, tagOf(host), scene);
    if (name) return name;
  }
  for (const one of [element, ...hosts]) {
    const text = nearbyText(one, role);
    if (text) return text;
  }
  return '';
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
    return clip(borrowedName(element, role, scene), nameLimit);
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
