// Roles, accessible names, values and states.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { library } from '../support/browser.js';
import { checkLines, hint, line, withTab } from '../support/view.js';

const shared = withTab();

const links = [
  ['a link is named by its text', '<a href="/a">About us</a>', 'link "About us"'],
  ['an anchor without href is no control', '<a>About us</a><a href="/b">B</a>', 'link "B"'],
  ['whitespace in a name is collapsed', '<a href="/a">  About \n\t  us </a>', 'link "About us"'],
  [
    'parts of a name are kept apart by blocks',
    '<a href="/a"><div>Kettle</div><div>899 TL</div></a>',
    'link "Kettle 899 TL"',
  ],
  ['inline parts of a name are joined', '<a href="/a">Ket<b>tle</b></a>', 'link "Kettle"'],
  [
    'a picture names its link',
    '<a href="/a"><img alt="Logo" src="data:," width="20" height="20"></a>',
    'link "Logo"',
  ],
  [
    'a title of an svg names its button',
    '<button><svg width="16" height="16"><title>Search</title></svg></button>',
    'button "Search"',
  ],
  [
    'aria-label wins over text',
    '<a href="/a" aria-label="Read more about kettles">More</a>',
    'link "Read more about kettles"',
  ],
  [
    'aria-labelledby wins over aria-label, in its own order',
    '<span id="x">Kettle</span><span id="y">Buy</span><button aria-labelledby="y x" aria-label="no">no</button>',
    'button "Buy Kettle"',
  ],
  [
    'aria-labelledby may name what is hidden',
    '<span id="x" hidden>Secret name</span><button aria-labelledby="x">b</button>',
    'button "Secret name"',
  ],
  [
    'an unknown aria-labelledby is ignored',
    '<button aria-labelledby="nothing">Text</button>',
    'button "Text"',
  ],
  [
    'a button may name itself among others',
    '<h3 id="h">Kettle</h3><button id="b" aria-labelledby="b h">Add</button>',
    'button "Add Kettle"',
  ],
  [
    'hidden parts are no part of a name',
    '<button>Save<span hidden> draft</span><span style="visibility:hidden"> now</span></button>',
    'button "Save"',
  ],
  [
    'decoration is no part of a name',
    '<button><span aria-hidden="true">★</span>Rate</button>',
    'button "Rate"',
  ],
  [
    'a decorated sign names a button without other words',
    '<button><span aria-hidden="true">×</span></button>',
    'button "×"',
  ],
  ['letters of icon fonts are no name', '<button title="Menu">\ue801</button>', 'button "Menu"'],
  [
    'text for screen readers is a name',
    '<button><span style="position:absolute;width:1px;height:1px;overflow:hidden">Close</span><b aria-hidden="true">×</b></button>',
    'button "Close"',
  ],
  ['a title is the last resort of a button', '<button title="Close"></button>', 'button "Close"'],
  [
    'a long name is cut at 200 characters',
    `<button>${'word '.repeat(80)}</button>`,
    `button "${'word '.repeat(40).slice(0, 199).trimEnd()}…"`,
  ],
  [
    'a map area is a link',
    '<img src="data:," usemap="#m" width="50" height="50"><map name="m"><area href="/x" alt="North" shape="rect" coords="0,0,50,50"></map>',
    'link "North"',
  ],
];

