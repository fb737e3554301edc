// Why an action had no effect, and what an option or a toggle is that a call aims at.
/* global attr, clip, closest, fold, hasAttr, identify, isEditable, isEnabled, isNativeControl, listensFor, matches,
   nameOf, newScene, parentOf, queryAll, resolve, roleOf, shownBox, squash, statesOf, tagOf */
/* exported canDrag, notePressAbove, optionOf, optionsNamed, toggleOf, tooltipOf, whyIdle */

const pressHandlers = 'onclick onmousedown onmouseup onpointerdown onpointerup ondblclick'.split(' ');

let pressedAbove = false;

/** Something above all elements listens for presses, so that nobody can say of an element that it does nothing. */
const notePressAbove = () => {
  pressedAbove = true;
};

const isHeard = (element) => {
  for (let at = element; at; at = parentOf(at)) {
    if (listensFor(at).includes('press') || pressHandlers.some((name) => hasAttr(at, name))) return true;
  }
  return pressedAbove;
};

const leadsHere = (element) => {
  const link = closest(element, 'a[href],area[href]');
  if (!link) return false;
  const { href } = link;
  return typeof href === 'string' && href.split('#')[0] === location.href.split('#')[0];
};

/**
 * The likeliest reason why a click on an element changed nothing: `gone`, `disabled`, `ignores` (the pointer), `list` (a
 * native list opens outside of the page), `picker` (a native one for a date, a time or a colour does), `field` (it only took the focus), `chosen`, `here` (a link to this very
 * page), `unheard` (no script listens), or null.
 */
const whyIdle = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return 'gone';
  const tag = tagOf(element);
  if (!isEnabled(element)) return 'disabled';
  if (getComputedStyle(element).pointerEvents === 'none') return 'ignores';
  if (tag === 'select') return 'list';
  if (tag === 'input' && /^(?:date|time|month|week|color|datetime-local)$/.test(element.type))
    return 'picker';
  if (isEditable(element, tag)) return 'field';
  const states = statesOf(element, roleOf(element, tag), tag, newScene());
  if (states.checked === 'true' && (attr(element, 'role') ?? element.type) === 'radio') return 'chosen';
  if (states.selected === true) return 'chosen';
  if (leadsHere(element)) return 'here';
  const acts =
    isNativeControl(element, tag) && tag !== 'button' && !(tag === 'input' && element.type === 'button');
  const sends = tag === 'button' && element.form && element.type !== 'button';
  if (acts || sends || closest(element, 'a[href],label,summary')) return null;
  return isHeard(element) ? null : 'unheard';
};

const optionLabel = (option) => squash(option.label || option.text);

/** The native list of an option and the option's place in it; null for anything else. */
const optionOf = ({ element: id }) => {
  const option = resolve(id);
  if (!option || tagOf(option) !== 'option') return null;
  const select = closest(option, 'select');
  if (!select) return null;
  const scene = newScene();
  const role = roleOf(select);
  return {
    select: identify(select),
    role,
    name: clip(nameOf(select, scene, role, 'select'), 80),
    label: clip(optionLabel(option), 80),
    index: [...select.options].indexOf(option),
    selected: option.selected,
    enabled: isEnabled(select) && !matches(option, ':disabled'),
  };
};

/** Options of native lists in sight with this label, at most 20. */
const optionsNamed = ({ text }) => {
  const wanted = fold(text);
  const scene = newScene();
  const found = [];
  for (const option of queryAll(document, 'select option')) {
    if (fold(optionLabel(option)) !== wanted || found.length >= 20) continue;
    const select = closest(option, 'select');
    if (select && shownBox(select, scene)) found.push(identify(option));
  }
  return found;
};

const toggles =
  'input[type="checkbox"],input[type="radio"],[role="checkbox"],[role="switch"],[role="radio"],[role="menuitemcheckbox"],[role="menuitemradio"],[aria-checked]';

/** The one control in an element, or around it, that can be checked. */
const toggleNear = (element, tag) => {
  if (matches(element, toggles) || attr(element, 'aria-pressed') !== null) return element;
  if (tag === 'label' && element.control && matches(element.control, toggles)) return element.control;
  const label = closest(element, 'label');
  if (label?.control && matches(label.control, toggles)) return label.control;
  const inside = queryAll(element, toggles);
  if (inside.length === 1) return inside[0];
  return inside.length === 0 ? closest(element, toggles) : null;
};

/** What can be checked: its number, role, name and state (`true`, `false`, `mixed`). */
const toggleOf = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return null;
  const scene = newScene();
  const toggle = toggleNear(element, tagOf(element));
  const at = toggle ?? element;
  const tag = tagOf(at);
  const role = roleOf(at, tag);
  const states = statesOf(at, role, tag, scene);
  return {
    element: identify(at),
    role: role === 'generic' || role === 'none' || !role ? tag : role,
    name: clip(nameOf(at, scene, role, tag), 80),
    state: toggle ? (states.checked ?? states.pressed ?? null) : null,
  };
};

/** Whether HTML makes an element, or what it stands in, draggable. */
const canDrag = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return false;
  const draggable = closest(element, '[draggable],a[href],img');
  return draggable !== null && attr(draggable, 'draggable')?.toLowerCase() !== 'false';
};

/** The hint that Chrome shows over an element: its title, or that of what it stands in. It is drawn outside of the page. */
const tooltipOf = ({ element: id }) => {
  for (let at = resolve(id); at; at = parentOf(at)) {
    const title = attr(at, 'title');
    if (title !== null) return clip(squash(title), 200);
  }
  return '';
};
