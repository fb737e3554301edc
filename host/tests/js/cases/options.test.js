// Choosing: which control is meant, which options belong to it, and what it shows afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

async function show(html) {
  await shared.tab.show(html);
  return shared.tab;
}

const inMain = (script, ...more) => shared.tab.page.evaluate(script, ...more);

async function chooser(html, css) {
  const tab = await show(html);
  return tab.call('chooser', { element: await tab.id(css) });
}

/** What the page's own script does after the chooser was looked at, then the labels of the options that belong to it. */
async function opened(html, css, script) {
  const tab = await show(html);
  const element = await tab.id(css);
  await tab.call('chooser', { element });
  await inMain(script);
  const shown = await tab.call('readOptions', { element, present: false });
  return { ...shown, labels: shown.options.map(({ label }) => label) };
}

const kinds = [
  ['a select', '<select><option>A</select>', 'select', 'select'],
  [
    'a field with proposals',
    '<input list="l"><datalist id="l"><option value="A"></datalist>',
    'input',
    'datalist',
  ],
  ['a list box', '<div role="listbox"><div role="option">A</div></div>', 'div', 'list'],
  ['a group of radio buttons', '<fieldset><input type="radio" name="a"></fieldset>', 'fieldset', 'list'],
  ['one of the radio buttons', '<fieldset><input type="radio" name="a"></fieldset>', 'input', 'list'],
  ['tabs', '<div role="tablist"><button role="tab">A</button></div>', 'button', 'list'],
  [
    'segments',
    '<p><button aria-pressed="true">A</button><button aria-pressed="false">B</button></p>',
    'button',
    'list',
  ],
  ['a combobox', '<div role="combobox" tabindex="0">A</div>', 'div', 'opener'],
  ['a plain button', '<button type="button">A</button>', 'button', 'opener'],
  ['a text field', '<input>', 'input', 'opener'],
  ['a link', '<a href="/x">A</a>', 'a', 'link'],
  ['a link that opens a menu', '<a href="/x" aria-haspopup="menu">A</a>', 'a', 'opener'],
  ['a button that sends a form', '<form><button>A</button></form>', 'button', 'submit'],
  ['a checkbox', '<input type="checkbox">', 'input', 'none'],
  ['a slider', '<input type="range">', 'input', 'none'],
];

for (const [what, html, css, kind] of kinds) {
  test(`the kind of ${what}`, async () => {
    assert.equal((await chooser(html, css)).kind, kind);
  });
}

const meant = [
  [
    'a label means its field',
    '<label for="s">City</label><select id="s"><option>A</select>',
    'label',
    'select',
  ],
  ['words in a label mean its field', '<label><b>City</b> <select><option>A</select></label>', 'b', 'select'],
  ['an option means its select', '<select><option>A</select>', 'option', 'select'],
  ['a box means the only select in it', '<div><i>City</i><select><option>A</select></div>', 'div', 'select'],
  ['words mean the field after them', '<span>City</span><select><option>A</select>', 'span', 'select'],
  ['a chosen thing means itself', '<select><option>A</select><button>B</button>', 'button', 'button'],
];

for (const [sentence, html, css, control] of meant) {
  test(sentence, async () => {
    const facts = await chooser(html, css);
    assert.equal(facts.tag, control);
    assert.equal(facts.is_other, css !== control);
  });
}

test('a hidden select names what is drawn in its place, and the other way round', async () => {
  const html =
    '<p><select id="s" style="display:none"><option>A<option selected>B</select><span id="w" class="nice-select" tabindex="0">B</span></p>';
  const facts = await chooser(html, '#s');
  assert.equal(facts.widget, await shared.tab.id('#w'));
  const drawn = await shared.tab.call('chooser', { element: facts.widget });
  assert.equal(drawn.backing, facts.element);
  const now = await shared.tab.call('chosenNow', { element: facts.widget, option: 0, present: false });
  assert.deepEqual([now.values, now.backing], [['B'], ['B']]);
});

