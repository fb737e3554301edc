// Fields: what kind a field is, taking the focus, what it holds, and setting it by script where keys cannot.
/* global attr, closest, composedContains, controlValue, coverAt, coverName, doc, drawnText, editorFace, getterOf,
   identify, isEditable, isElement, isEnabled, isSecret, listedRole, matches, nameOf, newScene, optionLabels,
   parentOf, queryAll, resolve, roleOf, rootOf, sendsNear, shadowOf, shownBox, squash, tagOf, tell, tokens */
/* exported blurField, checkValues, enterField, focusOn, held, holdsFocus, isSearchField, pasteText, readValue, setValue */

const isContentEditableOf = getterOf(HTMLElement.prototype, 'isContentEditable');
const innerTextOf = getterOf(HTMLElement.prototype, 'innerText');
const inputValueOf = getterOf(HTMLInputElement.prototype, 'value');
const areaValueOf = getterOf(HTMLTextAreaElement.prototype, 'value');

const isRich = (element) => element instanceof HTMLElement && isContentEditableOf.call(element);
const rawValue = (element, tag) => (tag === 'textarea' ? areaValueOf : inputValueOf).call(element);

/** An element that takes text without being a field to HTML: the text lives in an object of the page. */
const hasEditContext = (element) => Boolean(element.editContext);

/** The outermost element that is edited as one: what a person clicks into. */
const editingHost = (element) => {
  let host = element;
  for (let at = parentOf(element); at && isRich(at); at = parentOf(at)) if (tagOf(at) !== 'body') host = at;
  return host;
};

const typedInputs = new Set('number range color date time datetime-local month week'.split(' '));
const pressInputs = new Set('button submit reset image'.split(' '));

/**
 * How text gets into an element: `text`, `rich` (a document that is edited), `drawn` (an editor that draws its own
 * text), the type of an input that holds a number, a date or a colour, `choice`, `select`, `list`, `file`, or `press`
 * for everything that holds no text.
 */
const fieldKind = (element, tag, scene) => {
  if (tag === 'input') {
    const { type } = element;
    if (typedInputs.has(type)) return type;
    if (type === 'checkbox' || type === 'radio') return 'choice';
    if (type === 'file') return 'file';
    if (pressInputs.has(type) || type === 'hidden') return 'press';
    return editorFace(element, tag, scene) ? 'drawn' : 'text';
  }
  if (tag === 'textarea') return editorFace(element, tag, scene) ? 'drawn' : 'text';
  if (tag === 'select') return 'select';
  if (isRich(element)) return 'rich';
  if (hasEditContext(element)) return 'drawn';
  const role = roleOf(element, tag);
  if (/^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio|option)$/.test(role)) return 'choice';
  return role === 'combobox' || role === 'listbox' ? 'list' : 'press';
};

const fieldSelector = 'input,textarea,select,[contenteditable]';

const fieldsIn = function* (root) {
  for (const one of queryAll(root, fieldSelector)) yield one;
  for (const one of queryAll(root, '*')) {
    const inner = shadowOf(one);
    if (inner) yield* fieldsIn(inner);
  }
};

/** The one field that a label, a box or a custom element stands for. */
const innerField = (element, tag, scene) => {
  if (tag === 'label' && element.control) return element.control;
  const inner = shadowOf(element);
  const found = [];
  for (const root of inner ? [inner, element] : [element]) {
    for (const one of fieldsIn(root)) {
      if (!isEditable(one, tagOf(one)) || (!shownBox(one, scene) && !editorFace(one, tagOf(one), scene)))
        continue;
      if (found.some((other) => composedContains(other, one))) continue;
      if (found.push(one) > 1) return null;
    }
  }
  return found[0] ?? null;
};

const searching = new Set(
  'search searchbox searchbar searching find finder query lookup magnifier magnify loupe lens suggest suggestion'.split(
    ' ',
  ),
);
const fieldish = new Set('input field textbox textarea placeholder editor editable compose reply'.split(' '));

const markWords = (element) => {
  const words = [];
  for (const name of [
    'class',
    'id',
    'name',
    'aria-label',
    'title',
    'data-testid',
    'data-test',
    'placeholder',
    'href',
  ])
    words.push(...tokens(attr(element, name)));
  return words;
};

/** Whether a control says by its markup that a search hides behind it. */
const marksSearch = (element) => {
  if (markWords(element).some((word) => searching.has(word))) return true;
  let looked = 0;
  for (const part of queryAll(element, 'svg,i,img,span,use')) {
    if (++looked > 12) break;
    if (markWords(part).some((word) => searching.has(word))) return true;
  }
  return false;
};

