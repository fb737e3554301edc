// Where a control stands: landmark, overlay, dialog, table row, card.
/* global attr, cardOf, clip, closest, composedContains, contains, doc, fold, hasAttr, hasOwnInk, isButtonLike,
   kindOfBlock, lineText, matches, nameOf, nextElement, parentEntry, parentOf, previousElement, queryAll, queryOne,
   readable, rectOf, squash, tagOf, textContent */
/* exported contextNow, centreHit, headingBefore, markContexts, markLandmark, markLayer, tellApart */

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

/** A notice along the lower edge, such as a consent bar that was given no z-index. */
const isBottomBar = (entry, scene) => {
  if (entry.position !== 'fixed' || /^-/.test(entry.style.zIndex)) return false;
  const rect = rectOf(entry.element);
  if (rect.bottom < scene.height - 40 || rect.width < 0.5 * scene.width) return false;
  return rect.height < 0.6 * scene.height && textContent(entry.element).trim().length > 60;
};

/**
 * The layer an element opens or stands in: fixed or sticky with a high z-index, such as a cookie bar. The page's own
 * header is not one, however it is pinned.
 */
const markLayer = (entry, scene) => {
  entry.layer = entry.parent?.layer ?? null;
  if (entry.position !== 'fixed' && entry.position !== 'sticky') return;
  const index = parseInt(entry.style.zIndex, 10);
  if (!(index >= layerIndex) && !isBottomBar(entry, scene)) return;
  if (entry.tag === 'header' || entry.tag === 'nav') return;
  if (entry.landmark === 'banner' || entry.landmark === 'navigation') return;
  if (queryOne(entry.element, headerParts)) return;
  const rect = rectOf(entry.element);
  const hit = centreHit(scene);
  const area = rect.width * rect.height;
  const blocking =
    area > 0.5 * scene.width * scene.height || (hit !== null && composedContains(entry.element, hit));
  entry.layer = { element: entry.element, blocking };
};

const cellSelector = 'td,th,[role="cell"],[role="gridcell"],[role="rowheader"],[role="columnheader"]';

const readRow = (row, scene) => {
  const cells = [];
  for (const cell of queryAll(row, cellSelector)) {
    if (parentOf(cell) !== row && closest(cell, 'tr,[role="row"]') !== row) return null;
    let linked = false;
    const plain = lineText(cell, {
      scene,
      limit: 90,
      skip: (node, tag) => {
        if (tag === 'a') linked = true;
        return tag === 'a' || isButtonLike(node, tag);
      },
      reads: (node) => hasOwnInk(node, scene),
    });
    cells.push({ cell, plain, text: plain || (linked ? readable(cell, scene, 90) : '') });
    if (cells.length > 12) break;
  }
  return cells;
};

const rowCells = (row, scene) => {
  scene.rows ??= new Map();
  if (!scene.rows.has(row)) scene.rows.set(row, queryOne(row, 'table') ? null : readRow(row, scene));
  return scene.rows.get(row);
};

/** The heads of the columns of a table, in order; none where it has no row of heads. */
const headsOf = (row, scene) => {
  const table = closest(row, 'table,[role="table"],[role="grid"],[role="treegrid"]');
  if (!table) return [];
  scene.heads ??= new Map();
  if (!scene.heads.has(table)) {
    const first = queryOne(table, 'tr,[role="row"]');
    const heads = first && first !== row ? [...queryAll(first, 'th,[role="columnheader"]')] : [];
    scene.heads.set(
      table,
      heads.map((head) => readable(head, scene, 40)),
    );
  }
  return scene.heads.get(table);
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
  const columns = [];
  const around = new Set();
  for (let at = element; at && at !== row; at = parentOf(at)) around.add(at);
  cells.forEach(({ cell, plain, text }, index) => {
    const own = around.has(cell);
    const shared = !plain && beside?.[index]?.text === text;
    const shownText = own ? plain : shared ? '' : text;
    if (!shownText) return;
    texts.push(shownText);
    columns.push(index);
  });
  // Bare numbers say little without the heads of their columns.
  if (texts.length > 0 && texts.every((text) => /^[\d.,%\s-]{1,8}$/.test(text))) {
    const heads = headsOf(row, scene);
    return texts.map((text, at) => squash(`${heads[columns[at]] ?? ''} ${text}`)).join(' · ');
  }
  return texts.join(' · ');
};

const itemSelector =
  'li,article,[role="listitem"],[role="article"],fieldset,[role="group"],[role="radiogroup"],[role="region"],section,details,dd';
const groupSelector = 'fieldset,[role="radiogroup"],[role="group"]';

/** The nearest box around an element that stands beside one of the same class: an entry of a list without a role. */
const repeatedBlock = (element) => {
  for (let at = parentOf(element), height = 0; at && height < 6; at = parentOf(at), height++) {
    if (tagOf(at) === 'body' || !attr(at, 'class')) continue;
    const beside = nextElement(at) ?? previousElement(at);
    const other = nextElement(at) ? previousElement(at) : null;
    const kind = kindOfBlock(at);
    if ((beside && kindOfBlock(beside) === kind) || (other && kindOfBlock(other) === kind)) {
      if (/\S/.test(textContent(at))) return at;
    }
  }
  return null;
};

