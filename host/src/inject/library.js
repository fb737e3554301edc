// The one object that the host calls: installed once in a document's isolated world, unseen by the page.
/* global annotate, clearAnnotations, findText, focusOn, jsClick, locate, querySelector, readMain, readValue,
   sample, scrollPage, searchForm, selectOptions, semantics, setValue, submitForm, walk */

Object.defineProperty(globalThis, '__sekme', {
  value: Object.freeze({
    annotate,
    clearAnnotations,
    findText,
    focusOn,
    jsClick,
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
    walk,
  }),
});
