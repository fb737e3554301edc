// The options of a control: inside it, in the list that it names, or in what has appeared since it was pressed.
/* global after, attr, backingOf, boxBefore, childElements, closest, composedContains, doc, drawnBefore, drawnNow, flatInside, hasAttr, identify,
   isDrawnOption, isEditable, isElement, isEnabled, kindOf, lineText, matches, nameOf, newScene, optionRoles,
   parentOf, queryOne, radiosOf, rectOf, resolve, roleOf, rootOf, saidBy, shownBox, shownValues, squash, tagOf,
   tell, tokens */
/* exported chosenNow, nativeOptions, readOptions, rollOptions, selectOptions */

const optionLimit = 4000;
/** Entries of a native list, which are read without being drawn. */
const nativeLimit = 100_000;
const optionLength = 200;
const listRoles = /^(?:grid|listbox|menu|radiogroup|tree)$/;

/** What a person reads as an option. */
const labelOfOption = (element, scene) => {
  const tag = tagOf(element);
  if (tag === 'option') return squash(element.label || element.text);
  const text = lineText(element, { limit: optionLength });
  return text || nameOf(element, scene, roleOf(element, tag), tag);
};

const saysChosen = ['aria-selected', 'aria-checked', 'aria-pressed'];

/** Whether an option says that it is chosen; null where it says nothing of it. */
const chosenState = (element) => {
  const tag = tagOf(element);
  if (tag === 'option') return element.selected;
  if (tag === 'input' && /^(?:radio|checkbox)$/.test(element.type)) return element.checked;
  for (const name of saysChosen) {
    const value = attr(element, name);
    if (value === 'true' || value === 'false') return value === 'true';
  }
  const inner = queryOne(element, 'input[type="checkbox"],input[type="radio"]');
  if (inner) return inner.checked;
  if (tag.includes('-') && ['selected', 'checked', 'active'].some((name) => hasAttr(element, name)))
    return true;
  return tokens(attr(element, 'class')).some((word) => /^(?:selected|checked|chosen)$/.test(word))
    ? true
    : null;
};

const groupName = (element, list, scene) => {
  for (let at = parentOf(element); at && isElement(at) && at !== list; at = parentOf(at)) {
    const tag = tagOf(at);
    if (tag === 'optgroup') return squash(attr(at, 'label'));
    if (roleOf(at, tag) === 'group') {
      const name = nameOf(at, scene, 'group', tag);
      if (name) return name;
      const heading = queryOne(at, '[role="presentation"],[class*="label" i],[class*="heading" i],strong');
      if (heading && !isDrawnOption(heading)) return lineText(heading, { limit: 80 });
    }
  }
  return '';
};

const optionFacts = (element, list, scene) => {
  const tag = tagOf(element);
  const value = tag === 'option' ? element.value : (attr(element, 'value') ?? attr(element, 'data-value'));
  return {
    id: identify(element),
    label: labelOfOption(element, scene),
    value: value ?? '',
    group: groupName(element, list, scene),
    disabled: tag === 'option' ? matches(element, ':disabled') : !isEnabled(element),
    selected: chosenState(element),
    role: tag === 'option' ? 'option' : roleOf(element, tag),
  };
};

/** The options of a `<select>` or `<datalist>`, those that the page hides left out. */
const nativeOptions = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return null;
  const scene = newScene();
  const source = tagOf(element) === 'select' ? element : element.list;
  if (!source) return [];
  return [...source.options].slice(0, nativeLimit).map((option, index) => ({
    ...optionFacts(option, source, scene),
    index,
    hidden: option.hidden || getComputedStyle(option).display === 'none',
  }));
};

/** Chooses options of a `<select>` by their places, and tells the page. Answers with the labels chosen afterwards. */
const selectOptions = ({ element: id, places }) => {
  const element = resolve(id);
  if (!element || tagOf(element) !== 'select') return null;
  HTMLElement.prototype.focus.call(element, { preventScroll: true });
  const options = [...element.options];
  if (element.multiple)
    for (const [index, option] of options.entries()) option.selected = places.includes(index);
  else element.selectedIndex = places[places.length - 1];
  tell(element, 'input');
  tell(element, 'change');
  return [...element.selectedOptions].map((option) => squash(option.label || option.text));
};

/** Options in a list, by their roles; without any, its entries. */
const partsOf = (list, drawn) => {
  const found = [];
  for (const one of flatInside(list, 20_000)) {
    if (found.length >= optionLimit) break;
    const tag = tagOf(one);
    const isRadio = tag === 'input' && one.type === 'radio';
    // A hidden radio button is drawn by its label.
    if (
      isRadio
        ? !matches(one, ':disabled') || drawn.has(one)
        : drawn.has(one) && optionRoles.has(roleOf(one, tag))
    ) {
      found.push(one);
    }
  }
  if (found.length > 0) return found;
  const pressed = [...childElements(list)].filter((one) => hasAttr(one, 'aria-pressed') && drawn.has(one));
  if (pressed.length > 1) return pressed;
  return [...flatInside(list, 5000)].filter(
    (one) => tagOf(one) === 'li' && !attr(one, 'role') && drawn.has(one) && squash(lineText(one)) !== '',
  );
};

