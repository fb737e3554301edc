// Finding text: where it stands, and the control that belongs to it.
/* global boxOf, collect, contains, doc, fold, identify, markContexts, measureBlocks, newLines, newScene, opensOnHover, parentOf,
   scrollerFor, shownBox, shownControls, surroundings, tellApart */
/* exported findText, sweepTargets */

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');

const gap = (a, b) => {
  const dx = Math.max(0, Math.max(a[0], b[0]) - Math.min(a[2], b[2]));
  const dy = Math.max(0, Math.max(a[1], b[1]) - Math.min(a[3], b[3]));
  return Math.hypot(dx, dy);
};

/** The control that a piece of text belongs to: itself or an ancestor, else the nearest in its row, card or item. */
const controlFor = (element, known, scene) => {
  for (let at = element; at; at = parentOf(at)) {
    const one = known.get(at);
    if (one) return { one, relation: 'is' };
  }
  const home = boxOf(element);
  if (!home) return null;
  for (let at = parentOf(element), height = 0; at && height < 8; at = parentOf(at), height++) {
    const { count, tag } = surroundings(at, scene);
    // Among many controls the nearest one is a guess.
    if (tag === 'body' || tag === 'html' || tag === 'main' || count > 30) break;
    let best = null;
    for (const one of count > 0 ? known.values() : []) {
      const { element: control, label } = one.candidate;
      if (!contains(at, control)) continue;
      const box = boxOf(label ?? control);
      const far = box ? gap(home, box) : Infinity;
      if (!best || far < best.far) best = { one, far };
    }
    if (best) return { one: best.one, relation: 'near' };
    if (/^(?:li|tr|article|section)$/.test(tag)) break;
  }
  return null;
};

const markAt = (line, at) => {
  let element = line.marks[0]?.element;
  for (const mark of line.marks) {
    if (mark.at > at) break;
    element = mark.element;
  }
  return element;
};

/** The part of a long line around the words that were looked for. */
const excerpt = (text, at, length) => {
  if (text.length <= 200) return text;
  const start = Math.max(0, at - 70);
  const end = Math.min(text.length, at + length + 100);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
};

/** The container that must be scrolled to show an element: null where it is in sight, or only the page must be. */
const hiddenIn = (element, scene) => {
  const scroller = element ? scrollerFor(element) : null;
  if (!scroller || scroller === doc.scroller()) return null;
  const box = boxOf(element);
  const window = boxOf(scroller);
  if (!box || !window || !shownBox(scroller, scene)) return null;
  const middle = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const isIn =
    middle[0] >= window[0] && middle[0] <= window[2] && middle[1] >= window[1] && middle[1] <= window[3];
  return isIn ? null : identify(scroller);
};

/** Longest gathering of what is searched, in milliseconds. */
const searchTime = 6_000;

/**
 * Places that show a text or whose accessible name has it, best first: exact names, names, then lines of text.
 * `truncated` says that the page is too large to have been searched whole.
 */
