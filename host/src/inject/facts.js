// Facts of one control: role, name, value, states, box, and the hints that rankers use.
/* global attr, clip, closest, contradiction, controlValue, coverOf, describe, drawnText, editorFace, hasAttr, holdsSecret, identify, inputType, isDraggable, isDrawn, isResting,
   isScreenReaderOnly, isSecret, lineText, listedRole, listensFor, looksOf, nameOf, nearbyText, offeredOptions, onOneLine, parentEntry, queryAll, queryOne,
   shownBox, squash, stateHints, statesOf, surroundings, tagOf, textContent, triggerOf */
/* exported coverName, factsOf */

const formNumber = (element, tag, scene) => {
  const form =
    tag === 'input' || tag === 'select' || tag === 'textarea' || tag === 'button'
      ? element.form
      : closest(element, 'form');
  if (!form) return null;
  if (!scene.forms) {
    scene.forms = new Map();
    for (const one of queryAll(document, 'form')) scene.forms.set(one, scene.forms.size + 1);
  }
  if (!scene.forms.has(form)) scene.forms.set(form, scene.forms.size + 1);
  return scene.forms.get(form);
};

/** Whether nothing but a picture tells what it is for. */
const isIcon = (element, box) => {
  if (!/\S/.test(textContent(element))) return true;
  // Words for screen readers only stand in small buttons, beside a picture.
  if (box[2] - box[0] > 90 || box[3] - box[1] > 90 || !queryOne(element, 'svg,img,i')) return false;
  return lineText(element, { visual: true, limit: 60, skip: isScreenReaderOnly }) === '';
};

/** A frame by its title or, like many a banner's, by where it comes from. */
const frameName = (frame) => {
  const title = squash(attr(frame, 'title') ?? attr(frame, 'aria-label') ?? attr(frame, 'name'));
  const host = /^https?:\/\/([^/]+)/.exec(attr(frame, 'src') ?? '')?.[1] ?? '';
  const name = title || host;
  return name ? `iframe "${clip(name, 40)}"` : 'iframe';
};

/** What a covering element is called; the same cover lies over many elements and is described once. */
const coverName = (cover, scene) => {
  let name = scene.described.get(cover.element);
  if (name === undefined) {
    name = tagOf(cover.element) === 'iframe' ? frameName(cover.element) : describe(cover.element, scene);
    scene.described.set(cover.element, name);
  }
  return name;
};

const round = (number) => Math.round(number * 10) / 10;

const hints = [
  ['autocomplete', 'autocomplete', 40],
  ['data-testid', 'testid', 60],
  ['data-test', 'testid', 60],
  ['data-qa', 'testid', 60],
  ['class', 'class', 60],
  ['id', 'id', 60],
];

