// Pages that overwrite, shadow, nest and break things.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { line, withTab } from '../support/view.js';

const shared = withTab();

async function lines(html) {
  await shared.tab.show(html);
  return (await shared.tab.walk()).elements.map(line);
}

test('a page that overwrites built-ins is read all the same', async () => {
  const found = await lines(
    `<script>
      for (const name of ['Map', 'WeakMap', 'WeakRef', 'Set', 'JSON', 'Promise', 'CSS', 'getComputedStyle', 'requestAnimationFrame']) window[name] = () => { throw 0; };
      Array.prototype.push = Array.prototype.map = Array.prototype.filter = () => { throw 1; };
      String.prototype.replace = RegExp.prototype.exec = Function.prototype.call = () => { throw 2; };
      Element.prototype.getAttribute = Document.prototype.querySelectorAll = Element.prototype.getBoundingClientRect = () => { throw 3; };
      Object.defineProperty(Node.prototype, 'firstChild', { get() { throw 4; } });
      Object.defineProperty(Element.prototype, 'localName', { get() { return 'lie'; } });
    </script><button>Real</button><input aria-label="Q" value="v">`,
  );
  assert.deepEqual(found, ['button "Real"', 'textbox "Q" value "v" (editable)']);
});

test('members of a form that are shadowed by its controls do not mislead', async () => {
  const names = [
    'getAttribute',
    'parentNode',
    'firstChild',
    'children',
    'tagName',
    'localName',
    'nodeType',
    'id',
    'className',
    'matches',
    'closest',
    'shadowRoot',
    'getBoundingClientRect',
    'checkVisibility',
    'contains',
    'attributes',
    'nextSibling',
    'textContent',
    'isConnected',
    'getRootNode',
    'assignedSlot',
    'elements',
    'action',
    'method',
  ];
  const found = await lines(
    `<form tabindex="0" aria-label="F">${names.map((name) => `<input name="${name}" aria-label="${name}">`).join('')}</form>`,
  );
  assert.deepEqual(
    found.filter((one) => one.startsWith('textbox')),
    names.map((name) => `textbox "${name}" value "" (editable)`),
  );
});

test('members of the document that are shadowed by elements do not mislead', async () => {
  const names = [
    'body',
    'documentElement',
    'querySelectorAll',
    'querySelector',
    'elementFromPoint',
    'activeElement',
    'title',
    'scrollingElement',
    'readyState',
    'getElementById',
    'createElement',
    'createRange',
    'baseURI',
    'defaultView',
  ];
  const found = await lines(
    `${names.map((name) => `<form name="${name}"></form><img name="${name}">`).join('')}<button>Real</button>`,
  );
  assert.deepEqual(found, ['button "Real"']);
  for (const [name, options] of [
    ['sample', null],
    ['readMain', { selectors: [], ignore: [], selector: null }],
    ['findText', { text: 'real', limit: 3 }],
    ['scroll', { element: null, to: 'down', amount: null }],
    ['locate', { element: 1, scroll: true }],
    ['searchForm', { element: 1 }],
  ]) {
    await assert.doesNotReject(shared.tab.call(name, options), name);
  }
});

test('globals of the page that are named like the library do not mislead', async () => {
  assert.deepEqual(
    await lines(
      '<div id="__sekme"></div><iframe name="__sekme" style="display:none"></iframe><button>B</button>',
    ),
    ['button "B"'],
  );
});

test('the page sees nothing of the library', async () => {
  await shared.tab.show('<button>B</button>');
  const before = await shared.tab.page.evaluate(() => [
    Object.getOwnPropertyNames(window).length,
    document.documentElement.outerHTML,
  ]);
  await shared.tab.walk();
  await shared.tab.call('findText', { text: 'b', limit: 3 });
  await shared.tab.call('locate', { element: 1, scroll: true });
  const now = await shared.tab.page.evaluate(() => [
    Object.getOwnPropertyNames(window).length,
    document.documentElement.outerHTML,
    typeof window.__sekme,
  ]);
  assert.deepEqual(now, [...before, 'undefined']);
});

test('reading changes nothing and starts nothing on the page', async () => {
  await shared.tab.show('<form><input required><button>B</button></form><a href="/x">x</a>');
  await shared.tab.page.evaluate(() => {
    window.count = 0;
    new MutationObserver((records) => (window.count += records.length)).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    for (const type of ['focus', 'invalid', 'scroll', 'click', 'mouseover'])
      document.addEventListener(type, () => window.count++, true);
  });
  await shared.tab.walk();
  await shared.tab.call('readMain', { selectors: [], ignore: [], selector: null });
  assert.equal(
    await shared.tab.page.evaluate(() => new Promise((done) => setTimeout(() => done(window.count), 50))),
    0,
  );
});

test('a very deep page is walked', async () => {
  await shared.tab.show('<div id="root"></div>');
  await shared.tab.page.evaluate(() => {
    let at = document.getElementById('root');
    for (let depth = 0; depth < 1000; depth++) at = at.appendChild(document.createElement('div'));
    at.innerHTML = '<button>Deep</button>';
  });
  assert.deepEqual((await shared.tab.walk()).elements.map(line), ['button "Deep"']);
  assert.equal(
    (await shared.tab.call('readMain', { selectors: [], ignore: [], selector: null })).text,
    'Deep',
  );
});

test('an empty document is read', async () => {
  await shared.tab.show('<!doctype html><html></html>');
  await shared.tab.page.evaluate(() => document.documentElement.remove());
  const facts = await shared.tab.walk();
  assert.deepEqual(facts.elements, []);
});

test('a frameset and a plain drawing are read', async () => {
  await shared.tab.page.goto(
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><a href="x"><text y="20">Link</text></a></svg>',
  );
  await shared.tab.attach();
  assert.deepEqual((await shared.tab.walk()).elements.map(line), ['link "Link"']);
});

test('a label that points in circles does not hang', async () => {
  const found = await lines(
    '<div id="a" aria-labelledby="b" role="button">A</div><div id="b" aria-labelledby="a" role="button">B</div>',
  );
  assert.deepEqual(found, ['button "B"', 'button "A"']);
});

test('selectors of packs and plugins that are broken cost nothing', async () => {
  await shared.tab.show('<main>text</main>');
  const result = await shared.tab.call('readMain', {
    selectors: ['', '>>>', 'a['],
    ignore: ['', '(('],
    selector: null,
  });
  assert.equal(result.text, 'text');
});
