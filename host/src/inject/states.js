// States: what ARIA 1.3 and HTML-AAM 1.0 tell of an element, and the few words that go with its value.
//
// `aria-selected` and `aria-pressed` set to true are told on any element: pages put them on links and list items, and
// what a person sees there is the same.
/* global accessibleName, attr, attrNames, clip, closest, controlValue, doc, getterOf, internalsOf, isFocusable, matches, newScene, onOneLine, parentOf,
   resolve, roleOf, rootOf, squash, tagOf */
/* exported isEditable, isEnabled, semantics, stateHints, statesOf */

const textTypes = new Set(
  'text search email url tel password number date datetime-local month week time'.split(' '),
);

/** `closest` that goes on outside the shadow tree. */
const closestShown = (element, css) => {
  for (let at = element; ;) {
    const found = closest(at, css);
    if (found) return found;
    const root = rootOf(at);
    if (root === document || !(root instanceof ShadowRoot)) return null;
    at = root.host;
  }
};

const isEnabled = (element) => {
  const tag = tagOf(element);
  if (tag !== 'a' && matches(element, ':disabled')) return false;
  const own = attr(element, 'aria-disabled');
  if (own === 'true') return false;
  if (own === null && internalsOf(element)?.states?.disabled?.toString() === 'true') return false;
  // Of a group it holds for what the keyboard could reach inside; nothing at all reaches what is inert.
  const group = closestShown(element, '[aria-disabled="true"],[inert]');
  return group === null || !(isFocusable(element) || closestShown(element, '[inert]') !== null);
};

const isReadonly = (element, tag) => {
  if (tag === 'input' ? textTypes.has(element.type) : tag === 'textarea') return element.readOnly;
  if (attr(element, 'aria-readonly') === 'true') return true;
  const role = attr(element, 'role');
  return (
    role !== null && /\b(?:textbox|searchbox)\b/i.test(role) && attr(element, 'contenteditable') === 'false'
  );
};

const isContentEditable = getterOf(HTMLElement.prototype, 'isContentEditable');

/** Whether text can be typed into it now. */
const isEditable = (element, tag = tagOf(element)) => {
  if (tag === 'input' ? !textTypes.has(element.type) : tag !== 'textarea') {
    if (!(element instanceof HTMLElement) || !isContentEditable.call(element)) return false;
  }
  return !isReadonly(element, tag) && isEnabled(element);
};

const truth = (value) => (value === 'true' ? true : value === 'false' ? false : null);

const checkedRoles = new Set(
  'checkbox menuitemcheckbox menuitemradio option radio switch treeitem'.split(' '),
);
const mixedRoles = new Set(['checkbox', 'menuitemcheckbox', 'option', 'treeitem']);
const selectedRoles = new Set('columnheader gridcell option row rowheader tab treeitem'.split(' '));
const levels = new Set(['heading', 'listitem', 'row', 'treeitem']);
const currentTokens = new Set(['page', 'step', 'location', 'date', 'time']);

const checkedOf = (element, role, tag, told) => {
  if (tag === 'input') {
    const type = element.type;
    if (type === 'checkbox' && element.indeterminate && role !== 'switch') return 'mixed';
    if (type === 'checkbox' || type === 'radio') return String(element.checked);
  }
  if (!checkedRoles.has(role)) return null;
  const value = told('aria-checked');
  if (value === 'true' || value === 'false') return value;
  if (value === 'mixed' && mixedRoles.has(role)) return value;
  return role === 'option' || role === 'treeitem' ? null : 'false';
};

const selectedOf = (element, role, tag, told) => {
  if (tag === 'option') return element.selected;
  const selected = truth(told('aria-selected'));
  return selected === true || selectedRoles.has(role) ? selected : null;
};

const pressedOf = (role, told) => {
  const pressed = told('aria-pressed');
  if (pressed === 'true' || pressed === 'mixed') return pressed;
  return pressed === 'false' && role === 'button' ? pressed : null;
};

/** Whether what a button shows and hides by markup alone is open. */
const popoverOpen = (element) => {
  const opens = element.popoverTargetElement ?? (attr(element, 'command') ? element.commandForElement : null);
  if (!opens) return null;
  if (attr(opens, 'popover') !== null) return matches(opens, ':popover-open');
  return tagOf(opens) === 'dialog' ? matches(opens, '[open]') : null;
};

