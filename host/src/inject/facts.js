// Facts of one control: role, name, value, states, box, and the hints that rankers use.
/* global attr, clip, closest, controlValue, coverOf, describe, doc, hasAttr, identify, inputType, isDraggable, isResting, looksOf, triggerOf,
   isScreenReaderOnly, isSecret, lineText, matches, nameOf, optionLabels, parentEntry, queryAll, queryOne,
   roleOf, shownBox, squash, surroundings, tagOf, textContent */
/* exported coverName, factsOf, isEditable, isEnabled */

const textTypes = new Set(
  'text search email url tel password number date datetime-local month week time'.split(' '),
);

const isEnabled = (element) => {
  if (matches(element, ':disabled')) return false;
  return attr(element, 'aria-disabled') !== 'true' && !closest(element, '[aria-disabled="true"]');
};

const isReadonly = (element, tag) =>
  ((tag === 'input' || tag === 'textarea') && element.readOnly) || attr(element, 'aria-readonly') === 'true';

/** Whether text can be typed into it now. */
const isEditable = (element, tag = tagOf(element)) => {
  if (tag === 'input' ? !textTypes.has(element.type) : tag !== 'textarea') {
    if (!(element instanceof HTMLElement) || !element.isContentEditable) return false;
  }
  return !isReadonly(element, tag) && isEnabled(element);
};

const truth = (value) => (value === 'true' ? true : value === 'false' ? false : null);

const checkedOf = (element, role, tag) => {
  if (tag === 'input') {
    const type = element.type;
    if (type === 'checkbox' && element.indeterminate) return 'mixed';
    if (type === 'checkbox' || type === 'radio') return String(element.checked);
  }
  if (!/^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio|option|treeitem)$/.test(role)) return null;
  const value = attr(element, 'aria-checked');
  if (value === 'true' || value === 'mixed' || value === 'false') return value;
  return /^(?:option|treeitem)$/.test(role) ? null : 'false';
};

/** The states a person sees. Only those that apply are present. */
const statesOf = (element, role, tag, scene) => {
  const states = {};
  const checked = checkedOf(element, role, tag);
  if (checked !== null) states.checked = checked;
  const selected = truth(attr(element, 'aria-selected'));
  const current = attr(element, 'aria-current');
  if (selected !== null) states.selected = selected;
  else if (current !== null && current !== 'false') states.selected = true;
  const pressed = attr(element, 'aria-pressed');
  if (pressed !== null && pressed !== '') states.pressed = pressed !== 'false';
  const expanded = truth(attr(element, 'aria-expanded'));
  if (expanded !== null) states.expanded = expanded;
  else if (tag === 'summary') states.expanded = element.parentNode?.open === true;
  if (!isEnabled(element)) states.disabled = true;
  const field = tag === 'input' || tag === 'select' || tag === 'textarea';
  if ((field && element.required) || attr(element, 'aria-required') === 'true') states.required = true;
  const invalid = attr(element, 'aria-invalid');
  if (
    (invalid !== null && invalid !== 'false' && invalid !== '') ||
    (field && matches(element, ':user-invalid'))
  ) {
    states.invalid = true;
  }
  if (isReadonly(element, tag)) states.readonly = true;
  scene.focused ??= doc.focused();
  if (scene.focused === element) states.focused = true;
  if (isEditable(element, tag)) states.editable = true;
  return states;
};

const formNumber = (element, tag, scene) => {
  const form =
    tag === 'input' || tag === 'select' || tag === 'textarea' || tag === 'button'
      ? element.form
      : closest(element, 'form');
  if (!form) return null;
  if (!scene.forms) {
    scene.forms = new Map();
    for (const one of queryAll(document, 'form')) scene.forms.set(one, scene.forms.size + 1);
  }
  if (!scene.forms.has(form)) scene.forms.set(form, scene.forms.size + 1);
  return scene.forms.get(form);
};

/** Whether nothing but a picture tells what it is for. */
const isIcon = (element, box) => {
  if (!/\S/.test(textContent(element))) return true;
  // Words for screen readers only stand in small buttons, beside a picture.
  if (box[2] - box[0] > 90 || box[3] - box[1] > 90 || !queryOne(element, 'svg,img,i')) return false;
  return lineText(element, { visual: true, limit: 60, skip: isScreenReaderOnly }) === '';
};

/** A frame by its title or, like many a banner's, by where it comes from. */
const frameName = (frame) => {
  const title = squash(attr(frame, 'title') ?? attr(frame, 'aria-label') ?? attr(frame, 'name'));
  const host = /^https?:\/\/([^/]+)/.exec(attr(frame, 'src') ?? '')?.[1] ?? '';
  const name = title || host;
  return name ? `iframe "${clip(name, 40)}"` : 'iframe';
};

/** What a covering element is called; the same cover lies over many elements and is described once. */
const coverName = (cover, scene) => {
  let name = scene.described.get(cover.element);
  if (name === undefined) {
    name = tagOf(cover.element) === 'iframe' ? frameName(cover.element) : describe(cover.element, scene);
    scene.described.set(cover.element, name);
  }
  return name;
};