/** Whether a field, its form or what is right around it says by its markup that it is a search. */
const isSearchField = (element) => {
  const tag = tagOf(element);
  if (tag === 'input' && element.type === 'search') return true;
  if (roleOf(element, tag) === 'searchbox' || closest(element, 'search,[role="search"]')) return true;
  if (/^(?:q|s|query|keywords?|terms?)$/i.test(attr(element, 'name') ?? '')) return true;
  let at = element;
  for (
    let height = 0;
    at && height < 3 && !/^(?:body|html|main)$/.test(tagOf(at));
    at = parentOf(at), height++
  )
    if (markWords(at).some((word) => searching.has(word))) return true;
  const form = closest(element, 'form');
  return (
    form !== null && [...markWords(form), ...tokens(attr(form, 'action'))].some((word) => searching.has(word))
  );
};

/** Whether pressing an element is likely to open a field: `search`, `field`, or null. */
const opens = (element, tag) => {
  if (marksSearch(element)) return 'search';
  if (/^(?:dialog|listbox|grid|tree)$/.test(attr(element, 'aria-haspopup') ?? '')) return 'field';
  const target =
    attr(element, 'aria-controls') ?? attr(element, 'popovertarget') ?? attr(element, 'commandfor');
  const other = target ? doc.byId(rootOf(element), target.trim()) : null;
  if (
    other &&
    isElement(other) &&
    (matches(other, fieldSelector) || queryAll(other, fieldSelector).length > 0)
  )
    return 'field';
  if (attr(element, 'data-placeholder') !== null || markWords(element).some((word) => fieldish.has(word)))
    return 'field';
  // Drawn where a field will be: the cursor is the one for text, or a field under it takes no pointer.
  if (!isTextField(tag) && getComputedStyle(element).cursor === 'text') return 'field';
  const around = parentOf(element);
  for (const one of around ? queryAll(around, 'input,textarea') : [])
    if (getComputedStyle(one).pointerEvents === 'none' && isEditable(one, tagOf(one))) return 'field';
  // A cell becomes a field when it is pressed, where tables are edited in place.
  return tag === 'td' || roleOf(element, tag) === 'gridcell' ? 'field' : null;
};

/** What has to be pressed instead of a field that takes no pointer; null for one that does. */
const pointerGate = (element, scene) => {
  if (getComputedStyle(element).pointerEvents !== 'none') return null;
  const seen = shownBox(element, scene);
  if (!seen?.shown) return null;
  const [left, top, right, bottom] = seen.shown;
  const cover = coverAt(element, (left + right) / 2, (top + bottom) / 2, scene);
  return cover ? coverName(cover, scene) : null;
};

/** Whether letters are drawn all the same width, as in editors for code. */
const isCode = (element, scene) => {
  const face = editorFace(element, tagOf(element), scene) ?? element;
  return /mono|consol|courier|menlo/i.test(getComputedStyle(face).fontFamily);
};

const hasFocus = (element) => {
  const active = doc.focused();
  return active !== null && (active === element || composedContains(element, active));
};

const takeFocus = (element) => {
  const focus = element instanceof SVGElement ? SVGElement.prototype.focus : HTMLElement.prototype.focus;
  focus.call(element, { preventScroll: false });
  return hasFocus(element);
};

/** Whether an element has the focus. One that is gone has handed it on to what took its place. */
const holdsFocus = ({ element: id }) => {
  const element = resolve(id);
  return element === null || hasFocus(element);
};

const selectContents = (element) => {
  const selection = getSelection();
  const range = doc.range();
  range.selectNodeContents(element);
  selection.removeAllRanges();
  selection.addRange(range);
};

const isTextField = (tag) => tag === 'textarea' || tag === 'input';

const selectAll = (element, tag) => {
  if (tag === 'textarea') HTMLTextAreaElement.prototype.select.call(element);
  else if (tag === 'input') HTMLInputElement.prototype.select.call(element);
  else if (isRich(element)) selectContents(element);
};

const caretToEnd = (element, tag) => {
  if (!isTextField(tag)) return;
  const end = rawValue(element, tag).length;
  const owner = tag === 'textarea' ? HTMLTextAreaElement : HTMLInputElement;
  if (tag === 'textarea' || /^(?:text|search|url|tel|password)$/.test(element.type))
    owner.prototype.setSelectionRange.call(element, end, end);
};

/** Focuses an element, and selects what it holds when asked; false when it did not take the focus. */
const focusOn = ({ element: id, select_all: whole }) => {
  const element = resolve(id);
  if (!element) return false;
  const tag = tagOf(element);
  const held = takeFocus(element);
  if (held && whole) selectAll(element, tag);
  else if (held) caretToEnd(element, tag);
  return held;
};

const isPlaceholder = (element) =>
  element !== null &&
  tokens(attr(element, 'class')).includes('placeholder') &&
  !closest(element, 'input,textarea');

/** The text of an edited document, without what stands there while it is empty. */
const richText = (element) => {
  const text = innerTextOf.call(element);
  let hint = '';
  for (const one of queryAll(element, '[class*="placeholder" i]'))
    if (isPlaceholder(one)) hint = innerTextOf.call(one);
  return hint !== '' && squash(text) === squash(hint) ? '' : text;
};

