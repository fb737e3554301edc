// Secrets: which fields hold what must not leave the page, and what becomes of a secret that a page moves on.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();

async function entered(html) {
  await shared.tab.show(html);
  return shared.tab.call('enterField', { element: await shared.tab.id('#it'), append: false });
}

const row = (attributes, count = 6) =>
  `<div>${Array.from({ length: count }, (_, at) => `<input maxlength=1 ${attributes} ${at ? '' : 'id=it'}>`).join('')}</div>`;

for (const [secret, html] of [
  [true, '<input id=it type=password>'],
  [true, '<input id=it autocomplete="cc-csc">'],
  [true, '<input id=it autocomplete="section-a one-time-code">'],
  [true, '<input id=it autocomplete="new-password">'],
  [true, '<textarea id=it autocomplete="current-password"></textarea>'],
  [true, '<input id=it style="-webkit-text-security:disc">'],
  [true, '<textarea id=it style="-webkit-text-security:square"></textarea>'],
  [true, '<div id=it contenteditable style="-webkit-text-security:disc">x</div>'],
  [true, '<input id=it name=cvv>'],
  [true, '<input id=it name=cardCvc type=tel>'],
  [true, '<input id=it name="cc_csc" type=number>'],
  [true, '<input id=it name="security-code">'],
  [true, '<input id=it name="card[cvv2]">'],
  [true, '<input id=it name=otp>'],
  [true, '<input id=it name=pin>'],
  [true, '<input id=it name=api_key>'],
  [true, '<input id=it name=apiKey>'],
  [true, '<input id=it name=access_token>'],
  [true, '<input id=it name=client_secret>'],
  [true, '<input id=it name=passwd>'],
  [true, '<input id=it name="one-time-code">'],
  [true, '<textarea id=it name=private_key></textarea>'],
  [true, '<label>CVV <input id=it></label>'],
  [true, '<input id=it aria-label="Kartın CVC kodu">'],
  [true, '<input id=it placeholder="PIN">'],
  [true, row('inputmode=numeric')],
  [true, row('type=tel', 4)],
  [false, row('')],
  [false, row('inputmode=numeric', 81)],
  [false, '<input id=it>'],
  [false, '<input id=it name=q>'],
  [false, '<input id=it name=pincode>'],
  [false, '<input id=it name=pin_code aria-label="PIN code">'],
  [false, '<input id=it name=token_name>'],
  [false, '<input id=it name=password_hint>'],
  [false, '<input id=it name=secretary>'],
  [false, '<input id=it name=shipping>'],
  [false, '<input id=it name=max_tokens type=number>'],
  [false, '<input id=it name=promo_code>'],
  [false, '<input id=it name=postal-code>'],
  [false, '<input id=it type=search name=token>'],
  [false, '<input id=it aria-label="Pin this note">'],
]) {
  test(`${html.slice(0, 120)} is ${secret ? 'a' : 'no'} secret`, async () => {
    assert.equal((await entered(html)).secret, secret);
  });
}

test('a field that shows what it hid stays a secret, and its value stays in the page', async () => {
  await entered('<input id=it type=password value=hunter2>');
  await shared.tab.page.evaluate(() => (document.getElementById('it').type = 'text'));
  const again = await shared.tab.call('enterField', { element: await shared.tab.id('#it'), append: false });
  assert.equal(again.secret, true);
  assert.equal(again.held, '•••••••');
});

test('the parts of a secret that a page moves to other fields are secrets, too', async () => {
  const { tab } = shared;
  await entered('<input id=it type=password><input id=next value=7><input id=own><input id=free>');
  await tab.call('noteSecret', { text: '12-3456' });
  const held = async (css, value) => {
    await tab.page.evaluate((at, to) => (document.querySelector(at).value = to), css, value);
    return tab.call('readValue', { element: await tab.id(css) });
  };
  assert.equal(await held('#next', '456'), '•••');
  assert.equal(await held('#free', 'Ada'), 'Ada');
  await tab.call('enterField', { element: await tab.id('#own'), append: false });
  assert.equal(await held('#own', '3'), '3');
});

test('a field that is drawn anew is found again', async () => {
  const { tab } = shared;
  const anew = (html) =>
    tab.page.evaluate((inner) => {
      document.getElementById('home').innerHTML = inner;
      return null;
    }, html);
  await tab.show('<div id=home><input name=a><input name=b id=it></div>');
  const element = await tab.id('#it');
  await tab.call('enterField', { element, append: false });
  assert.equal(await tab.call('successor', { element }), element);
  await anew('<input name=a><input name=b id=other value=kept>');
  assert.equal(await tab.call('holdsFocus', { element }), true);
  const next = await tab.call('successor', { element });
  assert.equal(await tab.call('readValue', { element: next }), 'kept');
  assert.equal(await tab.page.evaluate(() => document.activeElement.name), 'b');
  await anew('<input name=c>');
  assert.equal(await tab.call('successor', { element }), null);
});

test('an editor that stops what is put into it keeps its text', async () => {
  const { tab } = shared;
  await entered('<div id=it contenteditable>own</div>');
  await tab.page.evaluate(() =>
    document.getElementById('it').addEventListener('beforeinput', (event) => event.preventDefault()),
  );
  const element = await tab.id('#it');
  assert.equal(await tab.call('setValue', { element, text: 'new' }), false);
  assert.equal(await tab.call('readValue', { element }), 'own');
});
