// The text of an answer, taken apart as a model reads it: lines with refs, and the text of the page behind `> `.

const quoted = /^"([^"]*)"/;

/** `checked, value: "a, b"` → `{ checked: true, value: 'a, b' }`. */
function statesOf(text) {
  const states = {};
  for (const [, key, value] of text.matchAll(/([a-z][a-z ]*?)(?::? "([^"]*)")?(?=, |$)/g)) {
    states[key] = value ?? true;
  }
  return states;
}

/** `e12 button "Edit" (disabled) | 10 · Ada` as `{ ref, role, name, looks, states, context, text }`; else null. */
export function lineOf(text) {
  const [, ref, role, tail = ''] = /^(e\d+) ([a-zA-Z-]+)(?: (.*))?$/.exec(text) ?? [];
  if (!ref) return null;
  let rest = tail;
  const name = quoted.exec(rest)?.[1] ?? '';
  rest = rest.replace(quoted, '').trimStart();
  const states = /^\(((?:[^"()]|"[^"]*")*)\)/.exec(rest);
  rest = rest.slice(states?.[0].length ?? 0).trimStart();
  const known = statesOf(states?.[1] ?? '');
  return {
    ref,
    role,
    name,
    looks: known['looks like'] ?? '',
    value: known.value ?? '',
    states: known,
    context: rest.startsWith('| ') ? rest.slice(2) : '',
    text,
  };
}

/** What an answer shows: `{ receipt, lines, page, isWhole }`. */
export function viewOf(answer) {
  const all = answer.split('\n');
  const lines = all.map(lineOf).filter((line) => line !== null);
  const page = all.filter((line) => line.startsWith('> ')).map((line) => line.slice(2));
  const isPart =
    /^(?:\d+ elements? as shown before|browser_snapshot full=true)/m.test(answer) ||
    /^\+\d+ more: /m.test(answer);
  return { receipt: all[0], lines, page, isWhole: !isPart };
}

/** The lines for which every given word holds: a text is compared as a whole, a pattern is searched. */
export function matching(lines, wanted) {
  const holds = ([key, want]) => {
    if (typeof want === 'function') return (line) => want(line[key], line);
    if (want instanceof RegExp) return (line) => want.test(line[key]);
    return (line) => line[key] === want;
  };
  const tests = Object.entries(wanted).map(holds);
  return lines.filter((line) => tests.every((test) => test(line)));
}
