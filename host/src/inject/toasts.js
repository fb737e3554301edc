// What an action does beside what a view shows: messages that come and go, and whether anything happened at all.
//
// Watching begins before the action and ends when the host has asked. Styles are read a moment after a change, and of
// a bounded number of nodes, so that a page that changes all the time does not pay for it.
/* global attr, childElements, clip, closest, contains, doc, getterOf, identify, isEditable, isElement, isSecret, matches, nameOf,
   newScene, nodeType, parentOf, queryAll, queryOne, rectOf, roleOf, shownBox, squash, surroundings, tagOf, textContent */
/* exported awaitChange, changeCount, keepRoots, noteScroll, unwatch, watch, watched */

const liveRegions =
  '[role="alert"],[role="status"],[role="log"],[aria-live="assertive"],[aria-live="polite"],output';
const otherPopups =
  'dialog,[aria-modal="true"],[role="dialog"],[role="alertdialog"],[role="listbox"],[role="menu"],[role="tree"],[role="grid"]';
const pressable = 'a[href],button,input,select,textarea,[role="button"],[role="link"]';
const messageLimit = 200;
const mostMessages = 5;
const mostCandidates = 80;
/** A box that fades in is looked at again, this often and after so many milliseconds. */
const fadeLooks = 5;
const siftPause = 40;

let roots = [];
let watcher = null;

/** The shadow roots that the last walk came through: what happens in them is watched too. */
const keepRoots = (found) => {
  roots = found.slice(0, 200).map((root) => new WeakRef(root));
};

const readText = getterOf(HTMLElement.prototype, 'innerText');

/** The text of a small part of the page as a person reads it. */
const shownText = (element) => {
  if (!(element instanceof HTMLElement)) return '';
  return clip(squash(readText.call(element)), messageLimit);
};

const isShown = (element, scene) => {
  const seen = shownBox(element, scene);
  return seen !== null && seen.shown !== null;
};

const isLarge = (element, scene) => {
  const { width, height } = rectOf(element);
  return width * height > 0.25 * scene.width * scene.height;
};

/** Whether a box hides what is below it or takes the mouse from it: a cover, not a mere frame for messages. */
const coversPage = (element) => {
  const { backgroundColor, backgroundImage, pointerEvents } = getComputedStyle(element);
  const isClear = /^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor) && backgroundImage === 'none';
  return !isClear || pointerEvents !== 'none';
};

/** Whether a box opened at the mouse to choose from, or holds nothing but what can be pressed. */
const isMenu = (box) => {
  const controls = [...queryAll(box, pressable)];
  const letters = (element) => textContent(element).replace(/\s+/g, '').length;
  const inside = controls.reduce((sum, control) => sum + letters(control), 0);
  if (inside > 0 && inside >= letters(box)) return true;
  const around = parentOf(box);
  const isAtMouse =
    matches(box, ':hover') || (isElement(around) && tagOf(around) !== 'body' && matches(around, ':hover'));
  return isAtMouse && (controls.length > 0 || tagOf(box) === 'ul' || queryOne(box, 'ul,menu') !== null);
};

/** The message box that an element is or stands in: it floats above the page, is small, and is there to be read. */
const floatingBox = (element, scene) => {
  let box = null;
  for (let at = element, height = 0; at && height < 30; at = parentOf(at), height++) {
    const tag = tagOf(at);
    if (tag === 'body' || tag === 'html') break;
    const { position } = surroundings(at, scene);
    if (position === 'fixed' && isLarge(at, scene) && coversPage(at)) return null;
    if (height >= 5) continue;
    if (position === 'fixed' || position === 'absolute' || matches(at, ':popover-open')) box = at;
  }
  if (!box || closest(box, otherPopups) || queryOne(box, otherPopups)) return null;
  if (isLarge(box, scene) || isMenu(box)) return null;
  return queryAll(box, pressable).length > 2 ? null : box;
};

const regionOf = (element) => {
  const around = closest(element, liveRegions);
  if (around) return around;
  return childElements(element).length > 0 ? queryOne(element, liveRegions) : null;
};

const sliders = 'input[type="range"],[role="slider"],progress,meter';

/** What shows a number rather than says something: the bubble of a slider, a counter, the result of a sum. */
const isValue = (element, text) => {
  if (!/\p{L}{2}/u.test(text)) return true;
  if (closest(element, sliders)) return true;
  const around = parentOf(element);
  if (!isElement(around) || /^(?:body|html)$/.test(tagOf(around))) return false;
  // A number with its unit, beside the slider that it belongs to.
  return /\d/.test(text) && /^\P{L}*\p{L}{0,12}\P{L}*$/u.test(text) && queryOne(around, sliders) !== null;
};

