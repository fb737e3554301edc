// What stands beside a field that no form says anything of.
//
// Words have a language, so where a button stands and what its markup says of it decide. Nothing is pressed where that
// leaves a doubt: what stands there is named instead.
/* global boxOf, composedContains, isEnabled, isOtherThing, isRendered, isSearchField, matches, opensPage,
   parentOf, queryAll, shadowOf, tagOf, textual */
/* exported besideField */

const buttonLike = 'button,input[type="submit"],input[type="image"],input[type="button"],[role="button"]';
const typedInto = 'input,textarea,[contenteditable=""],[contenteditable="true"],[role="textbox"]';
/** How far from its field a button is taken to belong to it, and another field to be one of the same form; in px. */
const reach = 160;
const below = 80;
/** Most that are named. */
const mostNamed = 6;

const comesAfter = (element, other) =>
  (Node.prototype.compareDocumentPosition.call(element, other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Whether a box stands in the line of another one, or right below it. */
const standsBeside = (home, box) => {
  const shared = Math.min(home[3], box[3]) - Math.max(home[1], box[1]);
  const across = Math.max(home[0] - box[2], box[0] - home[2]);
  if (shared > 0.3 * Math.min(home[3] - home[1], box[3] - box[1])) return across <= reach;
  return across <= 0 && box[1] >= home[3] - 2 && box[1] - home[3] <= below;
};

const isFieldOfText = (one) => tagOf(one) !== 'input' || textual.test(one.type);

/** Whether another field of text stands so near that a button may belong to both. */
const hasCompany = (element, home, scope) =>
  [...queryAll(scope, typedInto)].some((one) => {
    if (one === element || composedContains(one, element) || composedContains(element, one)) return false;
    if (!isFieldOfText(one) || !isRendered(one)) return false;
    const box = boxOf(one);
    const apart = Math.max(home[1] - box[3], box[1] - home[3], home[0] - box[2], box[0] - home[2]);
    return apart <= reach;
  });

/**
 * Buttons that stand after a field, beside or below it, in the smallest box that has any; and the one of them that
 * sends it: one that says so in its markup, or the only one beside a search.
 */
const besideField = (element) => {
  const nothing = { near: [], sends: null };
  const home = boxOf(element);
  if (!home) return nothing;
  let [near, scope] = [[], element];
  for (let at = parentOf(element), height = 0; at && height < 5; at = parentOf(at), height++) {
    if (tagOf(at) === 'html') break;
    scope = shadowOf(at) ?? at;
    near = [...queryAll(scope, buttonLike)].filter((one) => {
      if (!comesAfter(element, one) || composedContains(element, one) || !isRendered(one)) return false;
      const box = boxOf(one);
      return box !== null && standsBeside(home, box) && !opensPage(one);
    });
    if (near.length > 0 || hasCompany(element, home, scope)) break;
  }
  if (near.length === 0) return nothing;
  const free = near.filter((one) => isEnabled(one) && !isOtherThing(one) && !hasInside(home, boxOf(one)));
  const named = free.filter((one) => matches(one, '[type="submit"],[type="image"]'));
  // Beside any other field a button may as well delete something or pay: its words alone tell, and it is named.
  const isSure = isSearchField(element) && !hasCompany(element, home, scope);
  const [only, ...others] = named.length === 1 ? named : isSure ? free : [];
  return { near: near.slice(0, mostNamed), sends: only && others.length === 0 ? only : null };
};

/** Whether a box lies within another one: a button in a field empties or shows it. */
const hasInside = (home, box) =>
  box[0] >= home[0] && box[1] >= home[1] && box[2] <= home[2] && box[3] <= home[3];
