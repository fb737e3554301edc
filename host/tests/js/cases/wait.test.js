// Waiting for text and elements.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

async function sees(html, text, near = false) {
  await shared.tab.show(html);
  return shared.tab.call('seesText', { text, near });
}

for (const [name, html, text, line] of [
  ['shown text is seen', '<p>Order placed</p>', 'Order placed', 'Order placed'],
  ['case makes no difference', '<p>ORDER İSTANBUL</p>', 'order istanbul', 'ORDER İSTANBUL'],
  [
    'a part of a line is enough',
    '<p>Your order was placed today</p>',
    'was placed',
    'Your order was placed today',
  ],
  ['words in several elements are one text', '<p>Order <b>pla</b>ced</p>', 'Order placed', 'Order placed'],
  ['a heading has no mark', '<h1>Done</h1>', 'Done', 'Done'],
  ['cells of a row are one text', '<table><tr><td>Total<td>5</table>', 'Total 5', 'Total 5'],
  ['what a field holds is seen', '<input value="Ada Lovelace">', 'Ada Lovelace', 'Ada Lovelace'],
  ['what a text area holds is seen', '<textarea>Some notes</textarea>', 'Some notes', 'Some notes'],
  ['the words of a button are seen', '<input type="submit" value="Send now">', 'Send now', 'Send now'],
  ['signs are seen', '<p>✓ 5 €</p>', '✓', '✓ 5 €'],
  ['what is below the window is seen', '<div style="height:3000px"></div><p>Far</p>', 'Far', 'Far'],
  ['a password is not told', '<input type="password" value="hunter2">', 'hunter2', null],
  ['hidden text is not seen', '<p hidden>Secret</p>', 'Secret', null],
  ['invisible text is not seen', '<p style="visibility:hidden">Secret</p>', 'Secret', null],
  ['scripts are no text', '<script>const word = "Secret"</script>', 'Secret', null],
  ['an empty page says nothing', '', 'Anything', null],
]) {
  test(name, async () => {
    assert.equal((await sees(html, text)).line, line);
  });
}

test('text in an open shadow root is seen', async () => {
  await shared.tab.show('<div id="host"></div>');
  await shared.tab.page.evaluate(() => {
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<p>Inside</p>';
  });
  assert.equal((await shared.tab.call('seesText', { text: 'Inside', near: false })).line, 'Inside');
});

test('text over several lines is seen', async () => {
  assert.equal((await sees('<p>First</p><p>Second</p>', 'First Second')).line, 'First Second');
});

test('what is near is told, and whether it is there but hidden', async () => {
  const near = await sees(
    '<p>Order received</p><p>Other</p><p hidden>Order placed</p>',
    'Order placed',
    true,
  );
  assert.deepEqual(near, { line: null, anywhere: true, near: ['Order received'] });
  assert.deepEqual(await sees('<p>Hello</p>', 'Bye', true), { line: null, anywhere: false, near: [] });
});

test('a page that shadows members is read all the same', async () => {
  const clobbered = '<form><input name="textContent"><input name="shadowRoot"><p>Here</p></form>';
  assert.equal((await sees(clobbered, 'Here')).line, 'Here');
});

test('shown and hidden matches are counted apart, and those with other words', async () => {
  await shared.tab.show('<ul><li>Ada<li>Bob<li hidden>Ada</ul>');
  const match = (css, text) => shared.tab.call('matching', { css, text });
  const first = { role: 'listitem', name: 'Ada' };
  assert.deepEqual(await match('li', null), { visible: 2, hidden: 1, other: 0, first, invalid: null });
  assert.deepEqual(await match('li', 'ADA'), { visible: 1, hidden: 1, other: 1, first, invalid: null });
  assert.deepEqual(await match('p', null), { visible: 0, hidden: 0, other: 0, first: null, invalid: null });
  assert.match((await match('li[', null)).invalid, /not a valid selector/);
});
