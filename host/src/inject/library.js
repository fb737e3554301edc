// The one object that the host calls: installed once in a document's isolated world, unseen by the page.
/* global annotate, clearAnnotations, coversOver, findText, focusOn, handlersChanged, jsClick, learn, locate,
   querySelector, readMain, readValue, sample, scrollPage, searchForm, selectOptions, semantics, setValue, submitForm,
   suspects, sweepTargets, walk */

Object.defineProperty(globalThis, '__sekme', {
  value: Object.freeze({
    annotate,
    clearAnnotations,
    coversOver,
    findText,
    focusOn,
    handlersChanged,
    jsClick,
    learn,
    locate,
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
