// The dialog that takes the page over, whether it says so or not.
/* global attr, centreHit, clip, closest, composedContains, doc, isElement, lineText, matches, nameOf, parentOf, queryAll,
   queryOne, readColour, rectOf, roleOf, shownBox, surroundings, tagOf */
/* exported inAllRoots, markDialog */

const dialogClass = /modal|dialog|popup/i;
const strongDialog = 'dialog,[aria-modal="true"],[role="dialog"],[role="alertdialog"]';

/** Whether it floats: a page's main wrapper may be called "popup-host", but it is not lifted above the page. */
const isLifted = (entry) => {
  for (let at = entry; at; at = at.parent) {
    if (at.position === 'fixed') return true;
    if (at.position === 'absolute' && parseInt(at.style.zIndex, 10) >= 1) return true;
  }
  return false;
};

const dialogName = (element, scene) => {
  const inner = matches(element, strongDialog) ? element : (queryOne(element, strongDialog) ?? element);
  const role = roleOf(inner);
  const given = nameOf(inner, scene, role === 'dialog' || role === 'alertdialog' ? role : 'group');
  if (given) return clip(given, 80);
  const heading = queryOne(inner, 'h1,h2,h3,h4,[role="heading"],[class*="title" i]');
  return clip(
    (heading && lineText(heading, { visual: true })) || lineText(inner, { visual: true, limit: 80 }),
    80,
  );
};

const isVeil = (element, scene) => {
  const entry = surroundings(element, scene);
  if (entry.position !== 'fixed' && entry.position !== 'absolute') return false;
  const rect = rectOf(element);
  if (rect.width < 0.95 * scene.width || rect.height < 0.95 * scene.height) return false;
  const shade = readColour(entry.style.backgroundColor)[3];
  return (shade > 0.05 && shade < 0.99) || entry.style.backdropFilter !== 'none';
};

/** A box over the middle without role or name that a veil sets off from the page: around it, or under it. */
const veiledBox = (hit, scene) => {
  let box = null;
  for (let at = hit; at && isElement(at); at = parentOf(at)) {
    const tag = tagOf(at);
    if (tag === 'html' || tag === 'body') break;
    if (box && isVeil(at, scene)) return box;
    const { position } = surroundings(at, scene);
    if (!box || position === 'fixed' || position === 'absolute') box = at;
  }
  if (!box || !isLifted(surroundings(box, scene)) || isVeil(box, scene)) return null;
  const corners = [
    [2, 2],
    [scene.width - 3, 2],
    [2, scene.height - 3],
    [scene.width - 3, scene.height - 3],
  ].map(([x, y]) => doc.hit(x, y));
  const veil = corners.find((corner) => corner && corners.filter((other) => other === corner).length >= 3);
  return veil && !composedContains(veil, box) && !composedContains(box, veil) && isVeil(veil, scene)
    ? box
    : null;
};

/** What matches in the document and in the shadow roots that the walk came through. */
const inAllRoots = (css, scene) => [document, ...scene.roots].flatMap((root) => [...queryAll(root, css)]);

/**
 * The open modal dialog: visible, over the middle of the viewport, with something in it to act on. What merely
 * carries the name (a hidden node, a small link of class "modal") is not one.
 */
const openDialog = (shown, scene) => {
  const holds = (element) =>
    shown.some(({ candidate }) => composedContains(element, candidate.label ?? candidate.element));
  const isOpen = (element) => shownBox(element, scene)?.shown && holds(element);
  // The page behind a native modal is inert: nothing but the dialog can be acted on, wherever it stands.
  const natives = inAllRoots('dialog:modal', scene).filter(isOpen);
  // Of several only the upper one takes clicks, whatever their order in the document.
  const native =
    natives.find((element) => {
      const [left, top, right, bottom] = shownBox(element, scene).shown;
      const inner = doc.hit((left + right) / 2, (top + bottom) / 2);
      return inner !== null && composedContains(element, inner);
    }) ?? natives.pop();
  if (native) return native;
  const hit = centreHit(scene);
  for (let at = hit; at && isElement(at); at = parentOf(at)) {
    const tag = tagOf(at);
    if (tag === 'html' || tag === 'body') break;
    if (matches(at, strongDialog) || matches(at, ':popover-open')) {
      if (isOpen(at)) return at;
    } else if (dialogClass.test(attr(at, 'class') ?? '') && isLifted(surroundings(at, scene)) && isOpen(at)) {
      return at;
    }
  }
  const veiled = veiledBox(hit, scene);
  if (veiled && isOpen(veiled)) return veiled;
  // A sheet at an edge is modal when its backdrop takes the middle.
  for (const sheet of inAllRoots('[aria-modal="true"]', scene)) {
    if (!hit || composedContains(hit, sheet) || !isOpen(sheet)) continue;
    const { box } = shownBox(sheet, scene);
    const own = doc.hit((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
    if (own && composedContains(sheet, own) && isLifted(surroundings(hit, scene))) return sheet;
  }
  return null;
};

const popupLists = '[role="listbox"],[role="menu"],[role="tree"],[role="grid"],[popover]';

/** Marks what belongs to the open dialog, and returns the dialog's name (null when none is open). */
const markDialog = (shown, scene) => {
  const dialog = openDialog(shown, scene);
  if (!dialog) return null;
  for (const { candidate, fact } of shown) {
    const element = candidate.label ?? candidate.element;
    // Menus of a dialog are often attached to the body: they lie above it, so they receive clicks.
    const above = fact.in_viewport && !fact.covered_by && closest(element, popupLists) !== null;
    if (!composedContains(dialog, element) && !above) continue;
    fact.in_dialog = true;
    fact.extra = fact.extra.filter(([key]) => key !== 'overlay' && key !== 'blocking');
  }
  return dialogName(dialog, scene) || 'dialog';
};
