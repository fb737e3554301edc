// Scrolling for a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

const scroll = async (css, to, amount = null) => {
  const element = css === null ? null : await shared.tab.id(css);
  return shared.tab.call('scrollOn', { element, to, amount });
};

const tall = '<div style="height:3000px">Tall</div>';
const box = (style = '', inside = tall) =>
  `<div id="box" style="height:200px;width:300px;overflow:auto;${style}">${inside}</div>`;

test('the page is scrolled by nearly a screen', async () => {
  await shared.tab.show(tall);
  const down = await scroll(null, 'down');
  assert.deepEqual([down.kind, down.dy, down.above], ['page', 680, 680]);
  assert.ok(down.below > 0);
  assert.equal((await scroll(null, 'up', 80)).dy, -80);
  assert.equal((await scroll(null, 'bottom')).below, 0);
  assert.equal((await scroll(null, 'down')).dy, 0);
  assert.equal((await scroll(null, 'top')).above, 0);
});

test('looking moves nothing', async () => {
  await shared.tab.show(tall);
  const look = await scroll(null, 'look');
  assert.deepEqual([look.dy, look.above], [0, 0]);
});

test('a container is scrolled by its own handle and by what is in it', async () => {
  await shared.tab.show(box('', '<button>In sight</button>' + tall) + tall);
  const own = await scroll('#box', 'down', 50);
  assert.deepEqual([own.kind, own.dy], ['container', 50]);
  await scroll('#box', 'top');
  const around = await scroll('button', 'down', 30);
  assert.deepEqual([around.kind, around.dy], ['container', 30]);
});

test('an element out of sight is scrolled to', async () => {
  await shared.tab.show(tall + '<button>End</button>' + tall);
  const to = await scroll('button', 'down');
  assert.equal(to.kind, 'element');
  assert.ok(to.dy > 2000);
  assert.equal((await scroll('button', 'down')).kind, 'page');
});

test('what goes sideways is scrolled sideways', async () => {
  await shared.tab.show(box('', '<div style="width:2000px;height:50px">Wide</div>'));
  assert.equal((await scroll('#box', 'right', 100)).dx, 100);
  const left = await scroll('#box', 'left');
  assert.deepEqual([left.dx, left.before], [-100, 0]);
});

for (const [name, html, kind] of [
  [
    'a shell without a scrolling page',
    `<style>html,body{height:100%;margin:0;overflow:hidden}</style>${box('height:90%;width:100%')}`,
    'container',
  ],
  [
    'a small list away from the middle of a page that is locked',
    `<style>html,body{height:100%;margin:0;overflow:hidden}</style>${box('position:absolute;right:0;bottom:0')}`,
    'container',
  ],
  [
    'a body that scrolls by itself',
    `<style>html{overflow:hidden;height:100%}body{height:100%;margin:0;overflow:auto}</style>${tall}`,
    'container',
  ],
  [
    'an open dialog over the page',
    `${tall}<dialog id="box" style="height:300px;overflow:auto">${tall}</dialog><script>box.showModal()</script>`,
    'container',
  ],
  [
    'a page with a list in its middle',
    `<div style="height:250px"></div>${box('margin:auto')}${tall}`,
    'page',
  ],
]) {
  test(`${name} is scrolled where a person would`, async () => {
    await shared.tab.show(`<!doctype html><html><body>${html}</body></html>`);
    const down = await scroll(null, 'down', 40);
    assert.deepEqual([down.kind, down.dy], [kind, 40]);
  });
}

test('names of controls do not hide how far things are scrolled', async () => {
  const names = ['scrollTop', 'scrollHeight', 'clientHeight', 'scrollTo', 'parentNode'];
  const fields = names.map((name) => `<input name="${name}">`).join('');
  await shared.tab.show(`<form id="box" style="height:100px;overflow:auto">${fields}${tall}</form>`);
  assert.equal((await scroll('#box', 'down', 40)).dy, 40);
});

test('an element that is gone is not scrolled', async () => {
  await shared.tab.show(tall);
  assert.equal(await shared.tab.call('scrollOn', { element: 999, to: 'down', amount: null }), null);
});
