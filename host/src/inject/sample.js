// A quick look at how much of the page is there, for waiting until it rests.
/* global doc, queryAll, squash, textContent */
/* exported interactiveSelector, sample */

const interactiveSelector =
  'a[href],button,input:not([type="hidden"]),select,textarea,summary,[role],[tabindex],[onclick],[contenteditable]';

/** Counts only: no layout is asked for, so it can be called many times a second. */
const sample = () => {
  const body = doc.body();
  return {
    interactive: queryAll(document, interactiveSelector).length,
    text_len: body ? textContent(body).length : 0,
    ready: doc.ready(),
    url: location.href,
    title: squash(doc.title()),
    age_ms: Math.round(performance.now()),
  };
};