/** The facts of one candidate, or null when a person cannot see it. */
const factsOf = (candidate, scene) => {
  const { element, tag, kind, label } = candidate;
  let { state } = candidate;
  let seen = shownBox(element, scene, tag, state);
  let face = element;
  let stand = label;
  if (!seen && tag === 'input' && element.type === 'file') stand ??= triggerOf(element);
  const hidden = !seen;
  if (!seen && stand) {
    state = null;
    seen = shownBox(stand, scene);
    face = stand;
  }
  const editor = face === element ? editorFace(element, tag, scene, seen) : null;
  if (editor) {
    state = null;
    seen = shownBox(editor, scene);
    face = editor;
  }
  if (!seen) return null;
  const pinned = seen.position === 'fixed' || seen.position === 'sticky';
  const around = pinned ? surroundings(face, scene) : parentEntry(face, scene, state);
  if (around.inert || hasAttr(face, 'inert')) return null;
  candidate.around = pinned ? around.parent : around;
  const role = listedRole(element, tag);
  const silent = (kind === 'press' || kind === 'focus' || kind === 'heard') && !label;
  let name = nameOf(element, scene, role, tag);
  if (name === '' && editor) name = nearbyText(editor, role);
  const { box, shown } = seen;
  if (silent && name === '') {
    // A nameless box that fills much of the page is a backdrop, not a control.
    if ((box[2] - box[0]) * (box[3] - box[1]) > 0.25 * scene.width * scene.height) return null;
    if (kind === 'focus') return null;
  }
  if (kind === 'focus' && isResting(element, role)) return null;
  const isMuted = tag === 'a' && name === '' && attr(element, 'aria-hidden') === 'true';
  if (isMuted && !listensFor(element).includes('press')) return null;
  scene.hasMain ??= queryAll(document, 'main,[role="main"]').length > 0;
  const cover = coverOf(face, seen, scene);
  const extra = [];
  const put = (key, value) => {
    if (value !== null && value !== undefined && value !== '') extra.push([key, String(value)]);
  };
  const type = tag === 'input' || tag === 'button' ? inputType(element) : '';
  put('type', type);
  const placeholder = tag === 'input' || tag === 'textarea' ? squash(attr(element, 'placeholder')) : '';
  if (placeholder !== name) put('placeholder', clip(placeholder, 80));
  let tested = false;
  for (const [attribute, key, limit] of hints) {
    if (key === 'testid' && tested) continue;
    const value = attr(element, attribute);
    if (value === null) continue;
    put(key, clip(squash(value), limit));
    tested ||= key === 'testid';
  }
  stateHints(element, role, tag, put);
  put('shows', clip(contradiction(element, name, scene), 60));
  const popup = attr(element, 'aria-haspopup');
  if (popup !== null && popup !== 'false') put('haspopup', popup || 'true');
  const title = squash(attr(element, 'title'));
  if (title !== name) put('title', clip(title, 80));
  put('landmark', around.landmark);
  if (around.layer) {
    put('overlay', '1');
    if (around.layer.blocking) put('blocking', '1');
  }
  if (silent) put('silent', '1');
  if (isDraggable(element, silent ? candidate.state?.style : null)) put('draggable', '1');
  if (listensFor(element).includes('drop')) put('drops', '1');
  if (hidden && type === 'file') put('hidden_input', '1');
  if (name === '' || isDrawn(tag)) put('looks', looksOf(element, tag, box));
  put('form', formNumber(element, tag, scene));
  if (tag === 'select') put('options', clip(offeredOptions(element).join(', '), 120));
  const secret = isSecret(element);
  if (secret && holdsSecret(element, tag)) put('filled', '1');
  if ((tag === 'select' && element.multiple) || attr(element, 'aria-multiselectable') === 'true')
    put('multiple', '1');
  const value = editor ? drawnText(editor, element, scene) : secret ? null : controlValue(element, role, tag);
  if (tag !== 'input' && tag !== 'select' && tag !== 'textarea' && kind !== 'edit' && isIcon(element, box))
    put('icon', '1');
  if (cover?.ignoresPointer && (tag === 'input' || tag === 'textarea' || tag === 'select')) put('gated', '1');
  candidate.id = identify(element);
  const fact = {
    id: candidate.id,
    tag,
    role,
    name,
    rect: [round(box[0]), round(box[1]), round(box[2] - box[0]), round(box[3] - box[1])],
    visible: true,
    extra,
  };
  // What is absent counts as false or empty: large pages are mostly made of it.
  if (shown !== null) fact.in_viewport = true;
  if (scene.hasMain ? around.main : !around.chrome) fact.in_main = true;
  const states = statesOf(element, role, tag, scene);
  if (Object.keys(states).length > 0) fact.states = states;
  if (value !== null) fact.value = clip(onOneLine(value, tag), 200);
  if (tag === 'a' || tag === 'area') {
    const href = typeof element.href === 'string' ? element.href : attr(element, 'href');
    if (href) fact.href = href.slice(0, 2000);
  }
  if (cover) fact.covered_by = coverName(cover, scene);
  return fact;
};
