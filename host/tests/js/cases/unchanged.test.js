// Whether a page is known to be as it was when it was read.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withTab } from '../support/view.js';

const shared = withTab();
const options = { max_elements: 1000, text_chars: 1000, probes: [] };

const page = `<style>.on{color:red} .later{display:none;position:fixed} .unseen{visibility:hidden} #go{opacity:1}</style>
  <p class="later">Later</p><p class="unseen">Unseen</p><input id="quiet" type="checkbox" hidden>
  <div id="fixed" style="position:fixed;bottom:9px;width:50px;height:50px"></div>
  <form><input id="name" value="Ada"><input id="ready" type="checkbox"><textarea id="notes">a</textarea>
  <select id="town"><option>Ankara<option>Lyon</select><button id="go">Go</button></form>
  <div id="box" style="height:40px;overflow:auto"><p style="height:400px">Text</p></div><p id="text" class="on">Hello</p>
  <div id="host"></div><div id="pop" popover style="inset:auto;left:0;bottom:0">Popped</div>`;

/** Reads the page, does something to it, and asks. */
async function isUnchangedAfter(act, html = page) {
  const { tab } = shared;
  await tab.show(html);
  await tab.page.evaluate(() => {
    const root = document.getElementById('host')?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = '<button>Inside</button><slot></slot>';
  });
  const { stamp } = await tab.call('walk', options);
  assert.ok(stamp > 0, 'a resting page can be compared');
  await tab.page.evaluate(act);
  return tab.call('isUnchanged', { stamp });
}

for (const [name, act] of [
  ['nothing', () => {}],
  ['looking at the layout', () => document.body.getBoundingClientRect().height],
  ['what the page keeps to itself', () => (globalThis.count = 1)],
]) {
  test(`${name} leaves the page unchanged`, async () => {
    assert.equal(await isUnchangedAfter(act), true);
  });
}

const byId = 'const by = (id) => document.getElementById(id);';
for (const [name, act] of [
  ['another text', "by('text').firstChild.data = 'Bye'"],
  ['a new element', "document.body.append(document.createElement('button'))"],
  ['an attribute', "by('go').setAttribute('aria-pressed', 'true')"],
  ['a property that no attribute shows', "by('name').value = 'Grace'"],
  ['a tick set by script', "by('ready').checked = true"],
  ['a half tick', "by('ready').indeterminate = true"],
  ['a text area filled by script', "by('notes').value = 'b'"],
  ['another option', "by('town').selectedIndex = 1"],
  ['a field that is found wrong', "by('name').setCustomValidity('No')"],
  ['a change inside a shadow root', "by('host').shadowRoot.firstChild.textContent = 'Within'"],
  ['a scrolled box', "by('box').scrollTop = 50; new Promise(requestAnimationFrame)"],
  ['the focus', "by('go').focus()"],
  ['a popover', "by('pop').showPopover()"],
  ['another address', "history.pushState(null, '', '#there')"],
  ['another title', "document.title = 'Other'"],
  ['a rule put into a sheet', "document.styleSheets[0].insertRule('#go{color:red}')"],
  ['a sheet that is switched off', 'document.styleSheets[0].disabled = true'],
  ['a box that a rule brings up', "document.styleSheets[0].cssRules[1].style.display = 'block'"],
  ['a box that a rule lets be seen', "document.styleSheets[0].cssRules[2].style.visibility = 'visible'"],
  ['a button that a rule fades out', "document.styleSheets[0].cssRules[3].style.opacity = '0'"],
  ['a hidden tick that shows something', "by('quiet').checked = true"],
  ['a shadow root on a box that stays as large', "by('fixed').attachShadow({ mode: 'open' })"],
  [
    'an animation that is over at once',
    "by('go').animate([{ opacity: 0 }], { duration: 0, fill: 'forwards' })",
  ],
  ['a rule that moves something', "document.styleSheets[0].cssRules[0].style.height = '90px'"],
  [
    'a sheet of a shadow root',
    "const sheet = new CSSStyleSheet(); sheet.replaceSync('button{color:red}'); by('host').shadowRoot.adoptedStyleSheets = [sheet]",
  ],
  ['something that moves', "by('go').animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1e6 })"],
]) {
  test(`${name} changes the page`, async () => {
    assert.equal(await isUnchangedAfter(`${byId}${act}`), false);
  });
}

test('the pointer over the page counts as a change, since styles follow it', async () => {
  const { tab } = shared;
  await tab.show(page);
  const { stamp } = await tab.call('walk', options);
  await tab.page.mouse.move(30, 30);
  assert.equal(await tab.call('isUnchanged', { stamp }), false);
});

test('a page that moves by itself, or plays something, is always read', async () => {
  const { tab } = shared;
  for (const html of [
    '<style>@keyframes turn{to{opacity:0}}p{animation:turn 9s infinite}</style><p>Turning</p>',
    '<video controls></video>',
  ]) {
    await tab.show(html);
    assert.equal((await tab.call('walk', options)).stamp, 0);
  }
});

test('only the newest read is known', async () => {
  const { tab } = shared;
  await tab.show(page);
  const first = await tab.call('walk', options);
  const second = await tab.call('walk', options);
  assert.equal(await tab.call('isUnchanged', { stamp: first.stamp }), false);
  assert.notEqual(first.stamp, second.stamp);
});

test('members of the document that a page covers do not matter', async () => {
  const html = `${page}<form name="styleSheets"></form><img name="getAnimations"><form name="adoptedStyleSheets"></form>`;
  assert.equal(await isUnchangedAfter(() => {}, html), true);
});
