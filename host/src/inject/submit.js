// Sending a form without the keyboard, and what is known about a search form.
/* global attr, besideField, boxOf, clip, closest, composedContains, dataOf, describe, doc, getterOf, hasAttr, held, identify,
   interactiveSelector, isRendered, isSearchField, isSecret, matches, newScene, parentOf, press, queryAll, resolve,
   shadowOf, squash, tagOf, textContent, tokens */
/* exported formProblems, isOtherThing, opensPage, searchForm, sendsNear, submitEffect, submitForm, submitMark, textual */

const formOf = (element) => {
  const tag = tagOf(element);
  if (tag === 'input' || tag === 'select' || tag === 'textarea' || tag === 'button') {
    if (element.form) return element.form;
  }
  for (let at = element; at; at = parentOf(at)) if (tagOf(at) === 'form') return at;
  return null;
};

const formElements = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements').get;

const submitterOf = (form) => {
  for (const one of formElements.call(form)) {
    const tag = tagOf(one);
    const submits = (tag === 'button' || tag === 'input') && (one.type === 'submit' || one.type === 'image');
    if (submits && !matches(one, ':disabled')) return one;
  }
  return null;
};

const strongWords = new Set([
  'search',
  'submit',
  'ara',
  'go',
  'magnifier',
  'magnify',
  'magnifying',
  'loupe',
  'lens',
]);
const weakWords = new Set(['icon', 'send', 'btn', 'button']);
const otherWords = new Set(
  `clear close reset cancel delete remove voice mic microphone camera image filter menu back arrow toggle password eye
   basket cart login`.split(/\s+/),
);
const clickable =
  'button,input[type="submit"],input[type="image"],input[type="button"],[role="button"],a,i,svg,span,div,img';

/** Words of the markup of a control. */
const wordsOfMarkup = (element) =>
  ['class', 'id', 'aria-label', 'data-testid', 'name'].flatMap((name) => tokens(attr(element, name)));

/** Whether a control says that it does something else than send what was typed: it opens, shows, clears. */
const isOtherThing = (element) =>
  matches(element, '[aria-pressed],[aria-expanded],[aria-haspopup],[popovertarget],[role="switch"]') ||
  attr(element, 'type') === 'reset' ||
  /^[×✕✖✗✘⨯⌫xX]$/.test(squash(textContent(element))) ||
  wordsOfMarkup(element).some((word) => otherWords.has(word));

/** How much an element looks like the control that sends this field; 0 when it does not. */
const likeness = (element, isSearch) => {
  const tag = tagOf(element);
  const words = wordsOfMarkup(element);
  const type = tag === 'input' || tag === 'button' ? element.type : '';
  const native = tag === 'button' || tag === 'input' || attr(element, 'role') === 'button';
  if (isOtherThing(element)) return type === 'submit' && attr(element, 'type') ? 1 : 0;
  if (attr(element, 'type') === 'submit' || type === 'image') return 4;
  const strong = words.some((word) => strongWords.has(word));
  if (strong) return native ? 4 : 3;
  const weak = words.some((word) => weakWords.has(word));
  // What a button with words of its own does is known by its markup alone, since words have a language. Beside a search
  // it is taken for the one that searches.
  const isWorded = squash(textContent(element)).length > 2;
  if (native) return !isWorded || isSearch || words.includes('send') ? 2 : 0;
  return weak && (tag === 'i' || tag === 'svg' || tag === 'img') ? 2 : 0;
};

