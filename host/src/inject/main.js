// What of the page is its content, and in which order it is best read.
/* global attr, clip, doc, fold, measureBlocks, parentOf, planArticle, planPage, queryAll, squash, tagOf, textContent */
/* exported partsBefore, partsAfter, childrenOf, enough, holds, isLinky, isRoot, isSection, isTeasers, nearest, planReading, sourceOf, smallText */

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
const partsBefore = (block, root, blocks) => {
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

const partsAfter = (block, root, blocks) => {
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
const smallText = (block) => (block.all > 0 && block.all < 400 ? squash(textContent(block.element)) : '');

/** The block that holds the page's title: a first heading, else a short block that says what the document's title says. */
const titleBlock = (blocks) => {
  const title = fold(doc.title());
  let best = null;
  const look = (block, bonus) => {
    const text = fold(smallText(block));
    if (text.length < 1 || text.length > 300) return;
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
    const text = fold(smallText(block));
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

/** What to read of the page, in which order. */
const planReading = (body, ignored) => {
  const blocks = measureBlocks(body, ignored);
  const title = titleBlock(blocks);
  return planArticle(blocks, title, kindsSaid()) ?? planPage(blocks, title);
};
