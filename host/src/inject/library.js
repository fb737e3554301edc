// The one object that the host calls: installed once in a document's isolated world, unseen by the page.
/* global annotate, clearAnnotations, coversOver, findText, focusOn, glance, identify, jsClick, learn,
   locate, pictureBox, querySelector, readMain, readValue, resolve, sample, scrollPage, searchForm, selectOptions,
   semantics, setValue, submitForm, suspects, sweepTargets, walk */

Object.defineProperty(globalThis, '__sekme', {
  value: Object.freeze({
    annotate,
    clearAnnotations,
    coversOver,
    element: resolve,
    findText,
    focusOn,
    glance,
    identify,
    jsClick,
    learn,
    locate,
    pictureBox,
    querySelector,
    readMain,
    readValue,
    sample,
    scroll: scrollPage,
    searchForm,
    selectOptions,
    semantics,
    setValue,
    submitForm,
    suspects,
    sweepTargets,
    walk,
  }),
});