/** What an edit context says it holds, where nothing around it shows lines. */
const contextText = (element) => {
  const { editContext } = element;
  return typeof editContext.text === 'string' ? editContext.text : '';
};

const held = (element, tag, scene) => {
  if (isSecret(element)) return '•'.repeat(rawValue(element, tag).length);
  if (tag === 'input' && /^(?:checkbox|radio)$/.test(element.type)) return String(element.checked);
  if (tag === 'input' && element.type === 'file') return controlValue(element, '', tag);
  if (isTextField(tag)) {
    const editor = editorFace(element, tag, scene);
    return editor ? drawnText(editor, element, scene, 10_000) : rawValue(element, tag);
  }
  if (tag === 'select') return optionLabels(element, true).join(', ');
  if (isRich(element)) return richText(element);
  if (hasEditContext(element)) {
    const editor = editorFace(element, tag, scene);
    return editor ? drawnText(editor, element, scene, 10_000) : contextText(element);
  }
  return controlValue(element, roleOf(element, tag), tag);
};

/** What a control holds now; a secret one answers with as many dots as it has characters. */
const readValue = ({ element: id }) => {
  const element = resolve(id);
  return element ? held(element, tagOf(element), newScene()) : null;
};

/**
 * Everything that decides how text gets into an element. Where it can be typed into at once, it has the focus
 * afterwards, and what it holds is selected, or with `append` has the caret behind it.
 */
const enterField = ({ element: id, append }) => {
  let element = resolve(id);
  if (!element) return { attached: false };
  let scene = newScene();
  let tag = tagOf(element);
  let kind = fieldKind(element, tag, scene);
  let inner = null;
  if (kind === 'press' || kind === 'list') {
    inner = innerField(element, tag, scene);
  } else if (kind === 'rich') {
    const host = editingHost(element);
    if (host !== element) inner = host;
  }
  if (inner) {
    element = inner;
    tag = tagOf(element);
    kind = fieldKind(element, tag, scene);
  }
  const enabled = isEnabled(element);
  const editable =
    kind === 'drawn' || isEditable(element, tag) || (enabled && /^(?:range|color)$/.test(kind));
  const isField = !/^(?:choice|select|list|file|press)$/.test(kind);
  const gate = isField && isTextField(tag) ? pointerGate(element, scene) : null;
  const visible = shownBox(element, scene) !== null || editorFace(element, tag, scene) !== null;
  const focused = isField && editable && gate === null && takeFocus(element);
  scene = newScene();
  const before = isField ? held(element, tag, scene) : null;
  if (focused && kind !== 'rich' && kind !== 'drawn') {
    if (append) caretToEnd(element, tag);
    else selectAll(element, tag);
  }
  const role = listedRole(element, tag);
  const limit = tag === 'textarea' || kind === 'text' ? element.maxLength : -1;
  return {
    attached: true,
    visible,
    enabled,
    editable,
    focused,
    kind,
    tag,
    input_type: tag === 'input' ? element.type : '',
    role,
    name: nameOf(element, scene, role, tag),
    secret: isSecret(element),
    held: before,
    multiline: tag !== 'input',
    code: kind === 'drawn' || (kind === 'rich' && isCode(element, scene)),
    masked: tag === 'input' && isMasked(element),
    max_length: limit >= 0 ? limit : null,
    gate,
    opens: isField && editable ? null : opens(element, tag),
    search: isField && isSearchField(element),
    sends: kind === 'rich' && sendsNear(element),
    inner: inner ? identify(inner) : null,
    options: kind === 'select' ? optionLabels(element, false) : [],
    series: limit === 1 ? seriesFrom(element).map(identify) : [],
  };
};

/** A field of one character and the ones after it, which take the rest of a code. */
const seriesFrom = (element) => {
  let at = parentOf(element);
  for (let height = 0; at && height < 4; at = parentOf(at), height++) {
    const fields = [...queryAll(at, 'input')].filter(
      (one) => one.maxLength === 1 && isEditable(one, 'input'),
    );
    const own = fields.indexOf(element);
    if (own >= 0 && fields.length > 1) return fields.slice(own);
  }
  return [];
};

/** Whether markup says that the value gets a shape while it is typed. */
const isMasked = (element) =>
  /^(?:data-.*mask|data-format)/.test(
    Element.prototype.getAttributeNames.call(element).find((name) => /mask|data-format/.test(name)) ?? '',
  ) || /_{2,}|[_#]\s?[-/.:)]\s?[_#]/.test(attr(element, 'placeholder') ?? '');

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
  const command = text === '' ? 'delete' : 'insertText';
  if (!Document.prototype.execCommand.call(document, command, false, text)) {
    element.textContent = text;
    tell(element, 'input', InputEvent, { data: text, inputType: 'insertText' });
  }
  return squash(element.textContent) === squash(text);
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
