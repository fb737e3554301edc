// What a control offers to choose from: which control is meant, and how its options are reached.
/* global attr, checkVisible, childElements, closest, composedContains, controlValue, doc, hasAttr, identify, isEditable, isElement,
   isEnabled, kindOf, lineText, matches, nameOf, newScene, nextElement, optionLabels, parentOf, previousElement, queryAll,
   queryOne, rectOf, resolve, roleOf, rootOf, safeMatches, shadowOf, shownBox, slotted, squash, tagOf, tokens */
/* exported backingOf, boxBefore, chooser, drawnBefore, drawnNow, isDrawnOption, optionRoles, radiosOf, saidBy, shownInside, shownValues */

const optionRoles = new Set('menuitem menuitemcheckbox menuitemradio option radio tab treeitem'.split(' '));
const holderRoles = {
  menuitem: /^(?:menu|menubar)$/,
  menuitemcheckbox: /^(?:menu|menubar)$/,
  menuitemradio: /^(?:menu|menubar)$/,
  option: /^listbox$/,
  radio: /^radiogroup$/,
  tab: /^tablist$/,
  treeitem: /^tree$/,
};
const openRoles = /^(?:listbox|menu|menubar|radiogroup|tablist|tree)$/;
const textualTypes = /^(?:text|search|email|url|tel)$/;
const chooserWords = new Set(
  'choices chosen combo combobox dropdown listbox multiselect picker select selectize selectric ss ts'.split(
    ' ',
  ),
);
const drawnLimit = 60_000;

/** Child elements in the tree as it is shown. */
const flatChildren = (element) => {
  const assigned = tagOf(element) === 'slot' ? slotted(element) : null;
  if (assigned) return assigned.filter(isElement);
  return [...childElements(shadowOf(element) ?? element)];
};

/** Elements inside another one in the tree as it is shown, in their order, at most `limit`. */
const flatInside = function* (element, limit = 5000) {
  const open = flatChildren(element).reverse();
  for (let count = 0; open.length > 0 && count < limit; count++) {
    const next = open.pop();
    yield next;
    for (const child of flatChildren(next).reverse()) open.push(child);
  }
};

const visibly = { opacityProperty: true, visibilityProperty: true };

/** Every element that is drawn somewhere on the page, or in a part of it. */
const drawnNow = (part = doc.body()) => {
  const drawn = new Set();
  const open = [part];
  while (open.length > 0 && drawn.size < drawnLimit) {
    const element = open.pop();
    if (!element) continue;
    if (checkVisible(element, visibly)) {
      const rect = rectOf(element);
      const isFlat = rect.width < 1 || rect.height < 1;
      if (isFlat && /hidden|clip/.test(getComputedStyle(element).overflow)) continue;
      const isAway = rect.right + scrollX <= 0 || rect.bottom + scrollY <= 0;
      if (!isFlat && !isAway) drawn.add(element);
    } else if (getComputedStyle(element).display !== 'contents') {
      continue;
    }
    for (const child of flatChildren(element).reverse()) open.push(child);
  }
  return drawn;
};

let drawnThen = new WeakSet();
let boxThen = { element: null, box: null };

/** Whether an element was drawn when the chooser was last looked at. */
const drawnBefore = (element) => drawnThen.has(element);

/** The box of a control when it was last looked at. */
const boxBefore = (element) => (boxThen.element === element ? boxThen.box : null);

const isDrawnOption = (element) => optionRoles.has(roleOf(element));

/** The list or group that an option belongs to. */
const holderOf = (element, role) => {
  for (
    let at = parentOf(element), height = 0;
    at && isElement(at) && height < 30;
    at = parentOf(at), height++
  ) {
    if (tagOf(at) === 'body') break;
    if (holderRoles[role].test(roleOf(at))) return at;
  }
  return null;
};

/** Radio buttons of the same question. */
const radiosOf = (input) => {
  const name = attr(input, 'name');
  if (!name) return [input];
  const all = [...queryAll(rootOf(input), `input[type="radio"][name="${CSS.escape(name)}"]`)];
  return all.filter((one) => one.form === input.form);
};

const smallestAround = (elements) => {
  let at = parentOf(elements[0]);
  while (at && !elements.every((one) => composedContains(at, one))) at = parentOf(at);
  return at;
};

const pressedBeside = (element) => {
  const around = parentOf(element);
  if (!around) return null;
  const beside = flatChildren(around).filter((one) => hasAttr(one, 'aria-pressed'));
  return beside.length > 1 ? around : null;
};

const chooserTags = 'select,input[list],[role="combobox"],[role="listbox"],[role="radiogroup"]';

const onlyTabsIn = (element) => {
  const lists = [...flatInside(element, 400)].filter((one) => attr(one, 'role') === 'tablist');
  return lists.length === 1 ? lists[0] : null;
};

