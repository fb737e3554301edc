// Scrolling the page and what scrolls in it.
/* global boxOf, checkVisible, clip, doc, getterOf, identify, isElement, matches, nameOf, newScene, parentOf, queryAll,
   resolve, roleOf, shownBox, tagOf */
/* exported scrollerFor, scrollOn, scrollPage */

const measureOf = (name) => {
  const get = getterOf(Element.prototype, name);
  return (element) => get.call(element);
};
const topOf = measureOf('scrollTop');
const leftOf = measureOf('scrollLeft');
const wholeHeight = measureOf('scrollHeight');
const wholeWidth = measureOf('scrollWidth');
const innerHeightOf = measureOf('clientHeight');
const innerWidthOf = measureOf('clientWidth');
const elementScrollTo = Element.prototype.scrollTo;

const mayScroll = /auto|scroll|overlay/;
const neverScrolls = /hidden|clip/;

/** Whether an element scrolls what is in it, up and down, or with `sideways` from side to side. */
const scrollsInside = (element, sideways = false) => {
  const more = sideways
    ? wholeWidth(element) > innerWidthOf(element) + 1
    : wholeHeight(element) > innerHeightOf(element) + 1;
  if (!more) return false;
  const style = getComputedStyle(element);
  return mayScroll.test(sideways ? style.overflowX : style.overflowY);
};

const isPageScroller = (element) => element === doc.scroller();

/** Whether the page itself can be scrolled by a person. */
const pageScrolls = (page, sideways = false) => {
  const more = sideways ? wholeWidth(page) > innerWidth + 1 : wholeHeight(page) > innerHeight + 1;
  if (!more) return false;
  const style = getComputedStyle(doc.root());
  return !neverScrolls.test(sideways ? style.overflowX : style.overflowY) && !isLocked(sideways);
};

/** A page that an open dialog keeps from scrolling does so with its body. */
const isLocked = (sideways) => {
  const body = doc.body();
  const root = doc.root();
  if (!body || body === root) return false;
  const [outer, inner] = [getComputedStyle(root), getComputedStyle(body)];
  const side = sideways ? 'overflowX' : 'overflowY';
  return outer[side] === 'visible' && neverScrolls.test(inner[side]);
};

const ancestorThatScrolls = (from, sideways) => {
  const [body, root] = [doc.body(), doc.root()];
  for (let at = from; at && isElement(at); at = parentOf(at)) {
    if (at === root) break;
    // A body beside a root that clips scrolls like any other container.
    if (at === body && getComputedStyle(root).overflowY === 'visible') continue;
    if (scrollsInside(at, sideways)) return at;
  }
  return null;
};

/** The largest thing in sight that scrolls. */
const largestScroller = (sideways) => {
  let best = null;
  let left = 20_000;
  for (const element of queryAll(document, '*')) {
    if (left-- === 0) break;
    const area = innerWidthOf(element) * innerHeightOf(element);
    if (area < 10_000 || (best && area <= best.area) || !scrollsInside(element, sideways)) continue;
    if (element === doc.root() || !checkVisible(element)) continue;
    const box = boxOf(element);
    if (box && box[1] < innerHeight && box[3] > 0 && box[0] < innerWidth && box[2] > 0)
      best = { area, element };
  }
  return best?.element ?? null;
};

/** What scrolls when a person turns the wheel over an element or, without one, over the middle of the page. */
const scrollerFor = (element, sideways = false) => {
  const page = doc.scroller();
  if (!page) return null;
  if (!element && pageScrolls(page, sideways)) return page;
  const found = ancestorThatScrolls(element ?? doc.hit(innerWidth / 2, innerHeight / 2), sideways);
  if (found || element) return found ?? page;
  return largestScroller(sideways) ?? page;
};

/** What scrolls in a layer that lies over the middle of the page: a dialog, a drawer. */
const scrollerOnTop = (sideways) => {
  const found = ancestorThatScrolls(doc.hit(innerWidth / 2, innerHeight / 2), sideways);
  for (let at = found; at && at !== doc.body(); at = parentOf(at)) {
    if (matches(at, 'dialog:modal,[aria-modal="true"]') || getComputedStyle(at).position === 'fixed')
      return found;
  }
  return null;
};