/** The message that a changed node belongs to: `{ element, text }`; false where it is not seen yet. */
const noticeOf = (node, scene) => {
  const element = isElement(node) ? node : parentOf(node);
  if (!element) return null;
  const region = regionOf(element);
  const message = region && !isLarge(region, scene) ? region : floatingBox(element, scene);
  if (!message) return null;
  if (!isShown(message, scene)) return false;
  const text = shownText(message);
  if (text.length < 2) return false;
  return isValue(message, text) ? null : { element: message, text };
};

/** Looks at what has changed since the last time. */
const sift = (state) => {
  clearTimeout(state.timer);
  state.timer = 0;
  const scene = newScene();
  const batch = [...state.queue].slice(0, mostCandidates);
  state.queue = new Map();
  for (const [node, seen] of batch) {
    let message = null;
    try {
      message = noticeOf(node, scene);
    } catch {
      // One odd node must not cost the others.
    }
    if (message === false && seen < fadeLooks && node.isConnected) state.queue.set(node, seen + 1);
    if (!message) continue;
    if (state.before.get(message.element) === message.text) {
      if (state.rewritten.has(node) && !state.messages.has(message.text)) state.repeated.add(message.text);
      continue;
    }
    const told = state.messages.get(message.text);
    if (!told && state.messages.size >= mostMessages)
      state.messages.delete(state.messages.keys().next().value);
    state.messages.set(message.text, message.element);
    state.before.set(message.element, message.text);
  }
  if (state.queue.size > 0) later(state);
};

const later = (state) => {
  state.timer ||= setTimeout(() => sift(state), siftPause);
};

const changed = (state) => {
  state.changes++;
  const waiting = state.waiting;
  state.waiting = null;
  waiting?.();
};

/** Attributes that change how an element looks, and nothing else that a view tells. */
const looks = new Set(['class', 'style']);
const mostRestyled = 200;

/** Keeps what an attribute was before the action. */
const noteLook = (state, element, name, oldValue) => {
  const key = state.looked.get(element) ?? {};
  if (name in key || state.looked.size >= mostRestyled) return;
  key[name] = oldValue ?? '';
  state.looked.set(element, key);
};

const isRestyled = ([element, was]) =>
  element.isConnected &&
  Object.entries(was).some(([name, old]) => squash(attr(element, name)) !== squash(old));

const onRecords = (state, records) => {
  changed(state);
  let room = mostCandidates - state.queue.size;
  for (const record of records) {
    const { type, target, addedNodes, attributeName, oldValue } = record;
    noteFresh(state, record);
    if (type !== 'attributes') state.stirred = performance.now();
    else if (looks.has(attributeName)) noteLook(state, target, attributeName, oldValue);
    if (room <= 0) break;
    for (const node of type === 'childList' ? addedNodes : [target]) {
      const kind = nodeType(node);
      if (kind !== 1 && kind !== 3) continue;
      if (type !== 'attributes') state.rewritten.add(node);
      if (!state.queue.has(node) && room-- > 0) state.queue.set(node, 0);
    }
  }
  if (state.queue.size > 0) later(state);
};

const mostFresh = 40;
/** A page with more text than this is not read whole. */
const muchText = 3_000;
const mostLines = 12;

/** Keeps what comes or is opened, for what it says. */
const noteFresh = (state, { type, target, addedNodes, attributeName, oldValue }) => {
  if (state.fresh.size >= mostFresh) return;
  if (type === 'childList') {
    for (const node of addedNodes) state.fresh.add(isElement(node) ? node : target);
  } else if (type === 'characterData') {
    state.fresh.add(parentOf(target));
  } else if (
    (attributeName === 'hidden' && oldValue !== null) ||
    (attributeName === 'open' && oldValue === null) ||
    (attributeName === 'style' && /(?:display:\s*none|visibility:\s*hidden)/.test(oldValue ?? ''))
  ) {
    state.fresh.add(target);
  }
};

/** Lines that came, where a page has more text than is read. */
const freshLines = (state, scene) => {
  const body = doc.body();
  if (state.fresh.size === 0 || !body || textContent(body).length <= muchText) return [];
  const lines = new Set();
  const read = new Set();
  for (const element of state.fresh) {
    if (lines.size >= mostLines) break;
    if (!(element instanceof HTMLElement) || !element.isConnected || element === body) continue;
    if (closest(element, 'script,style,noscript,textarea')) continue;
    if (textContent(element).length > muchText || !shownBox(element, scene)) continue;
    if ([...read].some((other) => contains(other, element))) continue;
    read.add(element);
    for (const line of readText.call(element).split('\n')) {
      const text = clip(squash(line), messageLimit);
      if (text && lines.size < mostLines) lines.add(text);
    }
  }
  return [...lines];
};

