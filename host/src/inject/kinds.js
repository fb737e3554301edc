// How an element can be acted on, whether it says so or not.
/* global attr, attrNames, childElements, closest, controlRoles, dataOf, firstChild, firstElement, hasAttr, internalsOf, listensFor,
   nextElement, nextSibling, nodeType, parentOf, previousElement, queryAll, queryOne, rectOf, safeMatches, squash, tagOf,
   textContent */
/* exported isDraggable, isEntry, isHandle, isListOfTargets, isNativeControl, isResting, kindOf, nativeTags, triggerOf */

const nativeTags = new Set('a area audio button input select summary textarea video'.split(' '));
const pressAttributes = new Set([
  'onclick',
  'ondblclick',
  'onmousedown',
  'onpointerdown',
  'ontouchstart',
  'ng-click',
]);

const isNativeControl = (element, tag) => {
  switch (tag) {
    case 'a':
    case 'area':
      return attr(element, 'href') !== null || attr(element, 'xlink:href') !== null;
    case 'audio':
    case 'video':
      return hasAttr(element, 'controls');
    case 'input':
      return element.type !== 'hidden';
    case 'summary': {
      const details = element.parentNode;
      return details !== null && nodeType(details) === 1 && tagOf(details) === 'details';
    }
    default:
      return nativeTags.has(tag);
  }
};

const firstControlRole = (explicit) => {
  for (const token of explicit.toLowerCase().split(/\s+/)) if (controlRoles.has(token)) return token;
  return null;
};

/**
 * How an element can be acted on: `native`, `role` and `edit` say so themselves; `focus` and `press` are silent
 * (a tabindex or a handler without a role); `heard` is silent too, and only its listeners tell. Null when nothing does.
 */
const kindOf = (element, tag, editable) => {
  if (nativeTags.has(tag) && isNativeControl(element, tag)) return 'native';
  let kind = null;
  for (const name of attrNames(element)) {
    if (name === 'role') {
      if (firstControlRole(attr(element, 'role'))) return 'role';
    } else if (name === 'contenteditable') {
      if (!editable && attr(element, name).toLowerCase() !== 'false') return 'edit';
    } else if (name === 'tabindex') {
      if (parseInt(attr(element, name), 10) >= 0) kind ??= 'focus';
    } else if (pressAttributes.has(name)) {
      kind = 'press';
    } else if (name === 'draggable') {
      if (attr(element, name).toLowerCase() === 'true') kind = 'press';
    }
  }
  if (tag === 'html' || tag === 'body') return null;
  if (kind === 'press') return kind;
  const told = internalsOf(element);
  if (told && controlRoles.has(told.role)) return 'role';
  const heard = listensFor(element);
  if (heard === '') return kind;
  // A tabindex with a listener is meant for pressing; keys alone are caught by many a container.
  if (/press|drag|drop/.test(heard))
    return kind === 'focus' && tag !== 'ul' && tag !== 'ol' ? 'press' : 'heard';
  if (kind === 'focus') return firstElement(element) ? kind : 'press';
  return hasAttr(element, 'tabindex') ? 'heard' : null;
};

const dragCursor = /-resize|grab|move/;

/** A small box with a cursor of its own for dragging: a handle, a splitter, a thumb, a grip. */
const isHandle = (element, style, outer) => {
  const { cursor } = style;
  if (!dragCursor.test(cursor) || cursor === outer?.cursor) return false;
  const { width, height } = rectOf(element);
  return Math.min(width, height) <= 32 && width * height >= 9;
};

/** Whether it can be dragged by what it says of itself; `style` where a hand over it tells something. */
const isDraggable = (element, style) =>
  attr(element, 'draggable') === 'true' ||
  listensFor(element).includes('drag') ||
  hasAttr(element, 'aria-grabbed') ||
  (style ? dragCursor.test(style.cursor) : false) ||
  /(?:^|[\s_-])(?:draggable|sortable)(?:[\s_-]|$)/.test(attr(element, 'class') ?? '');

const innerControls = 'a[href],button,input,select,textarea,summary,[contenteditable]';
const entryLimit = 200;

/**
 * Whether it is an entry of a list that takes the presses for all its entries: script can focus it, it holds a few
 * words and no control, and the list is no root of a page.
 */
const isEntry = (element) => {
  if (!hasAttr(element, 'tabindex')) return false;
  const text = squash(textContent(element));
  if (text === '' || text.length > entryLimit || queryOne(element, innerControls)) return false;
  for (let at = parentOf(element), height = 0; at && height < 3; at = parentOf(at), height++) {
    const tag = tagOf(at);
    if (tag === 'body' || tag === 'html') return false;
    if (!listensFor(at).includes('press')) continue;
    // What says no more than the entry is the entry itself.
    if (tag !== 'ul' && tag !== 'ol' && squash(textContent(at)) === text) return false;
    const { width, height: tall } = rectOf(at);
    return width * tall <= 0.5 * innerWidth * innerHeight && queryAll(at, '*').length <= 400;
  }
  return false;
};

/** Roles that take the focus for reading or scrolling, not for acting. */
const restingRoles = new Set(
  `alert application article dialog alertdialog document feed figure grid group heading img list log main navigation note
   paragraph region row search status table tabpanel toolbar treegrid`.split(/\s+/),
);

/** Whether a tabindex only lets the keyboard scroll or read it. */
const isResting = (element, role) => {
  if (restingRoles.has(role)) return true;
  const { overflowY, overflowX } = getComputedStyle(element);
  const moves = /auto|scroll/;
  return (
    (moves.test(overflowY) && element.scrollHeight > element.clientHeight + 1) ||
    (moves.test(overflowX) && element.scrollWidth > element.clientWidth + 1)
  );
};

const triggers = 'button,[role="button"],label,a[href],input[type="button"],input[type="submit"]';

/** What a person presses to fill a hidden file input: a button around it or beside it. */
const triggerOf = (input) => {
  const outer = closest(input, triggers);
  if (outer) return outer;
  for (let at = parentOf(input), height = 0; at && height < 3; at = parentOf(at), height++) {
    if (tagOf(at) === 'body') break;
    const inside = queryAll(at, triggers);
    if (inside.length > 0) return inside.length <= 4 ? inside[0] : null;
    if (/press/.test(listensFor(at)) || hasAttr(at, 'onclick')) return at;
  }
  const beside = previousElement(input) ?? nextElement(input);
  return beside && safeMatches(beside, triggers) ? beside : null;
};

/** A list that sets the hand cursor for its items: the items are what is clicked, not the list. */
const isListOfTargets = (element) => {
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (nodeType(node) === 3 && /\S/.test(dataOf(node))) return false;
  }
  const tag = tagOf(element);
  const children = childElements(element);
  if (children.length < 2 || tag === 'tr') return false;
  if (tag === 'ul' || tag === 'ol' || tag === 'tbody' || tag === 'table') return true;
  if (children.length < 3) return false;
  const mark = (child) => `${tagOf(child)} ${attr(child, 'class') ?? ''}`;
  const first = mark(children[0]);
  for (const child of children) if (mark(child) !== first) return false;
  return true;
};
