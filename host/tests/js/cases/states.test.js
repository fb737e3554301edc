// States and values, held against the specifications and against Chrome.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkSemantics } from '../support/semantics.js';
import { hint, withTab } from '../support/view.js';

const shared = withTab();

const always = 'Chrome tells the state only on the roles that have it';

const checked = [
  ['HTML-AAM checked', 'a checkbox', '<input type="checkbox" checked t>', 'checked: true'],
  ['HTML-AAM checked', 'a checkbox without it', '<input type="checkbox" t>', 'checked: false'],
  ['HTML-AAM checked', 'a radio', '<input type="radio" checked t>', 'checked: true'],
  [
    'HTML-AAM indeterminate',
    'is mixed',
    '<input type="checkbox" checked t><script>document.querySelector("input").indeterminate=true</script>',
    'checked: mixed',
  ],
  [
    'HTML-AAM checked',
    'wins over aria-checked',
    '<input type="checkbox" aria-checked="true" t>',
    'checked: false',
  ],
  ['ARIA aria-checked', 'true', '<div role="checkbox" aria-checked="true" t>x</div>', 'checked: true'],
  ['ARIA aria-checked', 'mixed', '<div role="checkbox" aria-checked="mixed" t>x</div>', 'checked: mixed'],
  [
    'ARIA aria-checked',
    'mixed on a radio is false',
    '<div role="radio" aria-checked="mixed" t>x</div>',
    'checked: false',
  ],
  [
    'ARIA aria-checked',
    'mixed on a switch is false',
    '<div role="switch" aria-checked="mixed" t>x</div>',
    'checked: false',
  ],
  [
    'ARIA aria-checked',
    'mixed on a menu item',
    '<div role="menu"><div role="menuitemcheckbox" aria-checked="mixed" t>x</div></div>',
    'checked: mixed',
  ],
  ['ARIA aria-checked', 'missing on a checkbox is false', '<div role="checkbox" t>x</div>', 'checked: false'],
  [
    'ARIA aria-checked',
    'missing on an option is nothing',
    '<div role="listbox"><div role="option" t>x</div></div>',
    '',
  ],
  [
    'ARIA aria-checked',
    'of a tree item',
    '<div role="tree"><div role="treeitem" aria-checked="true" t>x</div></div>',
    'checked: true',
    'Chrome adds the level that it counts',
  ],
  [
    'ARIA aria-checked',
    'on a role without it is nothing',
    '<div role="link" aria-checked="true" t>x</div>',
    '',
  ],
  [
    'ARIA in HTML switch',
    'a native checkbox as a switch',
    '<input type="checkbox" role="switch" checked t>',
    'checked: true',
  ],
];

