// Elements that can be acted on without saying so.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hint, line, withTab } from '../support/view.js';

const shared = withTab();

const listen = (css, type = 'click') =>
  `<script>for (const one of document.querySelectorAll(${JSON.stringify(css)})) one.addEventListener(${JSON.stringify(type)}, () => {})</script>`;

async function read(html) {
  await shared.tab.show(html);
  await shared.tab.learn();
  const facts = await shared.tab.walk();
  assert.equal(facts.skipped, 0);
  return facts.elements;
}

/** `role "name" [looks]`, with the hints that matter here. */
const write = (element) => {
  const marks = ['looks', 'draggable', 'hidden_input']
    .map((name) => [name, hint(element, name)])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (name === 'looks' ? `[${value}]` : `<${name}>`));
  return [line(element), ...marks].join(' ');
};

const rows = [
  ['a block with a listener', `<div id="x">Open</div>${listen('#x')}`, 'generic "Open"'],
  [
    'a block with an onclick property',
    `<div id="x">Open</div><script>x.onclick = () => {}</script>`,
    'generic "Open"',
  ],
  ['a block with an onclick attribute', '<div onclick="1">Open</div>', 'generic "Open"'],
  [
    'a block that listens for a pressed mouse',
    `<div id="x">Open</div>${listen('#x', 'mousedown')}`,
    'generic "Open"',
  ],
  [
    'a block that listens for a pointer',
    `<div id="x">Open</div>${listen('#x', 'pointerdown')}`,
    'generic "Open"',
  ],
  [
    'a block that listens for touches',
    `<div id="x">Open</div>${listen('#x', 'touchstart')}`,
    'generic "Open"',
  ],
  [
    'a block that listens for nothing that matters',
    `<div id="x">Open</div>${listen('#x', 'animationend')}`,
    [],
  ],
  ['a block with the hand cursor', '<div style="cursor:pointer">Open</div>', 'generic "Open"'],
  ['a block with a tabindex', '<div tabindex="0">Open</div>', 'generic "Open"'],
  ['a block that scripts alone can focus', '<div tabindex="-1">Open</div>', []],
  [
    'suggestions that scripts can focus, in a list that listens',
    `<ul id="x" tabindex="0"><li><div tabindex="-1">Akron</div></li><li><div tabindex="-1">Canton</div></li></ul>${listen('#x')}`,
    ['generic "Akron"', 'generic "Canton"'],
  ],
  [
    'one suggestion in a list that listens, for keys too',
    `<ul id="x" tabindex="0"><li><div tabindex="-1">Akron</div></li></ul>${listen('#x')}${listen('#x', 'keydown')}`,
    'generic "Akron"',
  ],
  [
    'entries of a panel that listens for them',
    `<div><div id="x"><div><p tabindex="-1">Red</p></div><div class="b"><p tabindex="-1">Blue</p></div></div></div>${listen('#x')}`,
    ['paragraph "Red"', 'paragraph "Blue"'],
  ],
  [
    'an entry that holds a control',
    `<ul id="x"><li tabindex="-1">Red <button>Buy</button></li></ul>${listen('#x')}`,
    'button "Buy"',
  ],
  [
    'text that scripts can focus in a page that listens',
    `<div id="x" style="height:780px"><section><div tabindex="-1">Top</div></section><section class="b"><button>A</button></section></div>${listen('#x')}${listen('#x', 'keydown')}`,
    'button "A"',
  ],
  [
    'a hidden and nameless link that listens',
    `<a id="x" aria-hidden="true" tabindex="-1"><span class="icon icon-triangle-n" style="display:block;width:16px;height:16px"></span></a>${listen('#x')}`,
    'generic "" [icon-triangle-n]',
  ],
  [
    'a hidden and nameless link that nothing listens to',
    '<a href="/a" aria-hidden="true" style="display:block;width:16px;height:16px"></a>',
    [],
  ],
  [
    'a block that script can focus and that takes keys',
    `<div tabindex="-1" id="x">Board</div>${listen('#x', 'keydown')}`,
    'generic "Board"',
  ],
  [
    'the handle of a slider that takes keys',
    `<div><span id="x" class="handle" tabindex="0" style="display:block;width:14px;height:14px;background:#999"></span></div>${listen('#x', 'keydown')}`,
    'generic "" [grey square]',
  ],
  [
    'keys caught by a container',
    `<div id="x"><p>Text</p><input aria-label="A"></div>${listen('#x', 'keydown')}`,
    'textbox "A" value "" (editable)',
  ],
  [
    'a word in a paragraph',
    `<p>Some <span class="link">clickable</span> words</p>${listen('.link')}`,
    'generic "clickable"',
  ],
  [
    'two words in a paragraph',
    `<p><span class="link">One</span> and <span class="link">two</span>.</p>${listen('.link')}`,
    ['generic "One"', 'generic "two"'],
  ],
  [
    'a cell with a listener',
    `<table><tr><td>1</td><td id="x">2</td></tr></table>${listen('#x')}`,
    'cell "2"',
  ],
  [
    'an item with a listener',
    `<ul><li id="x">First</li><li>Second</li></ul>${listen('#x')}`,
    'listitem "First"',
  ],
  [
    'a table row with the hand cursor',
    '<table><tr style="cursor:pointer"><td>1</td><td>Ada</td></tr></table>',
    'row "1 Ada"',
  ],
  [
    'the items of a list that listens for all of them',
    `<ul id="x"><li>First</li><li>Second</li><li>Third</li></ul>${listen('#x')}`,
    ['listitem "First"', 'listitem "Second"', 'listitem "Third"'],
  ],
  [
    'a toolbar that listens for its buttons',
    `<div id="x"><button>A</button><button>B</button></div>${listen('#x')}`,
    ['button "A"', 'button "B"'],
  ],
  ['a page that listens', `<p>Text</p>${listen('body')}${listen('html')}`, []],
  [
    'the root of an application that listens for everything',
    `<div id="x"><h1>Title</h1><button>A</button></div>${listen('#x')}${listen('#x', 'keydown')}`,
    'button "A"',
  ],
  [
    'a form that listens',
    `<div><form id="x">Name <input aria-label="N"></form></div>${listen('#x')}`,
    'textbox "N" value "" (editable)',
  ],
  [
    'an entry that opens and has buttons of its own',
    `<div><div id="x">Mail from Ada <span class="star" style="display:inline-block;width:20px;height:20px"></span></div></div>${listen('#x,.star')}`,
    ['generic "Mail from Ada"', 'generic ""'],
  ],
  [
    'a wrapper that listens around a link',
    `<div><div id="x"><a href="/a">Read</a></div></div>${listen('#x')}`,
    'link "Read"',
  ],
  [
    'the ripple inside a button',
    `<button>Save <span class="ripple" style="position:absolute;width:9px;height:9px"></span></button>${listen('.ripple', 'mousedown')}`,
    'button "Save"',
  ],
  [
    'the words inside a link that listen too',
    `<a href="/a"><span id="x">Read</span></a>${listen('#x')}`,
    'link "Read"',
  ],
  [
    'a chip with a cross of its own',
    `<div role="button" tabindex="0">Tag <span id="x">×</span></div>${listen('#x')}`,
    ['button "Tag ×"', 'generic "×"'],
  ],
  [
    'a rich text field',
    '<div contenteditable aria-label="Note">Hi</div>',
    'textbox "Note" value "Hi" (editable)',
  ],
  ['what can be dragged', '<div draggable="true">Card</div>', 'generic "Card" <draggable>'],
  ['what says that it cannot be dragged', '<div draggable="false">Card</div>', []],
  [
    'what listens for dragging',
    `<div id="x">Card</div>${listen('#x', 'dragstart')}`,
    'generic "Card" <draggable>',
  ],
  [
    'what looks like a handle',
    `<div id="x" style="cursor:grab">Card</div>${listen('#x', 'mousedown')}`,
    'generic "Card" <draggable>',
  ],
  [
    'a corner that shows a cursor for resizing',
    '<div style="position:relative;width:200px;height:90px"><div class="grip-se" style="position:absolute;right:0;bottom:0;width:12px;height:12px;cursor:se-resize"></div></div>',
    'generic "" <draggable>',
  ],
  [
    'a mark that style draws as a picture',
    '<style>b{display:inline-block;width:20px;height:20px}</style><b id="m1" style="content:url(/x.png)" onclick="1"></b><b id="m2" style="content:url(/o.png)" onclick="1"></b>',
    ['img "" [x]', 'img "" [o]'],
  ],
  [
    'a splitter between two panes',
    '<div style="display:flex;height:400px"><p>Left</p><div style="width:6px;background:#888;cursor:col-resize"></div><p>Right</p></div>',
    'generic "" [grey rectangle] <draggable>',
  ],
  [
    'a thumb with a cursor for grabbing, and its picture',
    '<div style="height:20px"><i style="display:block;width:16px;height:16px;cursor:grab"><b style="display:block;width:8px;height:8px"></b></i></div>',
    'generic "" <draggable>',
  ],
  [
    'a title bar by which a window is moved',
    '<div style="width:300px"><div style="cursor:move;height:24px">Colours</div><p>Text</p></div>',
    'generic "Colours" <draggable>',
  ],
  ['a map that can be moved', '<div style="cursor:grab;width:400px;height:300px">Map</div>', []],
  [
    'what a library makes draggable',
    `<div id="x" class="item ui-draggable">Card</div>${listen('#x', 'mousedown')}`,
    'generic "Card" <draggable>',
  ],
  [
    'where things can be dropped',
    `<div id="x">Bin</div>${listen('#x', 'drop')}${listen('#x', 'dragover')}`,
    [],
  ],
  [
    'a checkbox that is not drawn, by its label',
    '<input type="checkbox" id="c" style="display:none"><label for="c">Agree</label>',
    'checkbox "Agree" (checked: false)',
  ],
  [
    'a checkbox of hidden visibility, by its label',
    '<input type="checkbox" id="c" style="visibility:hidden"><label for="c">Agree</label>',
    'checkbox "Agree" (checked: false)',
  ],
  [
    'a checkbox clipped away, by its label',
    '<input type="checkbox" id="c" style="position:absolute;clip:rect(0 0 0 0)"><label for="c">Agree</label>',
    'checkbox "Agree" (checked: false)',
  ],
  [
    'a radio of no opacity, by its label',
    '<label><input type="radio" style="opacity:0;position:absolute;pointer-events:none">Red</label>',
    'radio "Red" (checked: false)',
  ],
  [
    'a clear checkbox over its own picture, below the viewport',
    '<div style="height:2000px"></div><span><input type="checkbox" aria-label="Agree" style="opacity:0;width:20px;height:20px"></span>',
    'checkbox "Agree" (checked: false)',
  ],
  [
    'a clear checkbox in a faded group',
    '<div style="opacity:.01"><input type="checkbox" aria-label="Agree"></div>',
    [],
  ],
  [
    'a hidden file field beside a button',
    '<div><button>Choose a photo</button><input type="file" aria-label="Photo" style="display:none"></div>',
    ['button "Choose a photo"', 'button "Photo" value "" <hidden_input>'],
  ],
  [
    'a hidden file field in a place for files',
    `<div><div id="x">Drop a file here<input type="file" aria-label="Photo" hidden></div></div>${listen('#x')}`,
    ['generic "Drop a file here"', 'button "Photo" value "" <hidden_input>'],
  ],
  [
    'a hidden file field by its label',
    '<label>Choose<input type="file" hidden></label>',
    'button "Choose" value "" <hidden_input>',
  ],
  [
    'a hidden file field that nothing opens',
    '<p>Text</p><div style="display:none"><input type="file" aria-label="x"></div>',
    [],
  ],
  [
    'a hidden file field in a hidden part with a button',
    '<div style="display:none"><button>x</button><input type="file" aria-label="x"></div>',
    [],
  ],
  ['a file field that is seen', '<input type="file" aria-label="Photo">', 'button "Photo" value ""'],
  [
    'a film with controls',
    '<video controls aria-label="Film" width="200" height="100"></video>',
    'video "Film"',
  ],
  ['a film without controls', '<video width="200" height="100"></video>', []],
  ['a sound with controls', '<audio controls aria-label="Song"></audio>', 'audio "Song"'],
  ['a frame', '<iframe srcdoc="<p>x" title="Frame"></iframe>', []],
  [
    'a drawing area that listens',
    `<canvas id="x" aria-label="Board" width="200" height="100"></canvas>${listen('#x')}`,
    'canvas "Board"',
  ],
  ['a drawing area that does not', '<canvas aria-label="Board" width="200" height="100"></canvas>', []],
  [
    'drawn shapes that listen',
    `<svg width="300" height="100"><circle cx="40" cy="40" r="20" fill="red"></circle><rect x="100" y="10" width="50" height="50" fill="blue"></rect><rect x="200" y="10" width="60" height="30" fill="#0f0"></rect></svg>${listen('circle,rect')}`,
    ['generic "" [red circle]', 'generic "" [blue square]', 'generic "" [lime rectangle]'],
  ],
  [
    'a drawn triangle',
    `<svg width="100" height="100"><polygon points="10,10 60,10 35,60" fill="magenta"></polygon></svg>${listen('polygon')}`,
    'generic "" [magenta triangle]',
  ],
  [
    'drawn letters',
    `<svg width="100" height="100"><text x="10" y="50" fill="black">K</text></svg>${listen('text')}`,
    'generic "K" [black]',
  ],
  [
    'drawn letters of one word in two colours',
    `<svg width="100" height="100"><text x="10" y="30" fill="#00f">K</text><text x="10" y="70" fill="red">K</text></svg>${listen('text')}`,
    ['generic "K" [blue]', 'generic "K" [red]'],
  ],
  [
    'a drawn shape with a title',
    `<svg width="100" height="100"><circle cx="40" cy="40" r="20" fill="red"><title>Stop</title></circle></svg>${listen('circle')}`,
    'img "Stop" [red circle]',
  ],
  [
    'an icon that only a box around it explains',
    `<div class="bar"><span class="tb-color tb-picker"><span id="x" class="tb-picker-label" style="display:inline-block;width:16px;height:16px"></span></span><span class="tb-font tb-picker"></span></div>${listen('#x')}`,
    'generic "" [tb-color]',
  ],
  [
    'an icon that its own class explains',
    `<div class="tb-head"><span id="x" class="tb-close" style="display:inline-block;width:16px;height:16px"></span></div>${listen('#x')}`,
    'generic ""',
  ],
  [
    'a drawn group',
    `<svg width="100" height="100"><g><circle cx="40" cy="40" r="20" fill="black"></circle></g></svg>${listen('g')}`,
    'generic "" [black shape]',
  ],
  [
    'a shape with the hand cursor',
    '<svg width="100" height="100"><ellipse cx="40" cy="40" rx="30" ry="10" fill="yellow" style="cursor:pointer"></ellipse></svg>',
    'generic "" [yellow ellipse]',
  ],
  [
    'a small drawing with a part that listens',
    `<svg width="30" height="30"><circle cx="15" cy="15" r="9" fill="#888"></circle></svg>${listen('circle')}`,
    'generic "" [grey circle]',
  ],
  [
    'a picture with a listener',
    `<img id="x" src="/img/search-glass.png" width="20" height="20">${listen('#x')}`,
    'img "" [search-glass]',
  ],
  [
    'a picture with words',
    `<img id="x" src="/a.png" alt="Search" width="20" height="20">${listen('#x')}`,
    'img "Search"',
  ],
  [
    'a button with a picture only',
    '<button><img src="/img/trash.svg?v=2" alt="" width="16" height="16"></button>',
    'button "" [trash]',
  ],
  [
    'a button with an icon font',
    '<button style="width:20px;height:20px"><i class="fa fa-pencil"></i></button>',
    'button "" [fa-pencil]',
  ],
  [
    'a button with a sprite',
    '<button><svg width="16" height="16"><use href="#icon-cart"></use></svg></button>',
    'button "" [icon-cart]',
  ],
  [
    'a button with a background picture',
    '<button style="background:url(/i/close_x.png);width:20px;height:20px"></button>',
    'button "" [close_x]',
  ],
  [
    'a coloured box',
    `<div id="x" style="width:40px;height:40px;background:#00f"></div>${listen('#x')}`,
    'generic "" [blue square]',
  ],
  [
    'a coloured dot',
    `<div id="x" style="width:40px;height:40px;border-radius:50%;background:orange"></div>${listen('#x')}`,
    'generic "" [orange circle]',
  ],
  [
    'swatches',
    `<div>${['#fff', 'teal'].map((colour) => `<div class="swatch" style="width:40px;height:40px;background:${colour}"></div>`).join('')}</div>${listen('.swatch')}`,
    ['generic "" [white square]', 'generic "" [teal square]'],
  ],
  [
    'a box without any mark',
    `<div id="x" style="width:40px;height:40px"></div>${listen('#x')}`,
    'generic ""',
  ],
  [
    'an area of a picture with a listener',
    `<img usemap="#m" width="100" height="100" src="data:,"><map name="m"><area id="x" alt="Left" coords="0,0,50,100"></map>${listen('#x')}`,
    'generic "Left"',
  ],
  [
    'a box that only scrolls',
    '<div tabindex="0" style="height:40px;overflow:auto"><p style="height:300px">Text</p></div>',
    [],
  ],
  ['a panel that takes the focus', '<div role="tabpanel" tabindex="0">Text</div>', []],
  ['a heading that takes the focus', '<h1 tabindex="0">Title</h1>', []],
  ['a backdrop', `<div id="x" style="position:fixed;inset:0"></div>${listen('#x')}`, []],
];

