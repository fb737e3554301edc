// Setting a field by script where keys cannot: which values it takes, a value, a paste, and leaving it.
/* global attr, editorFace, isRich, isTextField, newScene, rawValue, resolve, selectContents, squash, tagOf, tell,
   textContent */
/* exported blurField, checkValues, pasteText, setValue */

const limitNames = ['min', 'max', 'step'];

const stepOf = (element) => {
  const step = attr(element, 'step');
  return step !== null && Number(step) > 0 ? step : '';
};

/** Which of some values an input would take, asked of a second input that no page sees. */
const checkValues = ({ element: id, values }) => {
  const element = resolve(id);
  if (!element || tagOf(element) !== 'input') return null;
  const { type } = element;
  const probe = Document.prototype.createElement.call(document, 'input');
  probe.type = type;
  const range = type === 'range';
  for (const name of [...limitNames, 'value']) {
    const given = attr(element, name);
    if (given !== null) probe.setAttribute(name, given);
  }
  const problemOf = (value) => {
    if (type === 'color') return colorOf(value) === null ? 'format' : '';
    probe.value = value;
    if (range) {
      // A slider moves to the nearest place it has.
      const [low, high] = [Number(probe.min || 0), Number(probe.max || 100)];
      if (Number.isNaN(Number(value))) return 'format';
      if (Number(value) < low) return 'low';
      if (Number(value) > high) return 'high';
      return Number(probe.value) === Number(value) ? '' : 'step';
    }
    if (probe.value === '') return 'format';
    const { validity } = probe;
    if (validity.rangeUnderflow) return 'low';
    if (validity.rangeOverflow) return 'high';
    return validity.stepMismatch ? 'step' : '';
  };
  return {
    problems: values.map(problemOf),
    values: values.map((value) => (type === 'color' ? (colorOf(value) ?? value) : value)),
    min: attr(element, 'min') || (range ? '0' : ''),
    max: attr(element, 'max') || (range ? '100' : ''),
    step: stepOf(element),
  };
};

let paint = null;

/** A colour in any notation of CSS as `#rrggbb`; null for what is none. */
const colorOf = (text) => {
  paint ??= new OffscreenCanvas(1, 1).getContext('2d');
  const both = ['#000000', '#ffffff'].map((first) => {
    paint.fillStyle = first;
    paint.fillStyle = text;
    return paint.fillStyle;
  });
  return both[0] === both[1] && /^#[0-9a-f]{6}$/.test(both[0]) ? both[0] : null;
};

const valueSetter = {
  input: Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set,
  textarea: Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set,
};

/**
 * Sets a value the way a script does: through the setter of the prototype, so that frameworks which replace the
 * element's own notice the difference, then the events they listen for. True when the control holds it afterwards.
 */
const setValue = ({ element: id, text }) => {
  const element = resolve(id);
  if (!element) return false;
  const tag = tagOf(element);
  if (isTextField(tag)) {
    HTMLElement.prototype.focus.call(element);
    // An editor would take the value for more typing.
    if (editorFace(element, tag, newScene())) return false;
    valueSetter[tag].call(element, text);
    tell(element, 'input', InputEvent, { data: text, inputType: 'insertReplacementText' });
    tell(element, 'change');
    return rawValue(element, tag) === text;
  }
  if (!isRich(element)) return false;
  HTMLElement.prototype.focus.call(element);
  selectContents(element);
  // An editor keeps a text of its own. One that stops this event refuses, and what is put into its nodes all the same
  // would be no text of it.
  const isClear = text === '';
  const before = new InputEvent('beforeinput', {
    bubbles: true,
    cancelable: true,
    composed: true,
    data: isClear ? null : text,
    inputType: isClear ? 'deleteContentBackward' : 'insertText',
  });
  if (!EventTarget.prototype.dispatchEvent.call(element, before)) return false;
  Document.prototype.execCommand.call(document, isClear ? 'delete' : 'insertText', false, text);
  return squash(textContent(element)) === squash(text);
};

/** Leaves a field, so that the page takes its value for final. */
const blurField = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return false;
  HTMLElement.prototype.blur.call(element);
  return true;
};

/** Hands text to an editor as a paste, where the caret is; false when it takes none. */
const pasteText = ({ element: id, text }) => {
  const element = resolve(id);
  if (!element) return false;
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const paste = new ClipboardEvent('paste', {
    bubbles: true,
    cancelable: true,
    composed: true,
    clipboardData: data,
  });
  return !EventTarget.prototype.dispatchEvent.call(element, paste);
};