const chosen = [
  [
    'ARIA aria-selected',
    'a tab',
    '<div role="tablist"><div role="tab" aria-selected="true" t>x</div></div>',
    'selected',
  ],
  [
    'ARIA aria-selected',
    'a tab that is not',
    '<div role="tablist"><div role="tab" aria-selected="false" t>x</div></div>',
    'selected: false',
  ],
  [
    'ARIA aria-selected',
    'an option',
    '<div role="listbox"><div role="option" aria-selected="true" t>x</div></div>',
    'selected',
  ],
  [
    'ARIA aria-selected',
    'a gridcell',
    '<div role="grid"><div role="row"><div role="gridcell" aria-selected="true" t>x</div></div></div>',
    'selected',
  ],
  [
    'ARIA aria-selected',
    'a link is told too',
    '<a href="/x" aria-selected="true" t>x</a>',
    'selected',
    always,
  ],
  ['HTML-AAM option', 'selected', '<select multiple><option selected t>x<option>y</select>', 'selected'],
  ['HTML-AAM option', 'not selected', '<select multiple><option t>x<option>y</select>', 'selected: false'],
  [
    'HTML-AAM option',
    'the first one of a list is selected',
    '<select><option t>x<option>y</select>',
    'selected',
  ],
  ['ARIA aria-pressed', 'true', '<button aria-pressed="true" t>x</button>', 'pressed: true'],
  ['ARIA aria-pressed', 'false', '<button aria-pressed="false" t>x</button>', 'pressed: false'],
  ['ARIA aria-pressed', 'mixed', '<button aria-pressed="mixed" t>x</button>', 'pressed: mixed'],
  ['ARIA aria-pressed', 'empty is none', '<button aria-pressed="" t>x</button>', ''],
  [
    'ARIA aria-pressed',
    'on a link is told too',
    '<a href="/x" aria-pressed="true" t>x</a>',
    'pressed: true',
    always,
  ],
  ['ARIA aria-current', 'page', '<a href="/x" aria-current="page" t>x</a>', 'current: page'],
  ['ARIA aria-current', 'step', '<a href="/x" aria-current="step" t>x</a>', 'current: step'],
  ['ARIA aria-current', 'location', '<a href="/x" aria-current="location" t>x</a>', 'current: location'],
  ['ARIA aria-current', 'date', '<a href="/x" aria-current="date" t>x</a>', 'current: date'],
  ['ARIA aria-current', 'time', '<a href="/x" aria-current="time" t>x</a>', 'current: time'],
  ['ARIA aria-current', 'true', '<a href="/x" aria-current="true" t>x</a>', 'current: true'],
  ['ARIA aria-current', 'any other word is true', '<a href="/x" aria-current="yes" t>x</a>', 'current: true'],
  ['ARIA aria-current', 'false is none', '<a href="/x" aria-current="false" t>x</a>', ''],
  ['ARIA aria-current', 'empty is none', '<a href="/x" aria-current="" t>x</a>', ''],
  [
    'ARIA aria-current',
    'does not select',
    '<a href="/x" aria-current="page" aria-selected="false" t>x</a>',
    'current: page',
  ],
];

const opened = [
  ['ARIA aria-expanded', 'true', '<button aria-expanded="true" t>x</button>', 'expanded'],
  ['ARIA aria-expanded', 'false', '<button aria-expanded="false" t>x</button>', 'expanded: false'],
  [
    'ARIA aria-expanded',
    'any other word is none',
    '<button aria-expanded="maybe" t>x</button>',
    '',
    'Chrome takes any word for true',
  ],
  ['HTML-AAM summary', 'of open details', '<details open><summary t>x</summary></details>', 'expanded'],
  ['HTML-AAM summary', 'of closed details', '<details><summary t>x</summary></details>', 'expanded: false'],
  [
    'HTML-AAM popovertarget',
    'of a closed popover',
    '<button popovertarget="p" t>x</button><div id="p" popover>y</div>',
    'expanded: false',
  ],
  [
    'HTML-AAM popovertarget',
    'of an open popover',
    '<button popovertarget="p" t>x</button><div id="p" popover>y</div><script>p.showPopover()</script>',
    'expanded',
  ],
  ['HTML-AAM popovertarget', 'of nothing', '<button popovertarget="p" t>x</button>', ''],
  [
    'HTML-AAM commandfor',
    'of a closed dialog',
    '<button commandfor="d" command="show-modal" t>x</button><dialog id="d">y</dialog>',
    'expanded: false',
  ],
  ['ARIA aria-level', 'of a heading', '<div role="heading" aria-level="4" t>x</div>', 'level: 4'],
  ['ARIA aria-level', 'a heading without one is of the second', '<div role="heading" t>x</div>', 'level: 2'],
  ['HTML-AAM h1', 'level', '<h1 t>x</h1>', 'level: 1'],
  ['HTML-AAM h6', 'level', '<h6 t>x</h6>', 'level: 6'],
  ['ARIA aria-level', 'wins over the tag', '<h2 aria-level="5" t>x</h2>', 'level: 5'],
  [
    'ARIA aria-level',
    'that is no number leaves the tag',
    '<h3 aria-level="x" t>x</h3>',
    'level: 3',
    'Chrome falls back to the first level',
  ],
  [
    'ARIA aria-level',
    'of zero leaves the tag',
    '<h3 aria-level="0" t>x</h3>',
    'level: 3',
    'Chrome falls back to the first level',
  ],
  [
    'ARIA aria-level',
    'of a tree item',
    '<div role="tree"><div role="treeitem" aria-level="3" t>x</div></div>',
    'level: 3',
  ],
  ['ARIA aria-busy', 'true', '<div role="feed" aria-busy="true" t>x</div>', 'busy'],
];