for (const [sentence, html, expected] of rows) {
  test(sentence, async () => {
    assert.deepEqual((await read(html)).map(write), [expected].flat());
  });
}

test('elements that do not say what they are carry the hint silent', async () => {
  const elements = await read(`<div id="x">Open</div><button>B</button>${listen('#x')}`);
  assert.deepEqual(
    elements.map((element) => hint(element, 'silent')),
    ['1', undefined],
  );
});

const drawn =
  '<div style="display:flex"><i style="cursor:default">1</i><pre style="margin:0">flour = 500</pre></div><pre style="margin:0">  water</pre>';
const field = (style) =>
  `<textarea aria-label="Script" style="position:absolute;padding:0;border:0;${style}"></textarea>`;
const editor = (inner, cursor = 'text') =>
  `<div id="e" style="position:relative;width:300px;height:80px;overflow:hidden">${inner}<div style="cursor:${cursor}">${drawn}</div></div>`;

const editors = [
  [
    'a field clipped away behind drawn text',
    editor(
      `<div style="overflow:hidden;position:relative;width:3px;height:0">${field('width:1px;height:16px;bottom:-1em')}</div>`,
    ),
  ],
  ['a field of one pixel behind drawn text', editor(field('width:1px;height:1px'))],
  ['a field of one pixel, as high as a line,', editor(field('width:1px;height:18px'))],
  ['a clear field behind drawn text', editor(field('opacity:0;width:2px;height:16px'))],
];

