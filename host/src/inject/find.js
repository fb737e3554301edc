// Finding text: where it stands, and the control that belongs to it.
/* global boxOf, cardOf, checkVisible, clip, closest, collect, contains, factsOf, fold, identify, newLines,
   newScene, parentOf, queryAll, shownBox, squash, surroundings, tagOf, markContexts */
/* exported findText */

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** The control that a piece of text belongs to: itself or an ancestor, else the nearest in its row, card or item. */
const controlFor = (element, known, scene) => {
  for (let at = element; at; at = parentOf(at)) {
    const candidate = known.get(at);
    if (candidate) return { candidate, relation: 'is' };
  }
  const home = boxOf(element);
  if (!home) return null;
  for (let at = parentOf(element), height = 0; at && height < 8; at = parentOf(at), height++) {
    const tag = tagOf(at);
    if (tag === 'body' || tag === 'html' || tag === 'main') break;
    let best = null;
    let count = 0;
    for (const [control, candidate] of known) {
      if (!contains(at, control)) continue;
      if (++count > 30) break;
      const box = shownBox(candidate.label ?? control, scene)?.box;
      if (!box) continue;
      const dx = Math.max(0, Math.max(home[0], box[0]) - Math.min(home[2], box[2]));
      const dy = Math.max(0, Math.max(home[1], box[1]) - Math.min(home[3], box[3]));
      const far = Math.hypot(dx, dy);
      if (!best || far < best.far) best = { candidate, far };
    }
    if (best) return { candidate: best.candidate, relation: 'near' };
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
  const { found } = collect(scene, lines, 20_000);
  const known = new Map();
  const facts = new Map();
  const factOf = (candidate) => {
    if (!facts.has(candidate)) {
      let fact = null;
      try {
        fact = factsOf(candidate, scene);
      } catch {
        fact = null;
      }
      facts.set(candidate, fact);
    }
    return facts.get(candidate);
  };
  for (const candidate of found) known.set(candidate.element, candidate);

  const search = (normal) => {
    const wanted = normal(text);
    const hits = [];
    if (wanted === '') return hits;
    const taken = new Set();
    const add = (candidate, relation, line, rank) => {
      const fact = candidate ? factOf(candidate) : null;
      if (fact && taken.has(`${fact.id} ${relation === 'near' ? line : ''}`)) return;
      if (fact) taken.add(`${fact.id} ${relation === 'near' ? line : ''}`);
      hits.push({ fact, candidate, relation: fact ? relation : 'none', line, rank });
    };
    for (const candidate of found) {
      const fact = factOf(candidate);
      if (!fact) continue;
      const named = [
        fact.name,
        fact.value ?? '',
        ...fact.extra.filter(([key]) => key === 'placeholder' || key === 'title').map(([, value]) => value),
      ];
      const index = named.findIndex((one) => normal(one).includes(wanted));
      if (index < 0) continue;
      add(candidate, 'is', clip(named[index], 200), normal(named[index]) === wanted ? 0 : 1);
    }
    for (const line of lines.lines) {
      const folded = normal(line.text);
      const at = folded.indexOf(wanted);
      if (at < 0) continue;
      const element = markAt(line, at);
      const owner = element ? controlFor(element, known, scene) : null;
      const usable = owner && factOf(owner.candidate) ? owner : null;
      add(
        usable?.candidate ?? null,
        usable?.relation ?? 'none',
        excerpt(line.text, at, wanted.length),
        folded === wanted ? 1 : 2,
      );
      if (hits.length > 400) break;
    }
    return hits;
  };

  let hits = search(fold);
  // Small models often drop accents; that is tried only when nothing has them.
  if (hits.length === 0) hits = search((one) => plain(fold(one)));
  hits = hits.map((hit, index) => ({ ...hit, index })).sort((a, b) => a.rank - b.rank || a.index - b.index);
  const kept = hits.slice(0, limit);
  const withFacts = kept.filter((hit) => hit.fact).map(({ candidate, fact }) => ({ candidate, fact }));
  for (const { candidate } of withFacts) {
    for (let at = surroundings(candidate.element, scene).parent; at; at = at.parent) at.count = 0;
  }
  for (const candidate of found) {
    if (!facts.get(candidate)) continue;
    for (let at = surroundings(candidate.element, scene).parent; at; at = at.parent) at.count++;
  }
  markContexts([...new Map(withFacts.map((one) => [one.fact, one])).values()], scene);
  return kept.map(({ fact, relation, line }) => ({
    element: fact?.id ?? null,
    relation,
    line,
    role: fact?.role ?? null,
    name: fact?.name ?? null,
    context: fact?.extra.find(([key]) => key === 'context')?.[1] ?? null,
    in_viewport: fact?.in_viewport ?? false,
  }));
};
