// Element ids, saved DOM accessors and text functions that every other page script uses.
//
// The scripts run in a world of their own, so the page cannot replace Map or JSON under them. It can
// still shadow members of a form or of the document by naming a control after them
// (<input name="parentNode">), so every member of Node, Element and Document is read through the
// accessor of its prototype.
/* exported after, attr, attrNames, checkVisible, childElements, clip, closest, composedContains, contains,
   dataOf, doc, firstChild, firstElement, fold, forgetDead, getterOf, hasAttr, identify, internalsOf, isElement, know, lastChild, lastElement, latin, listensFor, matches,
   nextElement, nextSibling, nodeType, parentOf, previousElement, previousSibling, queryAll, queryOne, rectOf,
   resolve, rootOf, safeMatches, shadowOf, slotted, squash, tagOf, textContent, tokens */

const getterOf = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;

const getFirstChild = getterOf(Node.prototype, 'firstChild');
const getLastChild = getterOf(Node.prototype, 'lastChild');
const getNextSibling = getterOf(Node.prototype, 'nextSibling');
const getPreviousSibling = getterOf(Node.prototype, 'previousSibling');
const getParentNode = getterOf(Node.prototype, 'parentNode');
const getNodeType = getterOf(Node.prototype, 'nodeType');
const getTextContent = getterOf(Node.prototype, 'textContent');
const getConnected = getterOf(Node.prototype, 'isConnected');
const getRootNode = Node.prototype.getRootNode;
const getData = getterOf(CharacterData.prototype, 'data');
const getLocalName = getterOf(Element.prototype, 'localName');
const getShadowRoot = getterOf(Element.prototype, 'shadowRoot');
const getAssignedSlot = getterOf(Element.prototype, 'assignedSlot');
const getTextSlot = getterOf(Text.prototype, 'assignedSlot');
const getChildren = getterOf(Element.prototype, 'children');
const getFragmentChildren = getterOf(DocumentFragment.prototype, 'children');
const getFirstElement = getterOf(Element.prototype, 'firstElementChild');
const getNextElement = getterOf(Element.prototype, 'nextElementSibling');
const getPreviousElement = getterOf(Element.prototype, 'previousElementSibling');
const getLastElement = getterOf(Element.prototype, 'lastElementChild');
const getLastOfRoot = getterOf(DocumentFragment.prototype, 'lastElementChild');
const getHost = getterOf(ShadowRoot.prototype, 'host');
const elementAttribute = Element.prototype.getAttribute;
const elementAttributeNames = Element.prototype.getAttributeNames;
const elementHasAttribute = Element.prototype.hasAttribute;
const elementMatches = Element.prototype.matches;
const elementClosest = Element.prototype.closest;
const elementRect = Element.prototype.getBoundingClientRect;
const elementCheckVisibility = Element.prototype.checkVisibility;
const queryAllOf = {
  1: Element.prototype.querySelectorAll,
  9: Document.prototype.querySelectorAll,
  11: DocumentFragment.prototype.querySelectorAll,
};

const queryOneOf = {
  1: Element.prototype.querySelector,
  9: Document.prototype.querySelector,
  11: DocumentFragment.prototype.querySelector,
};

const firstChild = (node) => getFirstChild.call(node);
const lastChild = (node) => getLastChild.call(node);
const nextSibling = (node) => getNextSibling.call(node);
const previousSibling = (node) => getPreviousSibling.call(node);
const nodeType = (node) => getNodeType.call(node);
const isElement = (node) => getNodeType.call(node) === 1;
const isConnected = (node) => getConnected.call(node);
const nodeContains = Node.prototype.contains;
const contains = (outer, inner) => nodeContains.call(outer, inner);
const rootOf = (node) => getRootNode.call(node);
const textContent = (node) => getTextContent.call(node) ?? '';
const dataOf = (text) => getData.call(text);
const tagOf = (element) => getLocalName.call(element);

// What script cannot see is told by the host: closed shadow roots, listeners, and what a custom element says of
// itself through ElementInternals.
const closedRoots = new WeakMap();
const listeners = new WeakMap();
const internals = new WeakMap();
let knowsClosed = false;