test('a field among chosen things is pressed, not a button that removes one', async () => {
  const facts = await chooser(
    '<div role="combobox" id="c" style="width:300px"><span>Tea <button>x</button></span><input size="5"></div>',
    '#c',
  );
  assert.equal(facts.press, await shared.tab.id('input'));
});

const list = (roles) => `<div id="list" hidden>${roles}</div>`;

test('the list that a control names is read, whatever else is drawn', async () => {
  const { labels } = await opened(
    `<div id="c" role="combobox" tabindex="0" aria-controls="list">A</div><ul><li>Other</li></ul>${list('<div role="option">A</div><div role="option" aria-selected="true">B</div>')}`,
    '#c',
    () => (document.getElementById('list').hidden = false),
  );
  assert.deepEqual(labels, ['A', 'B']);
});

test('a list that appears at the end of the page is read', async () => {
  const { labels, menu } = await opened(
    '<button>More</button><ul role="menu"><li role="menuitem">Old</ul>',
    'button',
    () =>
      document.body.insertAdjacentHTML(
        'beforeend',
        '<div><ul role="menu"><li role="menuitem">Print<li role="menuitem">Save</ul></div>',
      ),
  );
  assert.deepEqual(labels, ['Print', 'Save']);
  assert.equal(menu, true);
});

test('of two lists that appear, the nearer one is read', async () => {
  const { labels } = await opened('<p>…</p><button>More</button>', 'button', () =>
    document.body.insertAdjacentHTML(
      'beforeend',
      '<ul role="menu" style="position:absolute;top:600px"><li role="menuitem">Far</ul><ul role="menu"><li role="menuitem">Near</ul>',
    ),
  );
  assert.deepEqual(labels, ['Near']);
});

test('entries without any role are read where they appear', async () => {
  const { labels } = await opened(
    '<button>Sort</button><div id="list" hidden><ul><li><a href="#n">Newest</a></li><li><a href="#c">Cheapest</a></li></ul></div><p>Text</p>',
    'button',
    () => (document.getElementById('list').hidden = false),
  );
  assert.deepEqual(labels, ['Newest', 'Cheapest']);
});

test('options in shadow trees are read as they are shown', async () => {
  const { labels } = await opened('<x-pick><x-one>A</x-one><x-one>B</x-one></x-pick>', 'x-pick', () => {
    for (const one of document.querySelectorAll('x-one')) {
      one.attachShadow({ mode: 'open' }).innerHTML = '<div role="option"><slot></slot></div>';
    }
    document.querySelector('x-pick').attachShadow({ mode: 'open' }).innerHTML =
      '<div role="combobox" aria-controls="l" tabindex="0">A</div><div id="l" role="listbox"><slot></slot></div>';
  });
  assert.deepEqual(labels, ['A', 'B']);
});

test('options tell their group, value and state', async () => {
  const { options } = await opened(
    `<div id="c" role="combobox" tabindex="0" aria-controls="list">A</div>${list('<div role="group" aria-label="Rome"><div role="option" data-value="rc" aria-selected="true">Centre</div></div><div role="option" aria-disabled="true">None</div>')}`,
    '#c',
    () => (document.getElementById('list').hidden = false),
  );
  const told = options.map(({ label, value, group, selected, disabled }) => [
    label,
    value,
    group,
    selected,
    disabled,
  ]);
  assert.deepEqual(told, [
    ['Centre', 'rc', 'Rome', true, false],
    ['None', '', '', null, true],
  ]);
});

test('options that are filtered out are no options', async () => {
  const { labels } = await opened(
    `<div id="c" role="combobox" tabindex="0" aria-controls="list">A</div>${list('<div role="option" style="display:none">A</div><div role="option">B</div>')}`,
    '#c',
    () => (document.getElementById('list').hidden = false),
  );
  assert.deepEqual(labels, ['B']);
});

test('the field that narrows options down is found', async () => {
  const { filter } = await opened('<button>Pick</button>', 'button', () =>
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div><input id="f"><ul role="listbox"><li role="option">A</ul></div>',
    ),
  );
  assert.equal(filter, await shared.tab.id('#f'));
});

