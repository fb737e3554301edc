// Finds everything on the page that a person can act on, with the visible text, in one pass over the shown tree.
/* global attr, childElements, clip, contains, doc, factsOf, forgetDead, forgetFrames, forgetSuspects, frameBoxes, inAllRoots, isEntry, isHandle, isListOfTargets, isRendered, keepRead, keepRoots, kindOf, lastChild, lastElement, lineText,
   listensFor, listsOf, markContexts, markDialog, nativeTags, newLines, newScene, nodeType, noteFrame, parentOf, previousElement, previousSibling, queryAll,
   queryOne, rectOf, shadowOf, shownBox, slotted, squash, suspect, suspectCount, suspectsOf, tagOf, tellApart, textContent, wasRedrawn */
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
 * Text is passed over below states that are `deaf`.
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
    const home = shadowOf(node) ?? node;
    if (inner.deaf) {
      for (let child = lastElement(home); child; child = previousElement(child)) {
        nodes.push(child);
        states.push(inner);
      }
      continue;
    }
    for (let child = lastChild(home); child; child = previousSibling(child)) {
      nodes.push(child);
      states.push(inner);
    }
  }
  return true;
};

/** Closed tags that can be acted on themselves. */
const leafTags = new Set(['audio', 'canvas', 'select', 'textarea', 'video']);

const heardInside = (element) => {
  let looked = 0;
  for (const child of queryAll(element, '*')) {
    if (++looked > 200) return true;
    if (nativeTags.has(tagOf(child)) || listensFor(child) !== '') return true;
  }
  return false;
};

/** Icons are leaves; a large drawing, or one that listens in its parts, holds shapes that can be clicked. */
const isSmallDrawing = (svg) => {
  const rect = rectOf(svg);
  if (rect.width >= 64 && rect.height >= 64) return false;
  let looked = 0;
  for (const part of queryAll(svg, '*')) {
    if (++looked > 20) break;
    if (listensFor(part) !== '') return false;
  }
  return true;
};

/**
 * One pass over the document. Returns the elements that look like controls, in document order, and the shadow roots
 * on the way, and hands each text node to `lines` until it is full.
 */
