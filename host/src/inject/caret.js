// Where the caret stands, and what is selected: what chords of editing change and no page shows.
/* global doc, getterOf, isRich, isSecret, isTextField, rawValue, tagOf, textContent */
/* exported caretNow */

const startOf = {
  input: getterOf(HTMLInputElement.prototype, 'selectionStart'),
  textarea: getterOf(HTMLTextAreaElement.prototype, 'selectionStart'),
};
const endOf = {
  input: getterOf(HTMLInputElement.prototype, 'selectionEnd'),
  textarea: getterOf(HTMLTextAreaElement.prototype, 'selectionEnd'),
};

/** How much text stands between the start of a document and a point in it. */
const placeIn = (element, node, offset) => {
  if (!node || !Node.prototype.contains.call(element, node)) return null;
  const range = new Range();
  range.setStart(element, 0);
  range.setEnd(node, offset);
  return range.toString().length;
};

/** The caret in what has the keyboard. Counts are of UTF-16 units; those of a secret are left out. */
const caretNow = () => {
  const element = doc.focused();
  const selection = getSelection();
  const selected = selection.toString().length;
  const page = { field: false, secret: false, length: null, selected, at: null };
  if (!element) return page;
  const tag = tagOf(element);
  if (isTextField(tag)) {
    const [start, end] = [startOf[tag].call(element), endOf[tag].call(element)];
    const { length } = rawValue(element, tag);
    // Fields of some types keep their selection to themselves, but what is selected in them can be read.
    const held = start === null ? selected : end - start;
    const known = { field: true, secret: isSecret(element), length, selected: held, at: end };
    // The end that does not move with the others tells which way it went.
    if (start !== null && start !== end && element.selectionDirection === 'backward') known.at = start;
    return known;
  }
  if (!isRich(element)) return page;
  const { focusNode, focusOffset } = selection;
  const length = textContent(element).length;
  const at = placeIn(element, focusNode, focusOffset);
  const breaks = selected - length;
  return {
    field: true,
    secret: isSecret(element),
    length,
    // Line breaks of a selection are no part of the text.
    selected: breaks > 0 ? length : selected,
    at,
  };
};