const sizeOfWindow = (target) =>
  isPageScroller(target) ? [innerWidth, innerHeight] : [innerWidthOf(target), innerHeightOf(target)];

/** How far a scroller can go on in each direction, in CSS pixels. */
const restOf = (target) => {
  const [width, height] = sizeOfWindow(target);
  const far = (value) => Math.max(0, Math.round(value));
  return {
    above: far(topOf(target)),
    below: far(wholeHeight(target) - height - topOf(target)),
    // Where text runs from right to left, the start is at the right and positions are negative.
    before: far(Math.abs(leftOf(target))),
    after: far(wholeWidth(target) - width - Math.abs(leftOf(target))),
  };
};

const scrollGoal = (target, to, amount) => {
  const [width, height] = sizeOfWindow(target);
  const step = (size) => amount ?? Math.max(40, size - Math.min(120, size * 0.15));
  switch (to) {
    case 'down':
      return { top: topOf(target) + step(height) };
    case 'up':
      return { top: topOf(target) - step(height) };
    case 'top':
      return { top: 0 };
    case 'bottom':
      return { top: wholeHeight(target) };
    case 'right':
      return { left: leftOf(target) + step(width) };
    case 'left':
      return { left: leftOf(target) - step(width) };
    default:
      return {};
  }
};

const moveScroller = (target, to, amount) =>
  elementScrollTo.call(target, { ...scrollGoal(target, to, amount), behavior: 'instant' });

/** Scrolls the page, or the container of an element: `down`, `up`, `top`, `bottom`, or by a number of pixels. */
const scrollPage = ({ element: id, to, amount }) => {
  const element = id === null ? null : resolve(id);
  const target = scrollerFor(element);
  if (!target) return { moved: false, top: 0, remaining_px: 0, page: true };
  const before = topOf(target);
  moveScroller(target, to, amount);
  return {
    moved: Math.abs(topOf(target) - before) >= 1,
    top: Math.round(topOf(target)),
    remaining_px: restOf(target).below,
    page: isPageScroller(target),
  };
};

/** Whether a person sees an element, or as much of it as a window can show. */
const isInSight = (element, scene) => {
  const seen = shownBox(element, scene);
  if (!seen?.shown) return false;
  const { box, shown } = seen;
  return shown[3] - shown[1] >= Math.min(box[3] - box[1], scene.height * 0.6) - 1;
};

const movedBy = (kind, target, from) => {
  const scene = newScene();
  const page = isPageScroller(target);
  const tag = tagOf(target);
  const role = roleOf(target, tag);
  return {
    kind: page && kind === 'container' ? 'page' : kind,
    scroller: page ? null : identify(target),
    role: page ? '' : role || tag,
    name: page ? '' : clip(nameOf(target, scene, role, tag), 80),
    dx: Math.round(leftOf(target) - from[0]),
    dy: Math.round(topOf(target) - from[1]),
    ...restOf(target),
  };
};

/**
 * Scrolls for a person: without an element the page or what lies over it; an element that scrolls itself; to an
 * element that is out of sight; else what is around the element. `look` only measures. Null where it is gone.
 */
const scrollOn = ({ element: id, to, amount }) => {
  const page = doc.scroller();
  if (!page) return null;
  const sideways = to === 'left' || to === 'right';
  let target;
  if (id === null) {
    target = scrollerOnTop(sideways) ?? scrollerFor(null, sideways);
  } else {
    const element = resolve(id);
    if (!element) return null;
    const isRoot = element === doc.root() || element === doc.body();
    if (scrollsInside(element, sideways) && !(isRoot && pageScrolls(page, sideways))) {
      target = element;
    } else if (to !== 'look' && !isRoot && !isInSight(element, newScene())) {
      const around = scrollerFor(parentOf(element));
      const from = [leftOf(around), topOf(around)];
      Element.prototype.scrollIntoView.call(element, {
        block: 'center',
        inline: 'nearest',
        behavior: 'instant',
      });
      return movedBy('element', around, from);
    } else {
      target = scrollerFor(element, sideways);
    }
  }
  const from = [leftOf(target), topOf(target)];
  if (to !== 'look') moveScroller(target, to, amount);
  return movedBy('container', target, from);
};
