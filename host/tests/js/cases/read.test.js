// Which part of the page is read, and in which order.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

async function read(html, options = {}) {
  await shared.tab.show(html);
  return shared.tab.call('readMain', {
    selectors: [],
    ignore: [],
    selector: null,
    max_chars: null,
    ...options,
  });
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
  assert.match(result.text, /^- Steel kettle model 1 · 199,00 TL\n- Steel/);
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

/** What is read from a body, as lines. */
const linesOf = async (html, options) => (await read(html, options)).text.split('\n');
const sentence = (index) =>
  `Sentence number ${index} says something about the harbour, and it says it slowly, so that it fills a line of the page.`;
const story = (from = 1, to = 6) =>
  Array.from({ length: to - from + 1 }, (_, index) => `<p>${sentence(from + index)}</p>`).join('');
const links = (count, word = 'Menu') =>
  `<ul>${Array.from({ length: count }, (_, index) => `<li><a href="/${word}${index}">${word} ${index}</a></li>`).join('')}</ul>`;
const told = /^Sentence number \d+ says/;

/** `[sentence, html]`: the article is read whole, with its title first, and none of what is called `junk`. */
for (const [name, html] of [
  ['a menu without landmarks', `<div>${links(20, 'junk')}</div><div><h1>Title</h1>${story()}</div>`],
  ['a menu inside main', `<main><nav>${links(20, 'junk')}</nav><h1>Title</h1>${story()}</main>`],
  [
    'share links',
    `<article><h1>Title</h1><div class="share">junk <a href="/a">junk</a></div>${story()}</article>`,
  ],
  [
    'comments',
    `<article><h1>Title</h1>${story()}</article><div id="comments">${`<div class="comment"><p>junk ${sentence(9)}</p></div>`.repeat(12)}</div>`,
  ],
  [
    'comments inside the article',
    `<article><h1>Title</h1>${story()}<section class="comment-list">${`<div><p>junk ${sentence(9)}</p></div>`.repeat(5)}</section></article>`,
  ],
  [
    'related articles',
    `<article><h1>Title</h1>${story()}</article><section>${`<article><a href="/x"><h3>junk title</h3></a><p>junk words about it, a few.</p></article>`.repeat(4)}</section>`,
  ],
  [
    'a related list between paragraphs',
    `<article><h1>Title</h1>${story(1, 3)}<div class="related"><a href="/x">junk</a></div>${story(4, 6)}</article>`,
  ],
  [
    'a heading over nothing but links',
    `<article><h1>Title</h1>${story()}<h3>junk</h3>${links(4, 'junk')}</article>`,
  ],
  [
    'a footer that says more than the article',
    `<div><h1>Title</h1>${story()}</div><footer><p>${'junk words of the law, and more of them. '.repeat(60)}</p></footer>`,
  ],
  [
    'a sidebar',
    `<div><div><h1>Title</h1>${story()}</div><div class="sidebar"><p>junk ${sentence(8)}</p></div></div>`,
  ],
  [
    'a pull-out aside',
    `<article><h1>Title</h1>${story(1, 3)}<aside><p>junk ${sentence(7)}</p></aside>${story(4, 6)}</article>`,
  ],
  [
    'a newsletter form',
    `<article><h1>Title</h1>${story()}<form><p>junk</p><input><button>junk</button></form></article>`,
  ],
  [
    'a consent banner',
    `<div role="dialog" class="cookie-banner"><p>junk ${sentence(7)}</p></div><div><h1>Title</h1>${story()}</div>`,
  ],
  [
    'a title outside the container',
    `<div><h1>Title</h1></div><div class="x">${story()}</div>${links(9, 'junk')}`,
  ],
  [
    'a title in a header with a menu',
    `<header><h1>Title</h1><nav>${links(20, 'junk')}</nav></header><div>${story()}</div>`,
  ],
  ['a second copy of the title', `<div><h1>Title</h1><div><h2>Title</h2>${story()}</div></div>`],
  [
    'paragraphs that are all marked as paid for',
    `<div><h1>Title</h1>${story().replaceAll('<p>', '<p class="promo">')}</div>`,
  ],
  [
    'a body whose class speaks of comments',
    `<div class="has-sidebar comments-open"><h1>Title</h1>${story()}</div>`,
  ],
  [
    'plain lines with breaks',
    `<div>${links(12, 'junk')}</div><h1>Title</h1><div>${[1, 2, 3, 4, 5, 6].map(sentence).join('<br><br>')}</div>`,
  ],
]) {
  test(`an article is read without ${name}`, async () => {
    const { text, kind } = await read(html);
    const lines = text.split('\n');
    assert.equal(kind, 'article');
    assert.equal(lines.filter((line) => line === '# Title' || line === 'Title').length, 1);
    assert.match(lines[0], /Title/);
    assert.equal(lines.filter((line) => told.test(line)).length, 6, text);
    assert.doesNotMatch(text, /junk/);
  });
}

for (const [name, html, expected] of [
  [
    'a byline and a date',
    `<div><h1>T</h1><p>By Ada, 3 May</p></div><div class="x">${story()}</div>`,
    'By Ada, 3 May',
  ],
  [
    'a caption',
    `<article><h1>T</h1>${story(1, 3)}<figure><img alt=""><figcaption>The pier</figcaption></figure>${story(4, 6)}</article>`,
    'The pier',
  ],
  [
    'a table',
    `<article><h1>T</h1>${story(1, 3)}<table><tr><th>Year</th><th>Boats</th></tr><tr><td>1990</td><td>12</td></tr></table>${story(4, 6)}</article>`,
    '1990 | 12',
  ],
  [
    'a list',
    `<article><h1>T</h1>${story(1, 3)}<ul><li>One boat</li><li>Two boats</li></ul>${story(4, 6)}</article>`,
    '- Two boats',
  ],
  [
    'a quotation',
    `<article><h1>T</h1>${story(1, 3)}<blockquote>Never again.</blockquote>${story(4, 6)}</article>`,
    'Never again.',
  ],
  [
    'a list of works with links',
    `<article><h1>T</h1>${story()}<ul><li><a href="/a">Pell</a>, a keeper of the light (1902)</li><li><a href="/b">Orr</a>, a keeper of the goats (1911)</li></ul></article>`,
    '- Pell, a keeper of the light (1902)',
  ],
  [
    'a short heading before a short list',
    `<article><h1>T</h1>${story()}<h2>Crew</h2><ul><li>Ada</li><li>Bo</li></ul></article>`,
    '## Crew',
  ],
]) {
  test(`an article keeps ${name}`, async () => {
    const result = await read(html);
    assert.equal(result.kind, 'article');
    assert.ok(result.text.split('\n').includes(expected), result.text);
  });
}

const offer = (index) =>
  `<div class="offer"><a href="/o${index}">Kettle ${index}</a><span> ${index}9,90 TL</span></div>`;
const offers = (count) => Array.from({ length: count }, (_, index) => offer(index + 1)).join('');

/** `[sentence, html, first, last]`: the first words come before the last ones, and both are there. */
for (const [name, html, first, last] of [
  [
    'recommendations before the product come after it',
    `<main><section>${offers(20)}</section><section><h1>Teapot</h1><p>Price: 99 TL</p><p>Steel, 1.2 l, and a long line about how it pours when it is full.</p></section></main>`,
    'Price: 99 TL',
    'Kettle 3',
  ],
  [
    'recommendations by name come after the product',
    `<main><h1>Teapot</h1><div class="recommended">${offers(20)}</div><p>Price: 99 TL</p><p>Steel, 1.2 l, and a long line about how it pours when it is full, twice.</p></main>`,
    'Price: 99 TL',
    'Kettle 3',
  ],
  [
    'filters come after the results',
    `<div class="filters">${'<p>Brand of the kettle</p>'.repeat(30)}</div><div>${offers(20)}</div>`,
    'Kettle 20',
    'Brand of the kettle',
  ],
  [
    'an aside comes after the content',
    `<main><aside>Beside it all</aside><h1>T</h1>${offers(12)}</main>`,
    'Kettle 12',
    'Beside it all',
  ],
  [
    'the number of results stays with the results',
    `<main><p>1–12 / 236</p>${offers(12)}</main>`,
    '1–12 / 236',
    'Kettle 1',
  ],
  [
    'a menu without landmarks comes last',
    `<div>${links(20)}</div><div><h1>Account</h1><p>Balance: 12.50</p><p>${words(40)}</p></div>`,
    'Balance: 12.50',
    'Menu 3',
  ],
  [
    'reviews come after what is sold',
    `<main><div class="comments">${'<p>Fine.</p>'.repeat(9)}</div><h1>Teapot</h1><p>${words(60)}</p></main>`,
    'text59',
    'Fine.',
  ],
]) {
  test(name, async () => {
    const { text } = await read(html);
    assert.ok(text.includes(first) && text.includes(last), text);
    assert.ok(text.indexOf(first) < text.indexOf(last), text);
  });
}

for (const [html, kind, items] of [
  [`<main><h1>T</h1>${story()}</main>`, 'article', null],
  [`<main><h1>T</h1>${offers(12)}</main>`, 'list', 12],
  [
    `<table><tr><th>No</th><th>Name</th></tr>${Array.from({ length: 7 }, (_, index) => `<tr><td>${index}</td><td>Person number ${index}</td></tr>`).join('')}</table>`,
    'table',
    7,
  ],
  ['<h1>Hello</h1><p>Short.</p>', 'page', null],
  [
    `<script type="application/ld+json">{"@type":"Product"}</script><main><h1>T</h1><p>9 TL</p>${story()}</main>`,
    'page',
    null,
  ],
]) {
  test(`the kind of page is told: ${kind}, ${items} items`, async () => {
    const result = await read(html);
    assert.deepEqual([result.kind, result.items], [kind, items]);
  });
}

test('a button that every result has is left out, one that few have is told', async () => {
  const card = (index) =>
    `<div class="c"><a href="/${index}">Kettle ${index}</a><p>${index}9 TL</p><button>Add</button>${index === 3 ? '<button>Few left</button>' : ''}</div>`;
  const lines = await linesOf(Array.from({ length: 8 }, (_, index) => card(index + 1)).join(''));
  assert.equal(lines[0], '- Kettle 1 · 19 TL');
  assert.equal(lines[2], '- Kettle 3 · 39 TL · Few left');
});

test('reading stops where it was told to', async () => {
  const result = await read(`<main><h1>T</h1>${story(1, 60)}</main>`, { max_chars: 300 });
  assert.equal(result.text.length, 300);
  assert.match(result.text, /^# T\nSentence number 1 /);
});

test('a page that is all frame says so', async () => {
  const all = await read('<iframe srcdoc="<p>inside</p>" width="1200" height="700"></iframe>');
  const small = await read('<p>Hello</p><iframe srcdoc="x" width="300" height="200"></iframe>');
  const both = await read(`<p>${words(80)}</p><iframe srcdoc="x" width="1200" height="700"></iframe>`);
  assert.deepEqual(
    [all.frames_hold_text, small.frames_hold_text, both.frames_hold_text],
    [true, false, false],
  );
});

test('the title of the document is told on one line', async () => {
  const { title } = await read('<!doctype html><title> A \n title </title><p>x');
  assert.equal(title, 'A title');
});

test('a page that clobbers names and hides its text is read all the same', async () => {
  const { text } = await read(
    `<form><input name="parentNode"><input name="children"><input name="className"></form><main><h1>T</h1>${story()}</main>`,
  );
  assert.match(text, /^# T\nSentence number 1/);
});