/** A link that leads to another page sends nothing. */
const opensPage = (element) => {
  const link = closest(element, 'a[href]');
  return link !== null && !/^(?:#|javascript:|$)/i.test((attr(link, 'href') ?? '').trim());
};

const distance = (a, b) => {
  const dx = Math.max(0, Math.max(a[0], b[0]) - Math.min(a[2], b[2]));
  const dy = Math.max(0, Math.max(a[1], b[1]) - Math.min(a[3], b[3]));
  return Math.hypot(dx, dy * 2);
};

/** The nearest control that looks like it sends `element`, looked for in up to five ancestors. */
const nearestSubmit = (element) => {
  const home = boxOf(element);
  if (!home) return null;
  const isSearch = isSearchField(element);
  let around = parentOf(element);
  for (let height = 0; around && height < 5; around = parentOf(around), height++) {
    const tag = tagOf(around);
    if (tag === 'body' || tag === 'html') break;
    let best = null;
    for (const one of queryAll(around, clickable)) {
      if (one === element || composedContains(one, element) || !isRendered(one)) continue;
      const score = likeness(one, isSearch);
      if (score === 0 || opensPage(one)) continue;
      const box = boxOf(one);
      if (!box) continue;
      // A wrapper as large as the search bar itself is not its button.
      if (box[2] - box[0] > (home[2] - home[0]) * 1.2 && score < 4) continue;
      const rank = distance(home, box) - score * 40;
      if (!best || rank < best.rank) best = { one, rank };
    }
    if (best) return closest(best.one, 'button,a,[role="button"]') ?? best.one;
  }
  return null;
};

/** Whether a control that sends messages stands near, so that the Enter key may send a line before the next one. */
const sendsNear = (element) => {
  const control = nearestSubmit(element);
  return control !== null && /\b(?:send|submit|post|reply)\b/.test(tokens(markOf(control)).join(' '));
};

const markOf = (element) =>
  ['class', 'id', 'aria-label', 'data-testid', 'title', 'type']
    .map((name) => attr(element, name) ?? '')
    .join(' ');

/**
 * Sends the form of a field, else clicks the nearest control that looks like it does; says which. `by_control` clicks
 * the control also where there is a form: of a message that is written over several lines.
 */
const submitForm = ({ element: id, by_control: byControl = false }) => {
  const element = resolve(id);
  if (!element) return { rung: 'none' };
  const form = formOf(element);
  if (form && !(byControl && !submitterOf(form))) {
    const submitter = submitterOf(form);
    HTMLFormElement.prototype.requestSubmit.call(form, submitter);
    return { rung: 'request_submit' };
  }
  const scene = newScene();
  const beside = besideField(element);
  const control = nearestSubmit(element) ?? beside.sends;
  if (!control) {
    const near = beside.near.map((one) => ({ element: identify(one), what: describe(one, scene) }));
    return { rung: 'none', beside: near };
  }
  const what = describe(control, scene);
  press(control);
  return { rung: 'control_clicked', what };
};

const fieldOf = (element) => {
  const tag = tagOf(element);
  const kind = tag === 'input' ? element.type : tag;
  if (kind === 'submit' || kind === 'button' || kind === 'image' || kind === 'reset' || kind === 'file')
    return null;
  if ((kind === 'checkbox' || kind === 'radio') && !element.checked) return null;
  const name = attr(element, 'name') ?? '';
  const value = isSecret(element) ? '' : clip(String(element.value ?? ''), 300);
  return { name, kind, value };
};

/** The form around a search field as data, so that a results URL can be worked out without sending it. */
const searchForm = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return null;
  const form = formOf(element);
  const fields = [];
  if (form) {
    for (const one of formElements.call(form)) {
      if (!/^(?:input|select|textarea)$/.test(tagOf(one)) || matches(one, ':disabled')) continue;
      const field = fieldOf(one);
      if (field && fields.push(field) >= 50) break;
    }
  } else if (/^(?:input|select|textarea)$/.test(tagOf(element))) {
    const field = fieldOf(element);
    if (field) fields.push(field);
  }
  const given = form ? attr(form, 'action') : null;
  let action = '';
  if (form) {
    try {
      action = new URL(given ?? '', doc.baseUri()).href;
    } catch {
      action = '';
    }
  }
  return {
    page_url: location.href,
    action,
    method: form ? (attr(form, 'method') ?? 'get').toLowerCase() : '',
    fields,
    query: attr(element, 'name'),
    search: isSearchField(element),
    filled: form ? filledBeside(form, element) : 0,
  };
};

/** How many other fields of a form hold what someone typed. */
const filledBeside = (form, element) => {
  let filled = 0;
  for (const one of formElements.call(form)) {
    const tag = tagOf(one);
    const isText = tag === 'textarea' || (tag === 'input' && textual.test(one.type));
    if (isText && one !== element && one.value !== '' && !matches(one, ':disabled')) filled++;
  }
  return filled;
};

const textual = /^(?:text|search|email|url|tel|password|number|date|datetime-local|month|week|time)$/;

const validityOf = {
  input: getterOf(HTMLInputElement.prototype, 'validity'),
  select: getterOf(HTMLSelectElement.prototype, 'validity'),
  textarea: getterOf(HTMLTextAreaElement.prototype, 'validity'),
};
const messageOf = {
  input: getterOf(HTMLInputElement.prototype, 'validationMessage'),
  select: getterOf(HTMLSelectElement.prototype, 'validationMessage'),
  textarea: getterOf(HTMLTextAreaElement.prototype, 'validationMessage'),
};

