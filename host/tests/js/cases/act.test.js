// Locating, focusing, changing, clicking.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

async function show(html) {
  await shared.tab.show(html);
  return shared.tab;
}

/** Shows a page, and locates the element of a selector after scrolling to it. */
async function locate(html, css, scroll = true) {
  const tab = await show(html);
  return tab.call('locate', { element: await tab.id(css), scroll });
}

const inMain = (script) => shared.tab.page.evaluate(script);

test('an element is located with its box and middle', async () => {
  const found = await locate(
    '<button style="position:absolute;left:100px;top:50px;width:80px;height:20px">Buy</button>',
    'button',
  );
  assert.deepEqual(found.rect, [100, 50, 80, 20]);
  assert.deepEqual(found.point, [140, 60]);
  assert.deepEqual(
    { ...found, rect: 0, point: 0 },
    {
      attached: true,
      visible: true,
      in_viewport: true,
      enabled: true,
      editable: false,
      stable: true,
      rect: 0,
      point: 0,
      covered_by: null,
      covering: null,
      pointer_events_none: false,
      tag: 'button',
      role: 'button',
      name: 'Buy',
      context: '',
      input_type: 'submit',
      secret: false,
    },
  );
});

test('a removed element is not attached', async () => {
  const tab = await show('<button>B</button>');
  const id = await tab.id('button');
  await inMain(() => document.querySelector('button').remove());
  assert.deepEqual(await tab.call('locate', { element: id, scroll: true }), { attached: false });
});

test('an unknown id is not attached', async () => {
  const tab = await show('<button>B</button>');
  assert.deepEqual(await tab.call('locate', { element: 4711, scroll: true }), { attached: false });
});

test('a far element is scrolled to', async () => {
  const found = await locate('<div style="height:5000px"></div><button>B</button>', 'button');
  assert.ok(found.in_viewport);
  assert.ok(found.point[1] > 0 && found.point[1] < 800);
});

test('without scrolling a far element is out of the viewport', async () => {
  const found = await locate('<div style="height:5000px"></div><button>B</button>', 'button', false);
  assert.equal(found.in_viewport, false);
  assert.equal(found.point, null);
});

test('an element inside a scroll container is scrolled to', async () => {
  const found = await locate(
    '<div style="height:50px;overflow:auto"><div style="height:900px"></div><button>B</button></div>',
    'button',
  );
  assert.ok(found.in_viewport);
});

test('a pinned header does not stay over the element', async () => {
  const found = await locate(
    '<div style="position:fixed;top:0;left:0;right:0;height:300px;background:#fff;z-index:9"></div><div style="height:100px"></div><button>B</button><div style="height:5000px"></div><script>scrollTo(0,50)</script>',
    'button',
  );
  assert.equal(found.covered_by, 'div');
  const far = await locate(
    '<div style="position:fixed;top:0;left:0;right:0;height:300px;background:#fff;z-index:9"></div><div style="height:1500px"></div><button>B</button><div style="height:5000px"></div><script>scrollTo(0,1400)</script>',
    'button',
  );
  assert.equal(far.covered_by, null);
});

test('a partly covered element is clicked where it is free', async () => {
  const found = await locate(
    '<button style="position:absolute;left:0;top:0;width:200px;height:40px">B</button><div style="position:absolute;left:60px;top:0;width:80px;height:40px;background:red"></div>',
    'button',
  );
  assert.equal(found.covered_by, null);
  assert.ok(found.point[0] < 60 || found.point[0] > 140);
});

test('a link of two lines is clicked on a line, not between them', async () => {
  const found = await locate(
    '<p style="width:200px;font:16px/24px monospace">aaaaaaaaaaaaaa <a href="#x">bbbbbbbb ccc</a> dddd</p>',
    'a',
  );
  const hit = await shared.tab.evaluate(`document.elementFromPoint(${found.point}).tagName`);
  assert.equal(hit, 'A');
});