for (const [sentence, html] of editors) {
  test(`${sentence} is an editor`, async () => {
    const [element, ...others] = await read(`<p>Top</p>${html}`);
    assert.deepEqual(others, []);
    assert.equal(line(element), 'textbox "Script" value "flour = 500⏎water" (editable)');
    assert.deepEqual(element.rect.slice(2), [300, 80]);
    const located = await shared.tab.call('locate', { element: element.id, scroll: true });
    assert.equal(located.visible, true);
    assert.equal(located.editor, true);
    assert.equal(located.covered_by, null);
    assert.equal(await shared.tab.call('readValue', { element: element.id }), 'flour = 500\n  water');
    assert.equal(await shared.tab.call('setValue', { element: element.id, text: 'x' }), false);
  });
}

const noEditors = [
  ['behind a picture', editor(field('opacity:0;width:2px;height:16px'), 'default')],
  ['that nobody can focus', editor(field('visibility:hidden;width:2px;height:16px'))],
  ['that is disabled', editor(field('opacity:0;width:2px').replace('<textarea', '<textarea disabled'))],
  [
    'hidden from everyone',
    editor(field('opacity:0;width:2px').replace('<textarea', '<textarea aria-hidden="true"')),
  ],
];

for (const [sentence, html] of noEditors) {
  test(`an unseen field ${sentence} is no editor`, async () => {
    assert.deepEqual((await read(html)).map(line), []);
  });
}

