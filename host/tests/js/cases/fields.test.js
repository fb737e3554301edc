// Fields: how text gets into them, what they would take, and what they hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

/** Shows a page and enters its element. */
async function enter(html, css = '#it', options = {}) {
  const { tab } = shared;
  await tab.show(html);
  return tab.call('enterField', { element: await tab.id(css), append: false, ...options });
}

const focused = () => shared.tab.page.evaluate(() => document.activeElement.id);

for (const [kind, html] of [
  ['text', '<input id="it">'],
  ['text', '<textarea id="it"></textarea>'],
  ['text', '<input id="it" type="password">'],
  ['rich', '<div id="it" contenteditable>x</div>'],
  ['number', '<input id="it" type="number">'],
  ['range', '<input id="it" type="range">'],
  ['color', '<input id="it" type="color">'],
  ['datetime-local', '<input id="it" type="datetime-local">'],
  ['choice', '<input id="it" type="checkbox">'],
  ['choice', '<div id="it" role="switch" tabindex="0">x</div>'],
  ['select', '<select id="it"><option>a</select>'],
  ['list', '<div id="it" role="combobox" tabindex="0">a</div>'],
  ['file', '<input id="it" type="file">'],
  ['press', '<button id="it">x</button>'],
  ['press', '<input id="it" type="submit">'],
]) {
  test(`${html} is of kind ${kind}`, async () => {
    const entered = await enter(html);
    assert.equal(entered.kind, kind);
    const takesText = !/^(?:choice|select|list|file|press)$/.test(kind);
    assert.equal(entered.focused, takesText);
    assert.equal((await focused()) === 'it', takesText);
  });
}

test('entering selects what a field holds, or puts the caret behind it', async () => {
  const range = () =>
    shared.tab.page.evaluate(() => [
      document.activeElement.selectionStart,
      document.activeElement.selectionEnd,
    ]);
  assert.equal((await enter('<input id="it" value="old">')).held, 'old');
  assert.deepEqual(await range(), [0, 3]);
  await enter('<input id="it" value="old">', '#it', { append: true });
  assert.deepEqual(await range(), [3, 3]);
});

test('what cannot be typed into is not focused and says why', async () => {
  const disabled = await enter('<input id="it" disabled>');
  assert.deepEqual([disabled.enabled, disabled.editable, disabled.focused], [false, false, false]);
  const fixed = await enter('<input id="it" readonly>');
  assert.deepEqual([fixed.enabled, fixed.editable, fixed.opens], [true, false, null]);
  assert.equal((await enter('<input id="it" style="display:none">')).visible, false);
  const gated = await enter(
    '<div style="position:relative"><input id="it" style="pointer-events:none;width:200px;height:30px"><div class="cover" style="position:absolute;inset:0">Where to?</div></div>',
  );
  assert.match(gated.gate, /Where to\?/);
  assert.equal(gated.focused, false);
});

for (const [sentence, html, field] of [
  ['a label', '<label id="it" for="f">Name</label><input id="f">', 'f'],
  ['a custom element around it', '<x-field id="it"><input id="f"></x-field>', 'f'],
  ['a combobox around it', '<div id="it" role="combobox"><input id="f"></div>', 'f'],
  ['a paragraph of an editor', '<div id="f" contenteditable><p id="it">x</p></div>', 'f'],
]) {
  test(`the field of ${sentence} is entered instead`, async () => {
    const entered = await enter(html);
    assert.notEqual(entered.inner, null);
    assert.equal(await focused(), field);
  });
}

test('a box around two fields stands for neither', async () => {
  const entered = await enter('<div id="it"><input><input></div>');
  assert.deepEqual([entered.kind, entered.inner], ['press', null]);
});