/** Lists that a control names. */
const listsNamed = (element) => {
  const lists = new Set();
  for (const one of saidBy(element)) {
    const root = rootOf(one);
    for (const name of [
      'aria-controls',
      'aria-owns',
      'aria-activedescendant',
      'popovertarget',
      'commandfor',
    ]) {
      for (const id of (attr(one, name) ?? '').split(/\s+/)) {
        const named = id === '' ? null : (doc.byId(root, id) ?? doc.byId(document, id));
        if (!named || named === one) continue;
        lists.add(name === 'aria-activedescendant' ? (parentOf(named) ?? named) : named);
      }
    }
  }
  return [...lists];
};

const apart = (element, other) => {
  const [one, two] = [rectOf(element), rectOf(other)];
  const across = Math.max(0, one.left - two.right, two.left - one.right);
  return across + Math.max(0, one.top - two.bottom, two.top - one.bottom);
};

const takesPresses = (element) => {
  const tag = tagOf(element);
  if (/^(?:a|button|label|li|summary)$/.test(tag) || kindOf(element, tag, false) !== null) return true;
  const { cursor } = getComputedStyle(element);
  return cursor === 'pointer' && getComputedStyle(parentOf(element)).cursor !== 'pointer';
};

/** Entries among what has appeared: the innermost things to press, else the innermost texts. */
const entriesAmong = (fresh) => {
  const speaks = (one) => {
    const text = lineText(one, { limit: optionLength + 1 });
    return text !== '' && text.length <= optionLength;
  };
  const innermost = (all) => {
    const outer = new Set();
    for (const one of all) for (let at = parentOf(one); at; at = parentOf(at)) outer.add(at);
    return all.filter((one) => !outer.has(one));
  };
  const some = fresh.slice(0, 5000);
  const pressed = innermost(some.filter((one) => tagOf(one) !== 'input' && takesPresses(one) && speaks(one)));
  return pressed.length > 0 ? pressed : innermost(some.filter(speaks));
};

/**
 * Whether a part of a control has opened out of it: over the page, or where the control ended when it was looked at.
 * What stands in it is a thing chosen before, or its button.
 */
const hasOpenedOut = (part, control) => {
  const box = boxBefore(control) ?? rectOf(control);
  const { left, top, width, height } = rectOf(part);
  const [x, y] = [left + width / 2, top + height / 2];
  if (x > box.left && x < box.right && y > box.top && y < box.bottom) return false;
  if (listsNamed(control).length === 0) return true;
  for (let at = part; at && isElement(at) && at !== control; at = parentOf(at)) {
    if (/^(?:absolute|fixed)$/.test(getComputedStyle(at).position)) return true;
  }
  return false;
};

/** The options that a pressed control shows: `{ list, options }`; of a menu also those of the menus in it. */
const optionsShown = (element, drawn) => {
  const found = firstOptions(element, drawn);
  if (!found?.list || !/^menu/.test(roleOf(found.list))) return found;
  if (!found.options.some((one) => hasAttr(one, 'aria-haspopup') || hasAttr(one, 'aria-expanded')))
    return found;
  const all = new Set(found.options);
  for (const one of drawn) {
    if (!drawnBefore(one) && /^menu$/.test(roleOf(one)))
      for (const option of partsOf(one, drawn)) all.add(option);
  }
  return { list: found.list, options: [...all] };
};

const firstOptions = (element, drawn) => {
  const isList = (one) => listRoles.test(roleOf(one));
  for (const list of listsNamed(element)) {
    const options =
      drawn.has(list) || [...childElements(list)].some((one) => drawn.has(one)) ? partsOf(list, drawn) : [];
    if (options.length > 0) return { list, options };
  }
  const fresh = [...drawn].filter((one) => !drawnBefore(one) && one !== element);
  const lists = fresh.filter(isList).map((list) => ({ list, options: partsOf(list, drawn) }));
  const full = lists.filter(({ options }) => options.length > 0);
  full.sort((one, other) => apart(one.list, element) - apart(other.list, element));
  if (full.length > 0) return full[0];
  const inside = partsOf(element, drawn).filter(
    (one) => tagOf(element) !== 'li' && optionRoles.has(roleOf(one)),
  );
  if (inside.length > 0) return { list: element, options: inside };
  const loose = fresh.filter((one) => optionRoles.has(roleOf(one)));
  if (loose.length > 0) return { list: parentOf(loose[0]), options: loose };
  const entries = entriesAmong(
    fresh.filter((one) => !composedContains(element, one) || hasOpenedOut(one, element)),
  );
  return entries.length > 0 ? { list: parentOf(entries[0]), options: entries } : null;
};

const isTextEntry = (element) =>
  isEditable(element) &&
  (tagOf(element) === 'textarea' || (tagOf(element) === 'input' && element.type !== 'password'));