const fields = [
  [
    'a label names its field by id',
    '<label for="q">Search</label><input id="q">',
    'textbox "Search" value "" (editable)',
  ],
  [
    'a label around a field names it',
    '<label>Name <input value="Ada"></label>',
    'textbox "Name" value "Ada" (editable)',
  ],
  [
    'the value of a field is no part of its own label',
    '<label>Quantity <input value="3"> pieces</label>',
    'textbox "Quantity pieces" value "3" (editable)',
  ],
  [
    'two labels are joined',
    '<label for="q">First</label><label for="q">Second</label><input id="q">',
    'textbox "First Second" value "" (editable)',
  ],
  [
    'a title comes before a placeholder',
    '<input title="Find" placeholder="e.g. kettle">',
    'textbox "Find" value "" (editable)',
  ],
  [
    'a placeholder names a field without a label',
    '<input placeholder="Search products">',
    'textbox "Search products" value "" (editable)',
  ],
  ['text before a field without a label names it', 'City: <input>', 'textbox "City:" value "" (editable)'],
  [
    'the cell before a field names it',
    '<table><tr><td>Street</td><td><input></td></tr></table>',
    'textbox "Street" value "" (editable)',
  ],
  [
    'a search field is a searchbox',
    '<input type="search" aria-label="Site">',
    'searchbox "Site" value "" (editable)',
  ],
  [
    'a field with suggestions is a combobox',
    '<input list="l" aria-label="City"><datalist id="l"><option>Ankara</datalist>',
    'combobox "City" value "" (editable)',
  ],
  [
    'a number field is a spinbutton',
    '<input type="number" value="2" aria-label="Count">',
    'spinbutton "Count" value "2" (editable)',
  ],
  [
    'a range is a slider',
    '<input type="range" min="0" max="9" value="4" aria-label="Volume">',
    'slider "Volume" value "4"',
  ],
  [
    'a date field is a textbox',
    '<input type="date" value="2026-01-02" aria-label="Day">',
    'textbox "Day" value "2026-01-02" (editable)',
  ],
  ['an unknown type is a textbox', '<input type="foo" aria-label="X">', 'textbox "X" value "" (editable)'],
  ['a hidden field is no control', '<input type="hidden" value="x"><button>B</button>', 'button "B"'],
  [
    'a password has no value',
    '<input type="password" value="s3cret" aria-label="Password">',
    'textbox "Password" (editable)',
  ],
  [
    'a password that is shown has no value either',
    '<input type="text" autocomplete="current-password" value="s3cret" aria-label="Password">',
    'textbox "Password" (editable)',
  ],
  [
    'a textarea has its text as value',
    '<textarea aria-label="Note">one\ntwo</textarea>',
    'textbox "Note" value "one⏎two" (editable)',
  ],
  [
    'an editable region is a textbox',
    '<div contenteditable aria-label="Message">Hi <b>you</b></div>',
    'textbox "Message" value "Hi you" (editable)',
  ],
  [
    'parts of an editable region are no controls',
    '<div contenteditable="true" aria-label="M"><p>a</p><p contenteditable="true">b</p></div>',
    'textbox "M" value "a b" (editable)',
  ],
  [
    'contenteditable="false" is no control',
    '<div contenteditable="false">x</div><button>B</button>',
    'button "B"',
  ],
  [
    'a readonly field cannot be typed into',
    '<input readonly value="x" aria-label="Code">',
    'textbox "Code" value "x" (readonly)',
  ],
  ['a disabled field says so', '<input disabled aria-label="Code">', 'textbox "Code" value "" (disabled)'],
  [
    'a disabled fieldset disables its fields',
    '<fieldset disabled><input aria-label="Code"></fieldset>',
    'textbox "Code" value "" (disabled)',
  ],
  [
    'a required field says so',
    '<input required aria-label="Code">',
    'textbox "Code" value "" (required, editable)',
  ],
  [
    'an invalid field says so',
    '<input aria-invalid="true" aria-label="Code">',
    'textbox "Code" value "" (invalid, editable)',
  ],
  [
    'the focused field says so',
    '<input autofocus aria-label="Code"><script>document.querySelector("input").focus()</script>',
    'textbox "Code" value "" (focused, editable)',
  ],
];

const choices = [
  [
    'a select shows what is chosen',
    '<select aria-label="Sort"><option>Name<option selected>Price</select>',
    'combobox "Sort" value "Price"',
  ],
  [
    'a select with several rows is a listbox',
    '<select multiple aria-label="Tags"><option selected>a<option selected>b<option>c</select>',
    'listbox "Tags" value "a, b"',
  ],
  [
    'a checkbox says whether it is checked',
    '<label><input type="checkbox" checked> Agree</label>',
    'checkbox "Agree" (checked: true)',
  ],
  [
    'a checkbox may be mixed',
    '<input type="checkbox" aria-label="All"><script>document.querySelector("input").indeterminate=true</script>',
    'checkbox "All" (checked: mixed)',
  ],
  [
    'text after a checkbox without a label names it',
    '<input type="checkbox"> Remember me',
    'checkbox "Remember me" (checked: false)',
  ],
  [
    'a radio says whether it is chosen',
    '<input type="radio" id="r"><label for="r">Card</label>',
    'radio "Card" (checked: false)',
  ],
  [
    'a file field is a button with its files',
    '<input type="file" aria-label="Photo">',
    'button "Photo" value ""',
  ],
  [
    'a switch is a switch',
    '<input type="checkbox" role="switch" aria-label="Wi-Fi" checked>',
    'switch "Wi-Fi" (checked: true)',
  ],
  [
    'an aria checkbox has the state of its attribute',
    '<div role="checkbox" aria-checked="mixed" tabindex="0">Some</div>',
    'checkbox "Some" (checked: mixed)',
  ],
  [
    'an aria switch without a state is off',
    '<div role="switch" tabindex="0">Dark</div>',
    'switch "Dark" (checked: false)',
  ],
];

