// What a person can see: boxes, clipping by ancestors, the viewport, and what lies on top.
/* global attr, checkVisible, childElements, closest, composedContains, doc, hasAttr, isElement, markLandmark,
   markLayer, parentOf, queryOne, rectOf, roleOf, rootOf, tagOf */
/* exported boxOf, coverAt, coverOf, isRendered, isScreenReaderOnly, newScene, parentEntry, shownBox,
   surroundings */

/**
 * One reading of the page. Everything computed from layout is kept here, so that a call reads each ancestor once and
 * never mixes two states of the page.
 */
const newScene = () => ({
  width: innerWidth,
  height: innerHeight,
  viewport: [0, 0, innerWidth, innerHeight],
  scrollX,
  scrollY,
  labels: new Map(),
  around: new Map(),
  described: new Map(),
  hitTests: 0,
  skipped: 0,
});

const noClip = [-1e9, -1e9, 1e9, 1e9];

const intersect = (a, b) => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];
const isEmpty = (box) => box[2] - box[0] < 1 || box[3] - box[1] < 1;
const edges = (rect) => {
  const left = rect.x;
  const top = rect.y;
  return [left, top, left + rect.width, top + rect.height];
};

/** Absolute and fixed boxes are clipped from their containing block on, not by every ancestor. */
const containingEntry = (entry, position) => {
  for (let at = entry; at; at = at.parent) {
    at.transformed ??=
      at.style.transform !== 'none' || at.style.filter !== 'none' || at.style.contain !== 'none';
    if (at.transformed || (position === 'absolute' && at.position !== 'static')) return at;
  }
  return null;
};

const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';

const readEntry = (element, parent, scene, style, tag) => {
  const position = style.position;
  const role = attr(element, 'role');
  const entry = {
    element,
    parent,
    style,
    tag,
    role,
    position,
    transformed: undefined,
    // Clip of what an ancestor hides for good, and clip that also counts what scrolling could show.
    hard: noClip,
    soft: noClip,
    scrolls: false,
    pinned: false,
    inert: (parent?.inert ?? false) || hasAttr(element, 'inert'),
    count: 0,
    row: null,
    price: undefined,
    card: undefined,
    landmark: null,
    main: parent?.main ?? false,
    layer: null,
  };
  markLandmark(entry);
  markLayer(entry, scene);
  if (tag === 'html' || tag === 'body') return entry;
  const around = position === 'absolute' || position === 'fixed' ? containingEntry(parent, position) : parent;
  if (around) {
    entry.hard = around.hard;
    entry.soft = around.soft;
    entry.scrolls = around.scrolls;
  }
  entry.pinned = position === 'fixed' || (around?.pinned ?? false);
  const x = style.overflowX;
  if (x === 'visible') return entry;
  const display = style.display;
  if (display === 'inline' || display === 'contents') return entry;
  const y = style.overflowY;
  const box = edges(rectOf(element));
  entry.soft = intersect(entry.soft, box);
  entry.scrolls ||= !hides(x) || !hides(y);
  if (hides(x) || hides(y)) {
    entry.hard = intersect(entry.hard, [
      hides(x) ? box[0] : -1e9,
      hides(y) ? box[1] : -1e9,
      hides(x) ? box[2] : 1e9,
      hides(y) ? box[3] : 1e9,
    ]);
  }
  return entry;
};

/** What is known about an element as a surrounding of others; its ancestors are read first, each once. */
const surroundings = (element, scene) => {
  const known = scene.around.get(element);
  if (known) return known;
  const chain = [];
  let entry = null;
  for (let at = element; at; at = parentOf(at)) {
    const found = scene.around.get(at);
    if (found) {
      entry = found;
      break;
    }
    chain.push(at);
  }
  for (let index = chain.length - 1; index >= 0; index--) {
    const at = chain[index];
    entry = readEntry(at, entry, scene, getComputedStyle(at), tagOf(at));
    scene.around.set(at, entry);
  }
  return entry;
};

