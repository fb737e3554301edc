// What is waited for: text that a person can see, and elements that match a selector.
/* global attr, clip, controlValue, doc, fold, getterOf, isSecret, linesOf, nameOf, newScene, queryAll, querySelector, rectOf, resolve, roleOf,
   shadowRoots, tagOf, textContent */
/* exported matching, seesText, textInWindow, windowSize */

/** Letters and digits alone: what a text has whatever stands between its parts. */
const lettersOnly = (text) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');

const getInputValue = getterOf(HTMLInputElement.prototype, 'value');
const typedFields = 'input:not([type="hidden"]):not([type="password"]),textarea';

/** What fields hold: it is in no text node. */
const fieldValues = (root) => {
  let out = '';
  for (const field of queryAll(root, typedFields)) {
    if (isSecret(field)) continue;
    const tag = tagOf(field);
    out += ` ${tag === 'input' ? getInputValue.call(field) : (controlValue(field, roleOf(field, tag), tag) ?? '')}`;
  }
  return out;
};

/** Whether the words stand anywhere in the document, shown or not. Asks for no layout. */
const standsAnywhere = (wanted) => {
  const body = doc.body() ?? doc.root();
  if (!body) return false;
  if (wanted === '' || lettersOnly(textContent(body)).includes(wanted)) return true;
  for (const root of shadowRoots(document)) {
    if (lettersOnly(textContent(root)).includes(wanted) || lettersOnly(fieldValues(root)).includes(wanted))
      return true;
  }
  return lettersOnly(fieldValues(document)).includes(wanted);
};

const wholeText = { skip: new Set(), ignored: () => false, fields: true, items: null };

/** A line without the marks that only its structure has. */
const unmarked = (line) => line.replace(/^\s*(?:- |#+ |▸ )/, '').replace(/ [|·] /g, ' ');

const longWords = (text) => new Set(fold(text).match(/[\p{L}\p{N}]{2,}/gu) ?? []);

/** The lines that share the most words with a text, at most two. */
const nearestLines = (text, lines) => {
  const wanted = longWords(text);
  return lines
    .map((line) => ({ line, shared: [...longWords(line)].filter((word) => wanted.has(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, 2)
    .map(({ line }) => clip(unmarked(line), 120));
};

/**
 * The line of shown text that has the words, or null; `anywhere` says whether the document has them at all, and with
 * `near` the lines are told that come nearest.
 */
const seesText = ({ text, near }) => {
  const anywhere = standsAnywhere(lettersOnly(text));
  if (!anywhere && !near) return { line: null, anywhere, near: [] };
  const body = doc.body() ?? doc.root();
  const lines = body ? linesOf(body, newScene(), wholeText, 1_000_000) : [];
  const wanted = fold(text);
  const has = (line) => fold(line).includes(wanted);
  let line = lines.find((one) => has(one) || has(unmarked(one))) ?? null;
  // What was copied from a view may go over several lines.
  if (line === null && has(lines.map(unmarked).join(' '))) line = text;
  return {
    line: line === null ? null : clip(unmarked(line), 160),
    anywhere,
    near: near && line === null ? nearestLines(text, lines) : [],
  };
};

/** How many elements match a selector, shown and hidden ones; with `text` only those that say it count as shown. */
const matching = ({ css, text }) => {
  const { ids, visible, invalid } = querySelector({ css });
  if (invalid !== null) return { visible: 0, hidden: 0, other: 0, first: null, invalid };
  const scene = newScene();
  const said = (element) => {
    const tag = tagOf(element);
    const own = controlValue(element, roleOf(element, tag), tag) ?? '';
    const secret = isSecret(element) ? '' : own;
    return `${nameOf(element, scene, roleOf(element, tag), tag)} ${secret} ${linesOf(element, scene, wholeText, 4000).map(unmarked).join(' ')}`;
  };
  let fits = ids.slice(0, visible);
  if (text !== null) fits = fits.slice(0, 500).filter((id) => fold(said(resolve(id))).includes(fold(text)));
  const first = fits.length > 0 ? resolve(fits[0]) : null;
  return {
    visible: fits.length,
    hidden: ids.length - visible,
    other: visible - fits.length,
    first: first ? describeShortly(first, scene) : null,
    invalid: null,
  };
};

/** `button "Save"`, or the first words of what has no name. */
const describeShortly = (element, scene) => {
  const tag = tagOf(element);
  const role = roleOf(element, tag);
  const name = nameOf(element, scene, role, tag);
  const words = name || (linesOf(element, scene, wholeText, 80)[0] ?? '');
  return { role: role || attr(element, 'role') || tag, name: clip(unmarked(words), 80) };
};

const isElsewhere = (element) => {
  const { top, bottom, left, right, width, height } = rectOf(element);
  if (width === 0 && height === 0) return false;
  return bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth;
};

/** The text that stands in the window now, as lines. */
const textInWindow = ({ limit }) => {
  const body = doc.body() ?? doc.root();
  if (!body) return '';
  const part = { skip: new Set(), ignored: isElsewhere, fields: false, items: null };
  return linesOf(body, newScene(), part, limit).join('\n').slice(0, limit);
};

/** What pages are drawn in: width and height in CSS pixels, device pixels of one, and whether it can be touched. */
const windowSize = () => ({
  width: innerWidth,
  height: innerHeight,
  scale: devicePixelRatio,
  touch: navigator.maxTouchPoints > 0,
});