const onlyChooserIn = (element, scene) => {
  const inside = [];
  for (const one of flatInside(element, 400)) {
    if (safeMatches(one, chooserTags) && shownBox(one, scene)) inside.push(one);
  }
  const outer = inside.filter(
    (one) => !inside.some((other) => other !== one && composedContains(other, one)),
  );
  if (outer.length === 0) return onlyTabsIn(element);
  return outer.length === 1 ? outer[0] : null;
};

/** The control that a person means who points at an element: a label's field, an option's list, the select in a box. */
const meantBy = (element, scene) => {
  const tag = tagOf(element);
  if (tag === 'select') return element;
  if (tag === 'option' || tag === 'optgroup') return closest(element, 'select') ?? element;
  const role = roleOf(element, tag);
  if (tag === 'input' && element.type === 'radio') {
    const group = holderOf(element, 'radio') ?? closest(element, 'fieldset');
    return group ?? smallestAround(radiosOf(element)) ?? element;
  }
  if (holderRoles[role]) return holderOf(element, role) ?? parentOf(element) ?? element;
  if (hasAttr(element, 'aria-pressed')) return pressedBeside(element) ?? element;
  if (openRoles.test(role) || role === 'combobox' || role === 'textbox' || role === 'searchbox')
    return element;
  const label = closest(element, 'label');
  if (label?.control && label.control !== element) return meantBy(label.control, scene);
  if (role === 'button' || role === 'link' || hasAttr(element, 'aria-haspopup')) return element;
  const inside = onlyChooserIn(element, scene);
  if (inside) return inside;
  if (kindOf(element, tag, false)) return element;
  // Words in front of a field.
  const next = nextElement(element);
  if (next && safeMatches(next, chooserTags)) return next;
  return (next && shownBox(next, scene) && onlyChooserIn(next, scene)) || element;
};

const looksLikeChooser = (element) =>
  safeMatches(element, '[role="combobox"],[role="button"],[aria-haspopup],[tabindex]') ||
  queryOne(element, '[role="combobox"],[aria-haspopup],[tabindex]') !== null ||
  tokens(attr(element, 'class')).some((word) => chooserWords.has(word));

/** What a page draws in the place of a `<select>` that it hides. */
const widgetOf = (select, scene) => {
  const isWidget = (one) => one !== null && shownBox(one, scene) !== null && looksLikeChooser(one);
  for (let at = nextElement(select), count = 0; at && count < 2; at = nextElement(at), count++) {
    if (isWidget(at)) return at;
  }
  if (isWidget(previousElement(select))) return previousElement(select);
  for (
    let at = parentOf(select), height = 0;
    at && isElement(at) && height < 2;
    at = parentOf(at), height++
  ) {
    if (/^(?:body|form|fieldset)$/.test(tagOf(at)) || queryAll(at, 'select').length > 1) break;
    if (isWidget(at)) return at;
  }
  return null;
};

/** The hidden `<select>` that a drawn control stands for. */
const backingOf = (element, scene) => {
  const isHidden = (one) => one !== null && tagOf(one) === 'select' && shownBox(one, scene) === null;
  for (let at = element, height = 0; at && isElement(at) && height < 5; at = parentOf(at), height++) {
    if (/^(?:body|form|fieldset)$/.test(tagOf(at))) break;
    for (const beside of [previousElement(at), nextElement(at)]) if (isHidden(beside)) return beside;
    const inside = [...queryAll(at, 'select')];
    if (inside.length > 1) break;
    if (inside.length === 1) return isHidden(inside[0]) ? inside[0] : null;
  }
  return null;
};

const isTextual = (element) => {
  const tag = tagOf(element);
  return tag === 'textarea' || (tag === 'input' && textualTypes.test(element.type));
};

/** Elements that speak for a control: itself, what is drawn in it, and the combobox around it. */
const saidBy = (element) => {
  const speaking = [element];
  for (const one of flatInside(element, 300)) {
    if (hasAttr(one, 'aria-controls') || hasAttr(one, 'aria-owns') || hasAttr(one, 'aria-expanded'))
      speaking.push(one);
    else if (roleOf(one) === 'combobox') speaking.push(one);
  }
  for (
    let at = parentOf(element), height = 0;
    at && isElement(at) && height < 4;
    at = parentOf(at), height++
  ) {
    if (roleOf(at) === 'combobox') speaking.push(at);
  }
  return speaking;
};

const shownInside = (element, test, scene) => {
  for (const one of flatInside(element, 300)) if (test(one) && shownBox(one, scene)) return one;
  return null;
};

/**
 * What is pressed to open it: a field in it before its middle, where chosen things may have buttons of their own. With
 * `keys`, only the keyboard reaches it without pressing one of those.
 */