/** The same for an element that the walk has just passed: its style and its parent are at hand. */
const surroundingsOfState = (state, scene) => {
  if (state.entry) return state.entry;
  const chain = [];
  let at = state;
  for (; at && !at.entry; at = at.parent) chain.push(at);
  let entry = at?.entry ?? null;
  for (let index = chain.length - 1; index >= 0; index--) {
    at = chain[index];
    if (at.parent === null) {
      entry = surroundings(at.element, scene);
    } else {
      entry =
        scene.around.get(at.element) ??
        readEntry(at.element, entry, scene, at.style ?? getComputedStyle(at.element), at.tag);
      scene.around.set(at.element, entry);
    }
    at.entry = entry;
  }
  return entry;
};

/** The surrounding of an element, itself not included; `state` is what the walk left about it. */
const parentEntry = (element, scene, state) => {
  if (state?.parent) return surroundingsOfState(state.parent, scene);
  const parent = parentOf(element);
  return parent ? surroundings(parent, scene) : null;
};

/** The picture that a map area is a part of. */
const pictureOf = (area) => {
  const map = closest(area, 'map');
  const name = map && attr(map, 'name');
  return name ? queryOne(rootOf(area), `img[usemap="#${CSS.escape(name)}"]`) : null;
};

/** Chrome gives an area no box: it is worked out from the picture and the coordinates. */
const areaBox = (area) => {
  const picture = pictureOf(area);
  if (!picture) return null;
  const [left, top, right, bottom] = edges(rectOf(picture));
  const at = (attr(area, 'coords') ?? '').split(/[\s,]+/).map(Number);
  if (at.length < 3 || at.some(Number.isNaN)) return [left, top, right, bottom];
  if (at.length === 3)
    return [left + at[0] - at[2], top + at[1] - at[2], left + at[0] + at[2], top + at[1] + at[2]];
  const xs = at.filter((_, index) => index % 2 === 0);
  const ys = at.filter((_, index) => index % 2 === 1);
  return [left + Math.min(...xs), top + Math.min(...ys), left + Math.max(...xs), top + Math.max(...ys)];
};

/** The box of an element; of its first parts that have one when it has none itself (`display: contents`, floats). */
const boxOf = (element, depth = 0) => {
  if (tagOf(element) === 'area') return areaBox(element);
  const own = edges(rectOf(element));
  if (!isEmpty(own)) return own;
  if (depth > 2 || getComputedStyle(element).overflow !== 'visible') return null;
  let box = null;
  let looked = 0;
  for (const child of childElements(element)) {
    if (++looked > 10) break;
    const inner = checkVisible(child, fullyShown) ? boxOf(child, depth + 1) : null;
    if (!inner) continue;
    box = box
      ? [
          Math.min(box[0], inner[0]),
          Math.min(box[1], inner[1]),
          Math.max(box[2], inner[2]),
          Math.max(box[3], inner[3]),
        ]
      : inner;
  }
  return box;
};