const colours = {
  black: '#000 #0a0a0a',
  grey: '#808080 #888 #6b7280',
  silver: '#c0c0c0',
  white: '#fff #fafafa',
  maroon: '#800000',
  red: '#f00 #e60000 #d9534f',
  orange: '#ffa500 #f90',
  brown: '#a52a2a #8b4513',
  gold: '#ffd700',
  yellow: '#ff0 #ff3',
  olive: '#808000',
  lime: '#0f0',
  green: '#008000 #008a00 #5cb85c',
  teal: '#008080',
  aqua: '#0ff',
  blue: '#00f #007bff #4285f4',
  navy: '#000080',
  violet: '#ee82ee',
  purple: '#800080 #673ab7',
  magenta: '#f0f',
  pink: '#ffc0cb #ff69b4',
};

for (const [word, list] of Object.entries(colours)) {
  test(`${word} is told as ${word}`, async () => {
    const shades = list.split(' ');
    const shapes = shades.map(
      (shade, at) => `<circle cx="${20 + 40 * at}" cy="20" r="15" fill="${shade}"></circle>`,
    );
    const elements = await read(`<svg width="300" height="100">${shapes.join('')}</svg>${listen('circle')}`);
    assert.deepEqual(
      elements.map((element) => hint(element, 'looks')),
      shades.map(() => `${word} circle`),
    );
  });
}
