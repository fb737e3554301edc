// Makes sure that a press reaches what it was aimed at.
//
// Between the aim and the press a page may lay something over the element or move it. The first press decides: where
// it would reach anything else, the page gets none of it, so that the host can aim again.
/* global composedContains, coverAt, coverName, doc, identify, newScene, noteScroll */
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
  if (hit && state.verdict === 'reached' && !composedContains(state.face, hit)) state.instead = identify(hit);
};

const onPress = (event) => {
  const state = armed;
  if (!state || !event.isTrusted || performance.now() > state.until) return;
  if (state.verdict === 'none') {
    if (event.type !== 'pointerdown' && event.type !== 'mousedown') return;
    judge(state, event);
  }
  if (state.verdict !== 'missed') return;
  Event.prototype.preventDefault.call(event);
  Event.prototype.stopImmediatePropagation.call(event);
};

/** The next press is for this element alone. */
const armGuard = (face) => {
  armed = { face, verdict: 'none', by: null, instead: null, until: performance.now() + armedFor };
  if (listening) return;
  listening = true;
  for (const type of pressEvents) addEventListener(type, onPress, { capture: true, passive: false });
};

/**
 * How the press went: `reached`, `missed` (`by` would have taken it), or `none` when no press came to this document.
 * `instead` is what the press went to where the element itself takes none.
 */
const landed = () => {
  const state = armed;
  armed = null;
  if (!state) return { verdict: 'none', by: null, instead: null };
  return { verdict: state.verdict, by: state.by, instead: state.instead };
};
