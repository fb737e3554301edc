// What an element's content and references say: the walk of accname 1.2 (steps 2A to 2I for what is inside).
/* global attr, closest, contains, dataOf, doc, embeddedText, firstChild, generatedText, hasAttr, hasOwnInk, isPlain,
   isSeen, join, nextSibling, nodeType, ownName, queryAll, queryOne, roleOf, rootOf, shadowOf, silentTags, slotted, squash,
   styleIn, tagOf, textContent */
/* exported contentText, defaultNames, isHiddenTarget, isNothing, nameLimit, nativeName, newRun, ownedOf, referencedText,
   textOf */

const nameLimit = 200;

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
  style: null,
  faint: false,
  lost: false,
  all: false,
});

/**
 * Whether letters directly in a part of a name cannot be told from what lies behind them. Asked only where the part
 * changes size or colour: else they are as good as those around it.
 */
const isFaint = (node, style, run) => {
  run.style ??= getComputedStyle(run.named);
  const { color, fontSize } = run.style;
  if (style.color === color && style.fontSize === fontSize && style.backgroundColor === 'rgba(0, 0, 0, 0)')
    return run.faint;
  return !hasOwnInk(node, run.scene, style);
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
      const title =
        queryOne(element, ':scope > title') ?? queryOne(element, 'title') ?? titleOfSymbol(element);
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

/** The title of the symbol that an icon draws from another place of the page. */
const titleOfSymbol = (drawing) => {
  const use = queryOne(drawing, 'use');
  const link = use ? (attr(use, 'href') ?? attr(use, 'xlink:href') ?? '') : '';
  const symbol = link.length > 1 && link.startsWith('#') ? doc.byId(rootOf(drawing), link.slice(1)) : null;
  return symbol ? queryOne(symbol, ':scope > title') : null;
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
  const generated = generatedText(node, run.scene);
  if (generated) run.out += generated.before;
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
  if (generated) run.out += generated.after;
};

/** Adds what a node means inside a name (accname 2A to 2I for its children). */
const addNode = (node, run, depth, owner = null) => {
  if (run.out.length > nameLimit * 2 || depth > 60) return;
  const kind = nodeType(node);
  if (kind === 3) {
    if (run.mute) return;
    const data = dataOf(node);
    if (run.faint && !run.all && /\S/.test(data)) run.lost = true;
    else run.out = join(run.out, data);
    return;
  }
  if (kind !== 1) return;
  const tag = tagOf(node);
  if (silentTags.has(tag) || tag === 'rt' || tag === 'rp' || (node === run.named && depth > 0)) return;
  if (!owner && run.scene.owned?.moved.has(node) && depth > 0) return;
  const style = styleIn(node, run.scene);
  let mute = run.mute;
  if (!run.hidden) {
    // What is around has been found shown before, so that the node's own style decides.
    if (style.display === 'none' || style.contentVisibility === 'hidden') return;
    if (attr(node, 'aria-hidden') === 'true' || (owner && !isSeen(node))) return;
    mute = style.visibility !== 'visible';
  }
  const display = tag === 'br' ? 'block' : style.display;
  const edge = /^(?:inline|contents|ruby.*)$/.test(display) ? '' : ' ';
  run.out = join(run.out, edge);
  const start = run.out.length;
  const around = [run.mute, run.faint, run.style];
  run.mute = mute;
  if (!run.hidden && !run.all) run.faint = isFaint(node, style, run);
  run.style = style;
  addMeaning(node, tag, run, depth);
  [run.mute, run.faint, run.style] = around;
  if (edge !== '' && run.out.length > start) run.out = join(run.out, edge);
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
      run.out += ` ${own} `;
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

/** What a walk gathers; where all of it is unreadable, that is still better than nothing. */
const gathered = (run, gather) => {
  gather();
  if (run.lost && squash(run.out) === '') {
    run.out = '';
    run.path = null;
    run.all = true;
    gather();
  }
  return squash(run.out);
};

/** The text of one element that is part of a name, the element itself taken as shown. */
const textOf = (element, run) => gathered(run, () => addNode(element, run, 0));

/** Text of a control's own content (accname 2F). */
const contentText = (element, tag, scene) => {
  if (isPlain(element, tag) && !scene.owned) {
    const text = textContent(element);
    const generated = generatedText(element, scene);
    return squash(generated ? generated.before + text + generated.after : text);
  }
  const run = newRun(element, scene);
  run.style = getComputedStyle(element);
  // Letters of no size beside others that have some; a colour is looked at in the parts that change it.
  run.faint = parseFloat(run.style.fontSize) < 2;
  return gathered(run, () => addChildren(element, tag, run, 0));
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
