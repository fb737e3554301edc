// Shown text as lines, in document order, the way a person reads it.
/* global attr, dataOf, isScreenReaderOnly, parentOf, previousElement, queryOne, showsText, squash,
   textContent */
/* exported newLines */

const inlineTags = new Set(
  'a abbr b bdi button cite code em font i label mark q s small span strong sub sup time u'.split(' '),
);
const looseLetters =
  /[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\ue000-\uf8ff]|\udb40[\udc00-\udc7f]/g;

/**
 * Collects lines while the tree is walked. Options: `limit` characters in all; `structured` adds `# ` to headings,
 * `- ` to list items and `a | b` to table rows; `ariaHidden` keeps what is marked as decoration.
 */
const newLines = (scene, { limit, structured = false, ariaHidden = false }) => {
  const lines = [];
  let line = null;
  let size = 0;

  const flush = () => {
    if (!line) return;
    line.text = line.text.trimEnd();
    if (line.text !== '') {
      lines.push(line);
      size += line.text.length + 1;
    }
    line = null;
  };

  const append = (piece, state, indented = false) => {
    if (!line || line.block !== state.block) {
      flush();
      line = { text: '', block: state.block, cell: state.cell, box: state.box, marks: [] };
      const prefix = state.prefix;
      if (structured && prefix && !prefix.used) {
        line.text = prefix.text;
        prefix.used = true;
      }
    } else if (line.cell !== state.cell) {
      line.text = `${line.text.trimEnd()} | `;
      line.cell = state.cell;
      line.box = state.box;
    } else if (line.box !== state.box) {
      if (!line.text.endsWith(' ')) line.text += ' ';
      line.box = state.box;
    }
    const starts = line.text === '' || line.text.endsWith(' ');
    const text = starts && !indented ? piece.trimStart() : piece;
    if (text === '') return;
    line.marks.push({ at: line.text.length, element: state.element });
    line.text += text;
  };

  const isShown = (state) => {
    state.shown ??= showsText(state.element, scene, state.place);
    return state.shown;
  };

  return {
    lines,
    isFull: () => size + (line?.text.length ?? 0) >= limit,

    start: (element) => ({
      element,
      block: element,
      cell: null,
      box: null,
      display: 'block',
      prefix: null,
      list: 0,
      pre: false,
      mute: false,
      closed: false,
      shown: undefined,
      place: null,
    }),

    /** The state for the children of an element. */
    enter: (element, tag, around, style = getComputedStyle(element)) => {
      const closed = tag === 'details' && !element.open;
      const state = { ...around, element, closed, shown: undefined };
      if (tag === 'br') {
        flush();
        return state;
      }
      const display = style.display;
      state.display = display;
      if (attr(element, 'aria-hidden') === 'true') {
        // A price split for the eye often has a whole copy for screen readers before it: the copy reads better.
        const twin = previousElement(element);
        const copy = twin && !state.mute && isScreenReaderOnly(twin) ? squash(textContent(twin)) : '';
        if (copy !== '') {
          append(` ${copy} `, { ...state, element: around.element });
          state.mute = true;
        } else if (!ariaHidden) {
          state.mute = true;
        }
      }
      if (display === 'inline' || display === 'contents') return state;
      if (display.startsWith('inline')) {
        state.box = element;
        return state;
      }
      if (inlineTags.has(tag) && /flex|grid/.test(around.display)) {
        const parent = parentOf(element);
        if (!parent || getComputedStyle(parent).flexDirection.startsWith('row')) {
          state.box = element;
          return state;
        }
      }
      if (display === 'table-cell') {
        // A cell that lays out whole parts of the page is not a cell of data.
        const layout = queryOne(element, 'table,ul,ol,form,h1,h2,h3,p + p') !== null;
        if (!layout && around.row) {
          state.cell = element;
          state.block = around.row;
          return state;
        }
      }
      if (state.cell && display !== 'table-row') {
        state.box = element;
        return state;
      }
      state.block = element;
      state.box = null;
      state.cell = null;
      state.row = display === 'table-row' ? element : null;
      state.pre = tag === 'pre' || style.whiteSpace === 'pre' || style.whiteSpace === 'pre-wrap';
      if (structured) {
        if (tag === 'ul' || tag === 'ol') state.list = around.list + 1;
        if (tag === 'li') {
          state.prefix = { text: `${'  '.repeat(Math.max(0, around.list - 1))}- `, used: false };
        } else if (/^h[1-6]$/.test(tag)) {
          state.prefix = { text: `${'#'.repeat(Number(tag[1]))} `, used: false };
        }
      }
      return state;
    },

    /** Takes one text node. */
    text: (node, state) => {
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
    },

    /** Ends the last line. */
    done: () => {
      flush();
      return lines;
    },
  };
};
