// Roles (ARIA and HTML-AAM) and accessible names (accname).
/* global attr, checkVisible, childElements, clip, closest, dataOf, doc, firstChild, firstElement, hasAttr,
   isElement, nextSibling, nodeType, parentOf, previousElement, previousSibling, queryAll, queryOne, rootOf,
   shadowOf, slotted, squash, tagOf, textContent */
/* exported controlRoles, controlValue, describe, inputType, isSecret, labelsOf, lineText, nameOf,
   optionLabels, roleOf */

const nameLimit = 200;

/** Roles of things a person acts on. */
const controlRoles = new Set(
  `button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox
   slider spinbutton switch tab textbox treeitem`.split(/\s+/),
);

const otherRoles = new Set(
  `alert alertdialog application article banner blockquote caption cell code columnheader complementary contentinfo
   definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img
   image insertion list listitem log main marquee math menu menubar meter navigation none note paragraph presentation
   progressbar radiogroup region row rowgroup rowheader search separator status strong subscript superscript table
   tablist tabpanel term time timer toolbar tooltip tree treegrid`.split(/\s+/),
);

const inputRoles = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'button',
  file: 'button',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

const tagRoles = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  dd: 'definition',
  details: 'group',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  figure: 'figure',
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  img: 'img',
  li: 'listitem',
  main: 'main',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  summary: 'button',
  svg: 'img',
  table: 'table',
  tbody: 'rowgroup',
  td: 'cell',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  th: 'columnheader',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
};

/** The type of an input or button, lower case; an unknown one counts as text. */
const inputType = (element) => {
  const tag = tagOf(element);
  return tag === 'input' || tag === 'button' ? element.type : '';
};

const implicitRole = (element, tag) => {
  switch (tag) {
    case 'a':
    case 'area':
      return hasAttr(element, 'href') || hasAttr(element, 'xlink:href') ? 'link' : 'generic';
    case 'input': {
      const type = element.type;
      const role = inputRoles[type];
      if (type === 'checkbox' && hasAttr(element, 'switch')) return 'switch';
      if (role && role !== 'searchbox') return role;
      return hasAttr(element, 'list') ? 'combobox' : (role ?? 'textbox');
    }
    case 'select':
      return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
    case 'img':
      return attr(element, 'alt') === '' ? 'presentation' : 'img';
    case 'header':
    case 'footer':
      if (closest(element, 'article,aside,main,nav,section')) return 'generic';
      return tag === 'header' ? 'banner' : 'contentinfo';
    case 'section':
      return hasAttr(element, 'aria-label') || hasAttr(element, 'aria-labelledby') ? 'region' : 'generic';
    default: {
      const role = tagRoles[tag];
      if (role) return role;
      const editable = attr(element, 'contenteditable');
      return editable !== null && editable !== 'false' ? 'textbox' : 'generic';
    }
  }
};

/** The role of an element: the first valid token of `role`, else what its tag means. */
const roleOf = (element, tag = tagOf(element), explicit = attr(element, 'role')) => {
  if (explicit) {
    for (const token of explicit.toLowerCase().split(/\s+/)) {
      if (controlRoles.has(token)) return token;
      if (!otherRoles.has(token)) continue;
      // "No role" is ignored on what can be focused, as browsers do.
      if (token === 'none' || token === 'presentation') {
        const implicit = implicitRole(element, tag);
        return controlRoles.has(implicit) || hasAttr(element, 'tabindex') ? implicit : 'generic';
      }
      return token === 'image' ? 'img' : token;
    }
  }
  return implicitRole(element, tag);
};

/** Whether what stands in this field must never leave the page. */
const isSecret = (element) => {
  if (tagOf(element) !== 'input') return false;
  if (element.type === 'password') return true;
  // A "show password" button turns the type into text; the page's own hints stay.
  const hint = attr(element, 'autocomplete');
  return hint !== null && /(?:current|new)-password|one-time-code/i.test(hint);
};

/** The visible `<label>` elements of each control, found in one pass: `element.labels` costs a walk of the page. */
const labelsOf = (control, scene) => {
  const known = scene.labels.get(document)?.get(control);
  if (known) return known;
  const root = rootOf(control);
  let table = scene.labels.get(root);
  if (!table) {
    table = new Map();
    if (nodeType(root) !== 1) {
      for (const label of queryAll(root, 'label')) {
        const target = label.control;
        if (!target) continue;
        const found = table.get(target);
        if (found) found.push(label);
        else table.set(target, [label]);
      }
    }
    scene.labels.set(root, table);
  }
  return table.get(control) ?? [];
};

const silentTags = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'datalist',
  'iframe',
  'object',
  'canvas',
]);
const blockTags = new Set(
  `address article aside blockquote br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2
   h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td th thead tr ul`.split(
    /\s+/,
  ),
);
const seen = { visibilityProperty: true };

