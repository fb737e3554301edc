// How the page's text is spread: one pass that measures every block, without layout.
/* global attr, checkVisible, dataOf, isRendered, squash, tagOf, tokens, traverse */
/* exported formTags, measureBlocks, unreadTags */

const unreadTags = new Set(
  'script style noscript template head datalist iframe frame object embed canvas audio video svg math'.split(
    ' ',
  ),
);
const formTags = new Set(['select', 'textarea', 'input', 'option', 'button', 'label']);
const runningTags = new Set(
  'a abbr acronym b bdi bdo big br cite code data em font i ins del img input kbd label mark picture q rp rt ruby s samp select small source span strong sub sup textarea time tt u var wbr button'.split(
    ' ',
  ),
);
const sentenceMarks = /[.,;:!?…。、，；：！？।؟،؛]/g;
const wideLetters = /[\u1000-\u109f\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]/;
const priceLike =
  /[$€£¥₺₹₽₩₪₫₦฿]\s?\d|\d\s?(?:[$€£¥₺₹₽₩₪₫₦฿]|TL|zł|Kč|kr|лв|lei|Ft|CHF|USD|EUR|GBP|JPY|円|元|원|دينار|ريال|درهم)(?![\p{L}])/u;

// Words that markup everywhere uses for what stands around the content. The first ones are never content; the second
// ones are, unless much of the page's text is in them.
const asideWords = new Set(
  `comment comments commentlist disqus respond responses reply replies related recommend recommended recommendation
   recommendations recommends similar share sharing sharethis sharebar sharedaddy social addthis sns newsletter
   newsletters subscribe subscription signup cookie cookies consent gdpr advert adverts advertisement advertising ad ads
   adslot adsense advertorial sponsor sponsored outbrain taboola promo promos promoted promotion breadcrumb breadcrumbs
   crumbs sidebar footer navbar pagination pager paginator paywall upsell`.split(/\s+/),
);
const faintWords = new Set(
  `nav navigation menu submenu megamenu masthead popular trending mostread toolbar widget widgets bio byauthor toc
   feedback modal popup overlay login teaser teasers tags taglist topics print skip banner toolbox sticky hotnews
   relatedposts further readmore secondary colophon copyright rail follow playlist ranking rank links linklist facet facets filter filters
   refine`.split(/\s+/),
);
const commentWords = new Set(
  'comment comments commentlist disqus respond responses reply replies'.split(' '),
);
const filterWords = new Set('facet facets filter filters refine'.split(' '));
const hintOfText = new Map();

/** What a class or an id says: `comment`, `aside`, `filter`, `weak`, or an empty string. */
const markupHint = (text) => {
  if (!text) return '';
  const known = hintOfText.get(text);
  if (known !== undefined) return known;
  let hint = '';
  for (const word of tokens(text)) {
    if (commentWords.has(word)) hint = 'comment';
    else if (asideWords.has(word)) hint ||= 'aside';
    else if (filterWords.has(word)) hint ||= 'filter';
    else if (faintWords.has(word)) hint ||= 'weak';
  }
  if (hintOfText.size > 20_000) hintOfText.clear();
  hintOfText.set(text, hint);
  return hint;
};

const partTags = { nav: 'nav', footer: 'footer', aside: 'aside', header: 'header', dialog: 'aside' };
const partRoles = {
  navigation: 'nav',
  contentinfo: 'footer',
  complementary: 'aside',
  banner: 'header',
  search: 'aside',
  dialog: 'aside',
  alertdialog: 'aside',
  menubar: 'nav',
};

const partOf = (element, tag) => {
  const role = attr(element, 'role');
  return (role && partRoles[role.toLowerCase()]) || partTags[tag] || '';
};

/**
 * Blocks of the shown tree in document order. Every block knows its parent and the `end` of its part of the list, so
 * that all blocks inside it are a range. Sums over that range: `all` text, `linked` text, `links`, `prose` (text in
 * sentences that is no link). `own` is the text that stands directly in it, `said` the sentences of that. Letters of scripts that need no spaces
 * count twice.
 */