const fieldName = (element) => {
  const scene = newScene();
  const tag = tagOf(element);
  const role = roleOf(element, tag);
  return { role: role || tag, name: clip(nameOf(element, scene, role, tag), 80) };
};

const onInvalid = (state, element) => {
  if (state.refused.size >= 20 || state.refused.has(element)) return;
  const { valueMissing: missing } = element.validity ?? {};
  const message = isSecret(element) ? '' : clip(squash(element.validationMessage ?? ''), 120);
  state.refused.set(element, { missing: missing === true, message });
};

const heard = [
  'input',
  'change',
  'toggle',
  'transitionrun',
  'animationstart',
  'invalid',
  'focusin',
  'submit',
];

const onEvent = (event) => {
  if (!watcher) return;
  const element = event.composedPath()[0];
  if (event.type === 'invalid') {
    if (isElement(element)) onInvalid(watcher, element);
  } else if (event.type === 'focusin' && !(isElement(element) && isEditable(element))) {
    // A control that was pressed takes the focus whatever else it does.
    return;
  }
  changed(watcher);
};

const unwatch = () => {
  if (!watcher) return;
  watcher.observer.disconnect();
  clearTimeout(watcher.timer);
  for (const type of heard) removeEventListener(type, onEvent, true);
  watcher = null;
};

/** Begins to watch. What stands in the page's message regions by now is no news. */
const watch = () => {
  unwatch();
  const state = {
    changes: 0,
    stirred: -Infinity,
    queue: new Map(),
    timer: 0,
    messages: new Map(),
    refused: new Map(),
    looked: new Map(),
    fresh: new Set(),
    rewritten: new WeakSet(),
    repeated: new Set(),
    before: new WeakMap(),
    waiting: null,
    scrolled: null,
    observer: null,
  };
  for (const region of [...queryAll(document, liveRegions)].slice(0, 40)) {
    if (textContent(region).length < 2_000) state.before.set(region, shownText(region));
  }
  const all = {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeOldValue: true,
  };
  state.observer = new MutationObserver((records) => onRecords(state, records));
  state.observer.observe(document, all);
  for (const root of roots) {
    const live = root.deref();
    if (live) state.observer.observe(live, all);
  }
  for (const type of heard) addEventListener(type, onEvent, true);
  watcher = state;
};

/** Changes since watching began; the same number twice means that the page rests. */
const changeCount = () => watcher?.changes ?? 0;

/** Where the page stood when it was pressed: what scrolls from now on was scrolled by what the press did. */
const noteScroll = () => {
  if (watcher) watcher.scrolled ??= [scrollX, scrollY];
};

/** Waits for the first change, at most `limit` ms, and says whether there was one. */
const awaitChange = ({ limit }) => {
  const state = watcher;
  if (!state || state.changes > 0) return state !== null;
  return new Promise((done) => {
    setTimeout(() => done(state.changes > 0), limit);
    state.waiting = () => done(true);
  });
};

/**
 * What was seen so far: how many `changes`; the milliseconds since text or elements last came or went (`idle`);
 * `messages`, with whether each is `gone` again; those that were written anew as they were
 * (`repeated`); the lines that came (`texts`); the fields that the page's own validation `refused`; the elements that
 * look different by class or style (`restyled`); how far the page `scrolled`. Null when nothing was watched.
 */
const watched = () => {
  const state = watcher;
  if (!state) return null;
  onRecords(state, state.observer.takeRecords());
  state.changes--;
  sift(state);
  const scene = newScene();
  return {
    changes: state.changes,
    idle: Math.min(60_000, Math.max(0, Math.round(performance.now() - state.stirred))),
    messages: [...state.messages].map(([text, element]) => ({
      text,
      gone: !element.isConnected || !isShown(element, scene) || shownText(element) !== text,
    })),
    repeated: [...state.repeated].slice(0, mostMessages),
    texts: freshLines(state, scene),
    refused: [...state.refused].map(([element, { missing, message }]) => ({
      element: identify(element),
      missing,
      message,
      ...fieldName(element),
    })),
    restyled: [...state.looked].filter(isRestyled).map(([element]) => identify(element)),
    scrolled: state.scrolled ? Math.round(scrollY - state.scrolled[1]) : 0,
  };
};
