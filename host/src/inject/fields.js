// Fields: what kind a field is, taking the focus, and what it holds.
/* global attr, childElements, closest, composedContains, controlValue, coverAt, coverName, doc, drawnText, editorFace,
   getterOf, hasAttr, identify, isEditable, isEnabled, isSearchField, isSecret, keepApart, listedRole, nameOf,
   newScene, opens, optionLabels, parentOf, queryAll, resolve, roleOf, sendsNear, shadowOf, shownBox, squash,
   tagOf, tokens */
/* exported enterField, fieldSelector, focusOn, held, holdsFocus, isRich, isTextField, rawValue, readValue,
   selectContents, successor */

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

/** Whether an element has the focus. One that is gone hands it on to what took its place. */
const holdsFocus = ({ element: id }) => {
  const element = resolve(id);
  if (element) return hasFocus(element);
  successor({ element: id });
  return true;
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
  if (isSecret(element))
    return '•'.repeat((isTextField(tag) ? rawValue(element, tag) : richText(element)).length);
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
  const secret = isSecret(element);
  if (focused) {
    lastEntered = traceOf(element, tag);
    if (!secret) keepApart(element);
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
    secret,
    proposes:
      isField &&
      (/^(?:list|both)$/.test(attr(element, 'aria-autocomplete') ?? '') ||
        (attr(element, 'role') === 'combobox' && !hasAttr(element, 'list'))),
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
    series: limit === 1 ? seriesFrom(element).map(identify) : [],
  };
};

// What is known of the field that was entered last, should the page draw it anew while it is typed into.
let lastEntered = null;
const traits = ['name', 'placeholder', 'aria-label', 'data-testid'];

const traceOf = (element, tag) => {
  const home = parentOf(element);
  return {
    numbers: [identify(element)],
    tag,
    type: tag === 'input' ? element.type : '',
    traits: traits.map((name) => attr(element, name)),
    id: attr(element, 'id'),
    home,
    place: home ? [...childElements(home)].indexOf(element) : -1,
  };
};

/**
 * The field that took the place of the one that was entered last, which is gone: the one that has the focus, the only
 * one like it, or the one in the same place. It has the focus afterwards, and the caret behind what it holds.
 */
const successor = ({ element: number }) => {
  const root = doc.root();
  if (!root || !lastEntered?.numbers.includes(number)) return null;
  const latest = lastEntered.numbers.at(-1);
  if (resolve(latest)) return latest;
  const { tag, type, traits: known, id, home, place } = lastEntered;
  const isLike = (one) =>
    tagOf(one) === tag &&
    (tag !== 'input' || one.type === type) &&
    isEditable(one, tag) &&
    traits.every((name, at) => attr(one, name) === known[at]);
  let like = [...fieldsIn(root)].filter(isLike);
  const same = like.filter((one) => attr(one, 'id') === id);
  if (same.length > 0) like = same;
  const focused = doc.focused();
  const found =
    like.find((one) => one === focused) ??
    (like.length === 1 ? like[0] : like.find((one) => home && childElements(home)[place] === one));
  if (!found) return null;
  if (!hasFocus(found) && takeFocus(found)) caretToEnd(found, tag);
  const trace = traceOf(found, tag);
  lastEntered = { ...trace, numbers: [...lastEntered.numbers, ...trace.numbers].slice(-100) };
  return lastEntered.numbers.at(-1);
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