const disabled = [
  ['HTML-AAM disabled', 'a button', '<button disabled t>x</button>', 'disabled'],
  ['HTML-AAM disabled', 'a field', '<input disabled t>', 'disabled'],
  ['HTML-AAM disabled', 'a select', '<select disabled t><option>x</select>', 'value: x, disabled'],
  [
    'HTML-AAM disabled',
    'an option',
    '<select multiple><option disabled t>x</select>',
    'selected: false, disabled',
  ],
  [
    'HTML-AAM disabled',
    'an option in a disabled group',
    '<select multiple><optgroup label="g" disabled><option t>x</select>',
    'selected: false, disabled',
  ],
  ['HTML-AAM fieldset disabled', 'its fields', '<fieldset disabled><input t></fieldset>', 'disabled'],
  [
    'HTML-AAM fieldset disabled',
    'not those in its legend',
    '<fieldset disabled><legend><input t></legend></fieldset>',
    'editable',
  ],
  [
    'HTML-AAM fieldset disabled',
    'those in a second legend too',
    '<fieldset disabled><legend>a</legend><legend><input t></legend></fieldset>',
    'disabled',
  ],
  ['HTML-AAM fieldset disabled', 'not its links', '<fieldset disabled><a href="/x" t>x</a></fieldset>', ''],
  ['ARIA aria-disabled', 'true', '<button aria-disabled="true" t>x</button>', 'disabled'],
  ['ARIA aria-disabled', 'false', '<button aria-disabled="false" t>x</button>', ''],
  [
    'ARIA aria-disabled',
    'false does not enable',
    '<button disabled aria-disabled="false" t>x</button>',
    'disabled',
  ],
  [
    'ARIA aria-disabled',
    'of a group',
    '<div role="toolbar" aria-disabled="true"><button t>x</button></div>',
    'disabled',
  ],
  [
    'ARIA aria-disabled',
    'of a group across a shadow root',
    '<div role="toolbar" aria-disabled="true"><div><template shadowrootmode="open"><button t>x</button></template></div></div>',
    'disabled',
  ],
  [
    'ARIA aria-disabled',
    'of a group says nothing of its text',
    '<div role="toolbar" aria-disabled="true"><h2 t>x</h2></div>',
    'level: 2',
  ],
  ['HTML inert', 'the element', '<button inert t>x</button>', 'disabled', null],
  ['HTML inert', 'what is in it', '<div inert><button t>x</button></div>', 'disabled', null],
];

