// Calls one function of the library. The answer is JSON text: it crosses the protocol as one string, which is many
// times faster than a tree of values. An element named `__sekme` is visible as a global too, so only an own property
// counts as the library.
async (name, options) => {
  if (!Object.hasOwn(globalThis, '__sekme')) return 'sekme-missing';
  const answer = JSON.stringify((await globalThis.__sekme[name](options)) ?? null);
  // Half of a surrogate pair, left where a text was cut, is not valid in JSON for a strict reader.
  return answer.includes('\\ud') ? answer.replace(/\\ud[89a-f][0-9a-f]{2}/g, '\\ufffd') : answer;
};
