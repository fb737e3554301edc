// Whether a page is still as it was when it was last read, so that it need not be read again.
//
// Changes of the tree are seen by an observer, and most others by the events they cause. What causes neither (a rule
// that a script puts into a style sheet, a value it sets, a font that arrives) is found by comparing what the elements
// showed: their boxes, their values, the number of rules. A page with something that moves on its own is always read.
/* global doc, getterOf, queryOne, rectOf, tagOf */
/* exported isUnchanged, keepRead, spoil */

const mostCompared = 4_000;
const causes = (
  'scroll resize load error input change focusin focusout toggle beforetoggle transitionrun transitionend ' +
  'animationstart animationend mousemove mousedown mouseup mouseover keydown keyup fullscreenchange reset'
).split(' ');
const everything = { subtree: true, childList: true, characterData: true, attributes: true };

const sheetGetters = new Map(
  [Document, ShadowRoot].map(({ prototype }) => [
    prototype,
    ['styleSheets', 'adoptedStyleSheets'].map((name) => getterOf(prototype, name)),
  ]),
);
const getAnimations = Document.prototype.getAnimations;

/** The state of the last read, until something has happened; null while nothing is known. */
let kept = null;
let stamps = 0;
let isHearing = false;

const spoil = () => {
  kept?.observer.disconnect();
  kept = null;
};

/** Rules of all style sheets, those that other origins keep to themselves not counted. */
const countRules = (root) => {
  let count = 0;
  const home = root === document ? Document : ShadowRoot;
  for (const getter of sheetGetters.get(home.prototype)) {
    for (const sheet of getter.call(root)) {
      count += sheet.disabled ? 0 : 1;
      try {
        count += sheet.cssRules.length;
      } catch {
        // A sheet of another origin.
      }
    }
  }
  return count;
};

const heldBy = (element, tag) => {
  if (tag === 'input') {
    return `${element.checked ? 1 : 0}${element.indeterminate ? 1 : 0}${element.validity.valid ? 1 : 0}${element.value}`;
  }
  if (tag === 'textarea') return `${element.validity.valid ? 1 : 0}${element.value}`;
  if (tag !== 'select') return '';
  const more = element.multiple ? element.selectedOptions.length : 0;
  return `${element.selectedIndex} ${more} ${element.length}`;
};

const isMoving = () => getAnimations.call(document).some((animation) => animation.playState === 'running');

/** What may change without a trace, in one text. */
const surfaceOf = (elements, roots) => {
  const scroller = doc.scroller();
  const parts = [location.href, doc.ready(), scrollX, scrollY, innerWidth, innerHeight, devicePixelRatio];
  parts.push(scroller?.scrollHeight, scroller?.scrollWidth, countRules(document));
  for (const root of roots) parts.push(countRules(root));
  for (const element of elements) {
    const { x, y, width, height } = rectOf(element);
    parts.push(x, y, width, height);
    const value = heldBy(element, tagOf(element));
    if (value !== '') parts.push(value);
  }
  return parts.join('\n');
};

/**
 * Keeps what was just read for comparison: `elements` are those that are shown, `roots` all shadow roots on the way.
 * Returns a number by which to ask whether all is as it was, or 0 where that cannot be told.
 */
const keepRead = (elements, roots) => {
  spoil();
  if (elements.length > mostCompared || isMoving() || queryOne(document, 'audio,video')) return 0;
  if (!isHearing) {
    isHearing = true;
    for (const type of causes) addEventListener(type, spoil, { capture: true, passive: true });
  }
  const observer = new MutationObserver(spoil);
  observer.observe(document, everything);
  for (const root of roots) observer.observe(root, everything);
  kept = { stamp: ++stamps, observer, elements, roots, surface: surfaceOf(elements, roots) };
  return kept.stamp;
};

/** Whether all is as it was when `stamp` was given. */
const isUnchanged = ({ stamp }) => {
  if (kept === null || kept.stamp !== stamp || kept.observer.takeRecords().length > 0 || isMoving()) {
    spoil();
    return false;
  }
  const { elements, roots, surface } = kept;
  if (surfaceOf(elements, roots) === surface) return true;
  spoil();
  return false;
};
