// Lists that hold more than the page has loaded: by what they declare, or by the room that a scroll box keeps for it.
/* global attr, childElements, clip, closest, contains, doc, fold, headingBefore, lineText, matches, nameOf, parentOf, queryAll,
   queryOne, rectOf, roleOf, squash, tagOf, textContent */
/* exported listsOf */

const listLimit = 5;
const holders =
  '[role="list"],[role="listbox"],[role="grid"],[role="treegrid"],[role="table"],[role="tree"],[role="menu"],[role="feed"],[role="radiogroup"],[role="tablist"],ul,ol,table';

const countOf = (element, name) => {
  const number = parseInt(attr(element, name) ?? '', 10);
  return Number.isNaN(number) ? null : number;
};

const ownParts = (list, css) => {
  let count = 0;
  for (const part of queryAll(list, css))
    if (closest(part, holders) === list || !closest(part, holders)) count++;
  return count;
};

/** A list that says how much it holds; null where all of it is there. `-1` stands for "nobody knows". */
const declared = (list, loaded, total, more = {}) => {
  if (total === null || loaded === 0 || (total >= 0 && total <= loaded)) return null;
  return { list, loaded, total: total < 0 ? null : total, more: true, ...more };
};

const declaredLists = () => {
  const found = [];
  const sets = new Map();
  for (const one of queryAll(document, '[aria-rowcount],[aria-colcount],[aria-setsize],[role="feed"]')) {
    if (roleOf(one) === 'feed') {
      const loaded = queryAll(one, 'article,[role="article"]').length;
      const first = queryOne(one, '[aria-setsize]');
      const total = first ? countOf(first, 'aria-setsize') : -1;
      const list = declared(one, loaded, total ?? -1);
      if (list) found.push(list);
      sets.set(one, null);
      continue;
    }
    const rows = countOf(one, 'aria-rowcount');
    const columns = countOf(one, 'aria-colcount');
    if (rows !== null || columns !== null) {
      const byRow = declared(one, ownParts(one, 'tr,[role="row"]'), rows);
      const row = queryOne(one, 'tr,[role="row"]');
      const cells = row
        ? queryAll(row, 'td,th,[role="cell"],[role="gridcell"],[role="columnheader"]').length
        : 0;
      const byColumn = byRow ? null : declared(one, cells, columns, { columns: true });
      if (byRow ?? byColumn) found.push(byRow ?? byColumn);
      continue;
    }
    const home = closest(parentOf(one) ?? one, holders) ?? parentOf(one);
    if (!home || sets.get(home) === null) continue;
    const set = sets.get(home) ?? { loaded: 0, total: null };
    set.loaded++;
    // The items of one level count together: a tree counts each level on its own.
    const level = countOf(one, 'aria-level') ?? 1;
    set.level ??= level;
    if (level === set.level) set.total = countOf(one, 'aria-setsize');
    else set.loaded--;
    sets.set(home, set);
  }
  for (const [home, set] of sets) {
    const list = set ? declared(home, set.loaded, set.total) : null;
    if (list) found.push(list);
  }
  return found;
};

const kindOfRow = (element) => `${tagOf(element)} ${(attr(element, 'class') ?? '').split(/\s/)[0]}`;

const media = 'img,input,svg,canvas,video,picture,iframe';
const holdsSomething = (element) =>
  /\S/.test(textContent(element)) || matches(element, media) || queryOne(element, media) !== null;

/** The rows of a scroll box: the first level below it with three or more alike children that hold something. */
const rowsIn = (box) => {
  let at = box;
  for (let depth = 0; at && depth < 8; depth++) {
    const kinds = new Map();
    let tallest = null;
    let most = 0;
    let looked = 0;
    for (const child of childElements(at)) {
      // A list that draws what is in view alone has not as many rows at hand.
      if (++looked > 400) return null;
      const { height } = rectOf(child);
      if (height > most) {
        most = height;
        tallest = child;
      }
      if (height < 8 || !holdsSomething(child)) continue;
      const kind = kindOfRow(child);
      if (!kinds.has(kind)) kinds.set(kind, []);
      kinds.get(kind).push({ child, height });
    }
    const rows = [...kinds.values()].sort((a, b) => b.length - a.length)[0];
    if (rows && rows.length >= 3) {
      const high = Math.max(...rows.map((row) => row.height));
      const others = [...kinds.values()].filter((kind) => kind !== rows).flat();
      // Something else as high as many rows fills the room: that is a page, not a list.
      return others.some(({ height }) => height > 3 * high) ? null : { home: at, rows };
    }
    at = tallest;
  }
  return null;
};

/** How many rows a scroll box has room for, when most of that room is empty: a list that draws what is in view alone. */
const roomyList = (box, isPage) => {
  const { scrollHeight } = box;
  const inner = isPage ? innerHeight : box.clientHeight;
  if (scrollHeight < 2 * inner || inner < 40) return null;
  const found = rowsIn(isPage ? doc.body() : box);
  if (!found) return null;
  const { home, rows } = found;
  // From the first to the last, with what lies between them.
  const filled = rectOf(rows[rows.length - 1].child).bottom - rectOf(rows[0].child).top;
  // The room belongs to the rows: their parent, or a box around it that holds nothing else, is as tall as all of it.
  let sizer = home;
  for (let at = home; at && at !== box; at = parentOf(at)) {
    if (at !== home && childElements(at).length > 1) break;
    sizer = at;
  }
  const room = sizer === box ? scrollHeight : rectOf(sizer).height;
  if (room < 0.7 * scrollHeight || filled > 0.6 * room) return null;
  const heights = rows.map(({ height }) => height).sort((a, b) => a - b);
  const total = Math.round(room / heights[heights.length >> 1]);
  if (total < rows.length + 3) return null;
  return { list: box, loaded: rows.length, total, more: true, estimated: true };
};

const listName = (list, scene) => {
  for (let at = list, height = 0; at && height < 3; at = parentOf(at), height++) {
    const role = roleOf(at);
    const name = nameOf(at, scene, role === 'generic' || role === 'listitem' ? 'group' : role);
    if (name) return name;
  }
  const heading = headingBefore(list, scene);
  if (heading) return heading;
  const head = queryOne(list, 'th,[role="columnheader"]');
  return head ? lineText(head) : '';
};

/** At most five lists that are longer than what is loaded of them. */
const listsOf = (shown, scene) => {
  const found = declaredLists();
  const page = doc.scroller();
  for (const box of [...scene.ports, page]) {
    if (!box || found.some(({ list }) => contains(list, box) || (box !== page && contains(box, list))))
      continue;
    const roomy = roomyList(box, box === page);
    if (roomy && !(box === page && found.length > 0)) found.push(roomy);
  }
  const controls = new Map(shown.map(({ candidate, fact }) => [candidate.element, fact.id]));
  const lists = [];
  for (const { list, ...facts } of found) {
    if (lists.length >= listLimit) break;
    if (list !== page && rectOf(list).height < 1) continue;
    let id = null;
    for (let at = list; at && id === null; at = parentOf(at)) id = controls.get(at) ?? null;
    const name = clip(squash(listName(list, scene)), 80);
    if (lists.some((known) => fold(known.name) === fold(name) && known.total === facts.total)) continue;
    lists.push({ name, id, ...facts });
  }
  return lists;
};
