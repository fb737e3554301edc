// What lies on top of an element and would take a click meant for it.
/* global composedContains, doc, isElement, parentEntry, parentOf, rectOf, roleOf, surroundings, tagOf */
/* exported coverAt, coverOf */

const labelControl = (hit) => {
  for (let at = hit, depth = 0; at && depth < 6; at = parentOf(at), depth++) {
    if (tagOf(at) === 'label') return at.control;
  }
  return null;
};

/** The part of a cover that a person would name: a dialog, a control or a layer, not a span inside it. */
const coverRoot = (hit, element, scene) => {
  if (tagOf(hit) === 'iframe') return hit;
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

/** How far the nearest scroller around an element, the page at last, can still move up and down. */
const roomOf = (entry, scene) => {
  const port = entry?.port ?? null;
  if (!port && entry?.pinned) return { up: 0, down: 0 };
  const scroller = port ?? doc.scroller();
  if (!scroller || (!port && scene.reach().lockedY)) return { up: 0, down: 0 };
  const height = port ? port.clientHeight : scene.height;
  const { scrollTop } = scroller;
  return { up: Math.max(0, scrollTop), down: Math.max(0, scroller.scrollHeight - height - scrollTop) };
};

/** Whether a cover is a pinned bar that the element only happens to be scrolled under. */
const isOnlyUnder = (element, box, cover, scene) => {
  const entry = surroundings(cover, scene);
  if (entry.position !== 'fixed' && entry.position !== 'sticky') return false;
  const bar = rectOf(cover);
  if (bar.height > 0.4 * scene.height) return false;
  const around = parentEntry(element, scene);
  for (let at = around; at; at = at.parent)
    if (at.position === 'fixed' || at.position === 'sticky') return false;
  const { up, down } = roomOf(around, scene);
  return box[1] + up >= bar.bottom - 1 || box[3] - down <= bar.top + 1;
};

const elsewhere = [
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
];

/**
 * What covers the shown part of an element: its middle and four more points. Null where any of them is free, or
 * where scrolling frees it. Bounded, because a hit test may cost a millisecond.
 */
const coverOf = (element, { box, shown }, scene) => {
  if (!shown || scene.hitTests >= 1500) return null;
  scene.hitTests++;
  const [left, top, right, bottom] = shown;
  const cover = coverAt(element, (left + right) / 2, (top + bottom) / 2, scene);
  if (!cover) return null;
  for (const [x, y] of elsewhere) {
    scene.hitTests++;
    if (!coverAt(element, left + (right - left) * x, top + (bottom - top) * y, scene)) return null;
  }
  return isOnlyUnder(element, box, cover.element, scene) ? null : cover;
};
