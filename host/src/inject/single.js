// Single elements, whether or not the walk lists them: in words, and as a picture.
/* global boxOf, clip, linesOf, nameOf, newScene, noClip, parentEntry, resolve, roleOf, shownBox, tagOf */
/* exported glance, pictureBox */

const shownPart = { skip: new Set(), ignored: () => false, fields: true, items: null };

/** Elements in a few words each; those that are gone are left out. */
const glance = ({ elements }) => {
  const scene = newScene();
  const told = [];
  for (const id of elements) {
    const element = resolve(id);
    if (!element) continue;
    const tag = tagOf(element);
    const role = roleOf(element, tag);
    const visible = shownBox(element, scene) !== null;
    const name = nameOf(element, scene, role, tag);
    // What no person can see is not told.
    const text = visible && name === '' ? linesOf(element, scene, shownPart, 200).join(' ') : '';
    told.push({ id, tag, role, name, text: clip(text, 120), visible });
  }
  return told;
};

/**
 * What of an element can be photographed. Chrome paints beyond the viewport, but not what a scroll container hides.
 */
const pictureBox = ({ element: id }) => {
  const element = resolve(id);
  const scene = newScene();
  const box = element ? boxOf(element) : null;
  if (!box) return null;
  const soft = parentEntry(element, scene)?.soft ?? noClip;
  const shown = [
    Math.max(box[0], soft[0]),
    Math.max(box[1], soft[1]),
    Math.min(box[2], soft[2]),
    Math.min(box[3], soft[3]),
  ];
  if (shown[2] - shown[0] < 1 || shown[3] - shown[1] < 1) return null;
  return {
    rect: [shown[0], shown[1], shown[2] - shown[0], shown[3] - shown[1]],
    cut: shown.some((edge, at) => Math.abs(edge - box[at]) >= 1),
    viewport: [scene.width, scene.height],
  };
};
