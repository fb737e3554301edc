// Labels drawn over elements for a screenshot, out of reach of the page's styles.
/* global doc, newScene, resolve, shownBox */
/* exported annotate, clearAnnotations */

let sheet = null;

const sheetStyle =
  'all:initial;inset:auto;left:0;top:0;margin:0;padding:0;border:0;background:none;overflow:hidden;pointer-events:none;z-index:2147483647;';
const labelHeight = 14;

const clearAnnotations = () => {
  sheet?.remove();
  sheet = null;
  return null;
};

const part = (parent, css, text) => {
  const element = Document.prototype.createElement.call(document, 'div');
  element.style.cssText = css;
  if (text) element.textContent = text;
  parent.append(element);
};

const overlap = (a, b) =>
  Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) *
  Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

/** Where a label hides least of the others: at the corners of its box, outside first. */
const placeLabel = (box, width, limits, taken) => {
  const [left, top, right, bottom] = box;
  const places = [
    [left, top - labelHeight],
    [right - width, top - labelHeight],
    [left, bottom],
    [right, top],
    [left - width, top],
    [right - width, bottom],
    [left, top],
    [right - width, bottom - labelHeight],
  ];
  let best = null;
  for (const [x, y] of places) {
    const at = [
      Math.max(0, Math.min(x, limits[0] - width)),
      Math.max(0, Math.min(y, limits[1] - labelHeight)),
    ];
    const label = [at[0], at[1], at[0] + width, at[1] + labelHeight];
    const hidden = taken.reduce((sum, other) => sum + overlap(label, other), 0);
    if (!best || hidden < best.hidden) best = { label, hidden };
    if (hidden === 0) break;
  }
  return best.label;
};

/**
 * Draws a box and a label for each element in view, or with `whole` for each on the page, as far as its scroll
 * containers show it; says how many were drawn.
 */
const annotate = ({ labels, whole }) => {
  clearAnnotations();
  const scene = newScene();
  const host = Document.prototype.createElement.call(document, 'div');
  const scroller = doc.scroller();
  const shift = whole ? [scene.scrollX, scene.scrollY] : [0, 0];
  const limits = whole
    ? [Math.max(scene.width, scroller?.scrollWidth ?? 0), Math.max(scene.height, scroller?.scrollHeight ?? 0)]
    : [scene.width, scene.height];
  const position = whole ? 'absolute' : 'fixed';
  host.style.cssText = `${sheetStyle}position:${position};width:${limits[0]}px;height:${limits[1]}px`;
  const root = host.attachShadow({ mode: 'closed' });
  // Elements scrolled out of view have no shown part; seen from a viewport as large as the page they have.
  if (whole) scene.viewport = [-shift[0], -shift[1], limits[0] - shift[0], limits[1] - shift[1]];
  const drawn = [];
  for (const [id, label] of labels) {
    const element = resolve(id);
    const seen = element ? shownBox(element, scene) : null;
    if (!seen?.shown) continue;
    const box = seen.shown.map((edge, at) => edge + shift[at % 2]);
    const [left, top, right, bottom] = box;
    drawn.push({ box, label, hue: (drawn.length * 47) % 360 });
    part(
      root,
      `position:absolute;box-sizing:border-box;left:${left}px;top:${top}px;width:${right - left}px;height:${bottom - top}px;border:2px solid hsl(${drawn.at(-1).hue} 90% 40%)`,
    );
  }
  // All labels lie above all boxes.
  const taken = [];
  for (const { box, label, hue } of drawn) {
    const place = placeLabel(box, label.length * 7 + 6, limits, taken);
    taken.push(place);
    part(
      root,
      `position:absolute;left:${place[0]}px;top:${place[1]}px;width:${place[2] - place[0]}px;text-align:center;font:bold 11px/${labelHeight}px sans-serif;color:#fff;background:hsl(${hue} 90% 32%);white-space:nowrap`,
      label,
    );
  }
  doc.root().append(host);
  // Only the top layer lies above an open dialog.
  host.popover = 'manual';
  host.showPopover();
  sheet = host;
  return drawn.length;
};
