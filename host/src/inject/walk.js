// Finds everything on the page that a person can act on, with the visible text, in one pass over the shown tree.
/* global attr, attrNames, childElements, clip, controlRoles, dataOf, doc, factsOf, firstChild, forgetDead, forgetFrames,
   forgetSuspects, frameBoxes,   isRendered, lastChild, lineText, markContexts, markDialog, newLines, newScene, nextSibling, nodeType, noteFrame,
   previousSibling, queryAll, rectOf, shadowOf, shownBox, slotted, squash, suspect, suspectCount, suspectsOf,
   tagOf */
/* exported collect, shownControls, traverse, walk */

const closedTags = new Set(
  'script style noscript template head datalist iframe object embed canvas audio video select textarea'.split(
    ' ',
  ),
);
const nodeLimit = 400_000;

/**
 * Visits the shown tree in document order without recursion: open shadow roots in place of their hosts' children,
 * slots in place of what they show. `enter(element, tag, state)` returns the state of its children, or null to skip.
 */
const traverse = (root, start, enter, text) => {
  const nodes = [root];
  const states = [start];
  let visited = 0;
  while (nodes.length > 0) {
    const node = nodes.pop();
    const around = states.pop();
    const kind = nodeType(node);
    if (kind === 3) {
      text?.(node, around);
      continue;
    }
    if (kind !== 1) continue;
    if (++visited > nodeLimit) return false;
    const tag = tagOf(node);
    const inner = enter(node, tag, around);
    if (!inner) continue;
    const assigned = tag === 'slot' ? slotted(node) : null;
    if (assigned) {
      for (let index = assigned.length - 1; index >= 0; index--) {
        nodes.push(assigned[index]);
        states.push(inner);
      }
      continue;
    }
    for (let child = lastChild(shadowOf(node) ?? node); child; child = previousSibling(child)) {
      nodes.push(child);
      states.push(inner);
    }
  }
  return true;
};

const nativeTags = new Set(['a', 'area', 'button', 'input', 'select', 'summary', 'textarea']);
const pressAttributes = new Set([
  'onclick',
  'ondblclick',
  'onmousedown',
  'onpointerdown',
  'ontouchstart',
  'ng-click',
]);

const isNativeControl = (element, tag) => {
  switch (tag) {
    case 'a':
    case 'area':
      return attr(element, 'href') !== null || attr(element, 'xlink:href') !== null;
    case 'input':
      return element.type !== 'hidden';
    case 'summary': {
      const details = element.parentNode;
      return details !== null && nodeType(details) === 1 && tagOf(details) === 'details';
    }
    default:
      return nativeTags.has(tag);
  }
};

const firstControlRole = (explicit) => {
  for (const token of explicit.toLowerCase().split(/\s+/)) if (controlRoles.has(token)) return token;
  return null;
};

/**
 * How an element can be acted on: `native`, `role` and `edit` say so themselves; `focus` and `press` are silent
 * (a tabindex or a handler without a role). Null when its attributes say nothing.
 */
const kindOf = (element, tag, editable) => {
  if (nativeTags.has(tag) && isNativeControl(element, tag)) return 'native';
  let kind = null;
  for (const name of attrNames(element)) {
    if (name === 'role') {
      if (firstControlRole(attr(element, 'role'))) return 'role';
    } else if (name === 'contenteditable') {
      if (!editable && attr(element, name).toLowerCase() !== 'false') return 'edit';
    } else if (name === 'tabindex') {
      if (parseInt(attr(element, name), 10) >= 0) kind ??= 'focus';
    } else if (pressAttributes.has(name)) {
      kind = 'press';
    }
  }
  return tag === 'html' || tag === 'body' ? null : kind;
};

/** A list that sets the hand cursor for its items: the items are what is clicked, not the list. */
const isListOfTargets = (element) => {
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (nodeType(node) === 3 && /\S/.test(dataOf(node))) return false;
  }
  const tag = tagOf(element);
  const children = childElements(element);
  if (children.length < 2 || tag === 'tr') return false;
  if (tag === 'ul' || tag === 'ol' || tag === 'tbody' || tag === 'table') return true;
  if (children.length < 3) return false;
  const mark = (child) => `${tagOf(child)} ${attr(child, 'class') ?? ''}`;
  const first = mark(children[0]);
  for (const child of children) if (mark(child) !== first) return false;
  return true;
};

/**
 * One pass over the document. Returns the elements that look like controls, in document order, and hands each text
 * node to `lines` until it is full.
 */
