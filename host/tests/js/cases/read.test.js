// The main content as text, and finding text.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

async function read(html, options = {}) {
  await shared.tab.show(html);
  return shared.tab.call('readMain', { selectors: [], ignore: [], selector: null, ...options });
}

async function find(html, text, limit = 10) {
  await shared.tab.show(html);
  return shared.tab.call('findText', { text, limit });
}

const words = (count, word = 'text') =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ');
const header = `<header><nav><ul>${Array.from({ length: 60 }, (_, index) => `<li><a href="/${index}">Menu entry number ${index}</a></li>`).join('')}</ul></nav></header>`;
const product = (index) =>
  `<div class="card"><h3>Steel kettle model ${index}</h3><span>${index}99,00 TL</span><button>Add</button></div>`;
const products = (count) => Array.from({ length: count }, (_, index) => product(index + 1)).join('');

test('the listing is read, not the header before it', async () => {
  const result = await read(
    `${header}<div class="productListContent-x1">${products(24)}</div><footer>${words(300, 'foot')}</footer>`,
  );
  assert.match(result.text, /^### Steel kettle model 1\n199,00 TL/);
  assert.doesNotMatch(result.text, /Menu entry|foot1/);
  assert.equal(result.items, 24);
  assert.match(result.source, /productListContent/);
});

test('a main landmark is read', async () => {
  const result = await read(`${header}<main><h1>About kettles</h1><p>${words(80)}</p></main>`);
  assert.match(result.text, /^# About kettles\ntext0/);
  assert.doesNotMatch(result.text, /Menu entry/);
});

test('a small list beside the content does not hide the content', async () => {
  const result = await read(
    `<main><h1>Kettle</h1><p>${words(300)}</p><div class="product-list">${products(4)}</div></main>`,
  );
  assert.match(result.text, /^# Kettle/);
  assert.match(result.text, /text299/);
});

test('a first tiny container does not win', async () => {
  const result = await read(
    `<article>short</article><div class="search-result-count">${words(3)}</div><article><p>${words(120)}</p></article>`,
  );
  assert.match(result.text, /text119/);
});

test('without a container the body is read without its frame', async () => {
  const result = await read(
    `${header}<div><p>${words(80)}</p></div><aside>${words(50, 'aside')}</aside><footer>foot</footer>`,
  );
  assert.match(result.text, /^text0/);
  assert.doesNotMatch(result.text, /Menu entry|aside0|foot/);
});

test('a page that is all header is read whole', async () => {
  const result = await read(`${header}<p>x</p>`);
  assert.match(result.text, /Menu entry number 3/);
});

test('selectors of packs come first, unless they hold too little', async () => {
  const html = `<main><p>${words(80, 'main')}</p></main><div id="a">tiny</div><div id="b"><p>${words(80, 'pack')}</p></div>`;
  const result = await read(html, { selectors: [':::', '#a', '#b'] });
  assert.match(result.text, /^pack0/);
  assert.equal(result.source, '#b');
});

test('parts that packs name are left out', async () => {
  const result = await read(`<main><p class="ad">Buy now</p><p>${words(80)}</p></main>`, {
    ignore: ['.ad', ':::'],
  });
  assert.match(result.text, /^text0/);
});

test('a given selector is read as it is', async () => {
  const result = await read('<p>one</p><p class="x" hidden>no</p><p class="x">two</p>', { selector: '.x' });
  assert.deepEqual([result.text, result.source], ['two', '.x']);
});

test('a given selector without a match answers nothing, an invalid one says so', async () => {
  const none = await read('<p>one</p>', { selector: '.y' });
  assert.deepEqual([none.text, none.source, none.invalid], ['', '', null]);
  assert.match((await read('<p>one</p>', { selector: 'p[' })).invalid, /not a valid selector/);
});

test('headings, lists, tables, links and code keep their shape', async () => {
  const { text } = await read(
    `<main><h1>Title <em>here</em></h1><p>See <a href="/x">the page</a>, now.</p><ul><li>One<ul><li>Inner</li></ul></li><li><p>Two</p><p>more</p></li></ul>
     <table><tr><th>Name</th><th>Price</th></tr><tr><td>Pen</td><td><b>2</b> TL</td></tr></table><pre>if (a)
  b();</pre><p>Line<br>break</p></main>`,
    { selector: 'main' },
  );
  assert.deepEqual(text.split('\n'), [
    '# Title here',
    'See the page, now.',
    '- One',
    '  - Inner',
    '- Two',
    'more',
    'Name | Price',
    'Pen | 2 TL',
    'if (a)',
    '  b();',
    'Line',
    'break',
  ]);
});

test('invisible text is never read', async () => {
  const { text } = await read(
    `<main><p>seen</p><p style="display:none">no</p><p style="visibility:hidden">no</p><p style="opacity:0">no</p><details><summary>More</summary>no</details>
     <p style="position:absolute;left:-9999px">no</p><style>no{}</style><p style="font-size:0">no</p></main>`,
    { selector: 'main' },
  );
  assert.deepEqual(text.split('\n'), ['seen', '▸ More']);
});

test('a row of spans is one line', async () => {
  const { text } = await read(
    '<main><div style="display:flex"><span>899</span><span>TL</span></div></main>',
    { selector: 'main' },
  );
  assert.equal(text, '899 TL');
});

test('text in shadow roots and slots is read in its place', async () => {
  const { text } = await read(
    '<main><div id="h"><b>light</b></div></main><script>h.attachShadow({mode:"open"}).innerHTML="<p>before</p><slot></slot><p>after</p>"</script>',
    { selector: 'main' },
  );
  assert.deepEqual(text.split('\n'), ['before', 'light', 'after']);
});

test('what remains below is told', async () => {
  const result = await read(`<main><p>${words(80)}</p><div style="height:5000px"></div></main>`);
  assert.ok(result.scroll_remaining_px > 4000);
  assert.equal(result.scroll_height - 800, result.scroll_remaining_px);
});

test('a list too short to be results has no count', async () => {
  assert.equal((await read(`<main><p>${words(90)}</p></main>`)).items, null);
});

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