const buttons = [
  ['a submit input is named by its value', '<input type="submit" value="Send it">', 'button "Send it"'],
  [
    'a submit input without a value is named by what the browser writes on it',
    '<input type="submit">',
    'button "Submit"',
  ],
  [
    'an image input is named by its alt',
    '<input type="image" alt="Go" src="data:," width="20" height="20">',
    'button "Go"',
  ],
  [
    'a toggle says whether it is pressed',
    '<button aria-pressed="true">Bold</button>',
    'button "Bold" (pressed: true)',
  ],
  [
    'a menu button says whether it is open',
    '<button aria-expanded="false" aria-haspopup="menu">More</button>',
    'button "More" (expanded: false)',
  ],
  [
    'aria-disabled counts as disabled',
    '<button aria-disabled="true">Pay</button>',
    'button "Pay" (disabled)',
  ],
  [
    'a summary opens and closes its details',
    '<details open><summary>More</summary>text</details>',
    'button "More" (expanded)',
  ],
  [
    'a tab says whether it is selected',
    '<div role="tab" aria-selected="true" tabindex="0">Reviews</div>',
    'tab "Reviews" (selected)',
  ],
  [
    'the current page of a navigation says so',
    '<a href="/1" aria-current="page">1</a>',
    'link "1" (current: page)',
  ],
];

const roles = [
  ['the first valid role counts', '<div role="foo button link">x</div>', 'button "x"'],
  ['a role is read in any case', '<div role="BUTTON">x</div>', 'button "x"'],
  ['an invalid role is no role', '<a href="/a" role="foo">x</a>', 'link "x"'],
  ['a focusable element keeps its role against "none"', '<a href="/a" role="none">x</a>', 'link "x"'],
  [
    'menu items are controls',
    '<ul role="menu"><li role="menuitem">Cut</li><li role="menuitemcheckbox" aria-checked="true">Wrap</li></ul>',
    ['menuitem "Cut"', 'menuitemcheckbox "Wrap" (checked: true)'],
  ],
  [
    'options of an open list are controls',
    '<div role="listbox" aria-label="C"><div role="option" aria-selected="true">A</div></div>',
    ['listbox "C" value "A"', 'option "A" (selected)'],
  ],
  [
    'tree items are controls',
    '<div role="tree"><div role="treeitem" aria-expanded="true">Root</div></div>',
    'treeitem "Root" (expanded)',
  ],
  [
    'a slider of its own has the spoken value',
    '<div role="slider" tabindex="0" aria-valuenow="3" aria-valuetext="3 stars" aria-label="Rating"></div><style>div{width:50px;height:9px}</style>',
    'slider "Rating" value "3 stars"',
  ],
  [
    'options of a select are not listed',
    '<select aria-label="S"><option>a<option>b</select>',
    'combobox "S" value "a"',
  ],
  ['an element with a tabindex can be acted on', '<div tabindex="0">Card</div>', 'generic "Card"'],
  ['a negative tabindex is no control', '<div tabindex="-1">Card</div><button>B</button>', 'button "B"'],
  ['an element with an onclick attribute can be acted on', '<span onclick="1">Here</span>', 'generic "Here"'],
  [
    'a word with the hand cursor can be acted on',
    '<p>Click <span style="cursor:pointer">this word</span> now</p>',
    'generic "this word"',
  ],
  [
    'only the outermost element with the hand cursor counts',
    '<div style="cursor:pointer"><b>Deep</b> <i>words</i></div>',
    'generic "Deep words"',
  ],
  [
    'items of a list with the hand cursor count, not the list',
    '<ul style="cursor:pointer"><li>One</li><li>Two</li></ul>',
    ['listitem "One"', 'listitem "Two"'],
  ],
  [
    'parts of a button are not listed',
    '<button style="cursor:pointer"><span style="cursor:pointer">x</span></button>',
    'button "x"',
  ],
  [
    'a page with the hand cursor everywhere gains no controls',
    '<style>body{cursor:pointer}</style><p>text</p><button>B</button>',
    'button "B"',
  ],
];

