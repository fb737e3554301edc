// The main content of the page as text.
/* global contains, doc, isRendered, lineText, newLines, newScene, planReading, queryAll, rectOf, safeMatches, scrollerFor,
   formTags, shownBox, squash, textContent, traverse, unreadTags */
/* exported linesOf, readMain */

const enoughLetters = 200;
const textLimit = 400_000;
/** Longest gathering of text, in milliseconds: what there is by then is answered with. */
const readTime = 5_000;
const keptTags = new Set(['math']);

/** Shown text of one part of the page as lines. */
const linesOf = (root, scene, pass, limit) => {
  const { skip, ignored, fields, items } = pass;
  const lines = newLines(scene, {
    limit,
    structured: true,
    ariaHidden: true,
    fields,
    items,
    until: scene.until,
  });
  /** The state of what is inside; its `place` spares visibility checks the way up through the page. */
  const step = (element, tag, around) => {
    const style = getComputedStyle(element);
    return lines.enter(element, tag, around, style, {
      element,
      tag,
      style,
      parent: around.place,
      entry: null,
    });
  };
  const enter = (element, tag, around) => {
    if (element === root) return step(element, tag, around);
    if (unreadTags.has(tag) && !keptTags.has(tag)) return null;
    if (lines.isFull() || !isRendered(element)) return null;
    if (skip.has(element) || ignored(element)) return null;
    if (!fields && formTags.has(tag)) return null;
    return step(element, tag, around);
  };
  const text = (node, state) => {
    if (!lines.isFull()) lines.text(node, state);
  };
  traverse(root, lines.start(root), enter, text);
  if (lines.isFull()) scene.cut = true;
  return lines.done().map((line) => line.text);
};

/** Buttons that every result has say nothing about any of them. */
const sharedButtons = (cards) => {
  const byText = new Map();
  for (const card of cards) {
    for (const button of queryAll(card, 'button,[role="button"]')) {
      const text = squash(textContent(button));
      byText.set(text, [...(byText.get(text) ?? []), button]);
    }
  }
  return [...byText.values()]
    .filter((buttons) => cards.size >= 4 && buttons.length >= 0.8 * cards.size)
    .flat();
};

const sizeOf = (lines) => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** Lines of all parts in their order, until there are enough. */
const readPlan = (plan, scene, ignored, limit) => {
  const lines = [];
  let size = 0;
  const shared = plan.cards ? sharedButtons(plan.cards) : [];
  for (const { element, skip } of plan.passes) {
    for (const button of shared) skip.add(button);
    if (size >= limit) break;
    const pass = { skip, ignored, fields: plan.fields, items: plan.cards ?? null };
    for (const line of linesOf(element, scene, pass, limit - size)) {
      // Galleries repeat one caption below every picture.
      if (plan.kind === 'article' && line.length > 12 && lines.at(-1) === line) continue;
      lines.push(line);
      size += line.length + 1;
    }
  }
  return lines;
};

const wholePart = { skip: new Set(), fields: true, items: null };

/** The first container of a pack that holds enough. */
const packChoice = (selectors, scene, ignored, limit) => {
  for (const css of selectors) {
    let all;
    try {
      all = [...queryAll(document, css)];
    } catch {
      continue;
    }
    for (const element of all) {
      if (!isRendered(element)) continue;
      const plan = planReading(element, ignored);
      const cards = plan.kind === 'list' ? plan.cards : null;
      const lines = linesOf(element, scene, { ...wholePart, ignored, items: cards }, limit);
      if (sizeOf(lines) <= enoughLetters) continue;
      // What the page is about, and often how much of it there is, stands above a list.
      const title = [...queryAll(document, 'h1')].find((one) => isRendered(one) && shownBox(one, scene));
      const said = title && !contains(element, title) ? lineText(title, { scene, limit: 200 }) : '';
      if (said) lines.unshift(`# ${said}`);
      const { kind, items } = plan;
      return { lines, kind, items, source: css };
    }
  }
  return null;
};

const frameTags = 'iframe,frame,object,embed';

/** A document with hardly any text of its own around a large frame: what there is to read is in the frame. */
const framesHoldText = (text, scene) => {
  if (text.length >= enoughLetters) return false;
  for (const frame of queryAll(document, frameTags)) {
    const { width, height } = rectOf(frame);
    if (width * height >= 0.4 * scene.width * scene.height && isRendered(frame)) return true;
  }
  return false;
};

/** What nothing of a page may leave out: its content, as far as that is said, and what is around it. */
const contentSaid = (selectors) => {
  const found = [];
  for (const css of [...selectors, 'main,[role="main"],body']) {
    try {
      found.push(...[...queryAll(document, css)].filter(isRendered).slice(0, 20));
    } catch {
      // Said where it came from.
    }
  }
  return found;
};

/** Whether an element is to be left out: by a selector, unless it is the content itself or around it. */
const leavesOut = (options) => {
  if (options.ignore.length === 0) return () => false;
  const content = contentSaid(options.selectors);
  return (element) =>
    options.ignore.some((css) => safeMatches(element, css)) &&
    !content.some((one) => one === element || contains(element, one));
};

/** The page's main content: packs' selectors first, else what looks like the content, the most important first. */
const readMain = (options) => {
  const scene = { ...newScene(), until: performance.now() + readTime, cut: false };
  const limit = options.max_chars ?? textLimit;
  const ignored = leavesOut(options);
  let chosen = null;
  let invalid = null;
  if (options.selector !== null) {
    try {
      const all = [...queryAll(document, options.selector)];
      const element = all.find((one) => shownBox(one, scene)) ?? all.find(isRendered);
      if (element) {
        const lines = linesOf(element, scene, { ...wholePart, ignored }, limit);
        chosen = { lines, source: options.selector, kind: 'page', items: null };
      }
    } catch (error) {
      invalid = error.message;
    }
  } else {
    chosen = packChoice(options.selectors, scene, ignored, limit);
    const body = doc.body() ?? doc.root();
    if (!chosen && body) {
      const plan = planReading(body, ignored);
      chosen = { ...plan, lines: readPlan(plan, scene, ignored, limit) };
    }
  }
  const text = chosen ? chosen.lines.join('\n').slice(0, limit) : '';
  const scroller = scrollerFor(null);
  const total = scroller?.scrollHeight ?? 0;
  const height = scroller === doc.scroller() ? innerHeight : scroller.clientHeight;
  return {
    title: squash(doc.title()),
    text,
    kind: chosen?.kind ?? 'page',
    source: chosen?.source ?? '',
    items: chosen?.items ?? null,
    cut: scene.cut,
    frames_hold_text: framesHoldText(text, scene),
    scroll_remaining_px: Math.max(0, Math.round(total - height - (scroller?.scrollTop ?? 0))),
    scroll_height: total,
    invalid,
  };
};
