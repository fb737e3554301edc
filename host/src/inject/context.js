// Where a control stands: landmark, overlay, dialog, table row, card.
/* global attr, childElements, clip, closest, composedContains, contains, dataOf, doc, isPlain, isSeen, fold, hasAttr, isElement,
   lineText, matches, nameOf, nextElement, parentOf, previousElement, queryAll, queryOne, rectOf, roleOf,
   shownBox, squash, surroundings, tagOf, textContent */
/* exported headingBefore, markContexts, markDialog, markLandmark, markLayer */

const landmarkTags = {
  aside: 'complementary',
  dialog: 'dialog',
  form: 'form',
  main: 'main',
  nav: 'navigation',
  search: 'search',
};
const landmarkRoles = {
  alertdialog: 'dialog',
  banner: 'banner',
  complementary: 'complementary',
  contentinfo: 'contentinfo',
  dialog: 'dialog',
  form: 'form',
  main: 'main',
  navigation: 'navigation',
  region: 'region',
  search: 'search',
};
const sections = new Set(['article', 'aside', 'main', 'nav', 'section']);
const pageChrome = new Set(['banner', 'navigation', 'contentinfo', 'complementary']);

/** The landmark an element opens or stands in. */
const markLandmark = (entry) => {
  const { parent, tag } = entry;
  const role = entry.role ? entry.role.trim().split(/\s+/)[0].toLowerCase() : '';
  let own = landmarkRoles[role] ?? (role ? undefined : landmarkTags[tag]);
  if (!own && !role && (tag === 'header' || tag === 'footer') && !parent?.sectioned) {
    own = tag === 'header' ? 'banner' : 'contentinfo';
  }
  if (
    !own &&
    !role &&
    tag === 'section' &&
    (hasAttr(entry.element, 'aria-label') || hasAttr(entry.element, 'aria-labelledby'))
  ) {
    own = 'region';
  }
  entry.row = tag === 'tr' || role === 'row' ? entry.element : (parent?.row ?? null);
  entry.landmark = own ?? parent?.landmark ?? null;
  entry.main = own === 'main' || (parent?.main ?? false);
  entry.chrome = pageChrome.has(own) || (parent?.chrome ?? false);
  entry.sectioned = sections.has(tag) || (parent?.sectioned ?? false);
};

const layerIndex = 10;
const headerParts = 'header,nav,[role="banner"],[role="navigation"],[role="search"],input[type="search"]';

const centreHit = (scene) => {
  scene.centre ??= { hit: doc.hit(scene.width / 2, scene.height / 2) };
  return scene.centre.hit;
};

/**
 * The layer an element opens or stands in: fixed or sticky with a high z-index, such as a cookie bar. The page's own
 * header is not one, however it is pinned.
 */
const markLayer = (entry, scene) => {
  entry.layer = entry.parent?.layer ?? null;
  if (entry.position !== 'fixed' && entry.position !== 'sticky') return;
  const index = parseInt(entry.style.zIndex, 10);
  if (!(index >= layerIndex) || entry.tag === 'header' || entry.tag === 'nav') return;
  if (entry.landmark === 'banner' || entry.landmark === 'navigation') return;
  if (queryOne(entry.element, headerParts)) return;
  const rect = rectOf(entry.element);
  const hit = centreHit(scene);
  const area = rect.width * rect.height;
  const blocking =
    area > 0.5 * scene.width * scene.height || (hit !== null && composedContains(entry.element, hit));
  entry.layer = { element: entry.element, blocking };
};

