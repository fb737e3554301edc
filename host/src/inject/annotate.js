// Labels drawn over elements for a screenshot, out of reach of the page's styles.
/* global doc, newScene, resolve, shownBox */
/* exported annotate, clearAnnotations */

let sheet = null;

const sheetStyle =
  'all:initial;position:fixed;inset:0;margin:0;padding:0;border:0;width:100vw;height:100vh;background:none;overflow:hidden;pointer-events:none;z-index:2147483647';

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
  return element;
};

/** Draws a box and a label for each element in view; says how many were drawn. */
const annotate = ({ labels }) => {
  clearAnnotations();
  const scene = newScene();
  const host = Document.prototype.createElement.call(document, 'div');
  host.style.cssText = sheetStyle;
  const root = host.attachShadow({ mode: 'closed' });
  let drawn = 0;
  for (const [id, label] of labels) {
    const element = resolve(id);
    const seen = element ? shownBox(element, scene) : null;
    if (!seen?.shown) continue;
    const [left, top, right, bottom] = seen.shown;
    const hue = (drawn * 47) % 360;
    part(
      root,
      `position:absolute;box-sizing:border-box;left:${left}px;top:${top}px;width:${right - left}px;height:${bottom - top}px;border:2px solid hsl(${hue} 90% 40%)`,
    );
    part(
      root,
      `position:absolute;left:${left}px;top:${top >= 15 ? top - 14 : top}px;font:bold 11px/14px sans-serif;padding:0 3px;color:#fff;background:hsl(${hue} 90% 32%);white-space:nowrap`,
      label,
    );
    drawn++;
  }
  doc.root().append(host);
  // Only the top layer lies above an open dialog.
  host.popover = 'manual';
  host.showPopover();
  sheet = host;
  return drawn;
};
