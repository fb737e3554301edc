// Rows and columns of tables, and what fields hold, for reading.
/* global attr, clip, controlValue, closest, firstElement, holdsSecret, inputType, isSecret, nextElement, queryOne, roleOf, squash */
/* exported fieldText, gridOf, newRow, placeCell */

const cellsOf = (row) => {
  let count = 0;
  for (let cell = firstElement(row); cell; cell = nextElement(cell)) count++;
  return count;
};

/** The table of data around a row: null for a table that only lays out the page. */
const gridOf = (row, scene) => {
  const table = closest(row, 'table');
  if (!table) return null;
  scene.grids ??= new Map();
  const known = scene.grids.get(table);
  if (known !== undefined) return known;
  const role = attr(table, 'role');
  let isData = role !== 'presentation' && role !== 'none' && queryOne(table, 'table') === null;
  if (isData && queryOne(table, 'th,caption,thead') === null) {
    const first = queryOne(table, 'tr');
    isData = first !== null && cellsOf(first) > 1 && queryOne(table, 'h1,h2,h3,form,p + p') === null;
  }
  const grid = isData ? { carries: new Map() } : null;
  scene.grids.set(table, grid);
  return grid;
};

/** A row as it begins: cells of earlier rows that reach down into it are there already. */
const newRow = (element, grid) => {
  const carried = new Map();
  for (const [column, carry] of grid?.carries ?? []) {
    carried.set(column, carry.text.trim());
    if (--carry.rows <= 0) grid.carries.delete(column);
  }
  return { element, grid, carried, column: 0 };
};

const span = (cell, name) => {
  const count = parseInt(attr(cell, name) ?? '1', 10);
  return count > 1 ? Math.min(count, 1000) : 1;
};

/** Where a cell stands in its row; null for one that lays out whole parts of the page. */
const placeCell = (element, row) => {
  if (row.grid === null) {
    if (queryOne(element, 'table,ul,ol,form,h1,h2,h3,p + p') !== null) return null;
    return { element, row, column: row.column++, carry: null };
  }
  while (row.carried.has(row.column)) row.column++;
  const cell = { element, row, column: row.column, carry: null };
  row.column += span(element, 'colspan');
  const rows = span(element, 'rowspan');
  if (rows > 1) {
    cell.carry = { text: '', rows: rows - 1 };
    row.grid.carries.set(cell.column, cell.carry);
  }
  return cell;
};

/** Longest text of a field that is read. */
const longestValue = 20_000;

/** What a person sees in a field: its text, the chosen option, or whether it is ticked. */
const fieldText = (element, tag) => {
  if (tag === 'input') {
    const type = inputType(element);
    if (type === 'checkbox') return element.indeterminate ? '[-]' : element.checked ? '[x]' : '[ ]';
    if (type === 'radio') return element.checked ? '(x)' : '( )';
    if (type === 'submit' || type === 'button' || type === 'reset') return squash(element.value);
    if (type === 'hidden' || type === 'image' || type === 'range' || type === 'color') return '';
  }
  if (isSecret(element)) return holdsSecret(element, tag) ? '(filled)' : '';
  return clip(squash(controlValue(element, roleOf(element, tag), tag) ?? ''), longestValue);
};
