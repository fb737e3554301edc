// Roles: ARIA 1.3, HTML-AAM 1.0 and SVG-AAM 1.0.
//
// Where the specifications give no role, the word that helps most is used: a date or password field is a `textbox`,
// a colour or file field a `button`, a `<summary>` a `button`, an `<svg>` an `img` (of which `graphics-document` is a
// kind), an editing host a `textbox`. `image` is told by its older name `img`. A list item, option, tab or row that
// its author put outside a list, listbox, tablist or table keeps the role it was given; only a native `<li>` does not.
/* global attr, attrNames, closest, doc, hasAttr, internalsOf, matches, parentOf, queryOne, rootOf, squash, tagOf */
/* exported controlRoles, inputType, isFocusable, listedRole, roleOf */

/** Roles of things a person acts on. */
const controlRoles = new Set(
  `button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox
   slider spinbutton switch tab textbox treeitem`.split(/\s+/),
);

const otherRoles = new Set(
  `alert alertdialog application article banner blockquote caption cell code columnheader comment complementary
   contentinfo definition deletion dialog directory document emphasis feed figure form generic graphics-document
   graphics-object graphics-symbol grid gridcell group heading image img insertion list listitem log main mark marquee
   math menu menubar meter navigation none note paragraph presentation progressbar radiogroup region row rowgroup
   rowheader search sectionfooter sectionheader separator status strong subscript suggestion superscript table tablist
   tabpanel term time timer toolbar tooltip tree treegrid`.split(/\s+/),
);

/** Names of one role that mean another: synonyms, and kinds of links and pictures that act like any other. */
const sameRoles = {
  'doc-backlink': 'link',
  'doc-biblioref': 'link',
  'doc-cover': 'img',
  'doc-glossref': 'link',
  'doc-noteref': 'link',
  directory: 'list',
  image: 'img',
  presentation: 'none',
};

const inputRoles = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'button',
  file: 'button',
  hidden: 'none',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  submit: 'button',
};
const listTypes = new Set(['email', 'search', 'tel', 'text', 'url']);

const tagRoles = {
  address: 'group',
  article: 'article',
  audio: 'audio',
  blockquote: 'blockquote',
  br: 'none',
  button: 'button',
  canvas: 'canvas',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hgroup: 'group',
  hr: 'separator',
  html: 'document',
  iframe: 'iframe',
  ins: 'insertion',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  s: 'deletion',
  script: 'none',
  search: 'search',
  strong: 'strong',
  style: 'none',
  sub: 'subscript',
  sup: 'superscript',
  svg: 'img',
  table: 'table',
  template: 'none',
  textarea: 'textbox',
  time: 'time',
  ul: 'list',
  video: 'video',
  wbr: 'none',
};

const shapes = new Set(
  'circle ellipse g image line path polygon polyline rect symbol text textPath tspan use'.split(' '),
);

/** The type of an input or button, lower case; an unknown one counts as text. */
const inputType = (element) => {
  const tag = tagOf(element);
  return tag === 'input' || tag === 'button' ? element.type : '';
};

const isHost = (element) => {
  const editable = attr(element, 'contenteditable');
  return editable !== null && /^(?:|true|plaintext-only)$/i.test(editable);
};

/** Whether the keyboard reaches an element, as far as its markup tells. */
const isFocusable = (element, tag = tagOf(element)) => {
  const index = attr(element, 'tabindex');
  if (index !== null && /^\s*[+-]?\d/.test(index)) return true;
  switch (tag) {
    case 'a':
    case 'area':
      return hasAttr(element, 'href') || hasAttr(element, 'xlink:href');
    case 'button':
    case 'select':
    case 'textarea':
      return !matches(element, ':disabled');
    case 'input':
      return element.type !== 'hidden' && !matches(element, ':disabled');
    case 'audio':
    case 'video':
      return hasAttr(element, 'controls');
    case 'iframe':
      return true;
    case 'summary':
      return isSummary(element);
    default:
      return isHost(element);
  }
};

const isSummary = (element) => matches(element, 'details > summary:first-of-type');

/** Attributes that say something about every element, so that nobody can have meant it to be nothing. */
const globalStates = new Set(
  `aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current aria-describedby
   aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-label
   aria-labelledby aria-live aria-owns aria-relevant aria-roledescription`.split(/\s+/),
);

/** Whether "no role" is ignored (ARIA, presentational roles conflict resolution). */
const resistsNone = (element, tag) => {
  if (isFocusable(element, tag)) return true;
  for (const name of attrNames(element)) {
    if (name.startsWith('aria-') && globalStates.has(name) && /\S/.test(attr(element, name))) return true;
  }
  return false;
};

/** Whether the author named it: a region or form without a name is no landmark. */
const hasOwnName = (element) => {
  if (squash(attr(element, 'aria-label')) || squash(attr(element, 'title'))) return true;
  const references = attr(element, 'aria-labelledby');
  if (!references || !/\S/.test(references)) return false;
  const root = rootOf(element);
  return references.split(/\s+/).some((id) => id !== '' && doc.byId(root, id) !== null);
};

const sectioning = `article,aside,nav,section,[role="article"],[role="complementary"],[role="navigation"],
  [role="region"]`;
const sectioningOrMain = `${sectioning},main,[role="main"]`;

/** `closest` of what is around an element, shadow hosts included. */
const around = (element, css) => {
  for (let at = parentOf(element); at; at = parentOf(rootOf(at)) ?? rootOf(at).host ?? null) {
    const found = closest(at, css);
    if (found) return found;
  }
  return null;
};