const measureBlocks = (root, ignored) => {
  const blocks = [];
  const open = (element, tag, parent, state) => {
    const block = {
      element,
      tag,
      index: blocks.length,
      end: 0,
      parent,
      depth: parent ? parent.depth + 1 : 0,
      part: parent ? partOf(element, tag) : '',
      hint: '',
      inLink: state.link,
      own: 0,
      ownLinked: 0,
      marks: 0,
      all: 0,
      linked: 0,
      links: 0,
      said: 0,
      prose: 0,
      fields: 0,
      price: false,
      children: 0,
      key: '',
      groups: null,
      table: null,
      hasHead: false,
    };
    const name = attr(element, 'class');
    const id = attr(element, 'id');
    if (parent) {
      const first = markupHint(id);
      block.hint = first && first !== 'weak' ? first : markupHint(name) || first;
      parent.children++;
    }
    block.table = tag === 'table' ? block : (parent?.table ?? null);
    if (tag === 'th' && block.table) block.table.hasHead = true;
    block.key = `${tag} ${
      name
        ? squash(name)
            .split(' ', 1)[0]
            .replace(/[-_]?\d{2,}|[-_]\d+/g, '')
        : ''
    }`;
    blocks.push(block);
    return block;
  };
  const enter = (element, tag, around) => {
    if (unreadTags.has(tag)) return null;
    if (tag === 'a') {
      if (!isRendered(element)) return null;
      around.block.links++;
      return { block: around.block, link: true, field: around.field };
    }
    if (runningTags.has(tag)) {
      if (!formTags.has(tag)) return around;
      if (!checkVisible(element)) return null;
      if (tag !== 'label') around.block.fields++;
      return tag === 'button' || tag === 'label'
        ? { block: around.block, link: around.link, field: true }
        : null;
    }
    if (!isRendered(element) || ignored(element)) return null;
    return { block: open(element, tag, around.block, around), link: around.link, field: around.field };
  };
  const text = (node, { block, link, field }) => {
    const data = dataOf(node).trim();
    if (data === '') return;
    const weight = wideLetters.test(data) ? data.length * 2 : data.length;
    block.own += weight;
    if (link || field) block.ownLinked += weight;
    else if (data.length > 15) block.marks += data.match(sentenceMarks)?.length ?? 0;
    if (!block.price && data.length < 40 && priceLike.test(data)) block.price = true;
  };
  const start = { block: open(root, tagOf(root), null, {}), link: false, field: false };
  traverse(
    root,
    start,
    (element, tag, state) => (element === root ? start : enter(element, tag, state)),
    text,
  );
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index];
    block.end = Math.max(block.end, index + 1);
    const free = block.own - block.ownLinked;
    const sentences = free >= 80 || (free >= 30 && block.marks > 0);
    // Entries of lists say less about where the article is, cells of tables nothing.
    const isData = block.table !== null && block.table.hasHead;
    if (sentences && !isData && block.ownLinked < 0.5 * block.own)
      block.said = block.tag === 'li' ? free / 2 : free;
    block.prose += block.said;
    block.all += block.own;
    block.linked += block.ownLinked;
    const { parent } = block;
    if (!parent) continue;
    parent.end = Math.max(parent.end, block.end);
    parent.all += block.all;
    parent.linked += block.linked;
    parent.links += block.links;
    parent.prose += block.prose;
    parent.fields += block.fields;
  }
  markGroups(blocks);
  return blocks;
};

/** Siblings built alike, three or more with text: results, products, rows, comments, teasers. */
const markGroups = (blocks) => {
  const byParent = new Map();
  for (const block of blocks) {
    if (!block.parent || block.parent.children < 3 || block.all < 8) continue;
    let groups = byParent.get(block.parent);
    if (!groups) byParent.set(block.parent, (groups = new Map()));
    const group = groups.get(block.key);
    if (group) group.push(block);
    else groups.set(block.key, [block]);
  }
  for (const [parent, groups] of byParent) {
    for (const items of groups.values()) {
      if (items.length < 3) continue;
      parent.groups ??= [];
      parent.groups.push(items);
    }
  }
};
