// What a person can see: boxes, clipping by ancestors, how far anything can be scrolled.
/* global attr, checkVisible, childElements, closest, doc, firstChild, hasAttr, markLandmark, markLayer, nextSibling,
   nodeType, parentOf, queryOne, rectOf, rootOf, tagOf, edges, intersect, isEmpty, isTurnedAway, maskOf, noClip, nowhere, unite */
/* exported boxOf, faintest, isRendered, isScreenReaderOnly, newScene, parentEntry, shownBox, styleIn, surroundings, textBox */

/** How far the page can be scrolled sideways, in its own coordinates; what lies beyond is never seen. */
const reachOf = () => {
  const root = doc.root();
  const style = getComputedStyle(root);
  const body = doc.body();
  const given = style.overflowX === 'visible' && style.overflowY === 'visible' && body;
  const ruling = given ? getComputedStyle(body) : style;
  const locked = hides(ruling.overflowX);
  const width = root.clientWidth || innerWidth;
  const backwards = style.direction === 'rtl';
  return {
    left: backwards && !locked ? -Infinity : Math.min(0, scrollX),
    right: backwards || locked ? Math.max(width, scrollX + width) : Infinity,
    lockedY: hides(ruling.overflowY),
  };
};

/**
 * One reading of the page. Everything computed from layout is kept here, so that a call reads each ancestor once and
 * never mixes two states of the page.
 */
const newScene = () => {
  let reach = null;
  return {
    width: innerWidth,
    height: innerHeight,
    viewport: [0, 0, innerWidth, innerHeight],
    scrollX,
    scrollY,
    reach: () => (reach ??= reachOf()),
    // What the walk has entered: rendered, each with its style once that was read.
    states: new Map(),
    labels: new Map(),
    around: new Map(),
    described: new Map(),
    ports: [],
    roots: [],
    read: new Map(),
    inked: new Map(),
    hitTests: 0,
    skipped: 0,
  };
};

/** The style of an element, read once where the walk has passed it. */
const styleIn = (element, scene) => {
  const state = scene.states.get(element);
  if (!state) return getComputedStyle(element);
  state.style ??= getComputedStyle(element);
  return state.style;
};

const changesSpace = (style) =>
  style.transform !== 'none' ||
  style.filter !== 'none' ||
  style.contain !== 'none' ||
  style.perspective !== 'none' ||
  style.translate !== 'none' ||
  style.scale !== 'none' ||
  style.rotate !== 'none' ||
  style.backdropFilter !== 'none' ||
  /transform|filter|perspective/.test(style.willChange);

/** Absolute and fixed boxes are clipped from their containing block on, not by every ancestor. */
const containingEntry = (entry, position) => {
  for (let at = entry; at; at = at.parent) {
    at.transformed ??= changesSpace(at.style);
    if (at.transformed || (position === 'absolute' && at.position !== 'static')) return at;
  }
  return null;
};

const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';

/** Whether a box can never be brought into the viewport by scrolling the page. */
const isOutOfReach = (box, pinned, scene) => {
  if (pinned) return box[2] <= 0 || box[3] <= 0 || box[0] >= scene.width || box[1] >= scene.height;
  if (box[3] + scene.scrollY <= 0) return true;
  const reach = scene.reach();
  return box[2] + scene.scrollX <= reach.left || box[0] + scene.scrollX >= reach.right;
};

/** What a box with `overflow` does to what is in it. */
const clipInside = (entry, x, y, scene) => {
  const { element, style } = entry;
  const box = edges(rectOf(element));
  const whole = entry.hard;
  const [hidesX, hidesY] = [hides(x), hides(y)];
  const part = intersect(whole, box);
  if (!hidesX || !hidesY) {
    const lost = isEmpty(part) || (!entry.scrolls && isOutOfReach(box, entry.pinned, scene));
    // What scrolls brings its content to its own box, so what clips the box does not clip the content.
    const line = style.flexDirection;
    const [fixedX, fixedY] = [line !== 'row-reverse' && style.direction === 'ltr', line !== 'column-reverse'];
    entry.hard = lost
      ? nowhere
      : [
          hidesX ? part[0] : fixedX ? box[0] - element.scrollLeft : -1e9,
          hidesY ? part[1] : fixedY ? box[1] - element.scrollTop : -1e9,
          hidesX ? part[2] : 1e9,
          hidesY ? part[3] : 1e9,
        ];
    entry.scrolls = true;
    entry.port = element;
    scene.ports.push(element);
  } else {
    entry.hard = part;
  }
  entry.soft = intersect(entry.soft, box);
};

const readEntry = (element, parent, scene, style, tag) => {
  const position = style.position;
  const entry = {
    element,
    parent,
    style,
    tag,
    role: attr(element, 'role'),
    position,
    transformed: undefined,
    // Clip of what an ancestor hides for good, and clip that also counts what scrolling could show.
    hard: noClip,
    soft: noClip,
    mask: maskOf(element, style, position, parent?.mask ?? noClip),
    opacity: (parent?.opacity ?? 1) * style.opacity,
    away: (parent?.away ?? false) || isTurnedAway(style, parent),
    scrolls: false,
    port: null,
    pinned: false,
    inert: (parent?.inert ?? false) || hasAttr(element, 'inert'),
    count: 0,
    row: null,
    price: undefined,
    card: undefined,
    ground: undefined,
    tint: undefined,
    behind: undefined,
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
    entry.port = around.port;
    entry.pinned = around.pinned;
  }
  if (position === 'fixed' && (!around || around.tag === 'html')) entry.pinned = true;
  const x = style.overflowX;
  if (x === 'visible' && !/paint|content|strict/.test(style.contain)) return entry;
  const display = style.display;
  if (display === 'inline' || display === 'contents') return entry;
  const visible = x === 'visible';
  clipInside(entry, visible ? 'clip' : x, visible ? 'clip' : style.overflowY, scene);
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

/** The box of the letters that stand directly in an element. */
const textBox = (element) => {
  let range = null;
  let box = null;
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (nodeType(node) !== 3) continue;
    range ??= doc.range();
    range.selectNodeContents(node);
    const inner = edges(Range.prototype.getBoundingClientRect.call(range));
    if (!isEmpty(inner)) box = unite(box, inner);
  }
  return box;
};

