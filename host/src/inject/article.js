// The article on a page: where it is, and what stands around and between its parts.
/* global attr, partsBefore, partsAfter, childrenOf, fold, holds, isLinky, isRoot, isSection, isTeasers, nearest, perhapsPrice, sourceOf, smallText, textContent */
/* exported planArticle */

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

/** Entries that each have a price are for choosing among, however much is said of each. */
const isCatalogue = (block, blocks) => {
  for (let index = block.index; index < block.end; index++) {
    for (const items of blocks[index].groups ?? []) {
      if (items.length < 4 || items.reduce((sum, item) => sum + item.all, 0) < 0.5 * block.all) continue;
      const priced = items.filter((item) => perhapsPrice.test(textContent(item.element).slice(0, 2000)));
      if (priced.length >= 0.6 * items.length) return true;
    }
  }
  return false;
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
  if (!said.article && isCatalogue(main, blocks)) return null;
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
      for (const one of partsBefore(title, root, blocks)) skip.add(one.element);
      for (const one of partsAfter(main, root, blocks)) skip.add(one.element);
    } else {
      head = title;
    }
  }
  const said1 = title ? fold(smallText(title)) : '';
  for (let index = root.index; index < root.end; index++) {
    const block = blocks[index];
    if (block === title || !/^h[1-3]$/.test(block.tag) || fold(smallText(block)) !== said1) continue;
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