/** What is wrong with a field, by the form's own rules: a word and what it is measured by. */
const faultOf = (element, tag) => {
  const validity = validityOf[tag]?.call(element);
  if (!validity || validity.valid || !element.willValidate) return null;
  const limit = (name) => attr(element, name) ?? '';
  if (validity.valueMissing) return { kind: 'missing', detail: '' };
  if (validity.badInput) return { kind: 'format', detail: '' };
  if (validity.typeMismatch) return { kind: 'format', detail: element.type };
  if (validity.patternMismatch) return { kind: 'format', detail: squash(limit('title')) };
  if (validity.tooShort) return { kind: 'short', detail: limit('minlength') };
  if (validity.tooLong) return { kind: 'long', detail: limit('maxlength') };
  if (validity.rangeUnderflow) return { kind: 'low', detail: limit('min') };
  if (validity.rangeOverflow) return { kind: 'high', detail: limit('max') };
  if (validity.stepMismatch) return { kind: 'step', detail: limit('step') };
  return { kind: 'custom', detail: clip(squash(messageOf[tag].call(element)), 120) };
};

/** The fields that keep a form from being sent, by its own rules; none where it has no form or asks for no check. */
const formProblems = ({ element: id }) => {
  const element = resolve(id);
  const form = element ? formOf(element) : null;
  if (!form || hasAttr(form, 'novalidate')) return [];
  const submitter = submitterOf(form);
  if (submitter && hasAttr(submitter, 'formnovalidate')) return [];
  const scene = newScene();
  const problems = [];
  for (const one of formElements.call(form)) {
    const fault = faultOf(one, tagOf(one));
    if (!fault) continue;
    problems.push({ element: identify(one), what: describe(one, scene), ...fault });
    if (problems.length >= 12) break;
  }
  return problems;
};

let submitted = null;

const suggesting = /(?:suggest|autocomplete|typeahead|listbox|combobox|dropdown)/i;
const unread = new Set('script style noscript template datalist'.split(' '));

/** What a field offers while it is typed into: it comes late and goes by itself, whatever was sent. */
const isOffer = (element) =>
  attr(element, 'role') === 'listbox' || suggesting.test(`${attr(element, 'class')} ${attr(element, 'id')}`);

/** Text and number of controls of a document and its open shadow trees, offers of fields left out. */
const pageNow = (root, field, page = { lines: new Set(), controls: 0, nodes: 0 }) => {
  const accept = (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
    const isLeft = unread.has(tagOf(node)) || (isOffer(node) && !(field && composedContains(node, field)));
    return isLeft ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  };
  const what = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
  const walker = Document.prototype.createTreeWalker.call(document, root, what, accept);
  const next = () => TreeWalker.prototype.nextNode.call(walker);
  for (let node = next(); node && page.nodes < 60_000; node = next(), page.nodes++) {
    if (node instanceof Element) {
      if (matches(node, interactiveSelector)) page.controls++;
      const inner = shadowOf(node);
      if (inner) pageNow(inner, field, page);
    } else {
      const line = squash(dataOf(node));
      if (line !== '') page.lines.add(line);
    }
  }
  return page;
};

let listens = false;

/** Hears whether a form was sent, whatever came of it, and whether the page kept the Enter key for itself. */
const listenForSending = () => {
  if (listens) return;
  listens = true;
  const onSubmit = () => {
    if (submitted) submitted.sent = true;
  };
  const onKey = (event) => {
    const mark = submitted;
    if (!mark || event.key !== 'Enter') return;
    // Known once all that listen for it were asked.
    setTimeout(() => (mark.taken ||= event.defaultPrevented), 0);
  };
  addEventListener('submit', onSubmit, true);
  addEventListener('keydown', onKey, true);
};

/** Remembers the page as it is before something is sent. Answers with what the field holds. */
const submitMark = ({ element: id }) => {
  const element = resolve(id);
  listenForSending();
  submitted = { url: location.href, ...pageNow(doc.root() ?? document, element) };
  return element ? held(element, tagOf(element), newScene()) : null;
};

/** What has changed since the mark. Letters of text that is new are counted: hints that go, and clocks, have none. */
const submitEffect = ({ element: id }) => {
  const element = resolve(id);
  const value = element ? held(element, tagOf(element), newScene()) : null;
  const effect = { marked: submitted !== null, attached: element !== null, value };
  if (!submitted) return effect;
  const { lines, controls } = pageNow(doc.root() ?? document, element);
  const own = squash(value ?? '');
  let letters = 0;
  for (const line of lines) {
    if (!submitted.lines.has(line) && !own.includes(line)) letters += line.replace(/[^\p{L}]/gu, '').length;
  }
  let gone = 0;
  for (const line of submitted.lines) if (!lines.has(line)) gone++;
  return {
    ...effect,
    moved: location.href !== submitted.url,
    sent: submitted.sent === true,
    taken: submitted.taken === true,
    gone,
    letters: Math.min(letters, 10_000),
    interactive: controls - submitted.controls,
  };
};
