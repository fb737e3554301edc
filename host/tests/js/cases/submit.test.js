// The rungs of sending a search without the keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

/** Shows a page whose scripts write what happened into the title, submits from its input, and returns both. */
async function submit(html, css = 'input') {
  const { tab } = shared;
  await tab.show(`<script>const did = (what) => { document.title = what; return false; }</script>${html}`);
  const rung = await tab.call('submitForm', { element: await tab.id(css) });
  return { ...rung, did: await tab.page.evaluate(() => document.title) };
}

const form = (inside, more = '') =>
  `<form ${more} onsubmit="return did('sent by ' + (event.submitter ? event.submitter.id : 'none'))">${inside}</form>`;

test('the closest form is asked to submit by its first submit button', async () => {
  const result = await submit(
    form('<input><button type="button" id="x">x</button><button id="go">Go</button>'),
  );
  assert.deepEqual(result, { rung: 'request_submit', did: 'sent by go' });
});

test('a form without a button is asked to submit itself', async () => {
  assert.deepEqual(await submit(form('<input>')), { rung: 'request_submit', did: 'sent by none' });
});

test('a disabled submit button is passed over', async () => {
  assert.equal(
    (await submit(form('<input><button disabled id="a">a</button><button id="b">b</button>'))).did,
    'sent by b',
  );
});

test('a field outside its form uses the form it belongs to', async () => {
  assert.equal((await submit(`${form('', 'id="f"')}<input form="f">`)).did, 'sent by none');
});

test('a form around a shadow root counts', async () => {
  const { tab } = shared;
  await tab.show(
    `<form onsubmit="document.title='sent';return false"><div id="h"></div></form><script>h.attachShadow({mode:'open'}).innerHTML='<input>'</script>`,
  );
  assert.deepEqual(await tab.call('submitForm', { element: await tab.id('input') }), {
    rung: 'request_submit',
  });
  assert.equal(await tab.page.evaluate(() => document.title), 'sent');
});

test('a form whose parts are named after its members still submits', async () => {
  const result = await submit(
    form(
      '<input name="requestSubmit" id="q"><input name="elements"><button name="submit" id="go">x</button>',
    ),
    '#q',
  );
  assert.deepEqual(result, { rung: 'request_submit', did: 'sent by go' });
});

const bars = [
  ['a button beside a search', '<div><input type="search"><button onclick="did(1)">Find</button></div>'],
  [
    'a button with a mark in another wrapper',
    '<div><div><input></div><div><button class="btn-search" onclick="did(1)"></button></div></div>',
  ],
  [
    'an <i> icon',
    '<div><input><i class="search-icon" onclick="did(1)" style="display:inline-block;width:20px;height:20px"></i></div>',
  ],
  [
    'an icon font of one class',
    '<div><input><i class="icon" onclick="did(1)" style="display:inline-block;width:20px;height:20px"></i></div>',
  ],
  ['a drawing', '<div><input><svg class="magnifier" width="20" height="20" onclick="did(1)"></svg></div>'],
  [
    'a drawing inside a button',
    '<div><input><button class="plain" onclick="did(1)"><svg class="magnifier" width="20" height="20"></svg></button></div>',
  ],
  ['a span with a label', '<div><input><span aria-label="search" onclick="did(1)">o</span></div>'],
  [
    'a link without a place to go',
    '<div><input><a class="header-search__submit" onclick="did(1)">o</a></div>',
  ],
  [
    'a test id',
    '<div><input><div data-testid="search-button" style="width:20px;height:20px" onclick="did(1)"></div></div>',
  ],
  ['a role button', '<div><input><div role="button" class="ara" onclick="did(1)">o</div></div>'],
  [
    'a covered button',
    '<div><input><button class="search" onclick="did(1)">o</button></div><div style="position:fixed;inset:0"></div>',
  ],
  [
    'the search button, not the one that clears',
    '<div><input><button class="clear" onclick="did(2)">x</button><button class="search" onclick="did(1)">o</button></div>',
  ],
  [
    'the search button, not the microphone beside it',
    '<div><input><button aria-label="voice search" onclick="did(2)">m</button><button onclick="did(1)">o</button></div>',
  ],
  [
    'the nearest of two',
    '<div><div style="height:300px"><button class="search" onclick="did(2)">o</button></div><div><input><button class="search" onclick="did(1)">o</button></div></div>',
  ],
  [
    'the one in the same wrapper, not a better named one far away',
    '<section><button class="search" onclick="did(2)">o</button><div style="height:200px"></div><div><input><button onclick="did(1)">o</button></div></section>',
  ],
];

for (const [sentence, html] of bars) {
  test(`without a form it clicks ${sentence}`, async () => {
    const result = await submit(html);
    assert.equal(result.rung, 'control_clicked');
    assert.equal(result.did, '1');
    assert.ok(result.what.length > 0);
  });
}

test('of two buttons with words of their own neither is clicked, and both are named', async () => {
  const result = await submit(
    '<div><input><button onclick="did(1)">Delete all</button><button onclick="did(2)">Leave</button></div>',
  );
  assert.equal(result.rung, 'none');
  assert.deepEqual(
    result.beside.map(({ what }) => what),
    ['button "Delete all"', 'button "Leave"'],
  );
});

test('a button with words of its own beside a field that is no search is named, not clicked', async () => {
  for (const words of ['Send', 'Delete all']) {
    const result = await submit(`<div><input><button onclick="did(1)">${words}</button></div>`);
    assert.equal(result.rung, 'none');
    assert.notEqual(result.did, '1');
    assert.deepEqual(
      result.beside.map(({ what }) => what),
      [`button "${words}"`],
    );
  }
});

for (const [sentence, html] of [
  ['that is on or off', '<button aria-pressed="false">Bold</button>'],
  ['that opens a menu', '<button aria-haspopup="menu">More</button>'],
  ['of the cross', '<button>×</button>'],
  ['of two fields', '<input><button>Join</button>'],
  ['that is disabled', '<button disabled>Send</button>'],
  ['far below', '<p style="height: 200px"></p><button>Far</button>'],
]) {
  test(`a button ${sentence} is not clicked`, async () => {
    const result = await submit(`<div onclick="did(1)"><input>${html}</div>`);
    assert.equal(result.rung, 'none');
    assert.notEqual(result.did, '1');
  });
}

test('with nothing that looks like it, nothing is clicked', async () => {
  const result = await submit(
    '<div><input><span onclick="did(1)">other</span><a href="#about" onclick="did(1)">About</a></div>',
  );
  assert.deepEqual(result, { rung: 'none', beside: [], did: 'Test' });
});
