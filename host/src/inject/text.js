// Shown text as lines, in document order, the way a person reads it.
/* global attr, childElements, closest, composedContains, dataOf, fieldText, fold, gridOf, isScreenReaderOnly, newRow, parentOf, placeCell, previousElement, queryOne,
   rectOf, seenWords, shownBox, showsText, squash, tagOf, textContent */
/* exported newLines */

const inlineTags = new Set(
  'a abbr b bdi button cite code em font i label mark q s small span strong sub sup time u'.split(' '),
);
const looseLetters =
  /[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\ue000-\uf8ff]|\u034f|\u17b4|\u17b5|[\u180b-\u180e]|[\ufe00-\ufe0d]|\udb40[\udc00-\uddef]/g;

/** Largest side of a picture that stands for a word, in CSS pixels. */
const smallPicture = 64;

/** A longer line goes on in a new one: each piece that is added costs as much as the line is long. */
const longestLine = 20_000;

const tightTags = new Set(['code', 'kbd', 'mark', 'sup', 'sub']);

const isAfterLink = (element) => {
  const before = previousElement(element);
  return before !== null && tagOf(before) === 'a';
};

/** Margins keep words apart that have no space between them. */
const hasRoom = (style, tag) =>
  !tightTags.has(tag) &&
  (parseFloat(style.marginLeft) >= 3 ||
    parseFloat(style.marginRight) >= 3 ||
    parseFloat(style.paddingLeft) >= 4 ||
    parseFloat(style.paddingRight) >= 4);

/**
 * Collects lines while the tree is walked. Options: `limit` characters in all; `structured` adds `# ` to headings,
 * `- ` to list items, `a | b` to table rows and `term: value` to lists of terms; `fields` tells what fields hold;
 * `ariaHidden` keeps what is marked as decoration; `items` are elements whose short lines are joined; `until` is when
 * there is no more time, on the page's own clock.
 */
