// Finding text: where it stands, the control that belongs to it, and what to scroll for more.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

async function find(html, text, limit = 10) {
  await shared.tab.show(html);
  return (await shared.tab.call('findText', { text, limit })).hits;
}

const words = (count, word = 'text') =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ');
const product = (index) =>
  `<div class="card"><h3>Steel kettle model ${index}</h3><span>${index}99,00 TL</span><button>Add</button></div>`;

test('text on a control finds the control', async () => {
  const [hit] = await find('<p>Some text</p><button id="b">Add to cart</button>', 'add to');
  assert.deepEqual(
    [hit.role, hit.name, hit.relation, hit.element],
    ['button', 'Add to cart', 'is', await shared.tab.id('#b')],
  );
});

test('text inside a link finds the link', async () => {
  const [hit] = await find('<a href="/x"><div><p>Steel kettle</p></div></a>', 'steel kettle');
  assert.deepEqual([hit.role, hit.relation], ['link', 'is']);
});

test('text in a card finds the nearest control of that card', async () => {
  const html = `${product(1)}${product(2)}`;
  const hits = await find(html, 'model 2');
  assert.equal(hits.length, 1);
  assert.deepEqual([hits[0].relation, hits[0].name, hits[0].line], ['near', 'Add', 'Steel kettle model 2']);
  assert.equal(hits[0].element, (await shared.tab.call('querySelector', { css: 'button' })).ids[1]);
  assert.equal(hits[0].context, 'Steel kettle model 2 · 299,00 TL');
});

test('text in a row finds a control of that row', async () => {
  const row = (name) => `<tr><td>${name}</td><td><button>Edit ${name}</button></td></tr>`;
  const hits = await find(`<table>${row('Ada')}${row('Alan')}</table>`, 'alan');
  assert.equal(hits[0].name, 'Edit Alan');
});

test('what is found is told apart from its likes as the view tells it, however few are returned', async () => {
  const items = ['Kettle', 'Teapot'].map((name) => `<li>${name} <button>Choose</button></li>`).join('');
  const [hit, ...others] = await find(`<ul>${items}</ul>`, 'choose', 1);
  assert.equal(others.length, 0);
  assert.equal(hit.context, 'Kettle');
  const hits = await find('<p><button>Choose</button><button>Choose</button></p>', 'choose', 1);
  const { elements } = await shared.tab.walk();
  assert.deepEqual(
    hits.map(({ place }) => place),
    ['1 of 2'],
  );
  assert.equal(elements[0].extra.find(([key]) => key === 'place')[1], '1 of 2');
});

test('what is the only one of its kind has no place', async () => {
  const [hit] = await find('<button>Choose</button>', 'choose');
  assert.equal(hit.place, null);
});

test('text without a control is found as a line', async () => {
  const [hit] = await find('<main><p>Free shipping on <b>all</b> orders</p></main>', 'shipping on all');
  assert.deepEqual([hit.element, hit.relation, hit.line], [null, 'none', 'Free shipping on all orders']);
});

for (const [shown, asked] of [
  ['İstanbul', 'istanbul'],
  ['ISPARTA', 'ısparta'],
  ['ısparta', 'ISPARTA'],
  ['SEPETE EKLE', 'sepete ekle'],
  ['Giriş', 'GİRİŞ'],
  ['ÜRÜNLER', 'urunler'],
  ['Çay Kaşığı', 'cay kasigi'],
  ['STRASSE', 'strasse'],
]) {
  test(`"${asked}" finds "${shown}"`, async () => {
    const hits = await find(`<p>${shown}</p>`, asked);
    assert.equal(hits[0]?.line, shown);
  });
}

test('accents count while something matches with them', async () => {
  const hits = await find('<p>sık</p><p>şık</p>', 'şık');
  assert.deepEqual(
    hits.map((hit) => hit.line),
    ['şık'],
  );
});

test('names that are not text are found', async () => {
  for (const html of [
    '<button aria-label="Open search"></button>',
    '<input placeholder="Open search">',
    '<input type="button" value="Open search">',
    '<a href="/x"><img alt="Open search" src="data:," width="9" height="9"></a>',
    '<button title="Open search">o</button>',
  ]) {
    const [hit] = await find(html, 'open SEARCH');
    assert.ok(hit?.element, html);
  }
});