const collect = (lines, limit, scene) => {
  const found = [];
  const byElement = new Map();
  const targets = new Set();
  const roots = [];
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

  const hasFiles = queryOne(document, 'input[type="file"]') !== null;
  const addHiddenFiles = (element, tag, owner) => {
    const files =
      tag === 'input' ? (element.type === 'file' ? [element] : []) : queryAll(element, 'input[type="file"]');
    for (const one of files)
      add({ element: one, tag: 'input', kind: 'native', owner, label: null, state: null });
  };

  const enter = (element, tag, around) => {
    noteFrame(element, tag);
    if (closedTags.has(tag) && !leafTags.has(tag)) return null;
    if (!isRendered(element)) {
      if (hasFiles) addHiddenFiles(element, tag, around.owner);
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
      deaf: true,
    };
    scene.states.set(element, state);
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
    if (kind === 'heard' && isListOfTargets(element) && !heardInside(element)) {
      // One listener for all of a list: what is pressed are its items.
      for (const child of childElements(element)) targets.add(child);
      kind = null;
    } else if (!kind && !pressed) {
      if (targets.has(element) ? !queryOne(element, '[tabindex]') : isEntry(element)) kind = 'heard';
      else if (style !== null && isHandle(element, style, around.style)) kind = 'heard';
    }
    if (kind) {
      const candidate = add({ element, tag, kind, owner, label: null, state });
      owner = candidate ?? owner;
      // What only its listeners tell of may be a container that listens for all that is in it.
      pressed ||= kind !== 'focus' && kind !== 'heard';
      if (kind === 'edit') editable = true;
    }
    if (tag === 'input' || leafTags.has(tag)) return null;
    if (tag === 'svg' && isSmallDrawing(element)) return null;
    const inside = shadowOf(element);
    if (inside) roots.push(inside);
    const words =
      lines && around.words && !lines.isFull()
        ? lines.enter(element, tag, around.words, style ?? undefined)
        : null;
    if (words) {
      words.place = state;
      state.deaf = false;
    }
    state.pointer = pointerInside;
    state.owner = owner;
    state.pressed = pressed;
    state.editable = editable;
    state.words = words;
    return state;
  };

  const body = doc.body() ?? doc.root();
  if (!body) return { found, roots, truncated: false };
  const start = {
    element: doc.root(),
    parent: null,
    entry: null,
    pointer: false,
    owner: null,
    pressed: false,
    editable: false,
    words: lines?.start(body) ?? null,
    deaf: !lines,
  };
  const whole = traverse(body, start, enter, (node, state) => {
    if (state.words && !lines.isFull()) lines.text(node, state.words);
  });
  lines?.done();
  return { found, roots, truncated: more || !whole };
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

/** Most elements that one probe names. */
const namedByProbe = 200;

/** The listed elements among `all`, or else those inside it. */
const listedAmong = (all, ids) => {
  const named = new Set();
  for (const element of all) {
    if (named.size >= namedByProbe) break;
    const own = ids.get(element);
    if (own) named.add(own);
    else for (const [inner, id] of ids) if (contains(element, inner)) named.add(id);
  }
  return [...named].slice(0, namedByProbe);
};

/** `ids` gives the listed elements their numbers. */
const answerProbe = ({ css, read, attribute }, scene, ids) => {
  let all;
  try {
    all = inAllRoots(css, scene);
  } catch {
    return null;
  }
  if (read === 'count') return all.length;
  if (read === 'visible') return all.filter((element) => shownBox(element, scene) !== null).length;
  if (read === 'elements') return listedAmong(all, ids);
  if (all.length === 0) return null;
  if (read === 'attr') return attr(all[0], attribute);
  return clip(squash(lineText(all[0], { visual: true, limit: 500 })), 300);
};

/** Whether any text of a container stands outside the controls in it. */
const hasOwnText = (element, controls) =>
  lineText(element, { visual: true, limit: 40, skip: (node) => node !== element && controls.has(node) }) !==
  '';

/** Containers that only catch what bubbles up from the controls inside them are not controls. */
const isDelegate = ({ element, kind, tag }, fact, controls, scene) => {
  if (kind !== 'focus' && kind !== 'press' && kind !== 'heard') return false;
  const inside = scene.around.get(element)?.count ?? 0;
  if (inside === 0) return false;
  const area = fact.rect[2] * fact.rect[3];
  const page = scene.width * scene.height;
  if (inside > 12 || (inside > 1 && area > 0.6 * page)) return true;
  if (kind !== 'heard') return false;
  const words = listensFor(element);
  if (inside > 4 || (words.includes('press') && words.includes('type')) || !/press|drag|drop/.test(words))
    return true;
  if (tag === 'form' || area > 0.25 * page || parentOf(element) === doc.body()) return true;
  return !hasOwnText(element, controls);
};

/** Whether a part of a control merely listens along: a ripple, a wrapper of the label. */
const isEcho = ({ kind, owner }, fact, facts) => {
  if (kind !== 'heard' || !owner || (owner.kind !== 'native' && owner.kind !== 'role')) return false;
  return fact.name === '' || fact.name === facts.get(owner)?.name;
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
  const facts = new Map();
  const controls = new Set();
  for (const { candidate, fact } of shown) {
    facts.set(candidate, fact);
    controls.add(candidate.element);
  }
  return shown.filter(({ candidate, fact }) => {
    candidate.dropped = isDelegate(candidate, fact, controls, scene) || isEcho(candidate, fact, facts);
    return !candidate.dropped;
  });
};

const digested = 400_000;

/** A number that stands for a long text: another text has another one, most likely. */
const digest = (text) => {
  let sum = text.length;
  for (let index = Math.min(text.length, digested) - 1; index >= 0; index--) {
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  }
  return sum >>> 0;
};

/** The facts of this frame: what can be acted on, and the first `text_chars` characters of visible text. */
const walk = (options) => {
  forgetDead();
  forgetSuspects();
  forgetFrames();
  const scene = newScene();
  const lines = newLines(scene, { limit: options.text_chars });
  const { found, roots, truncated } = collect(lines, options.max_elements, scene);
  scene.roots = roots;
  keepRoots(roots);
  const shown = shownControls(found, scene);
  markContexts(shown, scene);
  tellApart(shown, scene);
  const modal = markDialog(shown, scene);
  for (const { candidate, fact } of shown) {
    let owner = candidate.owner;
    while (owner && (owner.dropped || !owner.id)) owner = owner.owner;
    if (owner) fact.parent = owner.id;
  }
  const scroller = doc.scroller();
  const facts = [];
  const ids = new Map(shown.map(({ candidate, fact }) => [candidate.element, fact.id]));
  for (const one of options.probes) facts.push([one.id, answerProbe(one, scene, ids)]);
  const stamp = keepRead([...roots]);
  return {
    stamp,
    url: location.href,
    title: squash(doc.title()),
    lang: doc.root() ? squash(attr(doc.root(), 'lang')) : '',
    viewport: [scene.width, scene.height],
    scroll: [Math.round(scrollX), Math.round(scrollY), scroller ? scroller.scrollHeight : 0],
    rest: lines.isFull() && doc.body() ? digest(textContent(doc.body())) : 0,
    text: clip(lines.lines.map((line) => line.text).join('\n'), options.text_chars),
    modal,
    lists: listsOf(shown, scene),
    alerts: alertsOf(scene),
    elements: shown.map(({ fact }) => fact),
    truncated,
    facts,
    interactive: shown.length,
    skipped: scene.skipped,
    suspects: suspectCount(),
    redrawn: wasRedrawn(),
    frames: frameBoxes(scene),
  };
};
