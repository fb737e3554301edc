// What steps of packs and plugins need beside what calls do.
/* global doc, getterOf, matches, resolve */
/* exported hideElement, malformed */

const styleOf = getterOf(HTMLElement.prototype, 'style');

/** Takes an element out of sight; false when it is gone. */
const hideElement = ({ element }) => {
  const node = resolve(element);
  if (!(node instanceof HTMLElement)) return false;
  styleOf.call(node).setProperty('display', 'none', 'important');
  return true;
};

/** The places of those selectors that are none. */
const malformed = ({ css }) => {
  const root = doc.root();
  const places = [];
  for (const [place, one] of css.entries()) {
    try {
      if (root) matches(root, one);
    } catch {
      places.push(place);
    }
  }
  return places;
};