/** The shadow root of an element, a closed one too where the host has told it. */
const shadowOf = (element) =>
  getShadowRoot.call(element) ?? (knowsClosed ? (closedRoots.get(element) ?? null) : null);

/** What an element listens for: words of `press`, `drag`, `drop`, `type`; empty where nothing is known. */
const listensFor = (element) => listeners.get(element) ?? '';

/** Takes what the host found out. */
const know = {
  closed: (host, root) => {
    closedRoots.set(host, root);
    knowsClosed = true;
  },
  listens: (element, words) => (words === '' ? listeners.delete(element) : listeners.set(element, words)),
  internals: (element, facts) => internals.set(element, facts),
};

/** Role, name and states that a custom element gives itself: `{ role, name, states }`, or null. */
const internalsOf = (element) => internals.get(element) ?? null;

const childElements = (node) => (nodeType(node) === 1 ? getChildren : getFragmentChildren).call(node);
const firstElement = (element) => getFirstElement.call(element);
/** The last child element of an element or a shadow root. */
const lastElement = (node) => (getNodeType.call(node) === 1 ? getLastElement : getLastOfRoot).call(node);
const nextElement = (element) => getNextElement.call(element);
const previousElement = (element) => getPreviousElement.call(element);
const attr = (element, name) => elementAttribute.call(element, name);
const attrNames = (element) => elementAttributeNames.call(element);
const hasAttr = (element, name) => elementHasAttribute.call(element, name);
const matches = (element, css) => elementMatches.call(element, css);
const closest = (element, css) => elementClosest.call(element, css);
const rectOf = (element) => elementRect.call(element);
const checkVisible = (element, options) => elementCheckVisibility.call(element, options);
const queryAll = (root, css) => queryAllOf[nodeType(root)].call(root, css);
const queryOne = (root, css) => queryOneOf[nodeType(root)].call(root, css);

/** `matches` for selectors that come from outside: an invalid one matches nothing. */
const safeMatches = (element, css) => {
  try {
    return matches(element, css);
  } catch {
    return false;
  }
};

const getBody = getterOf(Document.prototype, 'body');
const getActive = getterOf(Document.prototype, 'activeElement');
const getShadowActive = getterOf(ShadowRoot.prototype, 'activeElement');
const getScrolling = getterOf(Document.prototype, 'scrollingElement');
const getDocumentElement = getterOf(Document.prototype, 'documentElement');
const getTitle = getterOf(Document.prototype, 'title');
const getReadyState = getterOf(Document.prototype, 'readyState');
const getBaseUri = getterOf(Node.prototype, 'baseURI');
const documentHit = Document.prototype.elementFromPoint;
const shadowHit = ShadowRoot.prototype.elementFromPoint;

/** The document's members, safe from elements that are named after them. */
const doc = {
  body: () => getBody.call(document),
  root: () => getDocumentElement.call(document),
  scroller: () => getScrolling.call(document) ?? getDocumentElement.call(document),
  title: () => getTitle.call(document),
  ready: () => getReadyState.call(document),
  baseUri: () => getBaseUri.call(document),
  range: () => Document.prototype.createRange.call(document),
  byId: (root, id) => queryOne(root, `#${CSS.escape(id)}`),
  /** The focused element, seen through open shadow roots. */
  focused: () => {
    let active = getActive.call(document);
    for (let root; active && (root = shadowOf(active));) {
      const inner = getShadowActive.call(root);
      if (!inner) break;
      active = inner;
    }
    return active;
  },
  /** The deepest element at a point of the viewport, seen through open shadow roots. */
  hit: (x, y) => {
    let hit = documentHit.call(document, x, y);
    for (let root; hit && (root = shadowOf(hit));) {
      const inner = shadowHit.call(root, x, y);
      if (!inner || rootOf(inner) !== root) break;
      hit = inner;
    }
    return hit;
  },
};

/** Nodes that a slot shows: the assigned ones, or nothing when it shows its own fallback content. */
const slotted = (slot) => {
  const nodes = HTMLSlotElement.prototype.assignedNodes.call(slot);
  return nodes.length > 0 ? nodes : null;
};

