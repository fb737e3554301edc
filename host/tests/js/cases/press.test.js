// Aiming, guarding a press, watching for messages, and what toggles and options are.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

async function show(html) {
  await shared.tab.show(html);
  return shared.tab;
}

async function aim(html, css, options = {}) {
  const tab = await show(html);
  return tab.call('aimAt', { element: await tab.id(css), scroll: true, arm: false, lead: 0, ...options });
}

const inMain = (script) => shared.tab.page.evaluate(script);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

test('a ring is aimed at where it is drawn', async () => {
  const found = await aim(
    '<svg width="200" height="200"><circle cx="100" cy="100" r="80" fill="none" stroke="red" stroke-width="6"/></svg>',
    'circle',
  );
  const hit = await shared.tab.evaluate(`document.elementFromPoint(${found.point}).tagName`);
  assert.equal(hit, 'circle');
});

test('what covers an element names the controls in it', async () => {
  const found = await aim(
    '<button>Buy</button><div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#fff;padding:99px"><button>Accept</button><button style="display:none">Reject</button></div>',
    'body > button',
  );
  assert.equal(found.covered_by, 'dialog "Cookies"');
  assert.deepEqual(
    found.ways.map(({ role, name }) => [role, name]),
    [['button', 'Accept']],
  );
});

test('a moving element is aimed at where it will be', async () => {
  const html =
    '<style>@keyframes m{to{transform:translateX(4000px)}}button{animation:m 8s linear}</style><button>B</button>';
  const found = await aim(html, 'button', { lead: 100 });
  const [left, , width] = found.rect;
  const ahead = found.point[0] - (left + width / 2);
  assert.ok(ahead > 10 && ahead < 200, String(ahead));
});

test('a press that would reach something else reaches nothing', async () => {
  const tab = await show(
    '<button style="position:absolute;left:20px;top:20px;width:80px;height:40px">B</button><div id="veil" hidden style="position:fixed;inset:0"></div>',
  );
  await inMain(() => {
    window.seen = [];
    for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click'])
      document.addEventListener(type, (event) => window.seen.push(`${type} ${event.target.tagName}`));
  });
  const element = await tab.id('button');
  await tab.call('aimAt', { element, scroll: true, arm: true, lead: 0 });
  await inMain(() => (document.querySelector('#veil').hidden = false));
  await tab.page.mouse.click(50, 40);
  const { verdict, by } = await tab.call('landed');
  assert.deepEqual([verdict, by], ['missed', 'div#veil']);
  assert.deepEqual(await inMain(() => window.seen), []);
  await inMain(() => (document.querySelector('#veil').hidden = true));
  await tab.call('aimAt', { element, scroll: true, arm: true, lead: 0 });
  await tab.page.mouse.click(50, 40);
  const { verdict: now, click, gone } = await tab.call('landed');
  assert.deepEqual([now, click, gone], ['reached', 'there', false]);
  assert.equal((await inMain(() => window.seen)).length, 4);
  await tab.page.mouse.click(300, 300);
  assert.equal((await inMain(() => window.seen)).length, 8);
});

test('a press that goes through an element says what got it', async () => {
  const tab = await show(
    '<div id="around" style="width:90px"><button style="pointer-events:none">B</button></div>',
  );
  const element = await tab.id('button');
  const { point } = await tab.call('aimAt', { element, scroll: true, arm: true, lead: 0 });
  await tab.page.mouse.click(...point);
  const { verdict, instead } = await tab.call('landed');
  assert.equal(verdict, 'reached');
  assert.equal(instead, await tab.id('#around'));
});

async function watchedAfter(html, script, ms = 120) {
  const tab = await show(html);
  await tab.call('watch');
  await inMain(script);
  await pause(ms);
  return tab.call('watched');
}

test('a message that comes and goes is seen, and what stood there is none', async () => {
  const seen = await watchedAfter('<p role="status">Ready</p><div aria-live="polite"></div>', () => {
    const live = document.querySelector('[aria-live]');
    live.textContent = 'Saved';
    setTimeout(() => (live.textContent = ''), 80);
  });
  assert.deepEqual(seen.messages, [{ text: 'Saved', gone: true }]);
});

test('a small box that floats above the page is a message, a menu and a dialog are not', async () => {
  const add = (text, role) => {
    const box = document.createElement('div');
    if (role) box.setAttribute('role', role);
    box.style.cssText = 'position:fixed;right:9px;bottom:9px;background:#eee;padding:9px';
    box.textContent = text;
    document.body.append(box);
  };
  const seen = await watchedAfter('<p>x</p>', `(${add})('Copied', ''); (${add})('File', 'menu')`);
  assert.deepEqual(
    seen.messages.map(({ text }) => text),
    ['Copied'],
  );
});

