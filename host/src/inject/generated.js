// Words that style sheets add with `::before` and `::after`.
//
// Asking each element for the style of its pseudo-elements would cost more than the rest of its name. So the style
// sheets are read first, each once, for the selectors under which words are added at all; most pages have a few.
/* global attr, faintest, getterOf, isLegible, matches, nodeType, rootOf, shadowOf, squash, surroundings, tagOf */
/* exported generatedText, seenWords */

const getSheets = {
  9: getterOf(Document.prototype, 'styleSheets'),
  11: getterOf(ShadowRoot.prototype, 'styleSheets'),
};
const getAdopted = {
  9: getterOf(Document.prototype, 'adoptedStyleSheets'),
  11: getterOf(ShadowRoot.prototype, 'adoptedStyleSheets'),
};

const pseudo = /::?(?:before|after)/;
const bareSelector = (selector) =>
  selector.replace(/(^|[\s>+~,(])::?(?:before|after)/g, '$1*').replace(/::?(?:before|after)/g, '');

/** Whether a `content` of a rule may add something a person reads. */
const speaks = (content) => {
  if (content === '' || content === 'none' || content === 'normal') return false;
  return squash(content.replace(/url\((?:"[^"]*"|[^)]*)\)|["/]|counters?\([^)]*\)/g, ' ')) !== '';
};

const readRules = (rules, gate, nested) => {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const selector = rule.selectorText;
      if (pseudo.test(selector) && speaks(rule.style.content)) {
        if (nested || /[&]|:host|::slotted|::part/.test(selector)) gate.always = true;
        else gate.selectors.push(bareSelector(selector));
      }
      if (rule.cssRules.length > 0) readRules(rule.cssRules, gate, true);
    } else if (rule instanceof CSSImportRule) {
      if (rule.styleSheet) readSheet(rule.styleSheet, gate);
    } else if (rule.cssRules) {
      readRules(rule.cssRules, gate, nested);
    }
    if (gate.always) return;
  }
};

// A large sheet is read again only when its length has changed; small ones are where scripts write to.
const readSheets = new WeakMap();
const largeSheet = 100;

const readSheet = (sheet, gate) => {
  if (sheet.disabled) return;
  let rules;
  try {
    rules = sheet.cssRules;
  } catch {
    // Of another origin: nobody can tell what it adds.
    gate.always = true;
    return;
  }
  const known = readSheets.get(sheet);
  if (known && known.length === rules.length) {
    gate.selectors.push(...known.selectors);
    gate.always ||= known.always;
    return;
  }
  const own = { selectors: [], always: false, length: rules.length };
  readRules(rules, own, false);
  if (rules.length > largeSheet) readSheets.set(sheet, own);
  gate.selectors.push(...own.selectors);
  gate.always ||= own.always;
};

const readGate = (root) => {
  const gate = { selectors: [], always: false, css: '' };
  const kind = nodeType(root);
  if (kind !== 9 && kind !== 11) return gate;
  for (const sheet of getSheets[kind].call(root)) readSheet(sheet, gate);
  for (const sheet of getAdopted[kind].call(root)) readSheet(sheet, gate);
  if (gate.selectors.length > 400) gate.always = true;
  gate.css = gate.selectors.join(',');
  return gate;
};

const gateOf = (root, scene) => {
  scene.gates ??= new Map();
  let gate = scene.gates.get(root);
  if (!gate) {
    gate = readGate(root);
    scene.gates.set(root, gate);
  }
  return gate;
};

const mayGenerate = (element, scene) => {
  const gate = gateOf(rootOf(element), scene);
  // The browser's own style sheet puts quotation marks around <q>.
  if (gate.always || tagOf(element) === 'q') return true;
  const inside = shadowOf(element);
  if (inside && gateOf(inside, scene).always) return true;
  if (gate.css === '') return false;
  try {
    return matches(element, gate.css);
  } catch {
    gate.always = true;
    return true;
  }
};

const unescaped = (text) =>
  text.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, hex, letter) =>
    hex ? String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)) : letter,
  );

const contentPart = /"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)[^)]*\)|(open-quote)|(close-quote)|(\/)/gs;

const readContent = (element, content) => {
  let text = '';
  for (const [, words, name, opens, closes, alternative] of content.matchAll(contentPart)) {
    // What follows the slash is what the author wants to be read instead.
    if (alternative) text = '';
    else if (name) text += attr(element, name) ?? '';
    else if (opens) text += '“';
    else if (closes) text += '”';
    else text += unescaped(words);
  }
  return text;
};

const partText = (element, part, style = getComputedStyle(element, part)) => {
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '') return '';
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const text = readContent(element, content);
  return style.display === 'inline' ? text : ` ${text} `;
};

/**
 * The words that style adds `before` and `after` the content of an element, parted from it where they stand in a block;
 * null where it adds none.
 */
const generatedText = (element, scene) =>
  mayGenerate(element, scene)
    ? { before: partText(element, '::before'), after: partText(element, '::after') }
    : null;

/** Whether a person sees what style adds here: it is no smaller, paler or further away than any other text. */
const isPartSeen = (element, style, scene) => {
  if (style.opacity < faintest || style.clipPath !== 'none' || style.transform !== 'none') return false;
  if (style.position === 'absolute' || style.position === 'fixed') {
    if (style.clip !== 'auto' || parseFloat(style.left) < -100 || parseFloat(style.top) < -100) return false;
  }
  const flat = parseFloat(style.width) < 2 || parseFloat(style.height) < 2;
  if (flat && style.display !== 'inline' && style.overflow !== 'visible') return false;
  return isLegible(element, style, surroundings(element, scene), scene);
};

/** Words that style adds to an element for people to read, as `generatedText`; signs and bullets are none. */
const seenWords = (element, scene) => {
  if (!mayGenerate(element, scene)) return null;
  const [before, after] = ['::before', '::after'].map((part) => {
    const style = getComputedStyle(element, part);
    const text = partText(element, part, style);
    return /[\p{L}\p{N}]/u.test(squash(text)) && isPartSeen(element, style, scene) ? text : '';
  });
  return before || after ? { before, after } : null;
};
