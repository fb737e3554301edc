// Editors that draw their text and take what is typed with a field that nobody sees.
/* global attr, checkVisible, isSecret, matches, newLines, parentOf, queryAll, shownBox, tagOf, traverse */
/* exported drawnText, editorFace */

const editorText = 200;

/** Whether it can take what is typed, for someone who does not see it. */
const takesKeys = (element, tag) => {
  const isField = tag === 'textarea' || (tag === 'input' && element.type === 'text');
  // An edit context takes text for an element that is no field.
  if (!isField && !element.editContext) return false;
  if (isSecret(element) || matches(element, ':disabled') || attr(element, 'aria-hidden') === 'true')
    return false;
  return getComputedStyle(element).visibility === 'visible';
};

/** Too narrow or flat for a letter. */
const isThread = (box) => box[2] - box[0] <= 3 || box[3] - box[1] <= 3;

const isTextCursor = (element) => getComputedStyle(element).cursor === 'text';

/** The part of an editor that shows its text: the first one with a cursor for text. */
const textPart = (editor, field) => {
  if (isTextCursor(editor)) return editor;
  let looked = 0;
  for (const part of queryAll(editor, '*')) {
    if (++looked > 80) break;
    if (part !== field && isTextCursor(part) && tagOf(part) !== 'textarea' && tagOf(part) !== 'input')
      return part;
  }
  return null;
};

/**
 * The box that a person takes for the field: the nearest one around a field too small to be seen, or clear, where a
 * cursor for text is over drawn words. Null for every other element.
 */
const editorFace = (element, tag, scene, seen = shownBox(element, scene)) => {
  if ((seen && !isThread(seen.box)) || !takesKeys(element, tag)) return null;
  scene.editors ??= new Map();
  if (scene.editors.has(element)) return scene.editors.get(element);
  let face = null;
  for (let at = parentOf(element), height = 0; at && height < 4 && !face; at = parentOf(at), height++) {
    if (tagOf(at) === 'body' || tagOf(at) === 'label') break;
    const box = shownBox(at, scene)?.box;
    if (!box || box[2] - box[0] < 40 || box[3] - box[1] < 14) continue;
    if (queryAll(at, 'input,textarea,select').length > 1 || !textPart(at, element)) break;
    face = at;
  }
  scene.editors.set(element, face);
  return face;
};

/** The lines drawn in an editor, without their numbers. */
const drawnText = (face, field, scene, limit = editorText) => {
  const part = textPart(face, field);
  if (!part) return '';
  const lines = newLines(scene, { limit, ariaHidden: true });
  const enter = (element, tag, around) => {
    if (element === field || !checkVisible(element) || !isTextCursor(element) || lines.isFull()) return null;
    return lines.enter(element, tag, around);
  };
  traverse(part, lines.start(part), enter, (node, state) => lines.text(node, state));
  return lines
    .done()
    .map((line) => line.text)
    .join('\n')
    .slice(0, limit);
};
