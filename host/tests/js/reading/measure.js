// How well text holds what it should: shingles for articles, values for all other pages.

// Scripts without spaces between words count letter by letter.
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Myanmar}]|[\p{L}\p{N}_]+/gu;

const shingles = (text, size = 4) => {
  const words = text.toLowerCase().match(word) ?? [];
  const counts = new Map();
  for (let at = 0; at <= Math.max(0, words.length - size); at++) {
    const key = words.slice(at, at + size).join(' ');
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

const total = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Precision, recall and F1 on shingles of four words. */
export function compare(text, expected) {
  const got = shingles(text);
  const wanted = shingles(expected);
  let shared = 0;
  for (const [key, count] of wanted) shared += Math.min(count, got.get(key) ?? 0);
  const precision = shared / Math.max(1, total(got));
  const recall = shared / Math.max(1, total(wanted));
  return { precision, recall, f1: shared === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

const flat = (text) => text.replace(/\s+/g, ' ');

/** The values that do not stand in the first `limit` characters. */
export function missing(text, values, limit = Infinity) {
  const part = flat([...text].slice(0, limit === Infinity ? undefined : limit).join(''));
  return values.filter((value) => !part.includes(flat(value)));
}

export const mean = (numbers) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

export const readWith = (tab, options = {}) =>
  tab.call('readMain', { selectors: [], ignore: [], selector: null, max_chars: null, ...options });

export const innerText = (tab) => tab.evaluate('document.body.innerText');