/** The box of an element; of its first parts that have one when it has none itself (`display: contents`, floats). */
const boxOf = (element, depth = 0) => {
  if (tagOf(element) === 'area') return areaBox(element);
  const own = edges(rectOf(element));
  if (!isEmpty(own)) return own;
  const style = getComputedStyle(element);
  if (depth > 2 || style.overflow !== 'visible' || style.contentVisibility === 'hidden') return null;
  let box = textBox(element);
  let looked = 0;
  for (const child of childElements(element)) {
    if (++looked > 10) break;
    const inner = checkVisible(child, fullyShown) ? boxOf(child, depth + 1) : null;
    if (inner) box = unite(box, inner);
  }
  return box;
};

/** The pattern of text for screen readers only: one pixel, or clipped to nothing. */
const isTiny = (box) => box[2] - box[0] <= 1.5 && box[3] - box[1] <= 1.5;

const fullyShown = { opacityProperty: true, visibilityProperty: true };
const faintest = 0.05;
const nativeFaces = new Set([
  'checkbox',
  'radio',
  'file',
  'range',
  'color',
  'date',
  'datetime-local',
  'time',
]);

/** A native control drawn at opacity 0 over its own picture still receives the click. */
const isClearFace = (element, tag, scene) => {
  if (tag !== 'select' && (tag !== 'input' || !nativeFaces.has(element.type))) return false;
  if (!checkVisible(element, { visibilityProperty: true })) return false;
  const parent = parentOf(element);
  if (!parent || !isShownByStyle(parent) || surroundings(parent, scene).opacity < faintest) return false;
  const face = boxOf(element);
  if (!face || isTiny(face)) return false;
  if (isEmpty(intersect(face, scene.viewport))) {
    // A hit test sees the viewport alone.
    return (
      face[2] - face[0] >= 8 && face[3] - face[1] >= 8 && getComputedStyle(element).pointerEvents !== 'none'
    );
  }
  return doc.hit((face[0] + face[2]) / 2, (face[1] + face[3]) / 2) === element;
};

/** `display: contents` (slots among them) has no box of its own, and map areas no style: both may still be seen. */
const isRendered = (element) =>
  checkVisible(element) || tagOf(element) === 'area' || getComputedStyle(element).display === 'contents';

const isShownByStyle = (element) => {
  if (checkVisible(element, fullyShown)) return true;
  const parent = tagOf(element) === 'area' ? pictureOf(element) : parentOf(element);
  if (tagOf(element) !== 'area' && getComputedStyle(element).display !== 'contents') return false;
  return parent !== null && isShownByStyle(parent);
};

/**
 * Where an element is shown: `box` whole, `shown` the part that is inside its scroll containers and the viewport
 * (null when it must be scrolled to). Null when a person cannot see it, however they scroll.
 */
const shownBox = (element, scene, tag = tagOf(element), state = null) => {
  const style = state?.style ?? getComputedStyle(element);
  let around = parentEntry(element, scene, state);
  // The walk only enters what is rendered, so that the style tells the rest.
  const drawn = state?.style && tag !== 'area' ? style.visibility === 'visible' : isShownByStyle(element);
  if (!drawn || (around?.opacity ?? 1) * style.opacity < faintest) {
    if (!isClearFace(element, tag, scene)) return null;
  }
  const box = boxOf(element);
  if (!box || isTiny(box)) return null;
  const position = style.position;
  if (around?.away || isTurnedAway(style, around)) return null;
  const mask = maskOf(element, style, position, around?.mask ?? noClip);
  if (position === 'absolute' || position === 'fixed') around = containingEntry(around, position);
  let hard = around && around.hard !== noClip ? intersect(box, around.hard) : box;
  if (mask !== noClip) hard = intersect(hard, mask);
  if (hard !== box && (isEmpty(hard) || isTiny(hard))) return null;
  if (!around?.scrolls) {
    const pinned = around?.pinned || (position === 'fixed' && (!around || around.tag === 'html'));
    if (isOutOfReach(box, pinned, scene)) return null;
  }
  const soft = around && around.soft !== noClip ? intersect(hard, around.soft) : hard;
  const shown = intersect(soft, scene.viewport);
  return { box, shown: isEmpty(shown) ? null : shown, position };
};

/** Text that only screen readers get: present, but one pixel small or clipped to nothing. */
const isScreenReaderOnly = (element) => {
  const style = getComputedStyle(element);
  if (style.position !== 'absolute' && style.position !== 'fixed') return false;
  const box = edges(rectOf(element));
  if (isTiny(box) || box[2] + scrollX < 0) return true;
  const left = maskOf(element, style, style.position, noClip);
  return left !== noClip && (isEmpty(left) || isTiny(left));
};