const findText = ({ text, limit }) => {
  const scene = newScene();
  const until = performance.now() + searchTime;
  const lines = newLines(scene, { limit: 2_000_000, ariaHidden: true, until });
  const { found, truncated } = collect(lines, 20_000, scene);
  const shown = shownControls(found, scene);
  const known = new Map(shown.map((one) => [one.candidate.element, one]));

  const search = (normal) => {
    const wanted = normal(text);
    const hits = [];
    const taken = new Set();
    const add = (one, relation, line, rank, place) => {
      // A control is one place, however often its own words repeat; what is near it may be several.
      const key = one ? `${one.fact.id} ${relation === 'near' ? line : ''}` : `- ${line}`;
      if (taken.has(key)) return;
      taken.add(key);
      hits.push({ one, relation, line, rank, place });
    };
    if (wanted === '') return hits;
    for (const one of shown) {
      const { fact } = one;
      const words = fact.extra
        .filter(([key]) => key === 'placeholder' || key === 'title')
        .map((pair) => pair[1]);
      const said = [fact.name, fact.value ?? '', ...words].find((value) => normal(value).includes(wanted));
      if (said !== undefined) add(one, 'is', said, normal(said) === wanted ? 0 : 1, one.candidate.element);
    }
    for (const line of lines.lines) {
      const folded = normal(line.text);
      const at = folded.indexOf(wanted);
      if (at < 0) continue;
      const element = markAt(line, at);
      const owner = element ? controlFor(element, known, scene) : null;
      const rank = folded === wanted ? 1 : 2;
      add(
        owner?.one ?? null,
        owner?.relation ?? 'none',
        excerpt(line.text, at, wanted.length),
        rank,
        element,
      );
      if (hits.length > 400) break;
    }
    return hits;
  };

  let hits = search(fold);
  // Small models often drop accents; that is tried only when nothing has them.
  if (hits.length === 0) hits = search((words) => plain(fold(words)));
  const kept = hits.sort((a, b) => a.rank - b.rank).slice(0, limit);
  // What a control is told apart by depends on those that read the same.
  const readsLike = ({ fact }) => `${fact.role} ${fact.name}`;
  const kinds = new Set(kept.filter((hit) => hit.one).map((hit) => readsLike(hit.one)));
  const alike = shown.filter((one) => kinds.has(readsLike(one)));
  markContexts(alike, scene);
  tellApart(alike, scene);
  const opens = opensOnHover();
  const told = (one, name) => one?.fact.extra.find(([key]) => key === name)?.[1] ?? null;
  const hitsKept = kept.map(({ one, relation, line, place }) => ({
    element: one?.fact.id ?? null,
    relation,
    line,
    role: one?.fact.role ?? null,
    name: one?.fact.name ?? null,
    context: told(one, 'context'),
    place: told(one, 'place'),
    in_viewport: one?.fact.in_viewport ?? false,
    scroller: hiddenIn(place, scene),
    // What is no control may still be hovered.
    at: relation !== 'is' && place ? identify(place) : null,
    opens: relation !== 'is' && place ? opens(place) : false,
  }));
  return { hits: hitsKept, truncated: truncated || lines.isFull() };
};

const sweepLimit = 6;

/** Whether a container holds a list: rows or entries alike, or far more of anything than it shows. */
const looksLikeList = (block, blocks) => {
  for (let index = block.index; index < block.end; index++) {
    if (blocks[index].groups?.some((items) => items.length >= 5)) return true;
  }
  return block.element.scrollHeight > 4 * block.element.clientHeight;
};

/**
 * What can be scrolled down to find more: the page first (`element` null), then containers that look like lists,
 * those with the most text first. Each says how much of it is still below.
 */
const sweepTargets = () => {
  const scene = newScene();
  const targets = [];
  const page = doc.scroller();
  const body = doc.body();
  if (!page || !body) return targets;
  const below = Math.round(page.scrollHeight - innerHeight - page.scrollTop);
  if (below > 1 && scrollerFor(null) === page) targets.push({ element: null, remaining_px: below });
  const blocks = measureBlocks(body, () => false);
  const found = [];
  for (const block of blocks) {
    const { element } = block;
    if (block.parent === null || block.all < 20 || block.tag === 'pre' || block.part === 'nav') continue;
    const left = Math.round(element.scrollHeight - element.clientHeight - element.scrollTop);
    if (left < 20 || element.clientHeight < 60) continue;
    if (!/auto|scroll|overlay/.test(getComputedStyle(element).overflowY) || element === page) continue;
    if (shownBox(element, scene) && looksLikeList(block, blocks)) found.push({ block, left });
  }
  found.sort((a, b) => b.block.all - a.block.all);
  for (const { block, left } of found.slice(0, sweepLimit)) {
    targets.push({ element: identify(block.element), remaining_px: left });
  }
  return targets;
};
