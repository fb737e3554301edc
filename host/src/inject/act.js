// Locating and changing one element.
/* global after, armGuard, boxOf, changeCount, composedContains, coverAt, contextNow, coverName, doc, editorFace, fold, identify, inputType,
   isEditable, isEnabled, isSecret, labelsOf, listedRole, matches, nameOf, newScene,
   queryAll, rectOf, resolve, roleOf, shadowOf, shownBox, tagOf, textContent */
/* exported aimAt, jsClick, locate, press, querySelector, shadowRoots, tell */

/**
 * The element a person aims at: the control itself, the label that stands for a hidden checkbox, radio or file, or the
 * editor around a field that is not seen.
 */
const faceOf = (element, scene) => {
  const editor = editorFace(element, tagOf(element), scene);
  if (editor) return editor;
  if (shownBox(element, scene)) return element;
  if (tagOf(element) === 'input' && /^(?:checkbox|radio|file)$/.test(element.type)) {
    for (const label of labelsOf(element, scene)) if (shownBox(label, scene)) return label;
  }
  return element;
};

const pathPoint = (element, share) => {
  const { x, y } = SVGGeometryElement.prototype.getPointAtLength.call(
    element,
    SVGGeometryElement.prototype.getTotalLength.call(element) * share,
  );
  const at = new DOMPoint(x, y).matrixTransform(SVGGraphicsElement.prototype.getScreenCTM.call(element));
  return [at.x, at.y];
};

/** Places on the line of a drawn shape, whose box may be empty in the middle. */
const linePoints = (element) => {
  if (!(element instanceof SVGGeometryElement)) return [];
  try {
    return [0.5, 0.25, 0.75, 0.1, 0.9].map((share) => pathPoint(element, share));
  } catch {
    return [];
  }
};

/** Points worth trying, best first: the middle of each line of text, then places off the middle. */
const pointsOf = (element, scene) => {
  const points = [];
  const shown = shownBox(element, scene)?.shown;
  if (!shown) return points;
  const [left, top, right, bottom] = shown;
  const rects = Element.prototype.getClientRects.call(element);
  if (rects.length > 1 && rects.length < 20) {
    for (const rect of rects) {
      const x = (Math.max(rect.left, left) + Math.min(rect.right, right)) / 2;
      const y = (Math.max(rect.top, top) + Math.min(rect.bottom, bottom)) / 2;
      if (rect.width >= 1 && rect.height >= 1 && x > left && x < right && y > top && y < bottom)
        points.push([x, y]);
    }
  }
  for (const [dx, dy] of [
    [0.5, 0.5],
    [0.25, 0.5],
    [0.75, 0.5],
    [0.5, 0.25],
    [0.5, 0.75],
    [0.1, 0.2],
    [0.9, 0.8],
  ]) {
    points.push([left + (right - left) * dx, top + (bottom - top) * dy]);
  }
  for (const [x, y] of linePoints(element)) {
    if (x > left && x < right && y > top && y < bottom) points.push([x, y]);
  }
  return points;
};

/**
 * The first point of an element that belongs to itself, else one that belongs to what it stands in, else the middle
 * with what covers it.
 */
const aim = (element, scene) => {
  let covered = null;
  let around = null;
  for (const [x, y] of pointsOf(element, scene)) {
    const cover = coverAt(element, x, y, scene);
    if (cover) {
      covered ??= { point: [x, y], cover };
      continue;
    }
    const hit = doc.hit(x, y);
    if (!hit || composedContains(element, hit)) return { point: [x, y], cover: null };
    around ??= { point: [x, y], cover: null };
  }
  return around ?? covered ?? { point: null, cover: null };
};

const bringTo = (element, block) =>
  Element.prototype.scrollIntoView.call(element, { block, inline: 'nearest', behavior: 'instant' });

/** Brings an element where it can be clicked; a pinned header or bar over it asks for another place. */
const reveal = (element) => {
  const isFree = () => {
    const scene = newScene();
    const seen = shownBox(element, scene);
    if (!seen?.shown) return false;
    const { box, shown } = seen;
    const whole = shown[3] - shown[1] >= Math.min(box[3] - box[1], scene.height * 0.6) - 1;
    return whole && aim(element, scene).cover === null;
  };
  // Free in its own frame says nothing of the frames around it, which scroll along.
  if (globalThis.top !== globalThis.self) bringTo(element, 'center');
  if (isFree()) return;
  for (const block of ['center', 'end', 'start', 'center']) {
    bringTo(element, block);
    if (isFree()) return;
  }
};