/** The pattern of text for screen readers only: one pixel, or clipped to nothing. */
const isTiny = (box) => box[2] - box[0] <= 1.5 && box[3] - box[1] <= 1.5;
const isClippedAway = (style) =>
  /^rect\(0px,? 0px,? 0px,? 0px\)|^rect\(1px,? 1px,? 1px,? 1px\)/.test(style.clip) ||
  /^inset\((?:50|100)%/.test(style.clipPath);

const fullyShown = { opacityProperty: true, visibilityProperty: true };
const nativeFaces = { checkbox: 1, radio: 1, file: 1 };

const isClearFace = (element, tag) =>
  (tag === 'select' || (tag === 'input' && nativeFaces[element.type])) &&
  checkVisible(element, { visibilityProperty: true });

/** `display: contents` (slots among them) has no box of its own, and map areas no style: both may still be seen. */
const isRendered = (element) =>
  checkVisible(element) || tagOf(element) === 'area' || getComputedStyle(element).display === 'contents';

const isShownByStyle = (element) => {
  if (checkVisible(element, fullyShown)) return true;
  const parent = tagOf(element) === 'area' ? pictureOf(element) : parentOf(element);
  if (tagOf(element) !== 'area' && getComputedStyle(element).display !== 'contents') return false;
  return parent !== null && isShownByStyle(parent);
};

const isRightToLeft = (scene) => {
  scene.rightToLeft ??= getComputedStyle(doc.root()).direction === 'rtl';
  return scene.rightToLeft;
};

/**
 * Where an element is shown: `box` whole, `shown` the part that is inside its scroll containers and the viewport
 * (null when it must be scrolled to). Null when a person cannot see it, however they scroll.
 */
const shownBox = (element, scene, tag = tagOf(element), state = null) => {
  if (!isShownByStyle(element)) {
    // A native control drawn at opacity 0 over its own picture still receives the click.
    if (!isClearFace(element, tag)) return null;
    const face = boxOf(element);
    if (!face || isTiny(face)) return null;
    if (doc.hit((face[0] + face[2]) / 2, (face[1] + face[3]) / 2) !== element) return null;
  }
  const box = boxOf(element);
  if (!box || isTiny(box)) return null;
  const style = state?.style ?? getComputedStyle(element);
  const position = style.position;
  let around = parentEntry(element, scene, state);
  if (position === 'absolute' || position === 'fixed') {
    if (isClippedAway(style)) return null;
    around = containingEntry(around, position);
  }
  const hard = around && around.hard !== noClip ? intersect(box, around.hard) : box;
  if (hard !== box && isEmpty(hard)) return null;
  // Nothing scrolls to what lies left of or above the page's origin, except in right-to-left pages.
  if (!around?.scrolls) {
    const pinned = position === 'fixed' || (around?.pinned ?? false);
    if (box[3] + (pinned ? 0 : scene.scrollY) <= 0) return null;
    if (box[2] + (pinned ? 0 : scene.scrollX) <= 0 && !isRightToLeft(scene)) return null;
    if (pinned && (box[0] >= scene.width || box[1] >= scene.height)) return null;
  }
  const soft = around && around.soft !== noClip ? intersect(hard, around.soft) : hard;
  const shown = intersect(soft, scene.viewport);
  return { box, shown: isEmpty(shown) ? null : shown, position };
};

/** Text that only screen readers get: present, but one pixel small or clipped to nothing. */
const isScreenReaderOnly = (element) => {
  const style = getComputedStyle(element);
  if (style.position !== 'absolute' && style.position !== 'fixed') return false;
  const rect = rectOf(element);
  return (rect.width <= 1.5 && rect.height <= 1.5) || isClippedAway(style) || rect.right + scrollX < 0;
};

const labelControl = (hit) => {
  for (let at = hit, depth = 0; at && depth < 6; at = parentOf(at), depth++) {
    if (tagOf(at) === 'label') return at.control;
  }
  return null;
};

/** The part of a cover that a person would name: a dialog, a control or a layer, not a span inside it. */
const coverRoot = (hit, element, scene) => {
  for (let at = hit; at && isElement(at); at = parentOf(at)) {
    if (composedContains(at, element)) break;
    const role = roleOf(at);
    if (role === 'dialog' || role === 'alertdialog' || role === 'button' || role === 'link') return at;
    const entry = surroundings(at, scene);
    if (entry.position === 'fixed' || entry.position === 'sticky' || entry.position === 'absolute') return at;
  }
  return hit;
};

/**
 * What receives a click at a point instead of `element`: null when the element itself (or its label) does, or when
 * the point belongs to a plain ancestor, so that nothing lies on top.
 */
const coverAt = (element, x, y, scene) => {
  const hit = doc.hit(x, y);
  if (!hit || hit === element || composedContains(element, hit)) return null;
  if (labelControl(hit) === element) return null;
  const ancestor = composedContains(hit, element);
  const ignoresPointer = getComputedStyle(element).pointerEvents === 'none';
  if (ancestor) {
    // A field that takes no pointer events is opened by what is drawn in its place.
    const tag = tagOf(element);
    const field = tag === 'input' || tag === 'textarea' || tag === 'select';
    if (!ignoresPointer || !field || tagOf(hit) === 'body' || tagOf(hit) === 'html') return null;
    return { element: hit, ignoresPointer };
  }
  return { element: coverRoot(hit, element, scene), hit, ignoresPointer };
};

/** What covers the middle of the shown part of an element; bounded, because a hit test may cost a millisecond. */
const coverOf = (element, shown, scene) => {
  if (!shown || scene.hitTests >= 1500) return null;
  scene.hitTests++;
  return coverAt(element, (shown[0] + shown[2]) / 2, (shown[1] + shown[3]) / 2, scene);
};
