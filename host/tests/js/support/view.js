// Facts as short lines, so that a table of cases reads like the view a model gets.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Tab, launch } from './browser.js';

/** `textbox "Search" value "kettle" (required, editable)` */
export function line(element) {
  const words = [`${element.role} "${element.name}"`];
  if (element.value !== undefined && element.value !== null) words.push(`value "${element.value}"`);
  const states = Object.entries(element.states ?? {}).map(([name, value]) =>
    value === true ? name : `${name}: ${value}`,
  );
  if (states.length > 0) words.push(`(${states.join(', ')})`);
  if (element.covered_by) words.push(`covered by ${element.covered_by}`);
  return words.join(' ');
}

/** The value of one hint of an element. */
export const hint = (element, name) => element?.extra.find(([key]) => key === name)?.[1];

/** A Chrome and one tab for the tests of a file. */
export function withTab() {
  const shared = {};
  before(async () => {
    shared.browser = await launch();
    shared.tab = await Tab.open(shared.browser);
  });
  after(() => shared.browser?.close());
  return shared;
}

/** One test for each row `[sentence, html, lines]`: the controls of the page, written as lines. */
export function checkLines(shared, rows, write = line) {
  for (const [sentence, html, expected] of rows) {
    test(sentence, async () => {
      await shared.tab.show(html);
      const { elements, skipped } = await shared.tab.walk();
      assert.equal(skipped, 0);
      assert.deepEqual(elements.map(write), [expected].flat());
    });
  }
}
