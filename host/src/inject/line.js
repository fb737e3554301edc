// Text of one element as a person reads it, on one line.
/* global checkVisible, dataOf, firstChild, firstElement, isElement, nextSibling, nodeType, shadowOf, slotted, squash, styleIn,
   tagOf, textContent */
/* exported isPlain, isSeen, join, lineText, silentTags */

const silentTags = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'datalist',
  'iframe',
  'object',
  'canvas',
]);
const blockTags = new Set(
  `address article aside blockquote br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2
   h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td th thead tr ul`.split(
    /\s+/,
  ),
);
const fieldTags = new Set(['img', 'input', 'select', 'svg', 'textarea']);
const seen = { visibilityProperty: true };

/** Whether an element is drawn; a `scene` whose walk has passed it knows that without asking. */
const isSeenIn = (element, scene) => {
  const state = scene?.states.get(element);
  return (state && styleIn(element, scene).visibility === 'visible') || isSeen(element);
};

const isSeen = (element) => checkVisible(element, seen) || getComputedStyle(element).display === 'contents';

const plainTags = new Set(
  'a b button caption cite dd div dt em h1 h2 h3 h4 h5 h6 label legend li p span strong td th'.split(' '),
);

/** Whether an element holds nothing but text, so that its text needs no walk. */
const isPlain = (element, tag = tagOf(element)) =>
  plainTags.has(tag) && !firstElement(element) && !shadowOf(element);

/** Adds text to a line; the space between tags must not use up what a line may hold. */
const join = (line, text) => {
  if (/\S/.test(text)) return line + (text.length > 20 ? text.replace(/\s+/g, ' ') : text);
  return text === '' || line.endsWith(' ') ? line : `${line} `;
};

/** Whether it stands in a box of its own, so that its words are apart from those beside it. */
const partsWords = (element) => !/^(?:inline|contents|ruby.*)$/.test(getComputedStyle(element).display);

/**
 * Text of an element on one line; accessible names and the values of fields play no part. Options: `limit`
 * characters; `scene` of a walk spares questions; `skip(element, tag)` leaves a subtree out; `reads(element)` tells
 * whether the letters directly in an element can be read; `spaced` parts all elements, `separator` blocks.
 */
const lineText = (element, options = {}) => {
  if (isPlain(element)) {
    if (options.skip?.(element, tagOf(element)) || !isSeenIn(element, options.scene)) return '';
    const text = squash(textContent(element));
    return text !== '' && options.reads?.(element) === false ? '' : text;
  }
  const limit = options.limit ?? 400;
  let out = '';
  // Elements without a space of their own that begin or end after the last letter.
  let edges = [];
  const visit = (node, depth, owner) => {
    if (out.length > limit || depth > 60) return;
    if (nodeType(node) === 3) {
      const data = dataOf(node);
      const hasWords = /\S/.test(data);
      if (hasWords && options.reads?.(owner) === false) return;
      if (hasWords && /\S$/.test(out) && /^\S/.test(data) && edges.some(partsWords)) out += ' ';
      out = join(out, data);
      if (data !== '') edges = [];
      return;
    }
    if (!isElement(node)) return;
    const tag = tagOf(node);
    if (silentTags.has(tag) || fieldTags.has(tag) || options.skip?.(node, tag)) return;
    if (!isSeenIn(node, options.scene)) return;
    const edge = blockTags.has(tag) ? (options.separator ?? ' ') : options.spaced ? ' ' : '';
    out = join(out, edge);
    if (edge === '' && out !== '') edges.push(node);
    const assigned = tag === 'slot' ? slotted(node) : null;
    if (assigned) {
      for (const child of assigned) visit(child, depth + 1, node);
    } else {
      const first = firstChild(shadowOf(node) ?? node);
      for (let child = first; child; child = nextSibling(child)) visit(child, depth + 1, node);
    }
    out = join(out, edge);
    if (edge === '' && out !== '') edges.push(node);
  };
  visit(element, 0, element);
  return squash(out);
};