const fields = [
  ['HTML-AAM required', 'a field', '<input required t>', 'required, editable'],
  [
    'HTML-AAM required',
    'a select',
    '<select required t><option>x</select>',
    'value: x, required',
    'Chrome leaves the state of a select out',
  ],
  ['HTML-AAM required', 'does not apply to a slider', '<input type="range" required t>', 'value: 50'],
  [
    'ARIA aria-required',
    'true',
    '<div role="textbox" contenteditable aria-required="true" t>x</div>',
    'value: x, required, editable',
  ],
  [
    'ARIA aria-required',
    'false leaves the attribute',
    '<input required aria-required="false" t>',
    'required, editable',
  ],
  ['ARIA aria-invalid', 'true', '<input aria-invalid="true" t>', 'invalid, editable'],
  ['ARIA aria-invalid', 'grammar', '<input aria-invalid="grammar" t>', 'invalid, editable', null],
  ['ARIA aria-invalid', 'spelling', '<input aria-invalid="spelling" t>', 'invalid, editable', null],
  ['ARIA aria-invalid', 'any other word', '<input aria-invalid="yes" t>', 'invalid, editable'],
  ['ARIA aria-invalid', 'false', '<input aria-invalid="false" t>', 'editable'],
  ['ARIA aria-invalid', 'empty', '<input aria-invalid="" t>', 'editable'],
  [
    'HTML-AAM validity',
    'says nothing before it was used',
    '<input type="email" required t>',
    'required, editable',
  ],
  ['HTML-AAM readonly', 'a field', '<input readonly value="x" t>', 'value: x, readonly'],
  ['HTML-AAM readonly', 'a textarea', '<textarea readonly t>x</textarea>', 'value: x, readonly'],
  [
    'HTML-AAM readonly',
    'does not apply to a checkbox',
    '<input type="checkbox" readonly t>',
    'checked: false',
  ],
  ['ARIA aria-readonly', 'true', '<div role="textbox" aria-readonly="true" t>x</div>', 'value: x, readonly'],
  [
    'ARIA aria-readonly',
    'false leaves the attribute',
    '<input readonly aria-readonly="false" t>',
    'readonly',
  ],
  [
    'HTML-AAM contenteditable',
    'a textbox that is none',
    '<div role="textbox" contenteditable="false" t>x</div>',
    'value: x, readonly',
    'Chrome does not map it',
  ],
  [
    'HTML focus',
    'a button',
    '<button t>x</button><script>document.querySelector("button").focus()</script>',
    'focused',
  ],
  [
    'HTML focus',
    'in a shadow root',
    '<div><template shadowrootmode="open"><button t>x</button></template></div><script>document.querySelector("div").shadowRoot.querySelector("button").focus()</script>',
    'focused',
  ],
];