/** The field that narrows the options down, if there is one. */
const filterField = (element, list, drawn, scene) => {
  const active = doc.focused();
  const belongs = (one) =>
    one === element ||
    composedContains(element, one) ||
    composedContains(one, element) ||
    !drawnBefore(one) ||
    (list && composedContains(list, one));
  if (active && isTextEntry(active) && belongs(active)) return active;
  for (const one of drawn) {
    if (!drawnBefore(one) && isTextEntry(one) && shownBox(one, scene)) return one;
  }
  for (const one of flatInside(element, 300)) if (isTextEntry(one) && shownBox(one, scene)) return one;
  return isTextEntry(element) ? element : null;
};

const rollsDown = (element) =>
  element.scrollHeight > element.clientHeight + 1 &&
  /auto|scroll|overlay|hidden/.test(getComputedStyle(element).overflowY);

const rollerOf = (options, control) => {
  for (let at = parentOf(options[0]); at && isElement(at) && tagOf(at) !== 'body'; at = parentOf(at)) {
    if (composedContains(at, control) && at !== control) break;
    if (rollsDown(at)) return at;
  }
  return null;
};

/** Whether there are options that are not drawn: the list says so, or its room is larger than what stands in it. */
const isPartial = (list, options, roller) => {
  const sizes = [list, ...options.slice(0, 1)].map((one) =>
    Number(attr(one, 'aria-setsize') ?? attr(one, 'aria-rowcount')),
  );
  if (sizes.some((size) => size > options.length || size === -1)) return true;
  if (!roller) return false;
  let height = 0;
  for (const one of options) height += rectOf(one).height;
  return height < 0.6 * roller.scrollHeight;
};

/** The options that a control shows now. `present`: they stand in it; else they are looked for. Null when it is gone. */
const readOptions = ({ element: id, present }) => {
  const element = resolve(id);
  if (!element) return null;
  const drawn = drawnNow();
  const scene = newScene();
  let found = present ? { list: element, options: partsOf(element, drawn) } : optionsShown(element, drawn);
  const radios = present && found.options.length === 0 ? queryOne(element, 'input[type="radio"]') : null;
  if (radios) found = { list: element, options: radiosOf(radios) };
  const { list, options } = found ?? { list: null, options: [] };
  const roller = options.length > 0 ? rollerOf(options, element) : null;
  const isBusy = (one) => one !== null && closest(one, '[aria-busy="true"]') !== null;
  const filter = present ? null : filterField(element, list, drawn, scene);
  return {
    options: options
      .map((one) => ({ ...optionFacts(one, list, scene), at: roller?.scrollTop ?? 0 }))
      .filter(({ label }) => label !== ''),
    multiple: list !== null && attr(list, 'aria-multiselectable') === 'true',
    menu: list !== null && /^menu/.test(roleOf(list)),
    partial: options.length > 0 && isPartial(list, options, roller),
    busy:
      isBusy(list) || isBusy(element) || (list !== null && queryOne(list, '[role="progressbar"]') !== null),
    roller: roller ? identify(roller) : null,
    filter: filter ? identify(filter) : null,
    filtered: filter !== null && filter.value !== '',
  };
};

/**
 * Scrolls a list of options to a place, or from its top or where it is down by a few steps. Answers with the options
 * that were drawn on the way, each with the place at which it was, and whether the end was reached.
 */
const rollOptions = async ({ element: id, from, steps }) => {
  const element = resolve(id);
  if (!element) return null;
  if (from !== null) element.scrollTop = from;
  const seen = new Map();
  let end = false;
  for (let step = 0; ; step++) {
    // A list that draws its rows when it is scrolled does so with the next frame, or with the one after it.
    await after(40);
    await after(40);
    const scene = newScene();
    const drawn = drawnNow(element);
    const parts = partsOf(element, drawn);
    for (const one of parts.length > 0 ? parts : entriesAmong([...drawn])) {
      const facts = optionFacts(one, element, scene);
      const key = `${facts.group}\n${facts.label}\n${facts.value}`;
      if (facts.label !== '' && !seen.has(key)) seen.set(key, { ...facts, at: element.scrollTop });
    }
    if (step >= steps) break;
    const before = element.scrollTop;
    element.scrollTop = before + Math.max(20, element.clientHeight * 0.85);
    end = Math.abs(element.scrollTop - before) < 1;
    if (end) break;
  }
  return { options: [...seen.values()], end };
};

/** What a control and one of its options say after the option was pressed. */
const chosenNow = ({ element: id, option: optionId, present }) => {
  const element = resolve(id);
  const option = resolve(optionId);
  if (!element) return null;
  const scene = newScene();
  const backing = backingOf(element, scene);
  const drawn = drawnNow();
  const shown = present ? null : optionsShown(element, drawn);
  return {
    values: shownValues(element, scene),
    backing: backing ? [...backing.selectedOptions].map((one) => squash(one.label || one.text)) : [],
    selected: option ? chosenState(option) : null,
    open: shown !== null && (option === null || drawn.has(option) || shown.options.length > 1),
    invalid: attr(element, 'aria-invalid') === 'true',
  };
};