const number = String.raw`\d{1,3}(?:[.,'’\s\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const sign = String.raw`R\$|[A-Z]{0,2}\$|[€£¥₺₹₽₩₴₫₪₱₦฿₡₲₵₸₼₾]`;
const code = String.raw`TL|TRY|USD|EUR|GBP|JPY|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|RUB|BRL|INR|CAD|AUD|MXN|CNY|KRW|AED|SAR|kr|zł|Kč|Ft|lei|лв|руб|грн|Rs`;
const pricePattern = new RegExp(
  String.raw`(?:(?:${sign})|(?<![\p{L}\d])(?:${code})\.?)\s?-?(?:${number})|(?:${number})(?:,-|,–)?\s?(?:(?:${sign})|(?:${code})(?!\p{L}))`,
  'gu',
);

const bareSign = new RegExp(`^\\s*(?:${sign}|${code})\\s*$`, 'u');
const perhapsPrice = new RegExp(`\\d\\D{0,4}(?:${sign}|${code})|(?:${sign}|${code})\\D{0,4}\\d`, 'u');

/** Price-like strings in a text, in order. */
const pricesIn = (text) => (/\d/.test(text) ? (text.match(pricePattern) ?? []).map(squash) : []);

const struck = 'del,s,strike,[class*="old" i],[class*="strike" i],[class*="original" i]';
const titleHints =
  '[class*="title" i],[class*="name" i],[itemprop="name"],[data-testid*="title" i],[data-testid*="name" i]';

const isButtonLike = (element, tag) =>
  tag === 'button' ||
  tag === 'input' ||
  tag === 'select' ||
  tag === 'textarea' ||
  attr(element, 'role') === 'button';

const readable = (element, limit = 160) => lineText(element, { visual: true, limit, skip: isButtonLike });

/** What a card is about: a heading, else what is called title or name, else its longest link, picture or first words. */
const titleIn = (card) => {
  const isTitle = (text) => /\p{L}{2}/u.test(text) && pricesIn(text).length === 0;
  for (const css of ['h1,h2,h3,h4,h5,h6,[role="heading"]', titleHints]) {
    for (const part of queryAll(card, css)) {
      const text = readable(part);
      if (isTitle(text)) return text;
    }
  }
  let best = '';
  for (const link of queryAll(card, 'a[href]')) {
    const text = readable(link);
    if (text.length > best.length && isTitle(text)) best = text;
  }
  if (best) return best;
  for (const picture of queryAll(card, 'img[alt]')) {
    const text = squash(attr(picture, 'alt'));
    if (isTitle(text)) return text;
  }
  for (const child of childElements(card)) {
    const text = readable(child);
    if (isTitle(text)) return text;
  }
  return '';
};

const cutsPrice = /^[\s]*[\d,.'’]|[\d,.'’][\s]*$/;

/** The one price of a card that stands whole in a text of its own; null where it is not as simple as that. */
const plainPrice = (card) => {
  const walker = Document.prototype.createTreeWalker.call(document, card, NodeFilter.SHOW_TEXT);
  let price = null;
  for (let node; (node = walker.nextNode());) {
    const text = dataOf(node);
    if (!/\d/.test(text)) {
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
    if (!owner || !isPlain(owner) || isButtonLike(owner, tagOf(owner)) || !isSeen(owner)) return null;
    price = found[0];
  }
  return price;
};

const priceIn = (card) => {
  const plain = plainPrice(card);
  if (plain !== null) return plain;
  const parts = { visual: true, limit: 800, separator: ' | ' };
  // Parts of one price stand side by side ("899" ",00 TL"), but so do a price and the words after it.
  let prices = pricesIn(lineText(card, { ...parts, skip: isButtonLike }));
  if (prices.length === 0) prices = pricesIn(lineText(card, { ...parts, spaced: true }));
  if (prices.length < 2) return prices[0] ?? '';
  const old = new Set();
  for (const part of queryAll(card, struck)) for (const price of pricesIn(readable(part))) old.add(price);
  return prices.find((price) => !old.has(price)) ?? prices[0];
};

const cardLimits = { controls: 4, letters: 1500, height: 9 };
const pageTags = new Set(['body', 'html', 'main', 'table', 'tbody']);

/** The price an ancestor shows, when it is small enough to be one item; computed once for each ancestor. */
const priceOf = (entry) => {
  if (entry.price === undefined) {
    entry.price = '';
    const raw = textContent(entry.element);
    if (raw.length <= cardLimits.letters && /\d/.test(raw) && perhapsPrice.test(raw)) {
      entry.price = priceIn(entry.element);
    }
  }
  return entry.price;
};

/** The card around a control: the nearest ancestor with a price and few controls, widened until it has a title. */
const cardOf = (entry) => {
  let height = 0;
  for (let at = entry; at && height < cardLimits.height; at = at.parent, height++) {
    if (at.card !== undefined) return at.card;
    if (at.count > cardLimits.controls || pageTags.has(at.tag)) return null;
    const price = priceOf(at);
    if (!price) continue;
    let title = '';
    for (let up = at; up && height < cardLimits.height; up = up.parent, height++) {
      if (up.count > cardLimits.controls || pageTags.has(up.tag)) break;
      title = titleIn(up.element);
      if (title) break;
    }
    at.card = { title, price };
    return at.card;
  }
  return null;
};

const cellSelector = 'td,th,[role="cell"],[role="gridcell"],[role="rowheader"],[role="columnheader"]';

const readRow = (row) => {
  const cells = [];
  for (const cell of queryAll(row, cellSelector)) {
    if (closest(cell, 'tr,[role="row"]') !== row) return null;
    const plain = lineText(cell, {
      visual: true,
      limit: 90,
      skip: (node, tag) => isButtonLike(node, tag) || tag === 'a',
    });
    cells.push({ cell, plain, text: plain || readable(cell, 90) });
    if (cells.length > 12) break;
  }
  return cells;
};

const rowCells = (row, scene) => {
  scene.rows ??= new Map();
  if (!scene.rows.has(row)) scene.rows.set(row, queryOne(row, 'table') ? null : readRow(row));
  return scene.rows.get(row);
};

/** The other cells of the table row a control stands in: `10 · Ada Lovelace · London`. */
const rowContext = (element, row, scene) => {
  const cells = rowCells(row, scene);
  if (!cells || cells.length < 2) return '';
  // Links that read the same in the next row ("Edit") say nothing about this one.
  scene.neighbours ??= new Map();
  if (!scene.neighbours.has(row)) {
    const next = nextElement(row) ?? previousElement(row);
    scene.neighbours.set(row, next && matches(next, 'tr,[role="row"]') ? rowCells(next, scene) : null);
  }
  const beside = scene.neighbours.get(row);
  const texts = [];
  cells.forEach(({ cell, plain, text }, index) => {
    const own = contains(cell, element) || composedContains(cell, element);
    const shared = !plain && beside?.[index]?.text === text;
    const shownText = own ? plain : shared ? '' : text;
    if (shownText) texts.push(shownText);
  });
  return texts.join(' · ');
};

const itemSelector = 'li,article,[role="listitem"],[role="article"],fieldset,section,details,dd';

/** For controls that read alike: what the list item or group around each is about. */
const itemContext = (element) => {
  const item = closest(element, itemSelector);
  if (!item) return '';
  const heading = queryOne(item, 'h1,h2,h3,h4,h5,h6,[role="heading"],legend,summary,strong');
  if (heading && !composedContains(heading, element)) return readable(heading);
  if (textContent(item).length > 600) return '';
  return lineText(item, {
    visual: true,
    limit: 120,
    skip: (node, tag) => node === element || isButtonLike(node, tag),
  });
};

const headings = 'h1,h2,h3,h4,h5,h6,[role="heading"],legend,caption';

/** The heading that an element stands under: the nearest one before it in its section, or in one around it. */
const headingBefore = (element) => {
  for (let at = element, height = 0; at && height < 12; at = parentOf(at), height++) {
    for (
      let beside = previousElement(at), looked = 0;
      beside && looked < 20;
      beside = previousElement(beside), looked++
    ) {
      if (matches(beside, headings)) return readable(beside);
      if (/^(?:header|div|hgroup)$/.test(tagOf(beside))) {
        const inner = queryAll(beside, headings);
        if (inner.length === 1) return readable(inner[0]);
      }
    }
    const tag = tagOf(at);
    if (tag === 'body' || tag === 'main') break;
  }
  return '';
};

const setContext = (fact, text) => {
  const name = fold(fact.name);
  const useful = squash(text);
  if (useful && fold(useful) !== name) fact.extra.push(['context', clip(useful, 120)]);
};

/** Adds row and card contexts; controls that would still read alike get the words of their list item. */
const markContexts = (shown, scene) => {
  const alike = new Map();
  for (const { candidate, fact } of shown) {
    const { element, around } = candidate;
    try {
      const row = around.row ? rowContext(element, around.row, scene) : '';
      if (row) {
        setContext(fact, row);
        continue;
      }
      const card = cardOf(around);
      if (card) {
        fact.extra.push(['card', '1']);
        const name = fold(fact.name);
        const parts = [card.title, card.price].filter((part) => part && !name.includes(fold(part)));
        setContext(
          fact,
          card.title.length > 100 ? `${clip(card.title, 100)} · ${card.price}` : parts.join(' · '),
        );
        continue;
      }
    } catch {
      scene.skipped++;
      // A context is a help, never a condition.
    }
    if (fact.tag === 'input' && fact.extra.some(([key]) => key === 'placeholder')) continue;
    const key = `${fact.role} ${fact.name}`;
    if (alike.has(key)) alike.get(key).push({ candidate, fact });
    else alike.set(key, [{ candidate, fact }]);
  }
  for (const group of alike.values()) {
    if (group.length < 2 || group.length > 300) continue;
    for (const { candidate, fact } of group) setContext(fact, itemContext(candidate.element));
  }
};

const dialogClass = /modal|dialog|popup/i;
const strongDialog = 'dialog,[aria-modal="true"],[role="dialog"],[role="alertdialog"]';

/** Whether it floats: a page's main wrapper may be called "popup-host", but it is not lifted above the page. */
const isLifted = (entry) => {
  for (let at = entry; at; at = at.parent) {
    if (at.position === 'fixed') return true;
    if (at.position === 'absolute' && parseInt(at.style.zIndex, 10) >= 1) return true;
  }
  return false;
};

const dialogName = (element, scene) => {
  const inner = matches(element, strongDialog) ? element : (queryOne(element, strongDialog) ?? element);
  const role = roleOf(inner);
  const given = nameOf(inner, scene, role === 'dialog' || role === 'alertdialog' ? role : 'group');
  if (given) return clip(given, 80);
  const heading = queryOne(inner, 'h1,h2,h3,h4,[role="heading"],[class*="title" i]');
  return clip(
    (heading && lineText(heading, { visual: true })) || lineText(inner, { visual: true, limit: 80 }),
    80,
  );
};

/**
 * The open modal dialog: visible, over the middle of the viewport, with something in it to act on. What merely
 * carries the name (a hidden node, a small link of class "modal") is not one.
 */
const openDialog = (shown, scene) => {
  const holds = (element) =>
    shown.some(({ candidate }) => composedContains(element, candidate.label ?? candidate.element));
  const isOpen = (element) => shownBox(element, scene)?.shown && holds(element);
  // The page behind a native modal is inert: nothing but the dialog can be acted on, wherever it stands.
  const native = [...queryAll(document, 'dialog:modal')].filter(isOpen).pop();
  if (native) return native;
  const hit = centreHit(scene);
  for (let at = hit; at && isElement(at); at = parentOf(at)) {
    const tag = tagOf(at);
    if (tag === 'html' || tag === 'body') break;
    if (matches(at, strongDialog)) {
      if (isOpen(at)) return at;
    } else if (dialogClass.test(attr(at, 'class') ?? '') && isLifted(surroundings(at, scene)) && isOpen(at)) {
      return at;
    }
  }
  // A sheet at an edge is modal when its backdrop takes the middle.
  for (const sheet of queryAll(document, '[aria-modal="true"]')) {
    if (!hit || composedContains(hit, sheet) || !isOpen(sheet)) continue;
    const { box } = shownBox(sheet, scene);
    const own = doc.hit((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
    if (own && composedContains(sheet, own) && isLifted(surroundings(hit, scene))) return sheet;
  }
  return null;
};

const popupLists = '[role="listbox"],[role="menu"],[role="tree"],[role="grid"],[popover]';

/** Marks what belongs to the open dialog, and returns the dialog's name (null when none is open). */
const markDialog = (shown, scene) => {
  const dialog = openDialog(shown, scene);
  if (!dialog) return null;
  for (const { candidate, fact } of shown) {
    const element = candidate.label ?? candidate.element;
    // Menus of a dialog are often attached to the body: they lie above it, so they receive clicks.
    const above = fact.in_viewport && !fact.covered_by && closest(element, popupLists) !== null;
    if (!composedContains(dialog, element) && !above) continue;
    fact.in_dialog = true;
    fact.extra = fact.extra.filter(([key]) => key !== 'overlay' && key !== 'blocking');
  }
  return dialogName(dialog, scene) || 'dialog';
};
