// Finding text: where it stands, and the control that belongs to it.
/* global boxOf, collect, contains, fold, markContexts, newLines, newScene, parentOf, shownControls,
   surroundings */
/* exported findText */

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

/** Places that show a text or whose accessible name has it, best first: exact names, names, then lines of text. */
const findText = ({ text, limit }) => {
  const scene = newScene();
  const lines = newLines(scene, { limit: 2_000_000, ariaHidden: true });
  const { found } = collect(lines, 20_000);
  const shown = shownControls(found, scene);
  const known = new Map(shown.map((one) => [one.candidate.element, one]));

  const search = (normal) => {
    const wanted = normal(text);
    const hits = [];
    const taken = new Set();
    const add = (one, relation, line, rank) => {
      // A control is one place, however often its own words repeat; what is near it may be several.
      const key = one ? `${one.fact.id} ${relation === 'near' ? line : ''}` : `- ${line}`;
      if (taken.has(key)) return;
      taken.add(key);
      hits.push({ one, relation, line, rank });
    };
    if (wanted === '') return hits;
    for (const one of shown) {
      const { fact } = one;
      const told = fact.extra
        .filter(([key]) => key === 'placeholder' || key === 'title')
        .map((pair) => pair[1]);
      const said = [fact.name, fact.value ?? '', ...told].find((words) => normal(words).includes(wanted));
      if (said !== undefined) add(one, 'is', said, normal(said) === wanted ? 0 : 1);
    }
    for (const line of lines.lines) {
      const folded = normal(line.text);
      const at = folded.indexOf(wanted);
      if (at < 0) continue;
      const element = markAt(line, at);
      const owner = element ? controlFor(element, known, scene) : null;
      const rank = folded === wanted ? 1 : 2;
      add(owner?.one ?? null, owner?.relation ?? 'none', excerpt(line.text, at, wanted.length), rank);
      if (hits.length > 400) break;
    }
    return hits;
  };

  let hits = search(fold);
  // Small models often drop accents; that is tried only when nothing has them.
  if (hits.length === 0) hits = search((words) => plain(fold(words)));
  const kept = hits.sort((a, b) => a.rank - b.rank).slice(0, limit);
  markContexts([...new Set(kept.map((hit) => hit.one).filter(Boolean))], scene);
  return kept.map(({ one, relation, line }) => ({
    element: one?.fact.id ?? null,
    relation,
    line,
    role: one?.fact.role ?? null,
    name: one?.fact.name ?? null,
    context: one?.fact.extra.find(([key]) => key === 'context')?.[1] ?? null,
    in_viewport: one?.fact.in_viewport ?? false,
  }));
};