for (const [opens, html] of [
  ['search', '<button id="it" class="js-search-toggle">o</button>'],
  ['search', '<button id="it" data-testid="header-search">o</button>'],
  ['search', '<button id="it"><svg class="icon-magnifier"></svg></button>'],
  ['field', '<button id="it" aria-haspopup="dialog">Write</button>'],
  ['field', '<div id="it" style="cursor:text">Write something</div>'],
  ['field', '<button id="it" aria-controls="p">o</button><div id="p" hidden><input></div>'],
  ['field', '<table><tr><td id="it">12</td></tr></table>'],
  [null, '<button id="it">Delete</button>'],
  [null, '<a id="it" href="/about">About</a>'],
  [null, '<button id="it" aria-haspopup="menu">More</button>'],
  [null, '<button id="it" class="research-link">o</button>'],
]) {
  test(`${html} opens ${opens ?? 'nothing'}`, async () => {
    assert.equal((await enter(html)).opens, opens);
  });
}

for (const [search, html] of [
  [true, '<input id="it" type="search">'],
  [true, '<form><input id="it" name="q"></form>'],
  [true, '<input id="it" placeholder="Search the shop">'],
  [true, '<input id="it" class="site-search-input">'],
  [false, '<input id="it" name="q">'],
  [false, '<input id="it" name="query" class="lookup">'],
  [false, '<form method="post"><input id="it" name="q"></form>'],
  [true, '<form role="search"><input id="it"></form>'],
  [true, '<div class="searchBox"><div><input id="it"></div></div>'],
  [false, '<form><input id="it" name="street"></form>'],
  [false, '<main class="search-page"><div><div><div><input id="it" name="mail"></div></div></div></main>'],
]) {
  test(`${html} is ${search ? 'a' : 'no'} search`, async () => {
    assert.equal((await enter(html)).search, search);
  });
}

test('values are checked by type and limits without touching the field', async () => {
  const { tab } = shared;
  const check = async (html, values) => {
    await tab.show(html);
    const { problems } = await tab.call('checkValues', { element: await tab.id('input'), values });
    assert.equal(await tab.page.evaluate(() => document.querySelector('input').value), tab.was ?? '');
    return problems;
  };
  assert.deepEqual(
    await check('<input type="date" min="2026-01-10" max="2026-01-20">', [
      '2026-01-15',
      '2026-01-01',
      '2026-02-01',
      '15.1.2026',
    ]),
    ['', 'low', 'high', 'format'],
  );
  assert.deepEqual(await check('<input type="number" min="1" step="0.5">', ['1.5', '1.3', '0', 'x']), [
    '',
    'step',
    'low',
    'format',
  ]);
  assert.deepEqual(await check('<input type="time">', ['21:05', '21:05:09']), ['', 'step']);
  tab.was = '50';
  assert.deepEqual(await check('<input type="range" step="10">', ['60', '65', '101', '-1']), [
    '',
    'step',
    'high',
    'low',
  ]);
  tab.was = '#000000';
  assert.deepEqual(await check('<input type="color">', ['#336699', 'red', 'rgb(1,2,3)', 'bluish']), [
    '',
    '',
    '',
    'format',
  ]);
});

test('a hint in an empty editor is not what it holds', async () => {
  const entered = await enter(
    '<div id="it" contenteditable><span class="editor-placeholder" contenteditable="false">Write here</span></div>',
  );
  assert.equal(entered.held, '');
});

test('a row of fields of one character is told from the entered one on', async () => {
  const row =
    '<div>' + '<input maxlength="1">'.repeat(3) + '<input maxlength="1" id="it"><input maxlength="1"></div>';
  assert.equal((await enter(row)).series.length, 2);
  assert.deepEqual((await enter('<input id="it" maxlength="1">')).series, []);
});

test('a page that names things after members cannot confuse it', async () => {
  const entered = await enter(
    '<form><input name="form"><input name="parentNode"><input id="it" name="elements" value="v"></form><img name="activeElement">',
  );
  assert.deepEqual([entered.kind, entered.held, entered.focused], ['text', 'v', true]);
});
