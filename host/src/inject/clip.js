// Boxes, and what CSS cuts off them: `clip`, `clip-path` and turning in space.
/* global rectOf */
/* exported edges, intersect, isEmpty, isTurnedAway, maskOf, noClip, nowhere, unite */

const noClip = [-1e9, -1e9, 1e9, 1e9];
const nowhere = [0, 0, 0, 0];

const intersect = (a, b) => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];
const unite = (a, b) =>
  a ? [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])] : b;
const isEmpty = (box) => box[2] - box[0] < 1 || box[3] - box[1] < 1;
const edges = (rect) => {
  const left = rect.x;
  const top = rect.y;
  return [left, top, left + rect.width, top + rect.height];
};

const lengthOf = (text, whole) => {
  const value = parseFloat(text);
  return Number.isNaN(value) ? null : text.endsWith('%') ? (value / 100) * whole : value;
};

/** The part of a box that its `clip-path` leaves, by its bounds; the box itself where the path is not understood. */
const clipPathBox = (path, box) => {
  const [, shape, inside] = /^(inset|circle|ellipse|polygon|rect|xywh)\((.*?)\)/.exec(path) ?? [];
  const width = box[2] - box[0];
  const height = box[3] - box[1];
  if (shape === 'inset') {
    const given = inside.split(' round ')[0].trim().split(/\s+/);
    const side = (index, whole) => lengthOf(given[index] ?? given[index - 2] ?? given[0], whole) ?? 0;
    const left = given.length === 4 ? side(3, width) : side(1, width);
    return [box[0] + left, box[1] + side(0, height), box[2] - side(1, width), box[3] - side(2, height)];
  }
  if (shape === 'circle' || shape === 'ellipse') {
    const sizes = inside.split(' at ')[0].trim().split(/\s+/);
    const across = lengthOf(sizes[0], width);
    const down = sizes.length > 1 ? lengthOf(sizes[1], height) : across;
    return (across !== null && across < 0.5) || (down !== null && down < 0.5) ? nowhere : box;
  }
  if (shape === 'polygon') {
    const points = inside.replace(/^(?:nonzero|evenodd),\s*/, '').split(',');
    let bounds = null;
    for (const point of points) {
      const [x, y] = point.trim().split(/\s+/);
      const at = [box[0] + (lengthOf(x, width) ?? 0), box[1] + (lengthOf(y, height) ?? 0)];
      bounds = unite(bounds, [at[0], at[1], at[0], at[1]]);
    }
    return bounds ? intersect(bounds, box) : box;
  }
  return box;
};

/** The part of a box that `clip: rect(…)` leaves; it works on absolute and fixed boxes alone. */
const clipBox = (text, box) => {
  const sides = /^rect\((.*)\)$/.exec(text)?.[1].split(/[\s,]+/);
  if (sides?.length !== 4) return box;
  const [top, right, bottom, left] = sides.map((side) => lengthOf(side, 0));
  return [
    left === null ? box[0] : box[0] + left,
    top === null ? box[1] : box[1] + top,
    right === null ? box[2] : box[0] + right,
    bottom === null ? box[3] : box[1] + bottom,
  ];
};

/** What `clip` and `clip-path` of an element leave of it and of all that is drawn in it, wherever that hangs. */
const maskOf = (element, style, position, above) => {
  const path = style.clipPath;
  const clipping = position === 'absolute' || position === 'fixed' ? style.clip : 'auto';
  if (path === 'none' && clipping === 'auto') return above;
  const box = edges(rectOf(element));
  const left = path === 'none' ? box : clipPathBox(path, box);
  return intersect(above, clipping === 'auto' ? left : intersect(left, clipBox(clipping, box)));
};

/** Whether an element, or what it stands in, is turned around in space so that its hidden back is in front. */
const isTurnedAway = (style, parent) => {
  if (style.backfaceVisibility !== 'hidden') return false;
  let turn = new DOMMatrixReadOnly(style.transform);
  for (let at = parent; at && at.style.transformStyle === 'preserve-3d'; at = at.parent) {
    turn = new DOMMatrixReadOnly(at.style.transform).multiply(turn);
  }
  return turn.m33 < 0;
};