test('a covered element says what covers it', async () => {
  const found = await locate(
    '<button>B</button><div id="v" style="position:fixed;inset:0;z-index:9"></div>',
    'button',
  );
  assert.equal(found.covered_by, 'div#v');
  const at = await shared.tab.call('locate', { element: found.covering, scroll: false });
  assert.equal(at.tag, 'div');
});

test('a hidden radio is clicked on its label', async () => {
  const found = await locate(
    '<label style="position:absolute;left:50px;top:50px;width:100px;height:20px"><input type="radio" style="display:none">A</label>',
    'input',
  );
  assert.equal(found.visible, true);
  assert.deepEqual(found.point, [100, 60]);
});

test('a moving element is not stable', async () => {
  const found = await locate(
    '<style>@keyframes m{to{transform:translateX(900px)}}button{animation:m 30s linear}</style><button>B</button>',
    'button',
  );
  assert.equal(found.stable, false);
});

test('an element that comes to rest is stable', async () => {
  const found = await locate(
    '<style>@keyframes m{from{transform:translateX(300px)}}button{animation:m .15s linear}</style><button>B</button>',
    'button',
  );
  assert.equal(found.stable, true);
});

test('focus selects what a field holds when asked', async () => {
  const tab = await show('<input value="old text">');
  const element = await tab.id('input');
  assert.equal(await tab.call('focusOn', { element, select_all: true }), true);
  assert.equal(await inMain(() => getSelection().toString()), 'old text');
  await tab.call('focusOn', { element, select_all: false });
  assert.equal(await inMain(() => document.querySelector('input').selectionStart), 8);
});

test('focus selects what an editable region holds when asked', async () => {
  const tab = await show('<div contenteditable>old <b>text</b></div>');
  assert.equal(await tab.call('focusOn', { element: await tab.id('div'), select_all: true }), true);
  assert.equal(await inMain(() => getSelection().toString()), 'old text');
});

test('what cannot take the focus says so', async () => {
  const tab = await show('<button disabled>B</button>');
  assert.equal(await tab.call('focusOn', { element: await tab.id('button'), select_all: false }), false);
});

test('values are read back, a password only as dots', async () => {
  const tab = await show(
    '<input id="a" value="x"><input id="p" type="password" value="abc"><select><option>One</select><div contenteditable>hey</div><input id="c" type="checkbox" checked><button>b</button>',
  );
  const read = async (css) => tab.call('readValue', { element: await tab.id(css) });
  assert.deepEqual(
    [
      await read('#a'),
      await read('#p'),
      await read('select'),
      await read('div'),
      await read('#c'),
      await read('button'),
    ],
    ['x', '•••', 'One', 'hey', 'true', null],
  );
});

test('a value set by script reaches a field that tracks its own value', async () => {
  const tab = await show('<input><p></p>');
  await inMain(() => {
    // The way frameworks notice changes: an own property that shadows the native one.
    const input = document.querySelector('input');
    const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    let tracked = '';
    Object.defineProperty(input, 'value', {
      configurable: true,
      get: () => native.get.call(input),
      set: (value) => {
        tracked = value;
        native.set.call(input, value);
      },
    });
    input.addEventListener('input', () => {
      if (native.get.call(input) !== tracked)
        document.querySelector('p').textContent = `changed to ${native.get.call(input)}`;
    });
  });
  assert.equal(await tab.call('setValue', { element: await tab.id('input'), text: 'kettle' }), true);
  assert.equal(await inMain(() => document.querySelector('p').textContent), 'changed to kettle');
});

test('a field that refuses a value says so', async () => {
  const tab = await show('<input type="number">');
  assert.equal(await tab.call('setValue', { element: await tab.id('input'), text: 'abc' }), false);
});

test('an editable region is rewritten', async () => {
  const tab = await show('<div contenteditable>old <b>text</b></div>');
  assert.equal(await tab.call('setValue', { element: await tab.id('div'), text: 'new words' }), true);
  assert.equal(await inMain(() => document.querySelector('div').textContent), 'new words');
});

