// Names that say something else than what a person reads on the control.
/* global attr, fold, isScreenReaderOnly, labelsOf, lineText, squash, tagOf */
/* exported contradiction */

const wordPattern = /[\p{L}\p{M}]+|\p{N}+(?:[.,'’ ]\p{N}+)*/gu;

/** A number as its digits: thousands marks and cents of zero make no difference. */
const digitsOf = (word) => word.replace(/[.,]00$/, '').replace(/[^\p{N}]/gu, '');

const wordsOf = (text) => {
  const letters = [];
  const numbers = [];
  for (const word of fold(text).match(wordPattern) ?? []) {
    if (/^\p{N}/u.test(word)) numbers.push(digitsOf(word));
    // One Latin letter is a sign: x, i, B.
    else if (word.length > 1 || !/[a-z]/.test(word)) letters.push(word);
  }
  return { letters, numbers };
};

const isIconFont = (element) => /icon|symbol|awesome|glyph/i.test(getComputedStyle(element).fontFamily);
const skipped = (element) => isScreenReaderOnly(element) || isIconFont(element);

const agree = (one, other) => one.startsWith(other) || other.startsWith(one) || other.includes(one);

const differ = (shown, name) => {
  const seen = wordsOf(shown);
  const told = wordsOf(name);
  if (seen.numbers.length > 0 && told.numbers.length > 0) {
    const among = seen.numbers.some((number) => told.numbers.includes(number));
    if (!among && told.letters.some((word) => seen.letters.includes(word))) return true;
    if (!among && seen.letters.length === 0) return true;
  }
  if (seen.letters.length === 0) return false;
  const joined = fold(name).replace(/[^\p{L}\p{N}]/gu, '');
  if (joined.includes(fold(shown).replace(/[^\p{L}\p{N}]/gu, ''))) return false;
  return !seen.letters.some(
    (word) => joined.includes(word) || told.letters.some((other) => agree(word, other)),
  );
};

/** The words that stand where a person reads the name of a control. */
const shownWords = (element, scene) => {
  const tag = tagOf(element);
  if (tag === 'input') {
    const type = element.type;
    if (type === 'submit' || type === 'button' || type === 'reset') return squash(attr(element, 'value'));
  }
  if (tag === 'input' || tag === 'select' || tag === 'textarea') {
    const texts = labelsOf(element, scene).map((label) => lineText(label, { limit: 120, skip: skipped }));
    return squash(texts.join(' '));
  }
  return element.isContentEditable === true ? '' : lineText(element, { limit: 120, skip: skipped });
};

/**
 * What a control shows where its name has been set to other words ("Delete" named "Save"), at most 60 characters; empty
 * when they agree. A sign, an icon or an abbreviation of the name is no contradiction; another number or price is.
 */
const contradiction = (element, name, scene) => {
  const set = attr(element, 'aria-label') ?? attr(element, 'aria-labelledby');
  if (set === null || set === '' || name === '') return '';
  const shown = shownWords(element, scene);
  if (shown === '' || shown === name || !differ(shown, name)) return '';
  return shown;
};
