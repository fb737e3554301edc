// Searches: which fields say that they are one, and which controls say that a field hides behind them.
/* global attr, closest, doc, fieldSelector, getterOf, isEditable, isElement, isTextField, matches, parentOf, queryAll,
   roleOf, rootOf, tagOf, tokens */
/* exported isSearchField, opens */

const searching = new Set(
  'search searchbox searchbar searching find finder query lookup magnifier magnify loupe lens suggest suggestion'.split(
    ' ',
  ),
);
const fieldish = new Set('input field textbox textarea placeholder editor editable compose reply'.split(' '));

const markWords = (element) => {
  const words = [];
  for (const name of [
    'class',
    'id',
    'name',
    'aria-label',
    'title',
    'data-testid',
    'data-test',
    'placeholder',
    'href',
  ])
    words.push(...tokens(attr(element, name)));
  return words;
};

/** Whether a control says by its markup that a search hides behind it. */
const marksSearch = (element) => {
  if (markWords(element).some((word) => searching.has(word))) return true;
  let looked = 0;
  for (const part of queryAll(element, 'svg,i,img,span,use')) {
    if (++looked > 12) break;
    if (markWords(part).some((word) => searching.has(word))) return true;
  }
  return false;
};

const formOwnerOf = getterOf(HTMLInputElement.prototype, 'form');
const searchNames = /^(?:q|s|query|keywords?|terms?)$/i;
/** Words that a search alone is marked with; others of the set above stand for much else, too. */
const isSearchWord = (word) => /^search(?!engine)/.test(word);

/**
 * Whether a field, its form or what is right around it says by its markup that it is a search. Where no form says
 * where it leads, a name such as `q` is no evidence: it may be a question, a quantity, or a filter.
 */
const isSearchField = (element) => {
  const tag = tagOf(element);
  if (tag === 'input' && element.type === 'search') return true;
  if (roleOf(element, tag) === 'searchbox' || closest(element, 'search,[role="search"]')) return true;
  const form = tag === 'input' ? formOwnerOf.call(element) : closest(element, 'form');
  if (form && searchNames.test(attr(element, 'name') ?? '') && sendsByGet(form)) return true;
  const says = form ? (word) => searching.has(word) : isSearchWord;
  let at = element;
  for (
    let height = 0;
    at && height < 3 && !/^(?:body|html|main)$/.test(tagOf(at));
    at = parentOf(at), height++
  )
    if (markWords(at).some(says)) return true;
  return form !== null && [...markWords(form), ...tokens(attr(form, 'action'))].some(says);
};

/** A form that only asks for a page; one that posts changes something. */
const sendsByGet = (form) => !/^\s*(?:post|dialog)\s*$/i.test(attr(form, 'method') ?? '');

/** Whether pressing an element is likely to open a field: `search`, `field`, or null. */
const opens = (element, tag) => {
  if (marksSearch(element)) return 'search';
  if (/^(?:dialog|listbox|grid|tree)$/.test(attr(element, 'aria-haspopup') ?? '')) return 'field';
  const target =
    attr(element, 'aria-controls') ?? attr(element, 'popovertarget') ?? attr(element, 'commandfor');
  const other = target ? doc.byId(rootOf(element), target.trim()) : null;
  if (
    other &&
    isElement(other) &&
    (matches(other, fieldSelector) || queryAll(other, fieldSelector).length > 0)
  )
    return 'field';
  if (attr(element, 'data-placeholder') !== null || markWords(element).some((word) => fieldish.has(word)))
    return 'field';
  // Drawn where a field will be: the cursor is the one for text, or a field under it takes no pointer.
  if (!isTextField(tag) && getComputedStyle(element).cursor === 'text') return 'field';
  const around = parentOf(element);
  for (const one of around ? queryAll(around, 'input,textarea') : [])
    if (getComputedStyle(one).pointerEvents === 'none' && isEditable(one, tagOf(one))) return 'field';
  // A cell becomes a field when it is pressed, where tables are edited in place.
  return tag === 'td' || roleOf(element, tag) === 'gridcell' ? 'field' : null;
};