test('a click by script carries the events of a real one, also to a covered icon', async () => {
  const tab = await show(
    '<p><i style="display:inline-block;width:20px;height:20px"></i></p><div style="position:fixed;inset:0"></div>',
  );
  await inMain(() => {
    window.seen = [];
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      document.querySelector('p').addEventListener(type, () => window.seen.push(type));
  });
  assert.equal(await tab.call('jsClick', { element: await tab.id('i') }), true);
  assert.deepEqual(await inMain(() => window.seen), [
    'pointerdown',
    'mousedown',
    'pointerup',
    'mouseup',
    'click',
  ]);
});

test('a click by script reaches a part of a drawing', async () => {
  const tab = await show(
    '<svg width="90" height="90"><circle r="20" cx="30" cy="30" onclick="document.title=\'hit\'"/></svg>',
  );
  await tab.call('jsClick', { element: await tab.id('circle') });
  assert.equal(await inMain(() => document.title), 'hit');
});

test('a selector finds visible elements first', async () => {
  const tab = await show('<a href="/1" style="display:none">1</a><a href="/2">2</a>');
  const matches = await tab.call('querySelector', { css: 'a' });
  assert.equal(matches.visible, 1);
  assert.equal((await tab.call('locate', { element: matches.ids[0], scroll: false })).name, '2');
});

test('a selector looks into shadow roots when the document has no match', async () => {
  const tab = await show(
    '<div id="h"></div><script>h.attachShadow({mode:"open"}).innerHTML="<b>x</b>"</script>',
  );
  assert.equal((await tab.call('querySelector', { css: 'b' })).ids.length, 1);
});

test('an invalid selector is reported, not thrown', async () => {
  const tab = await show('<p>x</p>');
  const matches = await tab.call('querySelector', { css: 'a[' });
  assert.deepEqual(matches.ids, []);
  assert.match(matches.invalid, /not a valid selector/);
});

test('the page scrolls by a screen and says when nothing moves', async () => {
  const tab = await show('<div style="height:1500px"></div>');
  const first = await tab.call('scroll', { element: null, to: 'down', amount: null });
  assert.equal(first.moved, true);
  assert.ok(first.top > 500 && first.top < 800);
  await tab.call('scroll', { element: null, to: 'bottom', amount: null });
  assert.deepEqual(await tab.call('scroll', { element: null, to: 'down', amount: null }), {
    moved: false,
    top: 716,
    remaining_px: 0,
    page: true,
  });
});

test('where the page itself does not scroll, its main container does', async () => {
  const tab = await show(
    '<style>html,body{height:100%;margin:0;overflow:hidden}</style><div style="height:100%;overflow:auto"><div style="height:3000px">x</div></div>',
  );
  const scrolled = await tab.call('scroll', { element: null, to: 'down', amount: 200 });
  assert.deepEqual(scrolled, { moved: true, top: 200, remaining_px: 2000, page: false });
});

test('a sample counts without reading layout', async () => {
  const tab = await show('<a href="/x">x</a><button>b</button><input type="hidden"><p>text</p>');
  const { interactive, text_len: length, ready, title } = await tab.call('sample');
  assert.deepEqual({ interactive, ready, title }, { interactive: 2, ready: 'complete', title: 'Test' });
  assert.ok(length >= 6);
});

test('labels are drawn out of reach of the page and removed again', async () => {
  const tab = await show('<style>div{display:none!important}</style><button>B</button>');
  const before = await inMain(() => document.documentElement.outerHTML);
  assert.equal(
    await tab.call('annotate', {
      labels: [
        [await tab.id('button'), 'e1'],
        [999, 'e2'],
      ],
    }),
    1,
  );
  await tab.call('clearAnnotations');
  assert.equal(await inMain(() => document.documentElement.outerHTML), before);
});