test('a list whose rows are drawn on the way down is partial, and gives them all when it is rolled', async () => {
  const { partial, roller } = await opened('<button>Pick</button>', 'button', () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div id="r" role="listbox" style="height:100px;overflow:auto;position:relative"><div style="height:2000px"></div></div>',
    );
    const roll = document.getElementById('r');
    const draw = () => {
      for (const row of roll.querySelectorAll('[role=option]')) row.remove();
      const first = Math.floor(roll.scrollTop / 20);
      for (let at = first; at < Math.min(100, first + 7); at++)
        roll.insertAdjacentHTML(
          'beforeend',
          `<div role="option" style="position:absolute;top:${at * 20}px;height:20px">Row ${at}</div>`,
        );
    };
    roll.onscroll = draw;
    draw();
  });
  assert.equal(partial, true);
  const rolled = await shared.tab.call('rollOptions', { element: roller, from: 0, steps: 40 });
  assert.equal(rolled.options.length, 100);
  assert.equal(rolled.end, true);
  const { at } = rolled.options.find(({ label }) => label === 'Row 61');
  const back = await shared.tab.call('rollOptions', { element: roller, from: at, steps: 0 });
  assert.ok(back.options.some(({ label }) => label === 'Row 61'));
});

test('options of a select are chosen by their places and the page hears of it', async () => {
  const tab = await show(
    '<select multiple onchange="document.title=[...this.selectedOptions].map((one) => one.value)"><option value="a">A<option value="b" disabled>B<option value="c">C</select>',
  );
  const element = await tab.id('select');
  const options = await tab.call('nativeOptions', { element });
  assert.deepEqual(
    options.map(({ label, value, disabled, selected, index }) => [label, value, disabled, selected, index]),
    [
      ['A', 'a', false, false, 0],
      ['B', 'b', true, false, 1],
      ['C', 'c', false, false, 2],
    ],
  );
  assert.deepEqual(await tab.call('selectOptions', { element, places: [0, 2] }), ['A', 'C']);
  assert.equal(await inMain(() => document.title), 'a,c');
});

const fileTargets = [
  ['an input is its own', '<input type="file" id="t" multiple>', 'own', { multiple: true }],
  ['a label has its input', '<label id="t">Add<input type="file" hidden></label>', 'own', {}],
  [
    'an area has the input in it',
    '<div id="t" style="height:90px">Drop<input type="file" hidden></div>',
    'own',
    { area: true },
  ],
  [
    'a button may mean the only input near it',
    '<div><button id="t">Add</button><input type="file" hidden></div>',
    'near',
    { button: true },
  ],
  [
    'of two inputs near it none is meant',
    '<div><button id="t">Add</button><input type="file"><input type="file"></div>',
    'none',
    {},
  ],
  [
    'the types that are asked for are told',
    '<input type="file" id="t" accept=".pdf, image/*">',
    'own',
    { accept: '.pdf, image/*' },
  ],
];

for (const [sentence, html, how, more] of fileTargets) {
  test(sentence, async () => {
    const tab = await show(html);
    const facts = await tab.call('fileTarget', { element: await tab.id('#t') });
    assert.equal(facts.how, how);
    for (const [name, value] of Object.entries(more)) assert.equal(facts[name], value, name);
  });
}

test('an area is asked whether it takes drops', async () => {
  const tab = await show('<div id="no">a</div><div id="yes" ondragover="event.preventDefault()">b</div>');
  assert.equal(await tab.call('takesDrops', { element: await tab.id('#no') }), false);
  assert.equal(await tab.call('takesDrops', { element: await tab.id('#yes') }), true);
});

test('things chosen before, and their buttons, are no options', async () => {
  const { labels } = await opened(
    '<div id="c" role="combobox" tabindex="0" style="width:300px;height:40px"><ul><li>Tea <button>x</button></li></ul></div>',
    '#c',
    () => document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>Cake <button>x</button></li>'),
  );
  assert.deepEqual(labels, []);
});