const newLines = (scene, options) => {
  const {
    limit,
    structured = false,
    ariaHidden = false,
    fields = false,
    items = null,
    until = Infinity,
  } = options;
  const lines = [];
  let line = null;
  let size = 0;
  let term = null;

  /** Short lines of one result stand on one line: `name · price · place`. */
  const joinsLast = () => {
    const last = lines[lines.length - 1];
    if (!line.item || !last || last.item !== line.item || last.cell || line.cell) return false;
    return last.tail <= 90 && line.text.length <= 90 && last.text.length + line.text.length <= 220;
  };

  const flush = () => {
    if (!line) return;
    line.text =
      line.text.trim() === '|'
        ? ''
        : line.row && line.block === line.row.element
          ? line.text.trim()
          : line.text.trimEnd();
    if (line.text !== '') {
      size += line.text.length + 1;
      if (joinsLast()) {
        const last = lines[lines.length - 1];
        const at = last.text.length + 3;
        for (const mark of line.marks) last.marks.push({ at: at + mark.at, element: mark.element });
        last.tail = line.text.length;
        last.text += ` · ${line.text}`;
      } else {
        line.tail = line.text.length;
        lines.push(line);
      }
    }
    line = null;
  };

  const open = (state) => {
    flush();
    line = {
      text: '',
      block: state.block,
      row: state.row,
      cell: null,
      column: 0,
      box: state.box,
      item: state.item,
      marks: [],
      tail: 0,
      afterField: false,
    };
    const { prefix, item } = state;
    if (!structured) return;
    if (item && (!prefix || prefix.used || !prefix.list || prefix.owner === item)) {
      if (lines[lines.length - 1]?.item !== item) line.text = '- ';
    } else if (prefix && !prefix.used) {
      line.text = prefix.text;
    }
    if (prefix) prefix.used = true;
  };

  /** Goes on to a cell: every column that was passed leaves its mark, so that values stay below their heads. */
  const enterCell = (cell) => {
    if (line.cell !== null || cell.column > 0) {
      const { row } = cell;
      for (; line.column < cell.column; line.column++) {
        if (line.column > 0 || line.cell !== null) line.text = `${line.text.trimEnd()} | `;
        line.text += row.carried?.get(line.column) ?? '';
      }
      line.text = `${line.text.trimEnd()} | `;
    }
    line.column = cell.column + 1;
    line.cell = cell;
  };

  const append = (piece, state, indented = false) => {
    if (!line || line.block !== state.block || (line.text.length > longestLine && !state.cell)) {
      open(state);
      if (state.cell) enterCell(state.cell);
    } else if (line.cell !== state.cell && state.cell) {
      enterCell(state.cell);
      line.box = state.box;
    } else if (line.box !== state.box) {
      const joint = state.box ? state.joint : null;
      const glued = /^\s*[.,;:!?)\]}%»”]/.test(piece) || /[$€£¥₺([{«“]/.test(line.text.slice(-1));
      if (joint && /\S/.test(line.text)) {
        line.text = line.text.trimEnd();
        line.text += joint === ': ' && /[:：]$/.test(line.text) ? ' ' : joint;
      } else if (!glued && !line.text.endsWith(' ')) {
        line.text += ' ';
      }
      line.box = state.box;
    }
    line.afterField = false;
    const starts = line.text === '' || line.text.endsWith(' ');
    const text = starts && !indented ? piece.trimStart() : piece;
    if (text === '') return;
    line.marks.push({ at: line.text.length, element: state.element });
    line.text += text;
    if (state.cell?.carry) state.cell.carry.text += text;
  };

  const isShown = (state) => {
    state.shown ??= showsText(state.element, scene, state.place);
    return state.shown;
  };

  /** Short things side by side, with room between them, read as one line; two of them as a name and its value. */
  const jointIn = (state) => {
    if (state.jointInside !== undefined) return state.jointInside;
    state.jointInside = null;
    if (!structured || !/flex/.test(state.display)) return null;
    const { element } = state;
    if (!getComputedStyle(element).flexDirection.startsWith('row')) return null;
    const parts = [...childElements(element)];
    if (parts.length < 2 || parts.length > 6 || textContent(element).length > 120) return null;
    if (queryOne(element, 'button,a,input,select,textarea,h1,h2,h3,table,ul,ol,p') !== null) return null;
    const boxes = parts.map(rectOf);
    const isRow = boxes.every((box, index) => {
      const last = boxes[index - 1];
      return !last || (box.top < last.bottom && Math.max(box.left - last.right, last.left - box.right) >= 6);
    });
    if (!isRow) return null;
    const named = parts.length === 2 && /^[^\d]*\p{L}{2}[^\d]*$/u.test(textContent(parts[0]));
    state.jointInside = named ? ': ' : ' · ';
    return state.jointInside;
  };

  // Words that style adds after an element whose end has not been passed yet.
  const pending = [];

  const passEnds = (node) => {
    while (pending.length > 0) {
      const { element, text, state } = pending[pending.length - 1];
      if (node && composedContains(element, node)) return;
      pending.pop();
      append(text, state);
    }
  };

  /** Words that style adds at both ends of an element. */
  const addGenerated = (element, state) => {
    const words = state.mute || state.closed ? null : seenWords(element, scene);
    if (!words || !isShown(state)) return;
    const [before, after] = [words.before, words.after].map((text) => text.replace(looseLetters, ''));
    if (before) append(before.replace(/\s+/g, ' '), state);
    if (after) pending.push({ element, text: after.replace(/\s+/g, ' '), state });
  };

  /** How far something has come, where no words beside it say so. */
  const addProgress = (element, tag, state) => {
    if (state.mute || !isShown(state)) return;
    const { max, value, position } = element;
    const share = tag === 'progress' ? position : value / max;
    const around = parentOf(element);
    const number = String(Math.round(share * 100));
    // What stands inside is for browsers that draw no bar.
    const beside = around ? textContent(around).replace(textContent(element), '') : '';
    if (!(share >= 0) || beside.includes(number)) return;
    const isOpen = line && line.block === state.block && /[\p{L}\p{N}]/u.test(line.text);
    if (!isOpen) append(`${tag === 'progress' ? 'Progress' : 'Level'}:`, state);
    else if (!/[:：|]$/.test(line.text.trimEnd())) line.text = `${line.text.trimEnd()}:`;
    append(` ${number}% `, state);
  };

  /** What a small picture says where no words around it do: the `vegan` of a dish, the stars of a review. */
  const addPicture = (element, state) => {
    const words = squash(attr(element, 'alt') ?? '');
    if (words === '' || words.length > 40 || state.mute || state.closed) return;
    const { width, height } = rectOf(element);
    if (width < 4 || height < 4 || width > smallPicture || height > smallPicture) return;
    if (closest(element, 'a,button,[role="button"]') || !shownBox(element, scene)) return;
    const near = parentOf(element);
    const around = near ? (parentOf(near) ?? near) : null;
    if (around && fold(textContent(around)).includes(fold(words))) return;
    append(` ${words} `, state);
  };

  const enterCopy = (element, state, around) => {
    // A price split for the eye often has a whole copy for screen readers before it: the copy reads better.
    const twin = previousElement(element);
    const copy = twin && !state.mute && isScreenReaderOnly(twin) ? squash(textContent(twin)) : '';
    if (copy !== '') {
      append(` ${copy} `, { ...state, element: around.element });
      state.mute = true;
    } else if (!ariaHidden) {
      state.mute = true;
    }
  };

  const enterBox = (element, tag, around, style, place) => {
    const closed = tag === 'details' && !element.open;
    const state = {
      ...around,
      element,
      closed,
      shown: undefined,
      jointInside: undefined,
      place,
    };
    if (tag === 'br') {
      if (!state.cell) flush();
      else if (line) line.text = `${line.text.trimEnd()} `;
      return state;
    }
    if (fields && (tag === 'input' || tag === 'select' || tag === 'textarea')) {
      const text = isShown(state) ? fieldText(element, tag) : '';
      if (text === '') {
        if (line && !line.text.endsWith(' ')) line.text += ' ';
        return null;
      }
      const open1 = line && line.block === state.block && line.text.trim() !== '' && !/^[[(]/.test(text);
      if (open1 && line.afterField) line.text = `${line.text.trimEnd()} ·`;
      else if (open1 && !/[\s:：|]$/.test(line.text.trimEnd())) line.text = `${line.text.trimEnd()}:`;
      append(` ${text} `, state);
      if (line) line.afterField = true;
      return null;
    }
    const display = style.display;
    state.display = display;
    if (items?.has(element)) state.item = element;
    if (attr(element, 'aria-hidden') === 'true') enterCopy(element, state, around);
    if (tag === 'img') {
      if (structured) addPicture(element, state);
      return null;
    }
    if (tag === 'math') {
      if (!state.mute && isShown(state))
        append(` ${attr(element, 'alttext') || squash(textContent(element))} `, state);
      return null;
    }
    if (structured && (tag === 'progress' || tag === 'meter')) {
      addProgress(element, tag, state);
      return null;
    }
    if (tag === 'rt') {
      if (!state.mute && isShown(state)) append(`(${squash(textContent(element))})`, state);
      return null;
    }
    if (display === 'inline' || display === 'contents' || display.startsWith('ruby')) {
      if (structured && (tag === 'label' || (tag === 'a' && isAfterLink(element)) || hasRoom(style, tag))) {
        state.box = element;
        state.joint = null;
      }
      return state;
    }
    if (display.startsWith('inline')) {
      state.box = element;
      state.joint = null;
      return state;
    }
    const joint = jointIn(around);
    if (joint !== null) {
      state.box = element;
      state.joint = joint;
      return state;
    }
    if (inlineTags.has(tag) && /flex|grid/.test(around.display)) {
      const parent = parentOf(element);
      if (!parent || getComputedStyle(parent).flexDirection.startsWith('row')) {
        state.box = element;
        state.joint = null;
        return state;
      }
    }
    if (display === 'table-cell' && around.row) {
      const cell = placeCell(element, around.row);
      if (cell) {
        state.cell = cell;
        state.block = around.row.element;
        state.box = null;
        return state;
      }
    }
    if (state.cell && display !== 'table-row') {
      state.box = element;
      state.joint = null;
      return state;
    }
    if (structured && tag === 'dd' && term && line?.block === term) {
      state.block = term;
      state.box = element;
      state.joint = line.box === null ? ': ' : ', ';
      return state;
    }
    state.block = element;
    state.box = null;
    state.joint = null;
    state.cell = null;
    state.row = display === 'table-row' ? newRow(element, structured ? gridOf(element, scene) : null) : null;
    state.pre = tag === 'pre' || style.whiteSpace === 'pre' || style.whiteSpace === 'pre-wrap';
    if (structured) {
      if (tag === 'dt') term = element;
      if (tag === 'ul' || tag === 'ol') state.list = around.list + 1;
      if (tag === 'li') {
        const text = `${'  '.repeat(Math.max(0, around.list - 1))}- `;
        state.prefix = { text, used: false, list: true, owner: element };
      } else if (/^h[1-6]$/.test(tag)) {
        state.prefix = {
          text: `${'#'.repeat(Number(tag[1]))} `,
          used: false,
          list: false,
          owner: element,
        };
      } else if (tag === 'summary' && around.closed) {
        state.prefix = { text: '▸ ', used: false, list: false, owner: element };
      }
    }
    if (tag === 'summary') state.closed = false;
    return state;
  };

  const addText = (node, state) => {
    if (state.mute || state.closed) return;
    const data = dataOf(node);
    if (!/\S/.test(data)) {
      if (line && line.block === state.block && !line.text.endsWith(' ')) line.text += ' ';
      return;
    }
    if (!isShown(state)) return;
    const clean = data.replace(looseLetters, '');
    if (!state.pre) {
      append(clean.replace(/\s+/g, ' '), state);
      return;
    }
    const rows = clean.split('\n');
    rows.forEach((row, index) => {
      if (index > 0) flush();
      if (row.trim() !== '') append(row.trimEnd(), state, true);
    });
  };

  return {
    lines,
    isFull: () => size + (line?.text.length ?? 0) >= limit || performance.now() > until,

    start: (element) => ({
      element,
      block: element,
      cell: null,
      row: null,
      box: null,
      joint: null,
      item: items?.has(element) ? element : null,
      display: 'block',
      prefix: null,
      list: 0,
      pre: false,
      mute: false,
      closed: false,
      shown: undefined,
      jointInside: undefined,
      place: null,
    }),

    /** The state for the children of an element; null where it was taken whole. */
    enter: (element, tag, around, style = getComputedStyle(element), place = null) => {
      if (pending.length > 0) passEnds(element);
      const state = enterBox(element, tag, around, style, place);
      if (structured && state && tag !== 'br') addGenerated(element, state);
      return state;
    },

    /** Takes one text node. */
    text: (node, state) => {
      if (pending.length > 0) passEnds(node);
      addText(node, state);
    },

    /** Ends the last line. */
    done: () => {
      passEnds(null);
      flush();
      return lines;
    },
  };
};
