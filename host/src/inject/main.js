// What of the page is its content, and in which order it is best read.
/* global attr, clip, doc, fold, measureBlocks, parentOf, queryAll, queryOne, squash, tagOf, textContent */
/* exported planReading, sourceOf */

/** A short name for a container: how a person would point at it in the page's source. */
const sourceOf = (element) => {
  const tag = tagOf(element);
  const id = attr(element, 'id');
  if (id) return `${tag}#${clip(id, 40)}`;
  const first = squash(attr(element, 'class')).split(' ')[0];
  return first ? `${tag}.${clip(first, 40)}` : tag;
};

const enough = 200;
const holds = (outer, inner) => inner.index >= outer.index && inner.index < outer.end;

const childrenOf = (block, blocks) => {
  const children = [];
  for (let index = block.index + 1; index < block.end; index = blocks[index].end)
    children.push(blocks[index]);
  return children;
};

/** Children of the ancestors of `block`, up to `root`, that stand wholly before it. */
const before = (block, root, blocks) => {
  const found = [];
  for (let at = block; at !== root && at.parent; at = at.parent) {
    const earlier = [];
    for (const one of childrenOf(at.parent, blocks)) {
      if (one === at) break;
      earlier.push(one);
    }
    found.unshift(...earlier);
  }
  return found;
};

const behind = (block, root, blocks) => {
  const found = [];
  for (let at = block; at !== root && at.parent; at = at.parent) {
    for (let index = at.end; index < at.parent.end; index = blocks[index].end) found.push(blocks[index]);
  }
  return found;
};

const isRoot = (block) =>
  block.tag === 'main' ||
  attr(block.element, 'role') === 'main' ||
  attr(block.element, 'itemprop') === 'articleBody';

/** Text of a small block; nothing for a large one. */
const textOf = (block) => (block.all > 0 && block.all < 400 ? squash(textContent(block.element)) : '');

/** The block that holds the page's title: a first heading, else a short block that says what the document's title says. */
const titleBlock = (blocks) => {
  const title = fold(doc.title());
  let best = null;
  const look = (block, bonus) => {
    const text = fold(textOf(block));
    if (text.length < 2 || text.length > 300) return;
    const said = text.length >= 4 && title.includes(text) ? text.length : 0;
    const score = said + bonus;
    if (score > 0 && (!best || score > best.score)) best = { block, score };
  };
  for (const block of blocks) {
    if (block.part === 'nav' || block.part === 'footer') continue;
    if (block.tag === 'h1') look(block, block.linked === block.all ? 1 : 40);
    else if ((block.tag === 'h2' || block.tag === 'h3') && block.own > 20 && block.own > 0.4 * title.length)
      look(block, 0);
  }
  if (best) return best.block;
  let looked = 0;
  for (const block of blocks) {
    if (block.own < 8 || block.inLink || block.ownLinked > 0 || block.own > 300) continue;
    if (looked++ > 2000) break;
    const text = fold(textOf(block));
    if (text.length >= 8 && title.startsWith(text) && text.length >= 0.3 * title.length) return block;
  }
  return null;
};

