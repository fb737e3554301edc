// Cards: the nearest box around a control that shows a price and holds few controls.
/* global attr, bareSign, childElements, closest, dataOf, hasInk, hasOwnInk, identify, inSentence, isPlain, isSeen, latin, lineText,
   nextElement, parentOf, perhapsPrice, previousElement, pricesIn, queryAll, queryOne, squash, tagOf, textContent */
/* exported cardOf, isButtonLike, kindOfBlock, readable */

const struck = 'del,s,strike,[class*="old" i],[class*="strike" i],[class*="original" i]';
const titleHints =
  '[class*="title" i],[class*="name" i],[itemprop="name"],[data-testid*="title" i],[data-testid*="name" i]';

const kindOfBlock = (element) => `${tagOf(element)} ${attr(element, 'class') ?? ''}`;

const isButtonLike = (element, tag) =>
  tag === 'button' ||
  tag === 'input' ||
  tag === 'select' ||
  tag === 'textarea' ||
  attr(element, 'role') === 'button';

/** Words of an element as a person reads them, without those of its buttons. */
const readable = (element, scene, limit = 160) =>
  lineText(element, {
    scene,
    limit,
    skip: isButtonLike,
    reads: (node) => hasOwnInk(node, scene),
  });

/** What a card is about: a heading, else what is called title or name, else its longest link, picture or first words. */
const titleIn = (card, scene) => {
  const isTitle = (text) => /\p{L}{2}/u.test(text) && pricesIn(text).length === 0;
  for (const css of ['h1,h2,h3,h4,h5,h6,[role="heading"]', titleHints]) {
    const first = queryOne(card, css);
    if (!first) continue;
    const text = readable(first, scene);
    if (isTitle(text)) return text;
    for (const part of queryAll(card, css)) {
      const other = part === first ? '' : readable(part, scene);
      if (isTitle(other)) return other;
    }
  }
  let best = '';
  for (const link of queryAll(card, 'a[href]')) {
    const text = readable(link, scene);
    if (text.length > best.length && isTitle(text)) best = text;
  }
  if (best) return best;
  for (const picture of queryAll(card, 'img[alt]')) {
    const text = squash(attr(picture, 'alt'));
    if (isTitle(text)) return text;
  }
  for (const child of childElements(card)) {
    const text = readable(child, scene);
    if (isTitle(text)) return text;
  }
  return '';
};

const cutsPrice = /^[\s]*[\d,.'’]|[\d,.'’][\s]*$/;

/** The one price of a card that stands whole in a text of its own; null where it is not as simple as that. */
const plainPrice = (card, scene) => {
  const walker = Document.prototype.createTreeWalker.call(document, card, NodeFilter.SHOW_TEXT);
  let price = null;
  for (let node; (node = walker.nextNode());) {
    const text = dataOf(node);
    if (!/\d/.test(text) && (latin.test(text) || !/\p{Nd}/u.test(text))) {
      if (price === null && bareSign.test(text)) return null;
      continue;
    }
    const found = pricesIn(text);
    if (found.length === 0) {
      if (text.length < 8 && cutsPrice.test(text)) return null;
      continue;
    }
    if (found.length > 1 || price !== null) return null;
    const owner = parentOf(node);
    if (
      !owner ||
      !isPlain(owner) ||
      isButtonLike(owner, tagOf(owner)) ||
      !isSeen(owner) ||
      !hasInk(owner, scene)
    )
      return null;
    price = found[0];
  }
  return price;
};

const priceIn = (card, scene) => {
  const plain = plainPrice(card, scene);
  if (plain !== null) return plain;
  const parts = { scene, limit: 800, separator: ' | ' };
  // Parts of one price stand side by side ("899" ",00 TL"), but so do a price and the words after it.
  let prices = pricesIn(lineText(card, { ...parts, skip: isButtonLike }));
  if (prices.length === 0) prices = pricesIn(lineText(card, { ...parts, spaced: true }));
  if (prices.length < 2) return prices[0] ?? '';
  const old = new Set();
  for (const part of queryAll(card, struck))
    for (const price of pricesIn(readable(part, scene))) old.add(price);
  return prices.find((price) => !old.has(price)) ?? prices[0];
};

const cardLimits = { controls: 4, letters: 1500, height: 9 };
const pageTags = new Set(['body', 'html', 'main', 'table', 'tbody']);

/** The price an ancestor shows, when it is small enough to be one item; computed once for each ancestor. */
const priceOf = (entry, scene) => {
  if (entry.price === undefined) {
    entry.price = '';
    const raw = textContent(entry.element);
    if (raw.length <= cardLimits.letters && perhapsPrice.test(raw)) {
      entry.price = priceIn(entry.element, scene);
    }
  }
  return entry.price;
};

const entryTag = /^(?:li|article)$/;
const dialogs = 'dialog,[role="dialog"],[role="alertdialog"],[aria-modal="true"]';

/** Whether a box is, or stands in, one entry of a listing: beside others like it that show a price as well. */
const isListed = (entry) => {
  for (let at = entry, height = 0; at && height < cardLimits.height; at = at.parent, height++) {
    if (at.count > cardLimits.controls || pageTags.has(at.tag)) return false;
    if (entryTag.test(at.tag)) return true;
    const kind = kindOfBlock(at.element);
    const isLike = (other) => other && kindOfBlock(other) === kind && perhapsPrice.test(textContent(other));
    if (isLike(nextElement(at.element)) || isLike(previousElement(at.element))) return true;
  }
  return false;
};

/** Whether the price of a box is one of a thing, not one that a dialog or a sentence speaks of. */
const isOfThing = (entry, price, scene) => {
  if (isListed(entry)) return true;
  if (entry.tag === 'p' || closest(entry.element, dialogs)) return false;
  const parts = lineText(entry.element, { scene, limit: 800, separator: ' | ' }).split(' | ');
  return parts.some((part) => part.includes(price) && !inSentence(part, price));
};
const isInline = /^(?:a|button|label|span)$/;

/** The whole card: the entry of a list that it is or stands in, else the box with the price. */
const boxOfCard = (entry) => {
  for (let at = entry, height = 0; at && height < cardLimits.height; at = at.parent, height++) {
    if (at.count > cardLimits.controls || pageTags.has(at.tag)) break;
    const kind = kindOfBlock(at.element);
    const beside = [nextElement(at.element), previousElement(at.element)];
    const repeats = () => beside.some((other) => other && kindOfBlock(other) === kind);
    if (entryTag.test(at.tag) || (!isInline.test(at.tag) && repeats())) return identify(at.element);
  }
  return identify(entry.element);
};

/** The card around a control: the nearest ancestor with a price and few controls, widened until it has a title. */
const cardOf = (entry, scene) => {
  let height = 0;
  for (let at = entry; at && height < cardLimits.height; at = at.parent, height++) {
    if (at.card !== undefined) return at.card;
    if (at.count > cardLimits.controls || pageTags.has(at.tag)) return null;
    const price = priceOf(at, scene);
    if (!price) continue;
    if (!isOfThing(at, price, scene)) {
      at.card = null;
      return null;
    }
    let title = '';
    for (let up = at; up && height < cardLimits.height; up = up.parent, height++) {
      if (up.count > cardLimits.controls || pageTags.has(up.tag)) break;
      title = titleIn(up.element, scene);
      if (title) break;
    }
    at.card = { title, price, box: boxOfCard(at) };
    return at.card;
  }
  return null;
};