const useful = [
  [
    'a title that repeats the value is no name',
    '<div><span role="textbox" tabindex="0" title="Leek">Leek</span></div>',
    'textbox "" value "Leek"',
  ],
  [
    'a title names a button before its decoration',
    '<button title="Close"><i aria-hidden="true">×</i></button>',
    'button "Close"',
  ],
  [
    'aria-label names what acts without a role',
    '<span onclick="1" aria-label="Close">x</span>',
    'generic "Close"',
  ],
  ['what acts is never nothing', '<h3 role="none" onclick="1">Kettle</h3>', 'generic "Kettle"'],
  [
    'a picture in what acts without a role names it',
    '<div onclick="1"><img alt="Red pot" src="data:," width="20" height="20"></div>',
    'generic "Red pot"',
  ],
  [
    'letters of no size name no plain box',
    '<div onclick="1" style="font-size:0;width:50px;height:50px">18</div>',
    'generic ""',
  ],
  [
    'letters of no size name a button',
    '<button style="font-size:0;width:50px;height:50px">Menu</button>',
    'button "Menu"',
  ],
  [
    'a picture by style is a picture',
    `<span onclick="1" style="content:url('data:image/svg+xml,<svg xmlns=&quot;http://www.w3.org/2000/svg&quot; width=&quot;20&quot; height=&quot;20&quot;/>')"></span>`,
    'img ""',
  ],
  [
    'a button that is a combobox shows its text as value',
    'Fruit <button role="combobox">Apple</button>',
    'combobox "Fruit" value "Apple"',
  ],
  [
    'a field inside a component is named by the label outside',
    '<label for="x">Agree</label><x-box id="x"></x-box><script>customElements.define("x-box", class extends HTMLElement { static formAssociated = true; constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<input type=checkbox>"; } })</script>',
    'checkbox "Agree" (checked: false)',
  ],
  [
    'a field inside a component is named by the aria-label outside',
    '<y-box aria-label="Agree"></y-box><script>customElements.define("y-box", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<input type=checkbox>"; } })</script>',
    'checkbox "Agree" (checked: false)',
  ],
  [
    'a field deep inside a component is named by the words beside the component',
    'City: <z-box></z-box><script>customElements.define("z-in", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<input>"; } }); customElements.define("z-box", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<z-in></z-in>"; } })</script>',
    'textbox "City:" value "" (editable)',
  ],
  [
    'a field in a box is named by the words beside the box',
    '<div><div><div>Director</div><div><input></div></div><div><div>Year</div><div><select><option>1999</select></div></div></div>',
    ['textbox "Director" value "" (editable)', 'combobox "Year" value "1999"'],
  ],
  [
    'words before boxes of several fields name none of them',
    '<div><p>Your trip</p><div><input></div><div><input></div></div>',
    ['textbox "" value "" (editable)', 'textbox "" value "" (editable)'],
  ],
  [
    'a field that stands with other words is not named by those before its box',
    '<div><p>Your trip</p><div><input> and back</div></div>',
    'textbox "" value "" (editable)',
  ],
  [
    'an emoji of several letters is not torn apart at the end of a name',
    `<button>${'x'.repeat(195)}👩‍👩‍👧‍👦 family</button>`,
    `button "${'x'.repeat(195)}…"`,
  ],
  [
    'a flag is not torn apart at the end of a name',
    `<button>${'x'.repeat(197)}🇹🇷🇹🇷</button>`,
    `button "${'x'.repeat(197)}…"`,
  ],
  [
    'an accent stays with its letter at the end of a name',
    `<button>${'x'.repeat(198)}e\u0301\u0301 more</button>`,
    `button "${'x'.repeat(198)}…"`,
  ],
  ['a name in a script that joins is whole', '<button>می‌خواهم</button>', 'button "می‌خواهم"'],
];

checkLines(shared, [...useful, ...links, ...fields, ...choices, ...buttons, ...roles]);

test('hints say what a name does not', async () => {
  await shared.tab.show(
    `<form></form><form><input type="email" placeholder="you@example.com" autocomplete="email" aria-label="Mail" id="m" class="  big  field " data-testid="mail-field">
     <select aria-label="Sort"><option>Name<option>Price</select><button aria-haspopup="true">More</button></form>`,
  );
  const { elements } = await shared.tab.walk();
  const [mail, sort, more] = elements;
  assert.deepEqual(Object.fromEntries(mail.extra), {
    type: 'email',
    placeholder: 'you@example.com',
    autocomplete: 'email',
    testid: 'mail-field',
    class: 'big field',
    id: 'm',
    landmark: 'form',
    form: '2',
  });
  assert.equal(hint(sort, 'options'), 'Name, Price');
  assert.equal(hint(more, 'haspopup'), 'true');
});

