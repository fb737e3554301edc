// Whether what a task needs stands in the view under a name that a solver can use.

const fold = (text) =>
  (text ?? '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .toLowerCase();

const hint = (fact, key) => fact.extra.find(([name]) => name === key)?.[1] ?? '';

/** What the view puts in place of a missing name. */
const markOf = (fact) =>
  fact.name === '' ? ['looks', 'testid', 'id', 'class'].map((key) => hint(fact, key)).find(Boolean) : '';

/** All that the view tells of an element, without its surroundings. */
const saidOf = (fact) =>
  fold(
    [
      fact.name,
      fact.value,
      markOf(fact),
      ...['looks', 'placeholder', 'title', 'options'].map((key) => hint(fact, key)),
    ]
      .filter(Boolean)
      .join(' '),
  );

const surroundingsOf = (fact) => fold(`${fact.name} ${hint(fact, 'context')}`);

/**
 * The seen elements that a need's selector finds, with the words that the page itself shows for each, and the ids that
 * may stand for it: a label is told by its control.
 */
export function seek(page, { css, word, beside, within }) {
  const question = JSON.stringify({ css, word: typeof word === 'string' ? word : null, beside, within });
  return page.evaluate(`(({ css, word, beside, within }) => {
    const words = (element) => (element?.innerText ?? element?.textContent ?? '').trim();
    const isSeen = (element) =>
      element.localName === 'option' ||
      (element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0);
    const wordFor = (element) => {
      switch (word?.[0]) {
        case '@': return element.getAttribute(word.slice(1)) ?? '';
        case '^': return words(element.closest(word.slice(1)));
        case '<': return words(element.querySelector(word.slice(1)));
        default: return word ?? (words(element) || (typeof element.value === 'string' ? element.value : ''));
      }
    };
    return [...document.querySelectorAll(css)].filter(isSeen).map((element) => ({
      ids: [element, element.control, within && element.closest(within)].filter(Boolean).map(__corpus.identify),
      word: wordFor(element),
      beside: beside ? words(element.closest(beside[0])?.querySelector(beside[1])) : '',
      html: element.outerHTML.slice(0, 90).replace(/\\s+/g, ' '),
    }));
  })(${question})`);
}

/** Why one found element cannot be used; null when it can. */
function fault(found, need, facts) {
  const fact = found.ids.map((id) => facts.get(id)).find(Boolean);
  if (!fact) return 'not listed';
  const said = saidOf(fact);
  if (need.never?.test(said)) return `says "${said}", which nobody can see`;
  if (need.word instanceof RegExp) {
    if (!need.word.test(said)) return `says "${said}", not ${need.word}`;
  } else if (!need.place && !need.looks) {
    const word = fold(found.word).slice(0, 40);
    const others = need.alike?.find((words) => words.includes(word)) ?? [word];
    if (word && !others.some((one) => said.includes(one))) return `says "${said}", not "${word}"`;
  }
  if (need.looks && said === '') return 'has no looks';
  if (found.beside && !surroundingsOf(fact).includes(fold(found.beside))) {
    return `does not tell of "${fold(found.beside)}" beside it: "${surroundingsOf(fact)}"`;
  }
  if (said === '' && !need.place) {
    for (const other of facts.values()) {
      if (other !== fact && other.role === fact.role && saidOf(other) === '')
        return 'nameless among its like';
    }
  }
  return null;
}

/** The faults of one need: `[{ css, html, fault }]`, none when it is met. */
export async function judge(page, asked, facts) {
  const need = typeof asked === 'string' ? { css: asked } : asked;
  const found = await seek(page, need);
  const faults = [];
  if (found.length < (need.min ?? 1)) {
    faults.push({
      css: need.css,
      html: '',
      fault: `the page shows ${found.length} of them: is the selector right?`,
    });
    return { count: Math.max(1, need.min ?? 1), faults };
  }
  for (const one of found) {
    const reason = fault(one, need, facts);
    if (reason) faults.push({ css: need.css, html: one.html, fault: reason });
  }
  if (need.some) return { count: 1, faults: faults.length < found.length ? [] : faults.slice(0, 1) };
  return { count: found.length, faults };
}
