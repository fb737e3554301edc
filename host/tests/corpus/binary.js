// The same tasks through the program itself: what a solver needs has a line in the view, on its pages at the latest.
import { Client, program } from './client.js';
import { address, tasks } from './miniwob/check.js';
import { seek } from './miniwob/judge.js';

const fold = (text) =>
  text
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .toLowerCase();
const isLine = (text) => /^e\d+ /.test(text);

/** The lines of all pages of the view; `first` of them stand in the view that comes without asking. */
async function viewOf(client, url) {
  const text = await client.call('browser_navigate', { url });
  const lines = text.split('\n').filter(isLine);
  const first = lines.length;
  let more = /^\+\d+ more/m.test(text);
  for (let page = 2; more && page < 20; page++) {
    const next = await client.call('browser_snapshot', { page });
    const added = next.split('\n').filter(isLine);
    lines.push(...added);
    more = added.length > 0 && /^\+\d+ more/m.test(next);
  }
  return { lines, first };
}

export async function checkBinary(page, origin, { only = null } = {}) {
  const client = new Client('--tools', 'browser');
  const lines = [];
  const failures = [];
  let needed = 0;
  let met = 0;
  try {
    await client.start();
    for (const { task, needs } of tasks) {
      if (only && !only.includes(task)) continue;
      await page.go(address(origin, task));
      const view = await viewOf(client, address(origin, task));
      const missed = [];
      let late = 0;
      for (const asked of needs) {
        const need = typeof asked === 'string' ? { css: asked } : asked;
        const found = await seek(page, need);
        for (const one of need.some ? found.slice(0, 1) : found) {
          // What has no word of its own is counted by the check of the scripts: its line cannot be told here.
          const says =
            need.word instanceof RegExp
              ? (text) => need.word.test(text)
              : one.word && !need.place && !need.never && !need.looks
                ? (text) => fold(text).includes(fold(one.word).slice(0, 40))
                : null;
          if (!says) continue;
          needed++;
          const at = view.lines.findIndex((text) => says(text.replace(/^e\d+ /, '')));
          if (at < 0)
            missed.push(
              `${need.css}: no line with ${need.word instanceof RegExp ? need.word : `"${one.word}"`}`,
            );
          else met++;
          if (at >= view.first) late++;
        }
      }
      const state = missed.length === 0 ? 'ok  ' : 'FAIL';
      lines.push(
        `${state} ${task.padEnd(34)} ${view.lines.length} lines${late > 0 ? `, ${late} only on later pages` : ''}`,
        ...missed.slice(0, 2).map((text) => `       ${text}`),
      );
      failures.push(...missed.map((text) => `${task}: ${text}`));
    }
  } finally {
    await client.close();
  }
  lines.push(`${met} of ${needed} things with words of their own have a line`);
  return { title: `MiniWoB++ through ${program.split('/').pop()}`, lines, failures };
}