test('a control without visible text is an icon', async () => {
  await shared.tab.show(
    `<button aria-label="Search"><svg width="9" height="9"></svg></button><button>Text</button>
     <button><svg width="9" height="9"></svg><span style="position:absolute;width:1px;height:1px;overflow:hidden">Close</span></button>`,
  );
  const { elements } = await shared.tab.walk();
  assert.deepEqual(
    elements.map((element) => hint(element, 'icon')),
    ['1', undefined, '1'],
  );
});

test('silent controls say so', async () => {
  await shared.tab.show(
    '<span onclick="1">a</span><i style="cursor:pointer">b</i><div tabindex="0">c</div><button>d</button>',
  );
  const { elements } = await shared.tab.walk();
  assert.deepEqual(
    elements.map((element) => hint(element, 'silent')),
    ['1', '1', '1', undefined],
  );
});

test('ids stay with their nodes and are never given away', async () => {
  await shared.tab.show('<button id="a">A</button><button id="b">B</button>');
  const first = (await shared.tab.walk()).elements.map((element) => element.id);
  await shared.tab.page.evaluate(() => {
    document.getElementById('a').remove();
    document.body.append(Object.assign(document.createElement('button'), { textContent: 'C' }));
  });
  const second = (await shared.tab.walk()).elements;
  assert.equal(second[0].id, first[1]);
  assert.ok(!first.includes(second[1].id));
  assert.deepEqual(second.map(line), ['button "B"', 'button "C"']);
});

test('the parent of an element is the nearest listed one around it', async () => {
  await shared.tab.show('<div tabindex="0">Card <p><button>Buy</button></p></div><a href="/x">x</a>');
  const { elements } = await shared.tab.walk();
  assert.equal(elements[1].parent, elements[0].id);
  assert.equal(elements[2].parent, undefined);
});

test('more elements than asked for are cut and said to be', async () => {
  await shared.tab.show('<button>x</button>'.repeat(30));
  const facts = await shared.tab.walk({ max_elements: 10 });
  assert.equal(facts.elements.length, 10);
  assert.equal(facts.truncated, true);
});

test('half of a surrogate pair never reaches the host', async () => {
  await shared.tab.show(`<button>${'x'.repeat(198)}😀😀</button><button title="\\ud83d">t</button>`);
  await shared.tab.page.evaluate(() =>
    document.querySelector('button').setAttribute('aria-label', 'cut \ud83d here'),
  );
  const { elements } = await shared.tab.walk();
  assert.equal(elements[0].name, 'cut \ufffd here');
});

test('what a custom element says of itself counts after its attributes', async () => {
  await shared.tab.show(
    '<c-tab tabindex="0">Loans</c-tab><c-tab tabindex="0" role="button" aria-label="Own">x</c-tab>',
  );
  await shared.tab.evaluate(library.replace(/\n\s+walk,\n/, '\nwalk,\nknow,\n'));
  await shared.tab.evaluate(`for (const element of document.querySelectorAll('c-tab'))
    __sekme.know.internals(element, { role: 'tab', name: 'Told', states: { selected: 'true', disabled: false } })`);
  const { elements } = await shared.tab.walk();
  assert.deepEqual(elements.map(line), ['tab "Told" (selected)', 'button "Own" (selected)']);
});

test('a name that a custom element had from its text follows the text', async () => {
  await shared.tab.show('<c-tab tabindex="0">Loans</c-tab>');
  await shared.tab.evaluate(library.replace(/\n\s+walk,\n/, '\nwalk,\nknow,\n'));
  await shared.tab.evaluate(
    `__sekme.know.internals(document.querySelector('c-tab'), { role: 'tab', name: 'Loans', states: {} })`,
  );
  const first = await shared.tab.walk();
  await shared.tab.page.evaluate(() => document.querySelector('c-tab').replaceChildren('Books'));
  const second = await shared.tab.walk();
  assert.deepEqual(
    [...first.elements, ...second.elements].map((element) => element.name),
    ['Loans', 'Books'],
  );
});

test('names, values and states are right where a form is clobbered', async () => {
  const names =
    'id labels value type form list name title isContentEditable open host checked disabled size'.split(' ');
  await shared.tab.show(
    `<form tabindex="0" aria-label="F">${names.map((name) => `<input name="${name}" id="${name}" value="v">`).join('')}</form>`,
  );
  const { elements, skipped } = await shared.tab.walk();
  assert.equal(skipped, 0);
  assert.deepEqual(
    elements.map((element) => element.value),
    names.map(() => 'v'),
  );
  const form = await shared.tab.call('semantics', { element: await shared.tab.id('form') });
  assert.deepEqual(form, { role: 'form', name: 'F', states: {}, value: null });
});