/** The parent in the tree as it is shown: slots and shadow hosts count, shadow roots do not. */
const parentOf = (node) => {
  const kind = getNodeType.call(node);
  const slot = kind === 1 ? getAssignedSlot.call(node) : kind === 3 ? getTextSlot.call(node) : null;
  if (slot) return slot;
  const parent = getParentNode.call(node);
  if (!parent) return null;
  const parentKind = getNodeType.call(parent);
  if (parentKind === 1) return parent;
  return parentKind === 11 && parent instanceof ShadowRoot ? getHost.call(parent) : null;
};

/** Whether `inner` is `outer` or shown inside it. */
const composedContains = (outer, inner) => {
  for (let node = inner; node; node = parentOf(node)) if (node === outer) return true;
  return false;
};

const idOfElement = new WeakMap();
const elementOfId = new Map();
let lastId = 0;
let cleanAt = 4000;

/** The id of an element: stable while the node lives, never given to another one in this document. */
const identify = (element) => {
  let id = idOfElement.get(element);
  if (id === undefined) {
    id = ++lastId;
    idOfElement.set(element, id);
    elementOfId.set(id, new WeakRef(element));
  }
  return id;
};

/** The element with this id, or null when it is no longer part of the document. */
const resolve = (id) => {
  const element = elementOfId.get(id)?.deref();
  return element && isConnected(element) ? element : null;
};

/** Drops the ids of collected nodes, so that a long-lived page does not grow the table for ever. */
const forgetDead = () => {
  if (elementOfId.size < cleanAt) return;
  for (const [id, ref] of elementOfId) if (!ref.deref()) elementOfId.delete(id);
  cleanAt = Math.max(4000, elementOfId.size * 2);
};

// Letters without a look: zero-width and direction marks, soft hyphens, fillers, tag letters (which hide whole
// sentences), and the private-use letters of icon fonts. Joiners stay: emoji and several scripts need them.
const invisibleLetters =
  /[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\ue000-\uf8ff]|\u034f|\u17b4|\u17b5|[\u180b-\u180e]|[\ufe00-\ufe0d]|\udb40[\udc00-\uddef]/g;
const whitespace = /\s+/g;

// What makes a text need work at all: most texts are clean, and this is one look instead of two copies.
const unclean =
  /^\s|\s$|\s\s|[^\S ]|[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\ue000-\uf8ff]|\u034f|\u17b4|\u17b5|[\u180b-\u180e]|[\ufe00-\ufe0d]|\udb40[\udc00-\uddef]/;

/** One line of text: invisible letters dropped, whitespace collapsed. */
const squash = (text) => {
  if (!text) return '';
  return unclean.test(text) ? text.replace(invisibleLetters, '').replace(whitespace, ' ').trim() : text;
};

let letters = null;

/** Cuts text to `limit` characters, the last one an ellipsis, and tears no letter, flag or emoji apart. */
const clip = (text, limit) => {
  if (text.length <= limit) return text;
  let end = limit - 1;
  if (/[^\x20-\x7e]/.test(text.slice(end - 1, end + 1))) {
    letters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    end = letters.segment(text.slice(0, limit + 80)).containing(end).index;
  }
  return `${text.slice(0, end).trimEnd()}…`;
};

const latin = /^[\x20-\x7e]*$/;

/** Text for comparing: case, the Turkish dotted and dotless i and the Greek final s make no difference. */
const fold = (text) => {
  const line = squash(text);
  return latin.test(line) ? line.toLowerCase() : foldAll(line);
};

const foldAll = (line) =>
  line
    .normalize('NFC')
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .replace(/i\u0307/g, 'i')
    .replace(/ς/g, 'σ');

/** The words of a class, id or test id: split at punctuation, digits and camelCase. */
const tokens = (text) =>
  (text ?? '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** A promise that ends after the next frame, or after `limit` ms where no frames are drawn. */
const after = (limit) =>
  new Promise((done) => {
    requestAnimationFrame(() => done());
    setTimeout(done, limit);
  });