const pressedPart = (element, scene) => {
  const tag = tagOf(element);
  if (tag === 'button' || tag === 'input' || tag === 'textarea' || tag === 'summary')
    return { part: element };
  const isField = (one) => isTextual(one) && !hasAttr(one, 'disabled');
  const field = shownInside(element, isField, scene);
  if (field) return { part: field };
  const isButton = (one) => safeMatches(one, 'a,button,[role="button"],[class*="remove" i]');
  if (!shownInside(element, isButton, scene)) return { part: element };
  const isArrow = (one) => /arrow|caret|chevron|indicator|toggle/i.test(attr(one, 'class') ?? '');
  const arrow = shownInside(element, isArrow, scene);
  if (arrow) return { part: arrow };
  const hidden = [...flatInside(element, 300)].find(isField);
  return hidden ? { part: hidden, keys: true } : { part: element };
};

/** What a control shows as chosen: its value, the values in it, its text. */
const shownValues = (element, scene) => {
  const tag = tagOf(element);
  const values = [];
  if (tag === 'select') return optionLabels(element, true);
  const own = controlValue(element, roleOf(element, tag), tag);
  if (own) values.push(squash(own));
  for (const one of flatInside(element, 300)) {
    if (isTextual(one) && one.value && shownBox(one, scene)) values.push(squash(one.value));
  }
  if (tag !== 'input' && tag !== 'textarea') {
    const text = lineText(element, { limit: 200 });
    if (text) values.push(text);
  }
  return [...new Set(values)].slice(0, 8);
};

const leadsAway = (element, tag) => {
  if (
    hasAttr(element, 'aria-haspopup') ||
    hasAttr(element, 'aria-expanded') ||
    hasAttr(element, 'aria-controls')
  )
    return '';
  if (tag === 'a') {
    const href = attr(element, 'href');
    return href !== null && !/^(?:#|javascript:)/i.test(href.trim()) ? 'link' : '';
  }
  const sends =
    ((tag === 'button' && element.type === 'submit') ||
      (tag === 'input' && /^(?:submit|image|reset)$/.test(element.type))) &&
    element.form !== null;
  return sends ? 'submit' : '';
};

const valueRoles = /^(?:checkbox|meter|progressbar|scrollbar|slider|spinbutton|switch)$/;

const kindOfChooser = (element, tag, role) => {
  if (tag === 'select') return 'select';
  if (tag === 'input' && hasAttr(element, 'list') && element.list) return 'datalist';
  if (openRoles.test(role)) return 'list';
  const pressed = flatChildren(element).filter((one) => hasAttr(one, 'aria-pressed')).length;
  if (pressed > 1 || queryOne(element, 'input[type="radio"]')) return 'list';
  const inputs =
    tag === 'input' && !isTextual(element) && !/^(?:button|submit|image|reset)$/.test(element.type);
  if (inputs || valueRoles.test(role)) return 'none';
  return leadsAway(element, tag) || 'opener';
};

const isOpenNow = (element) =>
  saidBy(element).some((one) => attr(one, 'aria-expanded') === 'true') ||
  (tagOf(element) === 'summary' && parentOf(element) !== null && hasAttr(parentOf(element), 'open'));

/** Which control is meant, and of what kind it is. Remembers what is drawn, so that an opened list can be told. */
const chooser = ({ element: id }) => {
  const target = resolve(id);
  if (!target) return { attached: false };
  const scene = newScene();
  const element = meantBy(target, scene);
  const tag = tagOf(element);
  let role = roleOf(element, tag);
  if (role === 'none' || role === 'generic') role = '';
  const kind = kindOfChooser(element, tag, role);
  const shown = shownBox(element, scene) !== null;
  const widget = kind === 'select' && !shown ? widgetOf(element, scene) : null;
  const backing = kind === 'opener' ? backingOf(element, scene) : null;
  const multiple =
    (kind === 'select' && element.multiple) ||
    backing?.multiple === true ||
    attr(element, 'aria-multiselectable') === 'true' ||
    (kind === 'opener' && hasAttr(element, 'multiple'));
  const press = pressedPart(element, scene);
  drawnThen = new WeakSet(drawnNow());
  boxThen = { element, box: rectOf(element) };
  return {
    attached: true,
    element: identify(element),
    is_other: element !== target,
    kind,
    tag,
    role,
    name: nameOf(element, scene, role || 'group', tag),
    multiple,
    enabled: isEnabled(element),
    shown,
    open: isOpenNow(element),
    editable: isEditable(element, tag),
    press: identify(press.part),
    keys: press.keys === true,
    widget: widget ? identify(widget) : null,
    backing: backing ? identify(backing) : null,
    values: shownValues(element, scene),
    in_dialog: closest(element, 'dialog,[role="dialog"],[role="alertdialog"],[aria-modal="true"]') !== null,
    own:
      target !== element &&
      (optionRoles.has(roleOf(target)) || matches(target, 'option,input[type="radio"]')),
  };
};