test('an exact name comes before a longer one', async () => {
  const hits = await find('<button>Save draft</button><button>Save</button>', 'save');
  assert.deepEqual(
    hits.map((hit) => hit.name),
    ['Save', 'Save draft'],
  );
});

test('a long line is cut around the match', async () => {
  const [hit] = await find(`<p>${words(100)} needle ${words(100)}</p>`, 'needle');
  assert.ok(hit.line.length < 220);
  assert.match(hit.line, /^….* needle .*…$/);
});

test('hidden text is not found, and nothing is found for nothing', async () => {
  assert.deepEqual(
    await find('<p hidden>needle</p><button style="display:none">needle</button>', 'needle'),
    [],
  );
  assert.deepEqual(await find('<p>x</p>', '  '), []);
});

test('no more places than asked for are returned', async () => {
  assert.equal((await find('<button>a</button>'.repeat(50), 'a', 7)).length, 7);
});

const box = (html, style = '') => `<div style="height:200px;overflow-y:auto;${style}">${html}</div>`;
const entries = (count, word = 'entry') =>
  Array.from({ length: count }, (_, index) => `<p class="e">${word} ${index}</p>`).join('');
const sweep = async (html) => {
  await shared.tab.show(html);
  return shared.tab.call('sweepTargets');
};

test('text below the edge of a container names the container to scroll', async () => {
  const [hit] = await find(`<div id="x">${box(entries(60))}</div>`, 'entry 57');
  assert.equal(hit.scroller, await shared.tab.id('#x > div'));
  assert.equal(hit.line, 'entry 57');
});

for (const [name, html, text] of [
  ['text in sight inside a container', box(entries(60)), 'entry 1'],
  ['text that only the page must be scrolled to', `<p style="margin-top:3000px">needle</p>`, 'needle'],
  ['text on a plain page', '<p>needle</p>', 'needle'],
]) {
  test(`${name} names no container`, async () => {
    const [hit] = await find(html, text);
    assert.equal(hit.scroller, null);
  });
}

test('a control below the edge of a container names the container', async () => {
  const [hit] = await find(`<div id="x">${box(`${entries(40)}<button>Go</button>`)}</div>`, 'go');
  assert.equal(hit.role, 'button');
  assert.equal(hit.scroller, await shared.tab.id('#x > div'));
});

test('a small page is searched whole', async () => {
  await shared.tab.show('<p>x</p>');
  assert.deepEqual(await shared.tab.call('findText', { text: 'y', limit: 5 }), {
    hits: [],
    truncated: false,
  });
});

for (const [name, html, expected] of [
  ['a page that fits has nothing to sweep', '<p>x</p>', []],
  ['a long page is swept itself', '<div style="height:5000px">x</div>', ['page']],
  ['a list in a container is swept', `<div id="a">${box(entries(60))}</div>`, ['#a > div']],
  [
    'the page comes before its containers',
    `<div id="a">${box(entries(60))}</div><div style="height:3000px"></div>`,
    ['page', '#a > div'],
  ],
  [
    'the container with the most text comes first',
    `<div id="a">${box(entries(20))}</div><div id="b">${box(entries(90))}</div>`,
    ['#b > div', '#a > div'],
  ],
  ['a container that is not shown is not swept', `<div hidden>${box(entries(60))}</div>`, []],
  ['what is cut off for good is not swept', box(entries(60), 'overflow:hidden'), []],
  ['a text area is not swept', `<textarea rows="3">${'x\n'.repeat(99)}</textarea>`, []],
  ['a menu is not swept', `<nav style="height:200px;overflow-y:auto">${entries(60)}</nav>`, []],
]) {
  test(name, async () => {
    const targets = await sweep(html);
    const ids = [];
    for (const css of expected) ids.push(css === 'page' ? null : await shared.tab.id(css));
    assert.deepEqual(
      targets.map((target) => target.element),
      ids,
    );
    for (const target of targets) assert.ok(target.remaining_px > 0);
  });
}

test('a container at its end is swept no more', async () => {
  await shared.tab.show(`<div id="a">${box(entries(60))}</div>`);
  await shared.tab.evaluate('document.querySelector("#a > div").scrollTop = 1e6');
  assert.deepEqual(await shared.tab.call('sweepTargets'), []);
});
