// Our own pages are read well: articles whole and alone, and what tasks ask for early on all other pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { compare, innerText, mean, missing, readWith } from '../reading/measure.js';
import { articles } from '../reading/pages/articles.js';
import { facts } from '../reading/pages/facts.js';
import { listings } from '../reading/pages/listings.js';
import { withTab } from '../support/view.js';

const shared = withTab();

test('articles are read whole and alone', async () => {
  const scores = [];
  for (const { name, html, expected } of articles) {
    await shared.tab.show(html);
    const { f1 } = compare((await readWith(shared.tab)).text, expected);
    assert.ok(f1 >= 0.9, `${name}: F1 ${f1.toFixed(2)}`);
    scores.push(f1);
  }
  assert.ok(mean(scores) >= 0.97, `mean F1 ${mean(scores).toFixed(3)}`);
});

const share = (text, values, limit) => 1 - missing(text, values, limit).length / values.length;
const all = { 2000: [], 4000: [] };
const plain = { 2000: [], 4000: [] };

for (const [name, write] of Object.entries({ ...facts, ...listings })) {
  test(`values are kept: ${name}`, async () => {
    const { html, values, items, lines = [], never = [] } = write();
    await shared.tab.show(html);
    const result = await readWith(shared.tab);
    const seen = await innerText(shared.tab);
    for (const limit of [2000, 4000]) {
      const ours = share(result.text, values, limit);
      all[limit].push(ours);
      plain[limit].push(share(seen, values, limit));
      assert.ok(ours >= plain[limit].at(-1), `lost: ${missing(result.text, values, limit).join(' ¦ ')}`);
    }
    assert.deepEqual(missing(result.text, values), []);
    for (const line of lines) assert.ok(result.text.split('\n').includes(line), `${line}\n${result.text}`);
    for (const word of never) assert.ok(!result.text.includes(word), word);
    if (items) assert.equal(result.items, items);
  });
}

test('more is kept than the plain text keeps', () => {
  assert.ok(mean(all[4000]) >= 0.95 && mean(all[4000]) >= mean(plain[4000]));
  assert.ok(mean(all[2000]) >= 0.95 && mean(all[2000]) > mean(plain[2000]) + 0.05);
});
