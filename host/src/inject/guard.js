// Makes sure that a press reaches what it was aimed at.
//
// Between the aim and the press a page may lay something over the element or move it. The first press decides: where
// it would reach anything else, the page gets none of it, so that the host can aim again. Afterwards it is known whether
// a click came of the press: none does where the page puts the element elsewhere, or another in its place, meanwhile.
/* global composedContains, coverAt, coverName, doc, identify, newScene, noteScroll, rootOf */
/* exported armGuard, landed */

const pressEvents = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
];

/** How long a press is waited for, in milliseconds: a later one is a person's. */
const armedFor = 4_000;

/** So many changes while a press is waited for are too many to look at. */
const mostChanges = 2_000;

const clickEvents = new Set(['click', 'dblclick', 'auxclick', 'contextmenu']);

let armed = null;
let listening = false;

const judge = (state, { clientX, clientY }) => {
  const scene = newScene();
  const hit = doc.hit(clientX, clientY);
  noteScroll();
  if (!state.face.isConnected) {
    state.verdict = 'missed';
  } else {
    const cover = coverAt(state.face, clientX, clientY, scene);
    state.verdict = cover ? 'missed' : 'reached';
    if (cover) state.by = coverName(cover, scene);
  }
  if (!hit || state.verdict !== 'reached' || composedContains(state.face, hit)) return;
  // One that took the pointer itself a moment ago has moved away from under it.
  if (state.own) state.verdict = 'missed';
  else state.instead = identify(hit);
};

/** Whether a click on `target` is one on an element: in it, or on the host that a closed root hides it in. */
const isTakenBy = (face, target) =>
  composedContains(face, target) || (composedContains(target, face) && rootOf(target) !== rootOf(face));

const onPress = (event) => {
  const state = armed;
  if (!state || !event.isTrusted || performance.now() > state.until) return;
  if (state.verdict === 'none') {
    if (event.type !== 'pointerdown' && event.type !== 'mousedown') return;
    judge(state, event);
  }
  if (clickEvents.has(event.type) && state.click !== 'there')
    state.click = isTakenBy(state.face, event.target) ? 'there' : 'elsewhere';
  if (state.verdict !== 'missed') return;
  Event.prototype.preventDefault.call(event);
  Event.prototype.stopImmediatePropagation.call(event);
};

/** Notes whether an element is taken out of its place, until it is disarmed. */
const watchPlace = (state) => {
  let left = mostChanges;
  const observer = new MutationObserver((records) => {
    left -= records.length;
    for (const { removedNodes } of records) {
      for (const node of removedNodes)
        state.moved ||= node === state.face || composedContains(node, state.face);
    }
    if (left < 0 || state.moved) observer.disconnect();
  });
  observer.observe(rootOf(state.face), { childList: true, subtree: true });
  return observer;
};

const disarm = () => {
  armed?.observer.disconnect();
  armed = null;
};

/** The next press is for this element alone. `own` says that the point belongs to it and not to what is around it. */
const armGuard = (face, own) => {
  disarm();
  const until = performance.now() + armedFor;
  armed = {
    face,
    own,
    verdict: 'none',
    by: null,
    instead: null,
    click: 'nowhere',
    moved: false,
    until,
  };
  armed.observer = watchPlace(armed);
  if (listening) return;
  listening = true;
  for (const type of pressEvents) addEventListener(type, onPress, { capture: true, passive: false });
};

/**
 * How the press went: `reached`, `missed` (`by` would have taken it), or `none` when no press came to this document.
 * `instead` is what the press went to where the element itself takes none; `click` where the click went that came of
 * it: `there`, `elsewhere`, or `nowhere`; `moved` and `gone` what became of the element meanwhile.
 */
const landed = () => {
  const state = armed;
  if (!state) return { verdict: 'none' };
  const { face, verdict, by, instead, click, moved } = state;
  disarm();
  return { verdict, by, instead, click, moved, gone: !face.isConnected };
};
