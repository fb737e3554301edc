// Secrets: which fields hold what must never leave the page, and where a page puts what was typed into one.
//
// Markup says so in ways that have no language: the type, `autocomplete`, letters drawn as dots, and the identifiers
// and acronyms that forms are written with. Words that people read are not looked at.
/* global attr, doc, fieldsIn, getterOf, parentOf, queryAll, tagOf, textContent, tokens */
/* exported holdsSecret, isSecret, keepApart, noteSecret */

const secretHint = /(?:^|\s)(?:(?:current|new)-password|one-time-code|cc-csc)(?:\s|$)/i;
/** Identifiers of one word. */
const secretWord =
  /^(?:(?:card|cc)?(?:cvv|cvc|csc|cvn)|(?:e|m)?pin|t?otp(?:code)?|mfa(?:code)?|pass(?:wd|word|code|phrase)|pwd|secret(?:key)?|(?:access|api|auth|bearer|refresh|secret)?token|(?:api|access|private|secret)key|onetimecode|securitycode)$/;
/** Identifiers of two words. */
const secretPair =
  /^(?:(?:access|api|auth|encryption|private|secret|signing) key|(?:auth|backup|card|recovery|security|verification) code)$/;
/** What is said of a secret and is none: the name of a token, the hint for a password. */
const aboutSecret =
  /^(?:count|date|description|expires|expiry|filter|hint|id|label|length|limit|name|page|policy|question|search|size|strength|title|type|uri|url)$/;
/** Acronyms that labels carry in many languages. In India, a "PIN code" is a part of an address. */
const secretAcronym = /(?:^|[^\p{L}\p{N}])(?:(?:CVV|CVC|CVN|CSC)2?|T?OTP|PIN(?!\s*-?code))(?![\p{L}\p{N}])/iu;
const upperPin = /PIN/;

const labelsOfInput = getterOf(HTMLInputElement.prototype, 'labels');
const secretInput = getterOf(HTMLInputElement.prototype, 'value');
const secretArea = getterOf(HTMLTextAreaElement.prototype, 'value');
const isEdited = getterOf(HTMLElement.prototype, 'isContentEditable');

const secretValue = (element, tag) => (tag === 'textarea' ? secretArea : secretInput).call(element);

/** Whether an identifier (`cardCvv`, `api_key`) is one of a secret. */
const namesSecret = (identifier) => {
  const words = tokens(identifier);
  return words.some((word, place) => {
    const next = words[place + 1] ?? '';
    const third = words[place + 2] ?? '';
    if (secretPair.test(`${word} ${next}`)) return !aboutSecret.test(third);
    if (word === 'one' && next === 'time') return third === 'code';
    if (!secretWord.test(word) || aboutSecret.test(next)) return false;
    return !(word === 'pin' && next === 'code') && !(word === 'token' && /^(?:input|field|list)$/.test(next));
  });
};

const saysAcronym = (text) => {
  const found = secretAcronym.exec(text);
  // In lower case, this one is a word.
  return found !== null && (!/pin/i.test(found[0]) || upperPin.test(found[0]));
};

/** Whether the label that stands with an input is an acronym for a secret, alone or in a few words. */
const labelsSecret = (element) => {
  const texts = [attr(element, 'aria-label') ?? '', attr(element, 'placeholder') ?? ''];
  for (const label of labelsOfInput.call(element) ?? []) texts.push(textContent(label));
  return texts.some((text) => text.length < 60 && saysAcronym(text));
};

/** A row of four to eight fields for one digit each: a code. Longer ones are puzzles. */
const isCodeRow = (element) => {
  if (element.maxLength !== 1) return false;
  let at = parentOf(element);
  for (let height = 0; at && height < 4; at = parentOf(at), height++) {
    const row = [...queryAll(at, 'input')].filter((one) => one.maxLength === 1);
    if (row.length < 4) continue;
    const isOfDigits = (one) =>
      /^(?:tel|number|password)$/.test(one.type) ||
      /^(?:numeric|decimal|tel)$/i.test(attr(one, 'inputmode') ?? '') ||
      secretHint.test(attr(one, 'autocomplete') ?? '');
    return row.length <= 8 && row.some(isOfDigits);
  }
  return false;
};

const markedSecret = (element, tag) => {
  if (tag === 'input') {
    if (element.type === 'password') return true;
    // A "show password" button turns the type into text; the page's own hints stay.
    if (secretHint.test(attr(element, 'autocomplete') ?? '')) return true;
    if (!/^(?:text|tel|number)$/.test(element.type)) return false;
    if (isCodeRow(element) || labelsSecret(element)) return true;
  }
  if (tag === 'textarea' && secretHint.test(attr(element, 'autocomplete') ?? '')) return true;
  return namesSecret(attr(element, 'name')) || namesSecret(attr(element, 'id'));
};

/** Whether letters are drawn as dots. */
const drawsDots = (element) => {
  const drawn = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  return drawn !== '' && drawn !== 'none';
};

// A field that was one stays one, also when a button shows what it holds, as long as it is the same to the page.
const onceSecret = new WeakMap();
const identityOf = (element) =>
  ['name', 'id', 'placeholder', 'aria-label'].map((name) => attr(element, name) ?? '').join('\n');

// What was typed into secret fields of late, and what the others held then.
let typedSecrets = [];
let typedAt = -Infinity;
let heldThen = new WeakMap();
let ownTyping = new WeakSet();
const pieces = new WeakSet();
const spreading = 5_000;

const bare = (text) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a field holds a part of a secret that was typed into another one: a page moved it on. */
const holdsPiece = (element, tag) => {
  if (pieces.has(element)) return true;
  if (typedSecrets.length === 0 || ownTyping.has(element)) return false;
  if (performance.now() - typedAt > spreading) return false;
  const value = secretValue(element, tag);
  const plain = bare(value) || value;
  if (plain === '' || value === (heldThen.get(element) ?? '')) return false;
  if (!typedSecrets.some((secret) => secret.includes(plain) || plain.includes(secret))) return false;
  pieces.add(element);
  return true;
};

/** Whether what stands in this field must never leave the page. */
const isSecret = (element) => {
  const tag = tagOf(element);
  const isField = tag === 'input' || tag === 'textarea';
  if (!isField && !(element instanceof HTMLElement && isEdited.call(element))) return false;
  if (tag === 'input' && /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/.test(element.type))
    return false;
  const identity = identityOf(element);
  if (onceSecret.get(element) === identity) return true;
  if ((isField && markedSecret(element, tag)) || drawsDots(element)) {
    onceSecret.set(element, identity);
    return true;
  }
  return isField && holdsPiece(element, tag);
};

/** Whether a secret field holds anything: all that is told of it. */
const holdsSecret = (element, tag) =>
  isSecret(element) &&
  (tag === 'input' || tag === 'textarea' ? secretValue(element, tag) : textContent(element).trim()) !== '';

/** Remembers a secret before it is typed, and what all fields hold, so that its parts are known wherever they go. */
const noteSecret = ({ text }) => {
  const root = doc.root();
  if (!root) return false;
  heldThen = new WeakMap();
  ownTyping = new WeakSet();
  for (const field of fieldsIn(root)) {
    const tag = tagOf(field);
    if (tag === 'input' || tag === 'textarea') heldThen.set(field, secretValue(field, tag));
  }
  const plain = bare(text) || text;
  typedSecrets = [...typedSecrets.filter((known) => known !== plain), plain].slice(-20);
  typedAt = performance.now();
  return true;
};

/** A field that is typed into by itself: what it holds then is no part of a secret. */
const keepApart = (element) => {
  ownTyping.add(element);
};
