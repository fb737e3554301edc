// What controls hold: typed text, chosen options, positions. Secrets never leave the page.
/* global attr, doc, firstElement, isElement, isSecret, lineText, matches, queryAll, roleOf, rootOf, squash,
   textContent */
/* exported controlValue, embeddedText, offeredOptions, onOneLine, optionLabels */

/** The options of a list as a person reads them before choosing. */
const offeredOptions = (select) =>
  [...select.options]
    .filter((option) => !option.hidden)
    .slice(0, 40)
    .map(
      (option) => squash(option.label || option.text) + (matches(option, ':disabled') ? ' (disabled)' : ''),
    );

const optionLabels = (select, onlySelected) => {
  const labels = [];
  for (const option of select.options) {
    if (onlySelected ? !option.selected : option.hidden) continue;
    if (labels.push(squash(option.label || option.text)) >= 40) break;
  }
  return labels;
};

const valueLimit = 200;

/** What a control holds on one line; in a text area a sign stands for each line break. */
const onOneLine = (value, tag) => {
  if (tag !== 'textarea') return squash(value);
  return value
    .split(/\r\n|[\n\r]/)
    .map(squash)
    .join('⏎');
};

const rangeRoles = new Set(['meter', 'progressbar', 'scrollbar', 'slider', 'spinbutton']);
const pushTypes = new Set(['button', 'image', 'reset', 'submit']);

/** A position as it is spoken: the author's words for it before the number. */
const spokenValue = (element) => {
  const text = squash(attr(element, 'aria-valuetext'));
  return text || squash(attr(element, 'aria-valuenow')) || null;
};

const chosenSelector = '[role="option"][aria-selected="true"],[role="treeitem"][aria-selected="true"]';

/** The chosen options of a list made of other elements, inside it or in the list that it opens. */
const chosenOptions = (element) => {
  let chosen = [...queryAll(element, chosenSelector)];
  if (chosen.length === 0) {
    const list = attr(element, 'aria-controls') ?? attr(element, 'aria-owns');
    const other = list ? doc.byId(rootOf(element), list.trim()) : null;
    if (other && isElement(other)) chosen = [...queryAll(other, chosenSelector)];
  }
  return chosen
    .slice(0, 40)
    .map((option) => squash(attr(option, 'aria-label')) || squash(textContent(option)));
};

/** The value of a control made of other elements, by its role; null where that has none. */
const wovenValue = (element, role) => {
  if (rangeRoles.has(role)) return spokenValue(element);
  if (role === 'textbox' || role === 'searchbox') return lineText(element, { limit: valueLimit });
  if (role === 'listbox') return chosenOptions(element).join(', ') || null;
  if (role !== 'combobox') return null;
  // A label inside the box, floating over the value, is no part of it; a label that is the value itself is.
  const ids = (attr(element, 'aria-labelledby') ?? '').split(/\s+/);
  const label = squash(attr(element, 'aria-label'));
  const repeats = (node) => label !== '' && !firstElement(node) && squash(textContent(node)) === label;
  const skip = (node) => repeats(node) || (node !== element && ids.includes(attr(node, 'id') ?? '-'));
  const text = spokenValue(element) ?? lineText(element, { limit: valueLimit, skip });
  return text || chosenOptions(element).join(', ') || lineText(element, { limit: valueLimit, skip: repeats });
};

/** The value of a control as a person sees it; null where it has none or it is secret. */
const controlValue = (element, role, tag) => {
  if (isSecret(element)) return null;
  switch (tag) {
    case 'input': {
      const type = element.type;
      if (pushTypes.has(type) || type === 'checkbox' || type === 'radio') return null;
      if (type === 'file') return Array.from(element.files ?? [], (file) => file.name).join(', ');
      return (type === 'range' && squash(attr(element, 'aria-valuetext'))) || element.value;
    }
    case 'textarea':
      return element.value;
    case 'select':
      return optionLabels(element, true).join(', ');
    case 'meter':
    case 'progress':
      return matches(element, ':indeterminate') ? null : (spokenValue(element) ?? String(element.value));
    default:
      return wovenValue(element, role) ?? spokenValue(element);
  }
};

/** What an embedded control adds to the text around it (accname 2C); null where it is none. */
const embeddedText = (element, tag) => {
  switch (tag) {
    case 'input': {
      const type = element.type;
      if (type === 'hidden' || isSecret(element)) return '';
      if (type === 'checkbox' || type === 'radio' || pushTypes.has(type)) return null;
      return type === 'file' ? '' : controlValue(element, '', tag);
    }
    case 'meter':
    case 'progress':
    case 'select':
    case 'textarea':
      return controlValue(element, '', tag) ?? '';
    default: {
      const explicit = attr(element, 'role');
      if (!explicit) return null;
      const role = roleOf(element, tag, explicit);
      const holds = rangeRoles.has(role) || /^(?:combobox|listbox|searchbox|textbox)$/.test(role);
      return holds ? (wovenValue(element, role) ?? '') : null;
    }
  }
};
