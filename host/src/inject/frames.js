// Frames of this document: where each stands, whether a person sees it, and what lies on top of it.
/* global attr, coverAt, coverName, hasAttr, identify, newScene, parentEntry, rectOf, resolve, shownBox, squash */
/* exported coversOver, forgetFrames, frameBoxes, noteFrame */

const holderTags = new Set(['iframe', 'frame', 'object', 'embed']);
let noted = [];

const forgetFrames = () => {
  noted = [];
};

/** Notes an element that the walk has met, when it holds a document of its own. */
const noteFrame = (element, tag) => {
  if (holderTags.has(tag)) noted.push(element);
};

const pixels = (text) => Number.parseFloat(text) || 0;

/** The frame elements of the last walk: `origin` is where the inner document begins, `shown` what is visible of it. */
const frameBoxes = (scene) => {
  const boxes = [];
  for (const element of noted) {
    const seen = shownBox(element, scene);
    const isInert = seen && (parentEntry(element, scene)?.inert || hasAttr(element, 'inert'));
    const rect = rectOf(element);
    const style = getComputedStyle(element);
    boxes.push({
      id: identify(element),
      title: squash(attr(element, 'title') ?? attr(element, 'aria-label')),
      src: typeof element.src === 'string' ? element.src.slice(0, 2000) : '',
      origin: [
        rect.x + element.clientLeft + pixels(style.paddingLeft),
        rect.y + element.clientTop + pixels(style.paddingTop),
      ],
      visible: seen !== null && !isInert,
      shown: seen?.shown ?? null,
    });
  }
  forgetFrames();
  return boxes;
};

/** What lies on top of points of a frame: a name for each covered point, else null. */
const coversOver = ({ element: id, points }) => {
  const element = resolve(id);
  if (!element) return points.map(() => null);
  const scene = newScene();
  return points.map(([x, y]) => {
    const cover = coverAt(element, x, y, scene);
    return cover ? coverName(cover, scene) : null;
  });
};