const kindsSaid = () => {
  let article = false;
  let product = false;
  const say = (text) => {
    if (/product|offer/i.test(text)) product = true;
    else if (/article|posting|report/i.test(text)) article = true;
  };
  for (const meta of queryAll(document, 'meta[property="og:type"]')) say(attr(meta, 'content') ?? '');
  for (const one of queryAll(document, '[itemtype]')) {
    if (parentOf(one) && /\/(?:Product|\w*Article|BlogPosting)$/.test(attr(one, 'itemtype')))
      say(attr(one, 'itemtype'));
  }
  for (const script of queryAll(document, 'script[type="application/ld+json"]')) {
    const types =
      textContent(script)
        .slice(0, 20_000)
        .match(/"@type"\s*:\s*\[?\s*"[^"]+"/g) ?? [];
    for (const type of types) {
      if (/"(?:Product|\w*Article|BlogPosting|Report)"$/.test(type)) say(type.split(':').pop());
    }
  }
  return { article, product };
};

const listTags = new Set([
  'li',
  'tr',
  'p',
  'dd',
  'dt',
  'td',
  'th',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'blockquote',
]);

/** Items that lead elsewhere: most of them hold a link, and not much more than that. */
const isTeasers = (items) => {
  const { tag } = items[0];
  if (listTags.has(tag) && tag !== 'li') return false;
  let all = 0;
  let linked = 0;
  let prose = 0;
  let leading = 0;
  for (const item of items) {
    all += item.all;
    linked += item.linked;
    prose += item.prose;
    if (item.links > 0 || item.inLink) leading++;
  }
  if (leading < 0.8 * items.length || prose > 300 * items.length) return false;
  const plain = tag === 'li' && items[0].children === 0;
  return linked >= (plain ? 0.7 : 0.25) * all;
};

/** Only links, several of them. */
const isLinky = (block, links, share) =>
  block.links >= links && block.linked >= share * block.all && block.prose <= 0.2 * block.all;

const nearest = (block, wanted) => {
  for (let at = block.parent; at; at = at.parent) if (wanted(at)) return at;
  return null;
};
const isSection = (block) => block.tag === 'article' || block.tag === 'main' || block.tag === 'section';

/** Marks what is no content of an article: `out` on whole parts of the page. Answers with the prose that is left. */
const markArticleParts = (blocks, title) => {
  const body = blocks[0];
  const kept = new Float64Array(blocks.length);
  const out = new Uint8Array(blocks.length);
  const drop = (block) => out.fill(1, block.index, block.end);
  // What much of the text is marked with is no mark of something else, be it on every paragraph by itself.
  const byKey = new Map();
  for (const { key, hint, said } of blocks) if (hint !== '') byKey.set(key, (byKey.get(key) ?? 0) + said);
  const isOut = (block) => {
    if (title && holds(block, title)) return false;
    const rest = body.prose - block.prose;
    if (block.part === 'header') return !nearest(block, isSection) && block.prose < 0.3 * body.prose;
    if (block.part) return true;
    if ((block.hint === 'weak' || block.hint === 'aside') && byKey.get(block.key) > 0.4 * body.prose)
      return false;
    if (block.hint === 'weak' || block.hint === 'filter') return block.prose < 0.3 * body.prose;
    if (block.hint === 'comment')
      return block.prose < 0.3 * body.prose || (rest >= 400 && block.prose < 0.8 * body.prose);
    if (block.hint) return block.prose < 0.4 * body.prose;
    if (block.tag === 'form') return block.prose < 0.3 * body.prose;
    return isLinky(block, 3, 0.7);
  };
  for (let index = 1; index < blocks.length; index++) {
    const block = blocks[index];
    if (out[index]) {
      index = block.end - 1;
      continue;
    }
    if (isOut(block)) {
      drop(block);
      index = block.end - 1;
      continue;
    }
    for (const items of block.groups ?? []) {
      if (isTeasers(items) && !(title && items.some((item) => holds(item, title)))) items.forEach(drop);
    }
  }
  for (let index = blocks.length - 1; index >= 0; index--) {
    if (out[index]) continue;
    kept[index] += blocks[index].said;
    if (blocks[index].parent) kept[blocks[index].parent.index] += kept[index];
  }
  return { out, kept };
};

const keptText = (blocks, out, from, to) => {
  let sum = 0;
  for (let index = from; index < to; index++)
    if (!out[index]) sum += blocks[index].own - blocks[index].ownLinked;
  return sum;
};

/** Headings with nothing but what was left out below them. */
const markEmptyHeadings = (blocks, out, from, to) => {
  for (let index = from; index < to; index++) {
    const block = blocks[index];
    if (out[index] || !/^h[2-6]$/.test(block.tag)) continue;
    let lost = false;
    let left = false;
    for (let at = block.end; at < to && !left; at++) {
      const next = blocks[at];
      if (/^h[1-6]$/.test(next.tag) && !out[at] && next.tag <= block.tag) break;
      if (out[at]) lost ||= next.all > 0;
      else left = next.own > 0;
    }
    if (lost && !left) out.fill(1, block.index, block.end);
  }
};

const outermost = (blocks, out, from, to) => {
  const found = [];
  for (let index = from; index < to; index++) {
    if (!out[index]) continue;
    found.push(blocks[index].element);
    index = blocks[index].end - 1;
  }
  return found;
};

const textTags = new Set(['p', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre', 'figure', 'h2', 'h3', 'h4']);
const partsOfLists = new Set(['ul', 'ol', 'dl', 'li', 'table', 'tbody', 'tr']);

/** The smallest block with nearly all sentences: what stands beside it must be built otherwise to be left out. */
const articleBlock = (blocks, out, kept) => {
  let main = blocks[0];
  for (;;) {
    const children = childrenOf(main, blocks).filter((child) => !out[child.index] && kept[child.index] > 0);
    let best = null;
    for (const child of children) if (!best || kept[child.index] > kept[best.index]) best = child;
    if (!best || best.children === 0) break;
    const share = kept[best.index] / kept[main.index];
    const isForeign = (child) => child === best || (!textTags.has(child.tag) && child.key !== best.key);
    const sure = isRoot(best) || best.tag === 'article';
    if (share < (sure ? 0.6 : 0.85) && !(share >= 0.65 && children.every(isForeign))) break;
    main = best;
  }
  while (partsOfLists.has(main.tag) && main.parent) main = main.parent;
  return main;
};

/** The article on the page as something to read; null where the page is no article. */
const planArticle = (blocks, title, said) => {
  const { out, kept } = markArticleParts(blocks, title);
  if (kept[0] < 250) return null;
  const main = articleBlock(blocks, out, kept);
  const prose = kept[main.index];
  const inside = keptText(blocks, out, main.index, main.end);
  const whole = keptText(blocks, out, 0, blocks.length);
  const sure = said.article || main.tag === 'article' || attr(main.element, 'itemprop') === 'articleBody';
  if (said.product && !said.article) return null;
  if (
    prose < (sure ? 250 : 500) ||
    prose < (sure ? 0.35 : 0.5) * inside ||
    inside < (sure ? 0.3 : 0.5) * whole
  )
    return null;

  let root = main;
  let head = null;
  const skip = new Set();
  if (title && !holds(main, title) && !out[title.index]) {
    if (title.index < main.index && keptText(blocks, out, title.end, main.index) <= 700) {
      while (!holds(root, title)) root = root.parent;
      for (const one of before(title, root, blocks)) skip.add(one.element);
      for (const one of behind(main, root, blocks)) skip.add(one.element);
    } else {
      head = title;
    }
  }
  const said1 = title ? fold(textOf(title)) : '';
  for (let index = root.index; index < root.end; index++) {
    const block = blocks[index];
    if (block === title || !/^h[1-3]$/.test(block.tag) || fold(textOf(block)) !== said1) continue;
    out.fill(1, block.index, block.end);
  }
  markEmptyHeadings(blocks, out, root.index, main.end);
  for (const one of outermost(blocks, out, root.index, root.end)) skip.add(one);
  const passes = head ? [{ element: head.element, skip }] : [];
  passes.push({ element: root.element, skip });
  return {
    kind: 'article',
    main: main.element,
    source: sourceOf(main.element),
    passes,
    items: null,
    fields: false,
  };
};

const noItems = new Set([
  'p',
  'dt',
  'dd',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'blockquote',
  'td',
  'th',
  'thead',
  'tbody',
  'label',
  'fieldset',
  'option',
]);

const isHeadRow = (row) => queryOne(row.element, 'td') === null;

/** The largest group of things alike inside a block; groups in `passed` parts of the page do not count. */
const largestGroup = (root, blocks, passed) => {
  let best = null;
  for (let index = root.index; index < root.end; index++) {
    const block = blocks[index];
    if (passed.has(block)) {
      index = block.end - 1;
      continue;
    }
    for (const items of block.groups ?? []) {
      if (noItems.has(items[0].tag)) continue;
      const shown = items.filter((item) => !passed.has(item));
      const weight = shown.reduce((sum, item) => sum + item.all, 0);
      if (shown.length < 3 || weight < 15 * shown.length) continue;
      if (!best || weight > best.weight) best = { items: shown, weight, parent: block };
    }
  }
  return best;
};

/** Where a part of the page goes when it is no article: 1 to 4 after the content, 5 only where there is little else. */
const rankOf = (block, body, main, title) => {
  if (title && holds(block, title)) return 0;
  if (block !== main && holds(block, main)) return 0;
  if (block.all > 0.5 * main.all && holds(main, block)) {
    const left = { aside: 80, comment: 400 }[block.hint] ?? (block.part ? enough : Infinity);
    if (main.all - block.all < left) return 0;
  }
  const inner = nearest(block, isSection) !== null;
  if (block.part === 'nav') return inner ? 4 : 5;
  if (block.part === 'footer' && !inner)
    return (block.links >= 8 && block.linked >= 0.5 * block.all) || block.all > 600 ? 5 : 4;
  if (block.part === 'header' && !inner) return isLinky(block, 8, 0.7) ? 5 : 3;
  if (block.part === 'aside') return 2;
  if (block.hint === 'comment' || block.hint === 'filter') return 2;
  if (block.hint === 'aside') return 3;
  if (block.hint === 'weak' && isLinky(block, 4, 0.6)) return inner ? 4 : 5;
  if (/^(?:table|tbody|thead|tr)$/.test(block.tag)) return 0;
  if (isLinky(block, 8, 0.8) && block.linked < 28 * block.links) {
    const rest = body.all - block.all;
    if (main !== body && !holds(main, block)) return 5;
    return rest >= 1.5 * block.all || (rest >= 200 && rest >= 0.6 * block.all) ? 4 : 0;
  }
  return 0;
};

/** Whether the largest group is what the page is about, rather than what else one may look at. */
const isMainList = ({ items, weight }, anchor, main, blocks, late, openText) => {
  const share = weight / Math.max(1, openText(main));
  const leads = items.some((item) => item.links > 0 || item.inLink);
  if (items.length < (leads ? 3 : 5) && items[0].tag !== 'tr') return false;
  if (share < 0.35) return false;
  if (!isTeasers(items) || (anchor && items[0].index < anchor.index)) return true;
  let between = 0;
  for (let index = (anchor ?? main).index; index < items[0].index; index++) {
    const { own, ownLinked } = blocks[index];
    if (late.has(blocks[index])) index = blocks[index].end - 1;
    else if (!holds(blocks[index], items[0])) between += own - ownLinked;
  }
  return share >= 0.5 && between < Math.max(100, 0.05 * weight);
};

/** Everything on the page, what it is about first. */
const planPage = (blocks, title) => {
  const body = blocks[0];
  let main = body;
  for (const block of blocks) {
    if (block.tag !== 'main' && attr(block.element, 'role') !== 'main') continue;
    if (block.all >= enough && (main === body || block.all > main.all)) main = block;
  }
  if (main === body && title) {
    const around = nearest(title, (one) => one.tag === 'article');
    if (around && around.all >= enough && !around.parent?.groups?.some((items) => items.includes(around)))
      main = around;
  }
  const free = body.all - body.linked;
  if (main !== body && main.all - main.linked < 0.2 * free && main.all < 1500) main = body;
  const heading = title && (holds(main, title) || title.tag === 'h1') ? title : null;

  const late = new Map();
  for (let index = 1; index < blocks.length; index++) {
    const block = blocks[index];
    const rank = block.all > 0 ? rankOf(block, body, main, heading) : 0;
    if (rank === 0) continue;
    late.set(block, rank);
    index = block.end - 1;
  }
  const delay = (block, rank) => {
    if (!late.has(block)) late.set(block, rank);
  };
  const openText = (block) => {
    let sum = 0;
    for (let index = block.index; index < block.end; index++) {
      if (late.has(blocks[index])) index = blocks[index].end - 1;
      else sum += blocks[index].own;
    }
    return sum;
  };
  const total = openText(main);

  // What stands before the title leads elsewhere, unless hardly anything comes after it.
  let anchor = heading && holds(main, heading) ? heading : null;
  if (anchor) {
    let after = 0;
    for (const one of [anchor, ...behind(anchor, main, blocks)]) if (!late.has(one)) after += openText(one);
    if (after < 0.15 * total) anchor = null;
  }
  const earlier = anchor ? before(anchor, main, blocks).filter((one) => !late.has(one)) : [];
  if (earlier.reduce((sum, one) => sum + openText(one), 0) > 300) {
    for (const one of earlier) if (openText(one) > 80) delay(one, 1);
  }
  const group = largestGroup(main, blocks, late);
  const isList = group !== null && isMainList(group, anchor, main, blocks, late, openText);
  if (isList) {
    const first = group.items[0];
    const between = before(first, main, blocks).filter(
      (one) => !late.has(one) && !(anchor && one.index <= anchor.index),
    );
    if (between.reduce((sum, one) => sum + openText(one), 0) > 700) {
      for (const one of between) if (openText(one) > 200) delay(one, 1);
    }
  }

  const hasEnough = openText(main) >= enough;
  const skip = new Set();
  for (const block of late.keys()) skip.add(block.element);
  const passes = [];
  if (heading && !holds(main, heading)) {
    passes.push({ element: heading.element, skip: new Set() });
    skip.add(heading.element);
  }
  passes.push({ element: main.element, skip });
  const inner = new Set([...skip, main.element]);
  for (let rank = 1; rank <= 4; rank++) {
    if (rank === 3 && main !== body) passes.push({ element: body.element, skip: inner });
    for (const [block, where] of late) {
      if (where !== rank) continue;
      passes.push({ element: block.element, skip });
    }
  }
  if (!hasEnough) {
    for (const [block, where] of late)
      if (where === 5) passes.push({ element: block.element, skip: new Set() });
  }
  const rows = group ? group.items.filter((item) => item.tag !== 'tr' || !isHeadRow(item)) : [];
  const isTable = isList && group.items[0].tag === 'tr';
  const source = isList && !isTable && group.parent !== main ? group.parent : main;
  return {
    kind: isTable ? 'table' : isList ? 'list' : 'page',
    main: main.element,
    source: sourceOf(source.element),
    passes,
    items: isList ? rows.length : null,
    cards: isList && !isTable ? new Set(group.items.map((item) => item.element)) : null,
    fields: true,
  };
};

/** What to read of the page, in which order. */
const planReading = (body, ignored) => {
  const blocks = measureBlocks(body, ignored);
  const title = titleBlock(blocks);
  return planArticle(blocks, title, kindsSaid()) ?? planPage(blocks, title);
};
