// Calls one function of the library. The answer is JSON text: it crosses the protocol as one string, which is many
// times faster than a tree of values. An element named `__sekme` is visible as a global too, so only an own property
// counts as the library.
async (name, options) => {
  if (!Object.hasOwn(globalThis, '__sekme')) return 'sekme-missing';
  let answer = JSON.stringify((await globalThis.__sekme[name](options)) ?? null);
  // Half of a surrogate pair, left where a text was cut, is not valid in JSON for a strict reader.
  if (answer.includes('\\ud')) answer = answer.replace(/\\ud[89a-f][0-9a-f]{2}/g, '\\ufffd');
  // One letter outside ASCII doubles the cost of the whole answer; where there are few, they are written as escapes.
  const foreign = /[^\0-\x7f]+/g;
  let [plain, from, letters] = ['', 0, 0];
  for (let found; (found = foreign.exec(answer)); from = foreign.lastIndex) {
    const [run] = found;
    if ((letters += run.length) * 20 > answer.length) return answer;
    plain += answer.slice(from, found.index);
    for (let at = 0; at < run.length; at++) plain += `\\u${run.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return plain + answer.slice(from);
};
