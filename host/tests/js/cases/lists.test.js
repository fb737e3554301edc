// Lists that are longer than what is loaded of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

const times = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('');
const row = (index) => `<div class="row" style="height:30px">Row ${index}</div>`;
const lifted = (index) =>
  `<div class="row" style="position:absolute;top:${index * 30}px;height:30px">Row ${index}</div>`;
const box = (inner, more = '') => `<div ${more} style="height:300px;overflow:auto">${inner}</div>`;

/** `Name: 20 of 500`, with `about` for what is reckoned. */
const write = ({ name, loaded, total, more, estimated, columns }) =>
  `${name}: ${loaded} of ${estimated ? 'about ' : ''}${total ?? 'unknown'}${columns ? ' columns' : ''}${more ? '' : ' complete'}`;

const rows = [
  [
    'a grid that counts its rows',
    `<div role="grid" aria-label="People" aria-rowcount="500">${times(20, (index) => `<div role="row"><div role="gridcell">${index}</div></div>`)}</div>`,
    ['People: 20 of 500'],
  ],
  [
    'a table that counts its rows, by its caption',
    `<table aria-rowcount="90"><caption>Orders</caption>${times(3, () => '<tr><td>1</td></tr>')}</table>`,
    ['Orders: 3 of 90'],
  ],
  [
    'a grid without an end',
    `<div role="grid" aria-label="Log" aria-rowcount="-1">${times(4, () => '<div role="row"><i role="gridcell">1</i></div>')}</div>`,
    ['Log: 4 of unknown'],
  ],
  [
    'a grid that is all there',
    `<div role="grid" aria-label="Log" aria-rowcount="4">${times(4, () => '<div role="row"><i role="gridcell">1</i></div>')}</div>`,
    [],
  ],
  [
    'a grid with more columns',
    `<div role="grid" aria-label="Sheet" aria-colcount="40"><div role="row">${times(6, () => '<i role="gridcell">1</i>')}</div></div>`,
    ['Sheet: 6 of 40 columns'],
  ],
  [
    'options that say how many they are',
    `<ul role="listbox" aria-label="Cities">${times(10, (index) => `<li role="option" aria-setsize="4000" aria-posinset="${index + 1}">City ${index}</li>`)}</ul>`,
    ['Cities: 10 of 4000'],
  ],
  [
    'options that are all there',
    `<ul role="listbox" aria-label="Cities">${times(3, (index) => `<li role="option" aria-setsize="3">City ${index}</li>`)}</ul>`,
    [],
  ],
  [
    'plain items that say how many they are, by their heading',
    `<h2>Results</h2><div>${times(5, () => '<div aria-setsize="77">Item</div>')}</div>`,
    ['Results: 5 of 77'],
  ],
  [
    'a tree that counts each level',
    `<ul role="tree" aria-label="Files">${times(2, () => '<li role="treeitem" aria-level="1" aria-setsize="2">a</li>')}${times(3, () => '<li role="treeitem" aria-level="2" aria-setsize="3">b</li>')}</ul>`,
    [],
  ],
  [
    'a feed',
    `<div role="feed" aria-label="News">${times(6, () => '<article>Text</article>')}</div>`,
    ['News: 6 of unknown'],
  ],
  [
    'a feed that counts',
    `<div role="feed" aria-label="News">${times(6, () => '<article aria-setsize="60">Text</article>')}</div>`,
    ['News: 6 of 60'],
  ],
  ['a feed without anything yet', '<div role="feed" aria-label="News" aria-busy="true"></div>', []],
  [
    'lifted rows in a tall box',
    box(
      `<div style="position:relative;height:30000px">${times(12, lifted)}</div>`,
      'role="list" aria-label="Mails"',
    ),
    ['Mails: 12 of about 1000'],
  ],
  [
    'a shifted block of rows in a tall box',
    box(
      `<div style="height:15000px"><div style="transform:translateY(0)">${times(12, row)}</div></div>`,
      'aria-label="Mails" role="list"',
    ),
    ['Mails: 12 of about 500'],
  ],
  [
    'rows between two empty spaces',
    box(`<div>${times(12, row)}<div style="height:5640px"></div></div>`, 'aria-label="Mails" role="list"'),
    ['Mails: 12 of about 200'],
  ],
  [
    'rows with padding around them',
    box(`<div style="padding-bottom:5640px">${times(12, row)}</div>`, 'aria-label="Mails" role="list"'),
    ['Mails: 12 of about 200'],
  ],
  [
    'a tall box by the heading before it',
    `<h3>Contacts</h3>${box(`<div style="position:relative;height:30000px">${times(12, lifted)}</div>`)}`,
    ['Contacts: 12 of about 1000'],
  ],
  ['a scrolled list that is all there', box(times(60, row), 'role="list" aria-label="Mails"'), []],
  [
    'an article that scrolls',
    box(
      `${times(4, (index) => `<p>Paragraph ${index}</p>`)}<img style="height:3000px;width:10px" src="data:,">`,
    ),
    [],
  ],
  [
    'a list in a page of other things',
    `<ul>${times(5, (index) => `<li>Item ${index}</li>`)}</ul><div style="height:4000px">Text</div>`,
    [],
  ],
  [
    'a list drawn in the page itself',
    `<div style="position:relative;height:60000px">${times(20, lifted)}</div>`,
    [': 20 of about 2000'],
  ],
  [
    'a list that is not shown',
    `<div style="display:none"><div role="grid" aria-label="x" aria-rowcount="500"><div role="row"></div></div></div>`,
    [],
  ],
];

for (const [sentence, html, expected] of rows) {
  test(sentence, async () => {
    await shared.tab.show(`${html}<button>B</button>`);
    assert.deepEqual((await shared.tab.walk()).lists.map(write), expected);
  });
}

test('at most five lists are told of', async () => {
  await shared.tab.show(
    times(
      9,
      (index) =>
        `<div role="grid" aria-label="G${index}" aria-rowcount="50"><div role="row"><i role="gridcell">1</i></div></div>`,
    ),
  );
  assert.equal((await shared.tab.walk()).lists.length, 5);
});

test('the list of an open combobox belongs to what is listed around it', async () => {
  await shared.tab.show(
    `<ul role="listbox" aria-label="Cities" tabindex="0">${times(10, () => '<li role="option" aria-setsize="4000">City</li>')}</ul>`,
  );
  const { lists, elements } = await shared.tab.walk();
  assert.equal(lists[0].id, elements.find(({ role }) => role === 'listbox').id);
});