const optionLabels = (select, onlySelected) => {
  const labels = [];
  for (const option of select.options) {
    if (onlySelected && !option.selected) continue;
    if (labels.push(squash(option.label || option.text)) >= 40) break;
  }
  return labels;
};

/** What an embedded control adds to the text around it (accname 2E). */
const embeddedText = (element, tag) => {
  switch (tag) {
    case 'input': {
      const type = element.type;
      if (type === 'checkbox' || type === 'radio' || type === 'hidden' || isSecret(element)) return '';
      return element.value;
    }
    case 'textarea':
      return element.value;
    case 'select':
      return optionLabels(element, true).join(' ');
    default:
      return null;
  }
};

const isSeen = (element) => checkVisible(element, seen) || getComputedStyle(element).display === 'contents';

const plainTags = new Set(
  'a b button caption cite dd div dt em h1 h2 h3 h4 h5 h6 label legend li p span strong td th'.split(' '),
);

/** Whether an element holds nothing but text, so that its text needs no walk. */
const isPlain = (element) => plainTags.has(tagOf(element)) && !firstElement(element) && !shadowOf(element);

/**
 * Text of an element on one line. Options: `limit` characters; `skip(element, tag)` leaves a subtree out;
 * `hidden` also takes what is not shown (for aria-labelledby); `visual` also takes aria-hidden text and leaves
 * accessible names of parts aside; `spaced` parts all elements, `separator` blocks; `shown` tells that the element itself is seen; `self` is the field being named, whose own value is not part of its name.
 */
const lineText = (element, options = {}) => {
  if (isPlain(element)) {
    if (options.skip?.(element, tagOf(element)) || (!options.hidden && !options.shown && !isSeen(element)))
      return '';
    return squash(textContent(element));
  }
  const limit = options.limit ?? nameLimit * 2;
  let out = '';
  const visit = (node, depth) => {
    if (out.length > limit || depth > 60) return;
    if (nodeType(node) === 3) {
      out += dataOf(node);
      return;
    }
    if (!isElement(node)) return;
    const tag = tagOf(node);
    if (silentTags.has(tag) || node === options.self || options.skip?.(node, tag)) return;
    if (!options.hidden && !(options.shown && depth === 0) && !isSeen(node)) return;
    if (depth > 0 && !options.visual) {
      if (attr(node, 'aria-hidden') === 'true' && !options.hidden) return;
      const label = attr(node, 'aria-label');
      if (label && squash(label)) {
        out += ` ${label} `;
        return;
      }
    }
    const embedded = depth > 0 || options.embedded ? embeddedText(node, tag) : null;
    if (embedded !== null) {
      out += options.visual ? '' : ` ${embedded} `;
      return;
    }
    if (tag === 'img') {
      if (!options.visual) out += ` ${attr(node, 'alt') ?? attr(node, 'title') ?? ''} `;
      return;
    }
    if (tag === 'svg') {
      if (!options.visual) {
        const title = queryOne(node, 'title');
        if (title) out += ` ${textContent(title)} `;
      }
      return;
    }
    const edge = blockTags.has(tag) ? (options.separator ?? ' ') : options.spaced ? ' ' : '';
    out += edge;
    visitChildren(node, tag, depth);
    out += edge;
  };
  const visitChildren = (node, tag, depth) => {
    const root = shadowOf(node);
    const assigned = tag === 'slot' ? slotted(node) : null;
    if (assigned) {
      for (const child of assigned) visit(child, depth + 1);
    } else {
      for (let child = firstChild(root ?? node); child; child = nextSibling(child)) visit(child, depth + 1);
    }
  };
  visit(element, 0);
  return squash(out);
};

const referencedText = (element, ids) => {
  const root = rootOf(element);
  const parts = [];
  for (const id of ids.split(/\s+/)) {
    const target = id === '' ? null : doc.byId(root, id);
    if (!target) continue;
    const label = squash(attr(target, 'aria-label'));
    const alt = tagOf(target) === 'img' ? squash(attr(target, 'alt')) : '';
    parts.push(
      label || alt || lineText(target, { hidden: !checkVisible(target, seen), embedded: target !== element }),
    );
  }
  return squash(parts.join(' '));
};

/** Roles whose name may come from their content. */
const contentNamed = new Set(
  `button cell checkbox columnheader generic gridcell heading link listitem menuitem menuitemcheckbox menuitemradio
   option paragraph radio row rowheader switch tab term tooltip treeitem definition article`.split(/\s+/),
);

