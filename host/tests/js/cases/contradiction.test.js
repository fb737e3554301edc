// Names that say something else than what a person reads on the control.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hint, withTab } from '../support/view.js';

const shared = withTab();

for (const [sentence, html, expected] of [
  ['another word is one', '<button aria-label="Save">Delete</button>', 'Delete'],
  [
    'other words are one',
    '<a href="/x" aria-label="Read the terms">Transfer all funds</a>',
    'Transfer all funds',
  ],
  ['a reference may be one', '<p id="x">Save</p><button aria-labelledby="x">Delete</button>', 'Delete'],
  ['the value of a button is read', '<input type="submit" value="Delete" aria-label="Save">', 'Delete'],
  ['another language is one', '<button aria-label="保存">削除</button>', '削除'],
  ['another price is one', '<button aria-label="Buy for 3 TL">Buy for 300 TL</button>', 'Buy for 300 TL'],
  ['another number alone is one', '<button aria-label="Rate 4">5</button>', '5'],
  [
    'the label beside a field counts',
    '<label for="q">Amount</label><input id="q" aria-label="Password">',
    'Amount',
  ],
  [
    'a long one is cut at 60',
    `<button aria-label="Save">${'delete '.repeat(12)}</button>`,
    `${'delete '.repeat(9).slice(0, 59).trim()}…`,
  ],
  ['the same word is none', '<button aria-label="Save">Save</button>', undefined],
  ['a longer name with the word is none', '<button aria-label="Save the draft">Save</button>', undefined],
  [
    'a longer name with the word inside is none',
    '<a href="/x" aria-label="More about kettles">More</a>',
    undefined,
  ],
  ['one word in common is enough', '<a href="/x" aria-label="Kettle, red, 2 l">Kettle (new)</a>', undefined],
  ['another case is none', '<button aria-label="SAVE">save</button>', undefined],
  ['Turkish case is none', '<button aria-label="GİRİŞ">giriş</button>', undefined],
  ['a joined word is none', '<button aria-label="Sign-in">Sign in</button>', undefined],
  ['a sign is none', '<button aria-label="Close">×</button>', undefined],
  ['a letter as a sign is none', '<button aria-label="Close">x</button>', undefined],
  ['a letter of an editor is none', '<button aria-label="Bold">B</button>', undefined],
  ['an abbreviation is none', '<button aria-label="English">EN</button>', undefined],
  ['a count is none', '<a href="/x" aria-label="Notifications">3</a>', undefined],
  ['the number of a page is none', '<a href="/x" aria-label="Page 2 of 10">2</a>', undefined],
  [
    'a price written otherwise is none',
    '<button aria-label="Buy for 1299 TL">Buy for 1.299,00 TL</button>',
    undefined,
  ],
  ['an emoji is none', '<button aria-label="Like">👍</button>', undefined],
  [
    'words for screen readers are none',
    '<button aria-label="Close"><span style="position:absolute;width:1px;height:1px;overflow:hidden">Dismiss</span>×</button>',
    undefined,
  ],
  [
    'letters of an icon font are none',
    '<button aria-label="Open navigation"><i style="font-family:Material Icons">menu</i></button>',
    undefined,
  ],
  ['a hidden text is none', '<button aria-label="Save"><b hidden>Delete</b>💾</button>', undefined],
  ['the value of a field is none', '<input aria-label="City" value="Ankara">', undefined],
  ['a name from the content is none', '<button>Delete</button>', undefined],
]) {
  test(`contradiction: ${sentence}`, async () => {
    await shared.tab.show(html);
    const { elements, skipped } = await shared.tab.walk();
    assert.equal(skipped, 0);
    assert.equal(elements.length, 1);
    assert.equal(hint(elements[0], 'shows'), expected);
  });
}