const collect = (lines, limit) => {
  const found = [];
  const byElement = new Map();
  let more = false;
  const add = (candidate) => {
    const known = byElement.get(candidate.element);
    if (known) {
      known.label ??= candidate.label;
      known.state ??= candidate.state;
      return known;
    }
    if (found.length >= limit) {
      more = true;
      return null;
    }
    byElement.set(candidate.element, candidate);
    found.push(candidate);
    return candidate;
  };

  const enter = (element, tag, around) => {
    noteFrame(element, tag);
    if (closedTags.has(tag) && tag !== 'select' && tag !== 'textarea') return null;
    if (!isRendered(element)) {
      // A child outside the flat tree: its parent shows a shadow root in its place.
      if (getComputedStyle(element).display === '') suspect(around.element, around.tag);
      return null;
    }
    suspectsOf(element, tag);
    // Inside a control nothing else is looked for but controls that say so themselves.
    const style = around.pressed ? null : getComputedStyle(element);
    const pointer = style === null ? around.pointer : style.cursor === 'pointer';
    const state = {
      element,
      tag,
      style,
      parent: around,
      entry: null,
      pointer,
      owner: null,
      pressed: false,
      editable: false,
      words: null,
    };
    let { owner, pressed, editable } = around;
    let pointerInside = pointer;
    let kind = kindOf(element, tag, editable);
    if (tag === 'label' && element.control) {
      const control = element.control;
      const type = tagOf(control) === 'input' ? control.type : '';
      if (type === 'checkbox' || type === 'radio' || type === 'file') {
        add({ element: control, tag: 'input', kind: 'native', owner, label: element, state: null });
      }
      kind = null;
    } else if (!kind && pointer && !around.pointer && !pressed && tag !== 'body' && tag !== 'html') {
      if (isListOfTargets(element)) pointerInside = false;
      else kind = 'press';
    }
    if (kind) {
      const candidate = add({ element, tag, kind, owner, label: null, state });
      owner = candidate ?? owner;
      pressed ||= kind !== 'focus';
      if (kind === 'edit') editable = true;
    }
    if (tag === 'select' || tag === 'textarea' || tag === 'input') return null;
    if (tag === 'svg') {
      // Icons are leaves; a large drawing may hold shapes that can be clicked.
      const rect = rectOf(element);
      if (rect.width < 64 || rect.height < 64) return null;
    }
    const words =
      lines && around.words && !lines.isFull()
        ? lines.enter(element, tag, around.words, style ?? undefined)
        : null;
    state.pointer = pointerInside;
    state.owner = owner;
    state.pressed = pressed;
    state.editable = editable;
    state.words = words;
    return state;
  };

  const body = doc.body() ?? doc.root();
  if (!body) return { found, truncated: false };
  const start = {
    element: doc.root(),
    parent: null,
    entry: null,
    pointer: false,
    owner: null,
    pressed: false,
    editable: false,
    words: lines?.start(body) ?? null,
  };
  const whole = traverse(body, start, enter, (node, state) => {
    if (state.words && !lines.isFull()) lines.text(node, state.words);
  });
  lines?.done();
  return { found, truncated: more || !whole };
};

const alertSelector =
  '[role="alert"],[role="status"],[aria-live="assertive"],[aria-live="polite"],[class*="toast" i],[class*="snackbar" i]';

/** Messages the page shows on its own: alerts, status lines, toasts. */
const alertsOf = (scene) => {
  const texts = [];
  for (const element of queryAll(document, alertSelector)) {
    if (texts.length >= 5) break;
    if (!shownBox(element, scene)) continue;
    const text = clip(lineText(element, { visual: true, limit: 300 }), 200);
    if (text && !texts.some((known) => known.includes(text))) texts.push(text);
  }
  return texts;
};

const answerProbe = ({ css, read, attribute }) => {
  let all;
  try {
    all = queryAll(document, css);
  } catch {
    return null;
  }
  if (read === 'count') return all.length;
  if (all.length === 0) return null;
  if (read === 'attr') return attr(all[0], attribute);
  return clip(squash(lineText(all[0], { visual: true, limit: 500 })), 300);
};

/** Containers that only catch what bubbles up from the controls inside them are not controls. */
const isDelegate = (candidate, fact, scene) => {
  if (candidate.kind !== 'focus' && candidate.kind !== 'press') return false;
  const inside = scene.around.get(candidate.element)?.count ?? 0;
  return inside > 12 || (inside > 1 && fact.rect[2] * fact.rect[3] > 0.6 * scene.width * scene.height);
};

/** The candidates that a person can see and use, with their facts; `count` of each surrounding is set on the way. */
const shownControls = (found, scene) => {
  const shown = [];
  for (const candidate of found) {
    try {
      const fact = factsOf(candidate, scene);
      if (fact) shown.push({ candidate, fact });
    } catch {
      scene.skipped++;
      // One odd element must not cost the rest of the page.
    }
  }
  for (const { candidate } of shown) {
    for (let at = candidate.around; at; at = at.parent) at.count++;
  }
  return shown.filter(({ candidate, fact }) => {
    candidate.dropped = isDelegate(candidate, fact, scene);
    return !candidate.dropped;
  });
};

/** The facts of this frame: what can be acted on, and the first `text_chars` characters of visible text. */
const walk = (options) => {
  forgetDead();
  forgetSuspects();
  forgetFrames();
  const scene = newScene();
  const lines = newLines(scene, { limit: options.text_chars });
  const { found, truncated } = collect(lines, options.max_elements);
  const shown = shownControls(found, scene);
  markContexts(shown, scene);
  const modal = markDialog(shown, scene);
  for (const { candidate, fact } of shown) {
    let owner = candidate.owner;
    while (owner && (owner.dropped || !owner.id)) owner = owner.owner;
    if (owner) fact.parent = owner.id;
  }
  const scroller = doc.scroller();
  const facts = [];
  for (const one of options.probes) facts.push([one.id, answerProbe(one)]);
  return {
    url: location.href,
    title: squash(doc.title()),
    lang: doc.root() ? squash(attr(doc.root(), 'lang')) : '',
    viewport: [scene.width, scene.height],
    scroll: [Math.round(scrollX), Math.round(scrollY), scroller ? scroller.scrollHeight : 0],
    text: clip(lines.lines.map((line) => line.text).join('\n'), options.text_chars),
    modal,
    alerts: alertsOf(scene),
    elements: shown.map(({ fact }) => fact),
    truncated,
    facts,
    interactive: shown.length,
    skipped: scene.skipped,
    suspects: suspectCount(),
    frames: frameBoxes(scene),
  };
};