test('a message in an open shadow root is seen once the walk has been there', async () => {
  const tab = await show('<div id="h"></div>');
  await inMain(() => (document.querySelector('#h').attachShadow({ mode: 'open' }).innerHTML = '<p>x</p>'));
  await tab.walk();
  await tab.call('watch');
  await inMain(() => {
    document.querySelector('#h').shadowRoot.innerHTML =
      '<div role="alert" style="position:fixed;top:0">Failed</div>';
  });
  await pause(120);
  assert.deepEqual((await tab.call('watched')).messages, [{ text: 'Failed', gone: false }]);
});

test('what no person sees is no message', async () => {
  const seen = await watchedAfter('<p>x</p>', () => {
    const box = document.createElement('div');
    box.setAttribute('role', 'status');
    box.style.cssText = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)';
    box.textContent = 'Navigated to a page';
    document.body.append(box);
  });
  assert.deepEqual(seen.messages, []);
  assert.ok(seen.changes > 0);
});

test('what only looks different afterwards is told, and what looks the same again is not', async () => {
  const seen = await watchedAfter('<i id="on">a</i><i id="off" class="x">b</i>', () => {
    document.querySelector('#on').classList.toggle('selected');
    document.querySelector('#off').classList.remove('x');
    document.querySelector('#off').classList.add('x');
  });
  assert.equal(seen.restyled.length, 1);
});

test('fields that keep a form from being sent are told', async () => {
  const seen = await watchedAfter(
    '<form><input aria-label="Name" required><input aria-label="Age" type="number" value="7" min="18"><input type="password" aria-label="Secret" required minlength="9"></form>',
    () => document.querySelector('form').requestSubmit(),
  );
  assert.deepEqual(
    seen.refused.map(({ role, name, missing }) => [role, name, missing]),
    [
      ['textbox', 'Name', true],
      ['spinbutton', 'Age', false],
      ['textbox', 'Secret', true],
    ],
  );
  assert.match(seen.refused[1].message, /18/);
});

test('the first change ends the wait for one', async () => {
  const tab = await show('<p>x</p>');
  await tab.call('watch');
  await inMain(() => setTimeout(() => (document.querySelector('p').textContent = 'y'), 60));
  assert.equal(await tab.call('awaitChange', { limit: 5_000 }), true);
  await tab.call('watch');
  assert.equal(await tab.call('awaitChange', { limit: 30 }), false);
});

for (const [what, html, css, state] of [
  ['a checkbox', '<input type="checkbox" checked>', 'input', 'true'],
  ['the checkbox of a label', '<label>A<input type="checkbox"></label>', 'label', 'false'],
  ['a switch', '<div role="switch" aria-checked="true">A</div>', 'div', 'true'],
  ['a toggle button', '<button aria-pressed="mixed">A</button>', 'button', 'mixed'],
  ['the only checkbox in a row', '<ul><li>A <input type="checkbox"></li></ul>', 'li', 'false'],
  ['the switch around a word', '<div role="switch" aria-checked="false"><b>A</b></div>', 'b', 'false'],
  ['a button that is none', '<button>A</button>', 'button', null],
  ['a row with two', '<p><input type="checkbox"><input type="checkbox"></p>', 'p', null],
]) {
  test(`${what} has the state ${state}`, async () => {
    const tab = await show(html);
    assert.equal((await tab.call('toggleOf', { element: await tab.id(css) })).state, state);
  });
}

test('an option knows its list and its place', async () => {
  const tab = await show('<select aria-label="Size"><option>S<option>M</select><p id="x">x</p>');
  const [option] = await tab.call('optionsNamed', { text: 'm' });
  const facts = await tab.call('optionOf', { element: option });
  assert.deepEqual(
    [facts.select, facts.name, facts.label, facts.index, facts.selected, facts.enabled],
    [await tab.id('select'), 'Size', 'M', 1, false, true],
  );
  assert.equal(await tab.call('optionOf', { element: await tab.id('#x') }), null);
});

for (const [why, html, css] of [
  ['disabled', '<button disabled>A</button>', 'button'],
  ['ignores', '<button style="pointer-events:none">A</button>', 'button'],
  ['list', '<select><option>A</select>', 'select'],
  ['field', '<input>', 'input'],
  ['chosen', '<input type="radio" checked>', 'input'],
  ['here', '<a href="#">A</a>', 'a'],
  ['unheard', '<button>A</button>', 'button'],
  [null, '<button onclick="0">A</button>', 'button'],
  [null, '<form><button>A</button></form>', 'button'],
]) {
  test(`a click without effect on ${html} is explained by ${why}`, async () => {
    const tab = await show(html);
    assert.equal(await tab.call('whyIdle', { element: await tab.id(css) }), why);
  });
}

test('a selector is narrowed by a text, a whole name before a part of one', async () => {
  const tab = await show('<button>Save</button><button>Save draft</button><button>Close</button>');
  const count = async (text) => (await tab.call('querySelector', { css: 'button', text })).ids.length;
  assert.deepEqual(
    [await count('save'), await count('draft'), await count('sa'), await count('no')],
    [1, 1, 2, 0],
  );
});