/** The role of the list around a native item. */
const itemRole = (element) => {
  const parent = parentOf(element);
  if (!parent) return 'generic';
  const role = roleOf(parent);
  if (role === 'none' && !resistsNone(element, 'li')) return 'none';
  return role === 'list' ? 'listitem' : 'generic';
};

/** The role of a part of a native table: it has one where its table is told as a table. */
const tablePartRole = (element, tag) => {
  const table = around(element, 'table');
  const role = table ? roleOf(table) : 'generic';
  if (role === 'none') return resistsNone(element, tag) ? 'generic' : 'none';
  return role === 'table' || role === 'grid' || role === 'treegrid'
    ? partRole(element, tag, role)
    : 'generic';
};

const partRole = (element, tag, table) => {
  if (tag === 'tr') return 'row';
  if (tag === 'tbody' || tag === 'thead' || tag === 'tfoot') return 'rowgroup';
  if (tag === 'th') {
    const scope = (attr(element, 'scope') ?? '').toLowerCase();
    if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
    if (scope === 'col' || scope === 'colgroup') return 'columnheader';
    const row = closest(element, 'tr');
    const beside = row && !closest(row, 'thead') && queryOne(row, ':scope > td') !== null;
    return beside ? 'rowheader' : 'columnheader';
  }
  return table === 'table' ? 'cell' : 'gridcell';
};

const inputRole = (element) => {
  const type = element.type;
  if (type === 'checkbox' && hasAttr(element, 'switch')) return 'switch';
  const role = inputRoles[type];
  if (role) return role;
  if (listTypes.has(type) && hasAttr(element, 'list') && element.list) return 'combobox';
  return type === 'search' ? 'searchbox' : 'textbox';
};

const implicitRole = (element, tag) => {
  switch (tag) {
    case 'a':
    case 'area':
      return hasAttr(element, 'href') || hasAttr(element, 'xlink:href') ? 'link' : 'generic';
    case 'input':
      return inputRole(element);
    case 'select':
      return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
    case 'img':
      if (attr(element, 'alt') !== '' || resistsNone(element, tag)) return 'img';
      return squash(attr(element, 'title')) ? 'img' : 'none';
    case 'header':
      return around(element, sectioningOrMain) ? 'sectionheader' : 'banner';
    case 'footer':
      return around(element, sectioningOrMain) ? 'sectionfooter' : 'contentinfo';
    case 'aside':
      return !around(element, sectioning) || hasOwnName(element) ? 'complementary' : 'generic';
    case 'section':
      return hasOwnName(element) ? 'region' : 'generic';
    case 'form':
      return hasOwnName(element) ? 'form' : 'generic';
    case 'li':
      return itemRole(element);
    case 'summary':
      return isSummary(element) ? 'button' : 'generic';
    case 'tbody':
    case 'td':
    case 'tfoot':
    case 'th':
    case 'thead':
    case 'tr':
      return tablePartRole(element, tag);
    default: {
      const role = tagRoles[tag];
      if ((!role || role === 'paragraph' || role === 'heading') && isHost(element)) return 'textbox';
      if (role) return role;
      return shapes.has(tag) && element instanceof SVGElement ? shapeRole(element, tag) : 'generic';
    }
  }
};

/** A part of a drawing counts where its author says something of it (SVG-AAM, including elements). */
const shapeRole = (element, tag) => {
  const told = hasOwnName(element) || queryOne(element, ':scope > title, :scope > desc') !== null;
  if (tag === 'g' || tag === 'text') return told && tag === 'g' ? 'group' : 'generic';
  if (told || tag === 'image') return 'img';
  return 'none';
};

const wholes = `button,meter,option,progress,[role~="button"],[role~="checkbox"],[role~="image"],[role~="img"],
  [role~="menuitemcheckbox"],[role~="menuitemradio"],[role~="meter"],[role~="option"],[role~="progressbar"],
  [role~="radio"],[role~="scrollbar"],[role~="separator"],[role~="slider"],[role~="switch"],[role~="tab"]`;

/** Parts of a button, tab or picture are nothing of their own, unless the keyboard reaches them. */
const partOfWhole = (element, tag, role) => {
  if (controlRoles.has(role) || role === 'generic' || role === 'none' || isFocusable(element, tag))
    return role;
  return around(element, wholes) ? 'none' : role;
};

const explicitRole = (element, tag, tokens) => {
  for (const token of tokens.toLowerCase().split(/\s+/)) {
    if (controlRoles.has(token)) return token;
    const role = sameRoles[token] ?? (otherRoles.has(token) || token.startsWith('doc-') ? token : null);
    if (role === null) continue;
    if ((role === 'region' || role === 'form') && !hasOwnName(element)) continue;
    if (role === 'none' && resistsNone(element, tag)) return null;
    return role;
  }
  return null;
};

/** The role of an element: the first valid token of `role`, what a custom element says, else what its tag means. */
const roleOf = (element, tag = tagOf(element), explicit = attr(element, 'role')) => {
  let role = explicit ? explicitRole(element, tag, explicit) : null;
  if (role === null && tag.includes('-')) {
    const own = internalsOf(element)?.role;
    if (own) role = explicitRole(element, tag, own);
  }
  return partOfWhole(element, tag, role ?? implicitRole(element, tag));
};

/** The role under which an element that acts is told: what acts is never nothing, and a picture by style is one. */
const listedRole = (element, tag) => {
  const role = roleOf(element, tag);
  if (role !== 'none' && role !== 'generic') return role;
  return getComputedStyle(element).content.startsWith('url(') ? 'img' : 'generic';
};
