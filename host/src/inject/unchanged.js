// Whether a page is still as it was when it was last read, so that it need not be read again.
//
// Changes of the tree are seen by an observer, and most others by the events they cause. What causes neither (a rule
// that a script puts into a style sheet, a value it sets, a font that arrives) is found by comparing: the box of every
// element and whether it can be seen, the values of all fields, the number of rules. A page with something that moves
// on its own is always read.
/* global checkVisible, doc, getterOf, queryAll, queryOne, rectOf, shadowOf, tagOf */
/* exported isUnchanged, keepRead, spoil */

const mostCompared = 6_000;
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

const animations = () => getAnimations.call(document);

const isMoving = () => animations().some((animation) => animation.playState === 'running');

const anyWay = { opacityProperty: true, visibilityProperty: true };

/** Boxes and visibility of all elements of a root, in one number; null where there are too many. */
const boxesOf = (root) => {
  const all = queryAll(root, '*');
  if (all.length > mostCompared) return null;
  let sum = all.length;
  for (const element of all) {
    const { x, y, width, height } = rectOf(element);
    const state = (checkVisible(element, anyWay) ? 2 : 0) + (shadowOf(element) ? 1 : 0);
    // Parts of a pixel count: boxes are scaled up before they become whole numbers.
    for (const part of [x, y, width, height]) sum = (Math.imul(sum, 31) + Math.round(part * 64)) | 0;
    sum = (Math.imul(sum, 31) + state) | 0;
  }
  return sum;
};

/** What may change without a trace, in one text; null where it is too much to compare. */
const surfaceOf = (roots) => {
  const scroller = doc.scroller();
  const parts = [location.href, doc.ready(), scrollX, scrollY, innerWidth, innerHeight, devicePixelRatio];
  parts.push(scroller?.scrollHeight, scroller?.scrollWidth, animations().length);
  for (const root of [document, ...roots]) {
    const boxes = boxesOf(root);
    if (boxes === null) return null;
    parts.push(boxes, countRules(root));
    for (const field of queryAll(root, 'input,select,textarea')) parts.push(heldBy(field, tagOf(field)));
  }
  return parts.join('\n');
};

/**
 * Keeps what was just read for comparison: `roots` are all shadow roots on the way. Returns a number by which to ask
 * whether all is as it was, or 0 where that cannot be told.
 */
const keepRead = (roots) => {
  spoil();
  if (isMoving() || queryOne(document, 'audio,video')) return 0;
  const surface = surfaceOf(roots);
  if (surface === null) return 0;
  if (!isHearing) {
    isHearing = true;
    for (const type of causes) addEventListener(type, spoil, { capture: true, passive: true });
  }
  const observer = new MutationObserver(spoil);
  observer.observe(document, everything);
  for (const root of roots) observer.observe(root, everything);
  kept = { stamp: ++stamps, observer, roots, surface };
  return kept.stamp;
};

/** Whether all is as it was when `stamp` was given. */
const isUnchanged = ({ stamp }) => {
  const known = kept;
  const isKnown = known?.stamp === stamp && known.observer.takeRecords().length === 0 && !isMoving();
  if (isKnown && surfaceOf(known.roots) === known.surface) return true;
  spoil();
  return false;
};
