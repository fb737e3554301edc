// The main content of the page as text.
/* global attr, childElements, clip, closest, contains, doc, isRendered, newLines, newScene, queryAll,
   safeMatches, scrollerFor, shadowOf, shownBox, squash, tagOf, textContent, traverse */
/* exported readMain */

const listSelector =
  '[class*="productList" i],[class*="product-list" i],[class*="searchResult" i],[class*="search-result" i]';
const mainSelector = 'main,[role="main"],#content,article';
const chromeTags = new Set(['nav', 'header', 'footer', 'aside']);
const chromeRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search']);
const unreadTags = new Set(
  'script style noscript template head datalist iframe object embed canvas audio video svg select textarea'.split(
    ' ',
  ),
);
const enoughLetters = 200;
const textLimit = 400_000;

const findAll = (css) => {
  try {
    return [...queryAll(document, css)];
  } catch {
    return [];
  }
};

/** Shown text of a container as lines. `skip` leaves subtrees out. */
const linesOf = (root, scene, skip) => {
  const lines = newLines(scene, { limit: textLimit, structured: true, ariaHidden: true });
  const enter = (element, tag, state) => {
    if (unreadTags.has(tag) || !isRendered(element) || lines.isFull()) return null;
    if (element !== root && skip(element, tag)) return null;
    return lines.enter(element, tag, state);
  };
  traverse(root, lines.enter(root, tagOf(root), lines.start(root)), enter, lines.text);
  return lines.done().map((line) => line.text);
};

const sizeOf = (lines) => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** A short name for a container: how a person would point at it in the page's source. */
const sourceOf = (element) => {
  const tag = tagOf(element);
  const id = attr(element, 'id');
  if (id) return `${tag}#${clip(id, 40)}`;
  const first = squash(attr(element, 'class')).split(' ')[0];
  return first ? `${tag}.${clip(first, 40)}` : tag;
};

/** The largest group of siblings built alike: results, products, comments. */
const itemsIn = (root) => {
  let best = null;
  let looked = 0;
  const queue = [root];
  while (queue.length > 0 && looked < 6000) {
    const parent = queue.shift();
    const groups = new Map();
    for (const child of childElements(shadowOf(parent) ?? parent)) {
      looked++;
      const tag = tagOf(child);
      if (unreadTags.has(tag) || tag === 'br' || tag === 'option') continue;
      queue.push(child);
      const key = `${tag} ${squash(attr(child, 'class')).split(' ')[0]}`;
      const group = groups.get(key) ?? [];
      group.push(child);
      groups.set(key, group);
    }
    for (const group of groups.values()) {
      if (group.length < 3) continue;
      const shown = group.filter((child) => isRendered(child) && squash(textContent(child)).length >= 20);
      const size = shown.reduce((sum, child) => sum + textContent(child).length, 0);
      if (shown.length >= 3 && (!best || size > best.size)) best = { count: shown.length, size };
    }
  }
  return best;
};

const withoutChrome = (tag, element) =>
  chromeTags.has(tag) || chromeRoles.has((attr(element, 'role') ?? '').toLowerCase());

/** The container that holds what the page is about. */
const chooseMain = (options, scene, ignored) => {
  const inMain = (element, tag) =>
    ignored(element) || tag === 'nav' || attr(element, 'role') === 'navigation';
  const read = (element) => {
    const lines = linesOf(element, scene, inMain);
    return { element, lines, size: sizeOf(lines), source: sourceOf(element) };
  };
  for (const css of options.selectors) {
    for (const element of findAll(css)) {
      const read1 = isRendered(element) ? read(element) : null;
      if (read1 && read1.size > enoughLetters) return { ...read1, source: css };
    }
  }
  const largest = (css) => {
    let best = null;
    for (const element of findAll(css).slice(0, 40)) {
      if (!isRendered(element) || textContent(element).length <= enoughLetters) continue;
      if (closest(element, 'nav,footer,[role="navigation"],[role="contentinfo"]')) continue;
      if (best && contains(best.element, element) && textContent(element).length < 0.9 * best.size) continue;
      const one = read(element);
      if (one.size > enoughLetters && (!best || one.size > 1.1 * best.size)) best = one;
    }
    return best;
  };
  const main = largest(mainSelector);
  const list = largest(listSelector);
  // A small list beside the content ("others also bought") must not hide the content.
  if (list && (!main || list.size >= 0.4 * main.size)) return list;
  if (main) return main;
  const body = doc.body() ?? doc.root();
  if (!body) return null;
  const plain = linesOf(body, scene, (element, tag) => ignored(element) || withoutChrome(tag, element));
  const whole = linesOf(body, scene, ignored);
  // A page that puts everything into its header has little else; then the header is the content.
  const isContent = sizeOf(plain) > enoughLetters || sizeOf(plain) > 0.3 * sizeOf(whole);
  return isContent
    ? { element: body, lines: plain, source: 'body without its frame' }
    : { element: body, lines: whole, source: 'body' };
};

/** The page's main content: packs' selectors first, then well-known containers, then the body without its frame. */
const readMain = (options) => {
  const scene = newScene();
  const ignored = (element) => options.ignore.some((css) => safeMatches(element, css));
  let chosen = null;
  let invalid = null;
  if (options.selector !== null) {
    try {
      const all = [...queryAll(document, options.selector)];
      const element = all.find((one) => shownBox(one, scene)) ?? all.find(isRendered);
      if (element) chosen = { element, lines: linesOf(element, scene, ignored), source: options.selector };
    } catch (error) {
      invalid = error.message;
    }
  } else {
    chosen = chooseMain(options, scene, ignored);
  }
  const text = chosen ? chosen.lines.join('\n') : '';
  const group = chosen ? itemsIn(chosen.element) : null;
  const scroller = scrollerFor(null);
  const total = scroller?.scrollHeight ?? 0;
  const height = scroller === doc.scroller() ? innerHeight : scroller.clientHeight;
  return {
    text,
    source: chosen?.source ?? '',
    items: group && group.size >= 0.3 * text.length ? group.count : null,
    scroll_remaining_px: Math.max(0, Math.round(total - height - (scroller?.scrollTop ?? 0))),
    scroll_height: total,
    invalid,
  };
};