const values = [
  ['HTML-AAM value', 'of a field', '<input value="Ada" t>', 'value: Ada, editable', null],
  [
    'HTML-AAM value',
    'of a password is never told',
    '<input type="password" value="s3cret" t>',
    'editable',
    null,
  ],
  [
    'HTML-AAM value',
    'of a one-time code is never told',
    '<input autocomplete="one-time-code" value="123456" t>',
    'editable',
    null,
  ],
  ['HTML-AAM value', 'of a button is its name', '<input type="button" value="Go" t>', '', null],
  ['HTML-AAM value', 'of a number', '<input type="number" value="3" t>', 'value: 3, editable', null],
  ['HTML-AAM value', 'of a range', '<input type="range" min="0" max="9" value="4" t>', 'value: 4', null],
  [
    'HTML-AAM value',
    'of a range in words',
    '<input type="range" max="9" value="4" aria-valuetext="four" t>',
    'value: four',
    null,
  ],
  [
    'HTML-AAM value',
    'of a textarea on one line',
    '<textarea t>one\ntwo</textarea>',
    'value: one⏎two, editable',
    null,
  ],
  ['HTML-AAM value', 'of a select', '<select t><option>a<option selected>b</select>', 'value: b', null],
  [
    'HTML-AAM value',
    'of a select by label',
    '<select t><option label="B" selected>b</select>',
    'value: B',
    null,
  ],
  [
    'HTML-AAM value',
    'of a select of several',
    '<select multiple t><option selected>a<option selected>b</select>',
    'value: a, b',
    null,
  ],
  ['HTML-AAM value', 'of a meter', '<meter value="0.5" t></meter>', 'value: 0.5', null],
  ['HTML-AAM value', 'of a progress', '<progress value="0.5" t></progress>', 'value: 0.5', null],
  ['HTML-AAM value', 'of a progress that does not know', '<progress t></progress>', '', null],
  ['ARIA aria-valuenow', 'of a slider', '<div role="slider" aria-valuenow="3" t></div>', 'value: 3', null],
  [
    'ARIA aria-valuetext',
    'of a slider',
    '<div role="slider" aria-valuenow="3" aria-valuetext="3 stars" t></div>',
    'value: 3 stars',
    null,
  ],
  [
    'ARIA textbox',
    'of an editor',
    '<div contenteditable t><p>Hi <b>you</b></p><p>there</p></div>',
    'value: Hi you there, editable',
    null,
  ],
  [
    'ARIA textbox',
    'of a long editor is cut',
    `<div contenteditable t>${'word '.repeat(90)}</div>`,
    `value: ${'word '.repeat(40).trim()}…, editable`,
    null,
  ],
  [
    'ARIA combobox',
    'of a button',
    '<button role="combobox" aria-label="Fruit" t>Apple</button>',
    'value: Apple',
    null,
  ],
  [
    'ARIA combobox',
    'without the label inside it',
    '<div role="combobox" aria-labelledby="l" t><span id="l">Branch</span><span>North</span></div>',
    'value: North',
    null,
  ],
  [
    'ARIA combobox',
    'without the words of its aria-label inside it',
    '<div role="combobox" aria-label="Branch" t><b>Branch</b> <span>North</span></div>',
    'value: North',
    null,
  ],
  [
    'ARIA combobox',
    'that a slot shows beside the label',
    '<div role="combobox" aria-label="Branch" t><template shadowrootmode="open"><div><b>Branch</b><slot></slot></div></template><i>North</i></div>',
    'value: North',
    null,
  ],
  [
    'ARIA combobox',
    'named by its own value',
    '<div role="combobox" aria-labelledby="l" t><span id="l">Leek</span></div>',
    'value: Leek',
    null,
  ],
  [
    'ARIA combobox',
    'of the chosen option of its list',
    '<div role="combobox" aria-controls="o" aria-label="Tea" t>Tea</div><div id="o"><div role="option">a</div><div role="option" aria-selected="true">b</div></div>',
    'value: b',
    null,
  ],
  [
    'ARIA combobox',
    'of a box with a label and nothing else',
    '<div role="combobox" aria-label="Tea" t><b>Tea</b></div>',
    '',
    null,
  ],
  [
    'ARIA listbox',
    'of a woven list',
    '<div role="listbox" t><div role="option">a</div><div role="option" aria-selected="true">b</div></div>',
    'value: b',
    null,
  ],
];

checkSemantics(shared, 'states', [...checked, ...chosen, ...opened, ...disabled, ...fields, ...values]);

const hintsOf = async (html, name) => {
  await shared.tab.show(html);
  return (await shared.tab.walk()).elements.map((element) => hint(element, name));
};

for (const [sentence, html, expected] of [
  ['a slider has one', '<input type="range" aria-label="V">', '0–100'],
  ['a number field with both ends', '<input type="number" min="1" max="9" aria-label="V">', '1–9'],
  ['a number field with one end', '<input type="number" min="1" aria-label="V">', 'at least 1'],
  ['a number field with the other end', '<input type="number" max="9" aria-label="V">', 'at most 9'],
  ['a number field without ends', '<input type="number" aria-label="V">', undefined],
  [
    'a date field',
    '<input type="date" min="2026-01-01" max="2026-12-31" aria-label="V">',
    '2026-01-01–2026-12-31',
  ],
  ['a text field has none', '<input min="1" max="9" aria-label="V">', undefined],
  [
    'a slider of its own',
    '<div role="slider" tabindex="0" aria-valuemin="1" aria-valuemax="5" aria-label="V">x</div>',
    '1–5',
  ],
  ['a slider of its own without ends', '<div role="slider" tabindex="0" aria-label="V">x</div>', '0–100'],
]) {
  test(`range: ${sentence}`, async () => {
    assert.deepEqual(await hintsOf(html, 'range'), [expected]);
  });
}

test('the kind of a mistake is a hint', async () => {
  const html = '<input aria-invalid="spelling" aria-label="V"><input aria-invalid="true" aria-label="W">';
  assert.deepEqual(await hintsOf(html, 'invalid'), ['spelling', undefined]);
});