const sameBox = (a, b) =>
  a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;

/** Waits until the box is the same in two frames. A page that never rests is reported, not waited for. */
const isStill = async (element) => {
  let before = rectOf(element);
  for (let round = 0; round < 12; round++) {
    await after(50);
    const now = rectOf(element);
    if (sameBox(before, now)) return true;
    before = now;
  }
  return false;
};

/** Everything that decides whether and where an element can be acted on, once it was brought into view. */
const measure = (element, still, scene) => {
  const face = faceOf(element, scene);
  const tag = tagOf(element);
  const role = listedRole(element, tag);
  const seen = shownBox(face, scene);
  const box = seen?.box ?? boxOf(face) ?? [0, 0, 0, 0];
  const { point, cover } = aim(face, scene);
  return {
    attached: true,
    visible: seen !== null,
    in_viewport: Boolean(seen?.shown),
    enabled: isEnabled(element),
    editable: isEditable(element, tag),
    stable: still,
    rect: [box[0], box[1], box[2] - box[0], box[3] - box[1]],
    point,
    covered_by: cover ? coverName(cover, scene) : null,
    covering: cover ? identify(cover.hit ?? cover.element) : null,
    pointer_events_none: getComputedStyle(face).pointerEvents === 'none',
    tag,
    role,
    name: nameOf(element, scene, role, tag),
    context: contextNow(element, role, tag, scene),
    input_type: inputType(element),
    secret: isSecret(element),
    // Its text is selected by keys alone: the field behind it holds none of it.
    ...(face !== element && editorFace(element, tag, scene) === face ? { editor: true } : {}),
  };
};

/**
 * Measures an element. With `scroll` it is brought into view first and waited for to stand still; without, nothing is
 * waited for, and it counts as standing still.
 */
const locate = async ({ element: id, scroll }) => {
  const element = resolve(id);
  if (!element) return { attached: false };
  let still = true;
  if (scroll) {
    const face = faceOf(element, newScene());
    reveal(face);
    still = await isStill(face);
    if (!resolve(id)) return { attached: false };
  }
  return measure(element, still, newScene());
};

const coverControls =
  'button,a[href],input[type="button"],input[type="submit"],[role="button"],[role="link"]';

/** The controls of what covers an element, by which it may go away: at most three, those in view. */
const waysOut = (cover, scene) => {
  const ways = [];
  const { element } = cover;
  const found = [...(matches(element, coverControls) ? [element] : []), ...queryAll(element, coverControls)];
  for (const control of found.slice(0, 40)) {
    if (ways.length >= 3 || !shownBox(control, scene)?.shown) continue;
    const tag = tagOf(control);
    const role = listedRole(control, tag);
    const name = nameOf(control, scene, role, tag);
    if (name) ways.push({ id: identify(control), role, name });
  }
  return ways;
};

const runningAnimations = () =>
  Document.prototype.getAnimations.call(document).some((animation) => animation.playState === 'running');

/** How fast a box moves, in CSS pixels a millisecond, over two frames. */
const speedOf = async (element) => {
  const [before, began] = [rectOf(element), performance.now()];
  await after(50);
  await after(50);
  const now = rectOf(element);
  const time = Math.max(1, performance.now() - began);
  return [(now.left - before.left) / time, (now.top - before.top) / time];
};

/** For so long after it has loaded, in milliseconds, a page may still be putting itself together. */
const youth = 2_000;

const isYoung = () => {
  const [load] = performance.getEntriesByType('navigation');
  const loaded = load ? load.loadEventEnd : 1;
  return loaded === 0 || performance.now() - loaded < youth;
};

/**
 * Measures an element for a press: as `locate`, and besides `pulse` (how much the page changed since watching began),
 * `moving` (something on the page is), `young` (the page has just loaded), `ways` out of what covers it. With `lead`, the point is where a moving element
 * will be in so many milliseconds. With `arm`, the next press is for this element alone.
 */
