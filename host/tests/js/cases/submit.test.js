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

test('a button with words of its own beside no search, and a link that leads away, are not clicked', async () => {
  const result = await submit(
    '<div><input><button onclick="did(1)">Delete all</button><a class="go" href="/x" onclick="did(2)">Leave</a></div>',
  );
  assert.equal(result.rung, 'none');
});

test('with nothing that looks like it, nothing is clicked', async () => {
  const result = await submit(
    '<div><input><span onclick="did(1)">other</span><a href="#about" onclick="did(1)">About</a></div>',
  );
  assert.deepEqual(result, { rung: 'none', did: 'Test' });
});

test('a control that is not drawn is not clicked', async () => {
  assert.equal(
    (
      await submit(
        '<div><input><button class="search" style="display:none" onclick="did(1)">o</button></div>',
      )
    ).rung,
    'none',
  );
});

test('a search form is described with what it would send', async () => {
  const { tab } = shared;
  await tab.show(
    `<form action="https://shop.example/arama?x=1" method="POST"><input type="search" name="q" value="kettle"><input type="hidden" name="cat" value="7">
     <input type="password" name="pw" value="secret"><input type="checkbox" name="off"><input type="checkbox" name="on" checked><select name="s"><option value="p">Price</select>
     <input name="dis" disabled><button name="b" value="1">Go</button></form>`,
  );
  assert.deepEqual(await tab.call('searchForm', { element: await tab.id('[name=q]') }), {
    page_url: 'about:blank',
    action: 'https://shop.example/arama?x=1',
    method: 'post',
    fields: [
      { name: 'q', kind: 'search', value: 'kettle' },
      { name: 'cat', kind: 'hidden', value: '7' },
      { name: 'pw', kind: 'password', value: '' },
      { name: 'on', kind: 'checkbox', value: 'on' },
      { name: 's', kind: 'select', value: 'p' },
    ],
    query: 'q',
    search: true,
    filled: 1,
  });
});

test('a search field without a form is described alone', async () => {
  const { tab } = shared;
  await tab.show('<input id="q" placeholder="Ara">');
  assert.deepEqual(await tab.call('searchForm', { element: await tab.id('#q') }), {
    page_url: 'about:blank',
    action: '',
    method: '',
    fields: [{ name: '', kind: 'text', value: '' }],
    query: null,
    search: false,
    filled: 0,
  });
});

/** The fields that keep a form from being sent, as `what: kind detail`. */
async function problems(html) {
  const { tab } = shared;
  await tab.show(html);
  const found = await tab.call('formProblems', { element: await tab.id('#q') });
  return found.map(({ what, kind, detail }) => `${what}: ${kind} ${detail}`.trim());
}

test('what keeps a form from being sent is told field by field', async () => {
  assert.deepEqual(
    await problems(
      `<form><input id="q"><label>Name <input required></label><label>Mail <input type="email" value="x"></label>
       <label>Zip <input pattern="\\d{5}" title="five digits" value="12"></label><label>Age <input type="number" min="18" value="3"></label>
       <label>Own <input id="own"></label><label>Off <input required disabled></label><script>own.setCustomValidity('No way')</script></form>`,
    ),
    [
      'textbox "Name": missing',
      'textbox "Mail": format email',
      'textbox "Zip": format five digits',
      'spinbutton "Age": low 18',
      'textbox "Own": custom No way',
    ],
  );
});

test('a form that asks for no check, and a field without a form, have no problems', async () => {
  assert.deepEqual(await problems('<form novalidate><input id="q" required></form>'), []);
  assert.deepEqual(
    await problems('<form><input id="q" required><button formnovalidate>x</button></form>'),
    [],
  );
  assert.deepEqual(await problems('<input id="q" required>'), []);
});

/** What has changed after a script of the page ran. */
async function effect(html, change) {
  const { tab } = shared;
  await tab.show(html);
  const element = await tab.id('input');
  await tab.call('submitMark', { element });
  await tab.page.evaluate(change);
  return tab.call('submitEffect', { element });
}

const answers = (found) => found.letters >= 8 || Math.abs(found.interactive) >= 3;

test('results are an effect, also as many as before', async () => {
  const found = await effect('<input><ul id="r"><li>Old kettle</li></ul>', () => {
    document.getElementById('r').innerHTML = '<li>New teapot</li>';
  });
  assert.ok(answers(found));
});

test('a hint that closes, a clock, and offers that come late are no effect', async () => {
  const gone = await effect('<input><div id="h">Press Enter to search for this</div>', () =>
    document.getElementById('h').remove(),
  );
  assert.ok(!answers(gone));
  const clock = await effect('<input><p id="c">12:00:01</p>', () => {
    document.getElementById('c').textContent = '12:00:02';
  });
  assert.ok(!answers(clock));
  const offers = await effect('<input><div id="o"></div>', () => {
    document.getElementById('o').innerHTML =
      '<ul role="listbox"><li role="option">kettles and more</li></ul><div class="search-suggestions"><a href="/1">one thing</a><a href="/2">another</a><a href="/3">third</a></div>';
  });
  assert.ok(!answers(offers));
});

test('a message is sent by the control beside it where its form has none', async () => {
  const { tab } = shared;
  await tab.show(
    '<form><textarea></textarea><div class="send" role="button" style="display:inline-block" onclick="document.title=\'sent\'">o</div></form>',
  );
  const rung = await tab.call('submitForm', { element: await tab.id('textarea'), by_control: true });
  assert.equal(rung.rung, 'control_clicked');
  assert.equal(await tab.page.evaluate(() => document.title), 'sent');
});