const expandedOf = (element, tag, told) => {
  const expanded = truth(told('aria-expanded'));
  if (expanded !== null) return expanded;
  if (tag === 'summary') {
    const details = parentOf(element);
    return details && tagOf(details) === 'details' ? matches(details, '[open]') : null;
  }
  if (tag === 'button') return popoverOpen(element);
  return tag === 'input' && element.type === 'button' ? popoverOpen(element) : null;
};

const currentOf = (told) => {
  const current = told('aria-current');
  if (!current || current === 'false') return null;
  return currentTokens.has(current) ? current : 'true';
};

const levelOf = (role, tag, told) => {
  if (!levels.has(role)) return null;
  const level = Number(told('aria-level'));
  if (Number.isInteger(level) && level > 0) return Math.min(level, 255);
  if (role !== 'heading') return null;
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : 2;
};

const isInvalid = (element, field, told) => {
  const invalid = told('aria-invalid');
  if (invalid) return invalid !== 'false';
  return field && matches(element, ':user-invalid');
};

/** The states a person sees. Only those that apply are present. */
const statesOf = (element, role, tag, scene) => {
  const own = tag.includes('-') ? internalsOf(element)?.states : null;
  const speaks = attrNames(element).some((name) => name.startsWith('aria-'));
  const told = (name) => {
    const value = speaks ? attr(element, name) : null;
    if (value !== null) return value.trim().toLowerCase();
    return own ? (own[name.slice(5)]?.toString().toLowerCase() ?? null) : null;
  };
  const states = {};
  const checked = checkedOf(element, role, tag, told);
  if (checked !== null) states.checked = checked;
  const selected = selectedOf(element, role, tag, told);
  if (selected !== null) states.selected = selected;
  const pressed = pressedOf(role, told);
  if (pressed !== null) states.pressed = pressed;
  const expanded = expandedOf(element, tag, told);
  if (expanded !== null) states.expanded = expanded;
  const current = currentOf(told);
  if (current !== null) states.current = current;
  const level = levelOf(role, tag, told);
  if (level !== null) states.level = level;
  if (!isEnabled(element)) states.disabled = true;
  const field = tag === 'input' || tag === 'select' || tag === 'textarea';
  if ((field && matches(element, ':required')) || told('aria-required') === 'true') states.required = true;
  if (isInvalid(element, field, told)) states.invalid = true;
  if (isReadonly(element, tag) || own?.readonly === 'true') states.readonly = true;
  if (told('aria-busy') === 'true') states.busy = true;
  scene.focused ??= doc.focused();
  if (scene.focused === element) states.focused = true;
  if (isEditable(element, tag)) states.editable = true;
  return states;
};

const boundedRoles = new Set(['meter', 'progressbar', 'scrollbar', 'slider', 'spinbutton']);
const boundedTypes = new Set('date datetime-local month number range time week'.split(' '));

/** The least and greatest value that a control takes: `0–10`, `at least 1`, `at most 5`; empty where any is taken. */
const rangeOf = (element, role, tag) => {
  let least = squash(attr(element, 'aria-valuemin'));
  let greatest = squash(attr(element, 'aria-valuemax'));
  if (tag === 'input' || tag === 'meter' || tag === 'progress') {
    const type = tag === 'input' ? element.type : 'range';
    if (!boundedTypes.has(type)) return '';
    least = squash(attr(element, 'min')) || (type === 'range' ? '0' : '');
    greatest = squash(attr(element, 'max')) || (type === 'range' ? (tag === 'input' ? '100' : '1') : '');
  } else if (!boundedRoles.has(role)) {
    return '';
  } else if (role === 'slider' || role === 'scrollbar') {
    least ||= '0';
    greatest ||= '100';
  }
  if (least && greatest) return clip(`${least}–${greatest}`, 50);
  if (least) return clip(`at least ${least}`, 40);
  return greatest ? clip(`at most ${greatest}`, 40) : '';
};

/** Hints that go with the states: `range`, and `invalid` where the page says what kind of mistake it is. */
const stateHints = (element, role, tag, put) => {
  if (tag === 'input' || boundedRoles.has(role)) put('range', rangeOf(element, role, tag));
  const invalid = attr(element, 'aria-invalid');
  if (invalid === 'grammar' || invalid === 'spelling') put('invalid', invalid);
};

/** Role, accessible name, states and value of any element, listed or not; null when it is gone. */
const semantics = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return null;
  const scene = newScene();
  const tag = tagOf(element);
  const role = roleOf(element, tag);
  const value = controlValue(element, role, tag);
  return {
    role,
    name: clip(accessibleName(element, role, tag, scene), 200),
    states: statesOf(element, role, tag, scene),
    value: value === null ? null : clip(onOneLine(value, tag), 200),
  };
};