/** For controls that read alike: what the list item, the group or the entry around each is about. */
const itemContext = (element, scene) => {
  const entry = repeatedBlock(element);
  const found = closest(element, itemSelector);
  const item = entry && (!found || contains(found, entry)) ? entry : found;
  if (!item) return '';
  const label = squash(attr(item, 'aria-label'));
  if (label) return label;
  const heading = queryOne(item, 'h1,h2,h3,h4,h5,h6,[role="heading"],legend,summary,strong');
  if (heading && !composedContains(heading, element)) return readable(heading, scene);
  if (textContent(item).length > 600) return '';
  return lineText(item, {
    scene,
    limit: 120,
    spaced: true,
    skip: (node, tag) => node === element || isButtonLike(node, tag),
    reads: (node) => hasOwnInk(node, scene),
  });
};

const headings = 'h1,h2,h3,h4,h5,h6,[role="heading"],legend,caption';

/** The heading that an element stands under: the nearest one before it in its section, or in one around it. */
const headingBefore = (element, scene) => {
  for (let at = element, height = 0; at && height < 12; at = parentOf(at), height++) {
    for (
      let beside = previousElement(at), looked = 0;
      beside && looked < 20;
      beside = previousElement(beside), looked++
    ) {
      if (matches(beside, headings)) return readable(beside, scene);
      if (/^(?:header|div|hgroup)$/.test(tagOf(beside))) {
        const inner = queryAll(beside, headings);
        if (inner.length === 1) return readable(inner[0], scene);
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

/** The question that a group of choices answers; empty where nothing asks one. */
const questionOf = (element, scene) => {
  const group = closest(element, groupSelector);
  if (!group) return '';
  scene.questions ??= new Map();
  if (!scene.questions.has(group)) scene.questions.set(group, nameOf(group, scene, 'group'));
  return scene.questions.get(group);
};

const choiceRoles = new Set(['radio', 'checkbox', 'switch', 'menuitemradio', 'menuitemcheckbox']);

/** The context that an element has by itself: its row, its card, or the question it answers. */
const ownContext = ({ candidate: { element, around }, fact }, scene) => {
  const row = around.row ? rowContext(element, around.row, scene) : '';
  if (row) {
    setContext(fact, row);
    return true;
  }
  const card = cardOf(around, scene);
  if (card) {
    fact.extra.push(['card', '1']);
    fact.card = card.box;
    const name = fold(fact.name);
    const parts = [card.title, card.price].filter((part) => part && !name.includes(fold(part)));
    setContext(
      fact,
      card.title.length > 100 ? `${clip(card.title, 100)} · ${card.price}` : parts.join(' · '),
    );
    return true;
  }
  const question = choiceRoles.has(fact.role) ? questionOf(element, scene) : '';
  if (question) setContext(fact, question);
  return question !== '';
};

const hintOf = (fact, name) => fact.extra.find(([key]) => key === name)?.[1] ?? '';

const groupBy = (list, keyOf) => {
  const groups = new Map();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups.values();
};

const sameTarget = (group) => {
  const { href } = group[0].fact;
  return href !== undefined && group.every(({ fact }) => fact.href === href);
};

/** What still reads the same gets the heading it stands under, and at last its place among its likes (`place`). */
const tellApart = (shown, scene) => {
  const keyOf = ({ fact }) =>
    `${fact.role}\n${fact.name}\n${hintOf(fact, 'context')}\n${fact.name === '' ? hintOf(fact, 'looks') || hintOf(fact, 'id') || hintOf(fact, 'class') : ''}`;
  for (const group of groupBy(shown, keyOf)) {
    if (group.length < 2 || sameTarget(group)) continue;
    if (group.length <= 300 && hintOf(group[0].fact, 'context') === '') {
      const heads = group.map(({ candidate }) => headingBefore(candidate.element, scene));
      if (new Set(heads).size > 1) group.forEach(({ fact }, index) => setContext(fact, heads[index]));
    }
    for (const rest of groupBy(group, keyOf)) {
      if (rest.length < 2 || sameTarget(rest)) continue;
      // No part of the context: it changes with every twin that comes or goes, and the element stays what it is.
      rest.forEach(({ fact }, index) => fact.extra.push(['place', `${index + 1} of ${rest.length}`]));
    }
  }
};

/** The row, card or question, the entry and the heading that one element stands in or under now: a line for each. */
const contextNow = (element, role, tag, scene) => {
  const around = parentEntry(element, scene);
  const fact = { role, tag, name: nameOf(element, scene, role, tag), extra: [] };
  if (around) ownContext({ candidate: { element, around }, fact }, scene);
  const contexts = [hintOf(fact, 'context'), itemContext(element, scene), headingBefore(element, scene)];
  return contexts.filter(Boolean).join('\n');
};

/** Adds row and card contexts; controls that would still read alike get the words of their list item. */
const markContexts = (shown, scene) => {
  const plain = [];
  for (const one of shown) {
    try {
      if (ownContext(one, scene)) continue;
    } catch {
      scene.skipped++;
      // A context is a help, never a condition.
    }
    if (one.fact.tag !== 'input' || hintOf(one.fact, 'placeholder') === '') plain.push(one);
  }
  for (const group of groupBy(plain, ({ fact }) => `${fact.role} ${fact.name}`)) {
    if (group.length < 2 || group.length > 300) continue;
    for (const { candidate, fact } of group) setContext(fact, itemContext(candidate.element, scene));
  }
};
