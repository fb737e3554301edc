// Sending a form without the keyboard, and what is known about a search form.
/* global attr, boxOf, clip, closest, composedContains, describe, doc, isRendered, isSecret, matches,
   newScene, parentOf, press, queryAll, resolve, tagOf, tokens */
/* exported searchForm, submitForm */

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

/** How much an element looks like the control that sends this field; 0 when it does not. */
const likeness = (element) => {
  const tag = tagOf(element);
  const words = [
    ...tokens(attr(element, 'class')),
    ...tokens(attr(element, 'id')),
    ...tokens(attr(element, 'aria-label')),
    ...tokens(attr(element, 'data-testid')),
    ...tokens(attr(element, 'name')),
  ];
  const type = tag === 'input' || tag === 'button' ? element.type : '';
  const native = tag === 'button' || tag === 'input' || attr(element, 'role') === 'button';
  if (words.some((word) => otherWords.has(word))) return type === 'submit' && attr(element, 'type') ? 1 : 0;
  if (attr(element, 'type') === 'submit' || type === 'image') return 4;
  const strong = words.some((word) => strongWords.has(word));
  if (strong) return native ? 4 : 3;
  if (native) return 2;
  return words.some((word) => weakWords.has(word)) && (tag === 'i' || tag === 'svg' || tag === 'img') ? 2 : 0;
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
  let around = parentOf(element);
  for (let height = 0; around && height < 5; around = parentOf(around), height++) {
    const tag = tagOf(around);
    if (tag === 'body' || tag === 'html') break;
    let best = null;
    for (const one of queryAll(around, clickable)) {
      if (one === element || composedContains(one, element) || !isRendered(one)) continue;
      const score = likeness(one);
      if (score === 0) continue;
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

/** Sends the form of a field, else clicks the nearest control that looks like it does; says which. */
const submitForm = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return { rung: 'none' };
  const form = formOf(element);
  if (form) {
    const submitter = submitterOf(form);
    HTMLFormElement.prototype.requestSubmit.call(form, submitter);
    return { rung: 'request_submit' };
  }
  const control = nearestSubmit(element);
  if (!control) return { rung: 'none' };
  const what = describe(control, newScene());
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
  };
};