const aimAt = async ({ element: id, scroll, arm, lead }) => {
  const element = resolve(id);
  if (!element) return { attached: false };
  const first = faceOf(element, newScene());
  if (scroll) reveal(first);
  const still = lead === 0 ? await isStill(first) : false;
  const [vx, vy] = lead === 0 ? [0, 0] : await speedOf(first);
  if (!resolve(id)) return { attached: false };
  const scene = newScene();
  const face = faceOf(element, scene);
  const found = measure(element, still, scene);
  const own = found.point !== null && composedContains(face, doc.hit(...found.point));
  if (found.point) found.point = [found.point[0] + vx * lead, found.point[1] + vy * lead];
  const cover = found.covering === null ? null : aim(face, scene).cover;
  if (arm && cover === null) armGuard(face, own);
  const isIdle = found.visible && found.enabled && cover === null;
  return {
    ...found,
    pulse: changeCount(),
    moving: !isIdle && runningAnimations(),
    young: isYoung(),
    ways: cover ? waysOut(cover, scene) : [],
  };
};

const tell = (element, type, Kind = Event, more = {}) =>
  EventTarget.prototype.dispatchEvent.call(
    element,
    new Kind(type, { bubbles: true, composed: true, ...more }),
  );

/** A click by script: pointer and mouse events, then the click itself. It reaches covered nodes and icons. */
const press = (element) => {
  const rect = rectOf(element);
  const at = {
    cancelable: true,
    view: window,
    clientX: rect.left + rect.width / 2,
    clientY: rect.top + rect.height / 2,
    button: 0,
    detail: 1,
  };
  const pointer = { ...at, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  tell(element, 'pointerover', PointerEvent, pointer);
  tell(element, 'mouseover', MouseEvent, at);
  tell(element, 'pointerdown', PointerEvent, { ...pointer, buttons: 1 });
  const allowed = tell(element, 'mousedown', MouseEvent, { ...at, buttons: 1 });
  if (allowed && element instanceof HTMLElement)
    HTMLElement.prototype.focus.call(element, { preventScroll: true });
  tell(element, 'pointerup', PointerEvent, pointer);
  tell(element, 'mouseup', MouseEvent, at);
  if (element instanceof HTMLElement) HTMLElement.prototype.click.call(element);
  else tell(element, 'click', MouseEvent, at);
};

const jsClick = ({ element: id }) => {
  const element = resolve(id);
  if (!element) return false;
  press(element);
  return true;
};

const shadowRoots = function* (root) {
  for (const element of queryAll(root, '*')) {
    const inner = shadowOf(element);
    if (!inner) continue;
    yield inner;
    yield* shadowRoots(inner);
  }
};

const isWordEnd = (character) => character === undefined || !/[\p{L}\p{N}]/u.test(character);

/** How a text fits the words that were looked for: 0 is those, 1 has them, 2 begins with a part of a word, 3 has it. */
const fitOf = (text, wanted) => {
  if (text === wanted) return 0;
  let best = 4;
  for (let at = text.indexOf(wanted); at >= 0 && wanted !== ''; at = text.indexOf(wanted, at + 1)) {
    const begins = isWordEnd(text[at - 1]) || isWordEnd(wanted[0]);
    const ends = isWordEnd(text[at + wanted.length]) || isWordEnd(wanted.at(-1));
    if (begins && ends) return 1;
    best = Math.min(best, at === 0 ? 2 : 3);
  }
  return best;
};

/** How what an element shows or is called fits a text; 4 where it does not. */
const saysText = (element, wanted, scene) => {
  const tag = tagOf(element);
  const texts = [nameOf(element, scene, roleOf(element, tag), tag), textContent(element)];
  return Math.min(...texts.map((text) => fitOf(fold(text), wanted)));
};

/**
 * Elements that match a selector, visible ones first; open shadow roots are searched when the document has none. With
 * `text`, those alone whose name or text fits it best.
 */
const querySelector = ({ css, text = null }) => {
  let all;
  try {
    all = [...queryAll(document, css)];
  } catch (error) {
    return { ids: [], invalid: error.message };
  }
  if (all.length === 0) {
    for (const root of shadowRoots(document)) all.push(...queryAll(root, css));
  }
  const scene = newScene();
  const isSeen = (element) => shownBox(faceOf(element, scene), scene) !== null;
  let some = all.slice(0, 2000);
  if (text !== null) {
    const wanted = fold(text);
    const fits = some.map((element) => [element, saysText(element, wanted, scene)]);
    const best = Math.min(3, ...fits.map((pair) => pair[1]));
    some = fits.filter((pair) => pair[1] === best).map((pair) => pair[0]);
  }
  const seen = some.filter(isSeen);
  const hidden = some.filter((element) => !seen.includes(element));
  return { ids: [...seen, ...hidden].map(identify), visible: seen.length, invalid: null };
};