/** Text that stands right beside a control without any label, as a person would read it. */
const nearbyText = (element, role) => {
  const toggles = role === 'checkbox' || role === 'radio' || role === 'switch';
  const step = toggles ? nextSibling : previousSibling;
  for (let node = step(element), seenNodes = 0; node && seenNodes < 3; node = step(node), seenNodes++) {
    const kind = nodeType(node);
    if (kind === 3) {
      const text = squash(dataOf(node));
      if (text) return clip(text, 80);
    } else if (kind === 1) {
      const tag = tagOf(node);
      if (tag === 'input' || tag === 'select' || tag === 'textarea' || tag === 'button') return '';
      const text = tag === 'br' ? '' : lineText(node, { limit: 120 });
      if (text) return text.length <= 80 ? text : '';
    }
  }
  const cell = parentOf(element);
  if (cell && !toggles && (tagOf(cell) === 'td' || tagOf(cell) === 'dd')) {
    const before = previousElement(cell);
    if (before && childElements(before).length < 3) {
      const text = lineText(before, { limit: 120 });
      if (text.length <= 80) return text;
    }
  }
  return '';
};

const computeName = (element, role, tag, scene) => {
  const references = attr(element, 'aria-labelledby');
  if (references) {
    const text = referencedText(element, references);
    if (text) return text;
  }
  const label = squash(attr(element, 'aria-label'));
  if (label) return label;
  const field = tag === 'input' || tag === 'select' || tag === 'textarea';
  if (field || tag === 'button' || tag === 'meter' || tag === 'progress' || tag === 'output') {
    const texts = [];
    for (const one of labelsOf(element, scene)) texts.push(lineText(one, { self: element }));
    const text = squash(texts.join(' '));
    if (text) return text;
  }
  if (tag === 'input') {
    const type = element.type;
    if (type === 'button' || type === 'submit' || type === 'reset') {
      const text = squash(attr(element, 'value')) || squash(attr(element, 'title'));
      // Chrome shows its own words on a button without any; the type says the same in every language.
      return text || (type === 'button' ? '' : type);
    }
    if (type === 'image') {
      return (
        squash(attr(element, 'alt')) ||
        squash(attr(element, 'title')) ||
        squash(attr(element, 'value')) ||
        'submit'
      );
    }
  }
  if (tag === 'img' || tag === 'area') {
    const alt = squash(attr(element, 'alt'));
    if (alt) return alt;
  }
  if (tag === 'svg') {
    const title = queryOne(element, 'title');
    if (title && squash(textContent(title))) return squash(textContent(title));
  }
  const container =
    tag === 'fieldset' ? 'legend' : tag === 'table' ? 'caption' : tag === 'figure' ? 'figcaption' : null;
  if (container) {
    const title = queryOne(element, `:scope > ${container}`);
    if (title) return lineText(title);
  }
  if (!field && contentNamed.has(role)) {
    // An icon's letters marked aria-hidden are still what a person sees on a button without any other text.
    const text = lineText(element, { shown: true }) || lineText(element, { visual: true });
    if (text) return text;
  }
  const title = squash(attr(element, 'title'));
  if (title) return title;
  const placeholder = squash(attr(element, 'placeholder')) || squash(attr(element, 'aria-placeholder'));
  if (placeholder) return placeholder;
  return field || role === 'textbox' ? nearbyText(element, role) : '';
};

/** The accessible name of an element, on one line of at most 200 characters. */
const nameOf = (element, scene, role = roleOf(element), tag = tagOf(element)) =>
  clip(computeName(element, role, tag, scene), nameLimit);

/** The value of a control as a person sees it; null where it has none or it is secret. */
const controlValue = (element, role, tag) => {
  if (isSecret(element)) return null;
  switch (tag) {
    case 'input': {
      const type = element.type;
      if (inputRoles[type] === 'button' && type !== 'color' && type !== 'file') return null;
      if (type === 'checkbox' || type === 'radio') return null;
      if (type === 'file') return Array.from(element.files ?? [], (file) => file.name).join(', ');
      return element.value;
    }
    case 'textarea':
      return element.value;
    case 'select':
      return optionLabels(element, true).join(', ');
    case 'meter':
    case 'progress':
      return String(element.value);
    default:
  }
  const spoken = attr(element, 'aria-valuetext') ?? attr(element, 'aria-valuenow');
  if (spoken !== null) return squash(spoken);
  if (role === 'textbox' || role === 'searchbox' || (role === 'combobox' && tag !== 'button'))
    return lineText(element);
  return null;
};

/** A few words that tell a person which element is meant: role or tag, and its name or text. */
const describe = (element, scene) => {
  const tag = tagOf(element);
  const role = roleOf(element, tag);
  const heading =
    role === 'dialog' || role === 'alertdialog' ? queryOne(element, 'h1,h2,h3,[role=heading]') : null;
  const name =
    nameOf(element, scene, role, tag) ||
    (heading ? lineText(heading) : '') ||
    lineText(element, { limit: 60 });
  if (name) return `${role === 'generic' ? tag : role} "${clip(name, 40)}"`;
  const mark = attr(element, 'id') ? `#${attr(element, 'id')}` : squash(attr(element, 'class')).split(' ')[0];
  return mark ? `${tag}${mark.startsWith('#') ? '' : '.'}${clip(mark, 30)}` : tag;
};