const round = (number) => Math.round(number * 10) / 10;

const hints = [
  ['autocomplete', 'autocomplete', 40],
  ['data-testid', 'testid', 60],
  ['data-test', 'testid', 60],
  ['data-qa', 'testid', 60],
  ['class', 'class', 60],
  ['id', 'id', 60],
];

/** A player is one thing to act on, though no role of ARIA stands for it. */
const mediaRole = (element, tag) => {
  const role = roleOf(element, tag);
  return role === 'generic' && (tag === 'video' || tag === 'audio') ? tag : role;
};

/** The facts of one candidate, or null when a person cannot see it. */
const factsOf = (candidate, scene) => {
  const { element, tag, kind, label } = candidate;
  let { state } = candidate;
  let seen = shownBox(element, scene, tag, state);
  let face = element;
  let stand = label;
  if (!seen && tag === 'input' && element.type === 'file') stand ??= triggerOf(element);
  const hidden = !seen;
  if (!seen && stand) {
    state = null;
    seen = shownBox(stand, scene);
    face = stand;
  }
  if (!seen) return null;
  const pinned = seen.position === 'fixed' || seen.position === 'sticky';
  const around = pinned ? surroundings(face, scene) : parentEntry(face, scene, state);
  if (around.inert || hasAttr(face, 'inert')) return null;
  candidate.around = pinned ? around.parent : around;
  const role = mediaRole(element, tag);
  const silent = (kind === 'press' || kind === 'focus' || kind === 'heard') && !label;
  const name = nameOf(element, scene, role, tag);
  const { box, shown } = seen;
  if (silent && name === '') {
    // A nameless box that fills much of the page is a backdrop, not a control.
    if ((box[2] - box[0]) * (box[3] - box[1]) > 0.25 * scene.width * scene.height) return null;
    if (kind === 'focus') return null;
  }
  if (kind === 'focus' && isResting(element, role)) return null;
  if (tag === 'a' && name === '' && attr(element, 'aria-hidden') === 'true') return null;
  scene.hasMain ??= queryAll(document, 'main,[role="main"]').length > 0;
  const cover = coverOf(face, seen, scene);
  const extra = [];
  const put = (key, value) => {
    if (value !== null && value !== undefined && value !== '') extra.push([key, String(value)]);
  };
  const type = tag === 'input' || tag === 'button' ? inputType(element) : '';
  put('type', type);
  const placeholder = tag === 'input' || tag === 'textarea' ? squash(attr(element, 'placeholder')) : '';
  if (placeholder !== name) put('placeholder', clip(placeholder, 80));
  let tested = false;
  for (const [attribute, key, limit] of hints) {
    if (key === 'testid' && tested) continue;
    const value = attr(element, attribute);
    if (value === null) continue;
    put(key, clip(squash(value), limit));
    tested ||= key === 'testid';
  }
  const popup = attr(element, 'aria-haspopup');
  if (popup !== null && popup !== 'false') put('haspopup', popup || 'true');
  const title = squash(attr(element, 'title'));
  if (title !== name) put('title', clip(title, 80));
  put('landmark', around.landmark);
  if (around.layer) {
    put('overlay', '1');
    if (around.layer.blocking) put('blocking', '1');
  }
  if (silent) put('silent', '1');
  if (isDraggable(element, silent ? candidate.state?.style : null)) put('draggable', '1');
  if (hidden && type === 'file') put('hidden_input', '1');
  if (name === '') put('looks', looksOf(element, tag, box));
  put('form', formNumber(element, tag, scene));
  if (tag === 'select') put('options', clip(optionLabels(element, false).join(', '), 120));
  const secret = isSecret(element);
  const value = secret ? null : controlValue(element, role, tag);
  if (tag !== 'input' && tag !== 'select' && tag !== 'textarea' && kind !== 'edit' && isIcon(element, box))
    put('icon', '1');
  if (cover?.ignoresPointer && (tag === 'input' || tag === 'textarea' || tag === 'select')) put('gated', '1');
  candidate.id = identify(element);
  const fact = {
    id: candidate.id,
    tag,
    role,
    name,
    rect: [round(box[0]), round(box[1]), round(box[2] - box[0]), round(box[3] - box[1])],
    visible: true,
    extra,
  };
  // What is absent counts as false or empty: large pages are mostly made of it.
  if (shown !== null) fact.in_viewport = true;
  if (scene.hasMain ? around.main : !around.chrome) fact.in_main = true;
  const states = statesOf(element, role, tag, scene);
  if (Object.keys(states).length > 0) fact.states = states;
  if (value !== null) fact.value = clip(squash(value), 200);
  if (tag === 'a' || tag === 'area') {
    const href = typeof element.href === 'string' ? element.href : attr(element, 'href');
    if (href) fact.href = href.slice(0, 2000);
  }
  if (cover) fact.covered_by = coverName(cover, scene);
  return fact;
};
