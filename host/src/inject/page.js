// Pages that are no article: everything on them, what they are about first.
/* global attr, partsBefore, partsAfter, enough, holds, isLinky, isSection, isTeasers, nearest, queryOne, sourceOf */
/* exported planPage */

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
    const left = { aside: 80, comment: 400, filter: enough }[block.hint] ?? (block.part ? enough : Infinity);
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
    for (const one of [anchor, ...partsAfter(anchor, main, blocks)])
      if (!late.has(one)) after += openText(one);
    if (after < 0.15 * total) anchor = null;
  }
  const earlier = anchor ? partsBefore(anchor, main, blocks).filter((one) => !late.has(one)) : [];
  if (earlier.reduce((sum, one) => sum + openText(one), 0) > 300) {
    for (const one of earlier) if (openText(one) > 80) delay(one, 1);
  }
  const group = largestGroup(main, blocks, late);
  const isList = group !== null && isMainList(group, anchor, main, blocks, late, openText);
  if (isList) {
    const first = group.items[0];
    const between = partsBefore(first, main, blocks).filter(
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
