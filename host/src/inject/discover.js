// What the host found out about elements, and which elements it should ask Chrome about.
/* global attr, firstChild, hasAttr, identify, isElement, know, listensFor, matches, queryAll, rectOf, safeMatches, shadowOf,
   notePressAbove, spoil, tagOf */
/* exported forgetSuspects, learn, suspect, suspectCount, suspects, suspectsOf, wasRedrawn */

const suspectLimit = 200;
const asked = new WeakSet();
let pending = new Set();

// https://dom.spec.whatwg.org/#valid-shadow-host-name, apart from custom elements
const hostTags = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

const isCustom = (tag) => tag.includes('-');

const forgetSuspects = () => {
  pending = new Set();
};

/**
 * Notes an element that may hold more than script sees: a custom element (a closed shadow root, or a role of its
 * own), a box with nothing in it, an element that does not show its children.
 */
const suspect = (element, tag = tagOf(element)) => {
  if (asked.has(element) || pending.size >= suspectLimit) return;
  if (isCustom(tag)) {
    if (matches(element, ':defined')) pending.add(element);
  } else if (hostTags.has(tag) && !shadowOf(element)) {
    pending.add(element);
  }
};

/** The same for an element that the walk has just entered; cheap for the many that are no suspects. */
const suspectsOf = (element, tag) => {
  if (isCustom(tag)) {
    suspect(element, tag);
  } else if (hostTags.has(tag) && !firstChild(element) && !asked.has(element)) {
    const rect = rectOf(element);
    if (rect.width >= 8 && rect.height >= 8) suspect(element, tag);
  }
};

const suspectCount = () => pending.size;

/** The noted elements, for the host to ask about; each is handed out once. */
const suspects = () => {
  const all = [...pending];
  for (const element of all) asked.add(element);
  forgetSuspects();
  return all;
};

/** Whether a custom element may have given itself a role: only such as can be used are worth a question. */
const mayHaveRole = (element) =>
  isCustom(tagOf(element)) &&
  !attr(element, 'role') &&
  (safeMatches(element, ':enabled') ||
    safeMatches(element, ':disabled') ||
    hasAttr(element, 'tabindex') ||
    listensFor(element) !== '');

let handled = [];
let sizeThen = -1;

const pageSize = () => queryAll(document, '*').length;

/** Whether elements with a framework's handlers were drawn anew, so that the new ones are not told yet. */
const wasRedrawn = () => handled.some((ref) => ref.deref()?.isConnected !== true);

/** Whether the page has been drawn anew since handlers were told, so that there may be others. */
const handlersChanged = () => pageSize() !== sizeThen || wasRedrawn();

const learnHandlers = (selectors, nodes) => {
  const told = nodes.filter((node) => node !== null && isElement(node));
  for (const selector of selectors) {
    try {
      told.push(...queryAll(document, selector));
    } catch {
      // Selectors of frameworks may hold words that CSS does not know.
    }
  }
  handled = [];
  for (const element of told) {
    know.listens(element, [...new Set([...listensFor(element).split(' '), 'press'])].join(' ').trim());
    handled.push(new WeakRef(element));
  }
  sizeThen = pageSize();
};

const controls = 'a,button,input,select,textarea,summary,label';

/** Whether a listener here may stand for handlers of what is inside. */
const isDelegating = (node) =>
  !isElement(node) || (!matches(node, controls) && queryAll(node, '*').length > 3);

/**
 * Takes what Chrome told. `listens`: what the nodes listen for (`words`), and whether one of them may listen for its
 * descendants. `handlers`: elements and `selectors` with a framework's handlers. `closed`: closed shadow roots.
 * `internals`: what custom elements say of themselves (`facts`, one for each node). `changed`: whether
 * there may be other handlers by now. `identify`: the number of a node. `ask`: which of the nodes are worth asking for a role of their own. Nodes that are gone are null.
 */
const learn = ({ what, words, selectors, facts }, ...nodes) => {
  switch (what) {
    case 'listens': {
      if (nodes.length > 0) spoil();
      let delegates = false;
      for (const node of nodes) {
        if (node === null) continue;
        if (words.includes('press')) delegates ||= isDelegating(node);
        if (isElement(node)) know.listens(node, words);
        else if (words.includes('press')) notePressAbove();
      }
      return delegates;
    }
    case 'handlers':
      spoil();
      learnHandlers(selectors, nodes);
      return true;
    case 'closed':
      spoil();
      for (const root of nodes) if (root !== null) know.closed(root.host, root);
      return true;
    case 'internals':
      spoil();
      nodes.forEach((node, index) => {
        if (node !== null && facts[index]) know.internals(node, facts[index]);
      });
      return true;
    case 'changed':
      return handlersChanged();
    case 'identify':
      return nodes[0] === null ? null : identify(nodes[0]);
    default:
      return nodes.map((node) => node !== null && mayHaveRole(node));
  }
};
