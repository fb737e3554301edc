// MiniWoB++: everything that a task needs is in the view, with a name that a solver can use.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { miniwob } from '../install.js';
import { judge } from './judge.js';
import { excluded, rows } from './tasks.js';

/** Every task with its needs: `{ task, needs, stages }`. */
export const tasks = rows.flatMap(([names, needs, ...stages]) =>
  names.split(/\s+/).map((task) => ({ task, needs, stages })),
);

/** The saved airline pages stand in a folder each; their episodes only fill in what is asked for. */
export const address = (origin, task, seed = 42) =>
  task.startsWith('flight/')
    ? `${origin}/miniwob/${task}/index.html`
    : `${origin}/miniwob/miniwob/${task}.html?seed=${seed}`;

const steps = {
  click: (page, css) => page.page.click(css),
  // The picture changes under the pointer, and its size with it: a click by pointer may miss.
  press: (page, css) => page.page.$eval(css, (element) => element.click()),
  hover: (page, css) => page.page.hover(css),
  type: async (page, css, text) => {
    await page.page.click(css);
    await page.page.keyboard.type(text);
  },
};

async function judgeAll(page, needs) {
  const { elements } = await page.look();
  const facts = new Map(elements.map((fact) => [fact.id, fact]));
  let count = 0;
  const faults = [];
  for (const need of needs) {
    const one = await judge(page, need, facts);
    count += one.count;
    faults.push(...one.faults);
  }
  return { count, faults, elements };
}

/** What a step opens may slide in: it is judged until it is right, for a second and a half at most. */
async function judgeStage(page, needs) {
  const end = performance.now() + 1500;
  for (;;) {
    const answer = await judgeAll(page, needs);
    if (answer.faults.length === 0 || performance.now() > end) return answer;
    await pause(100);
  }
}

async function run(page, origin, { task, needs, stages }, { seed, names }) {
  await page.go(address(origin, task, seed));
  const first = await judgeAll(page, needs);
  await names?.compare(page, task, first.elements);
  let { count } = first;
  const faults = [...first.faults];
  for (const { act, needs: later } of stages) {
    const [kind, ...rest] = act;
    await steps[kind](page, ...rest);
    const next = await judgeStage(page, later);
    await names?.compare(page, task, next.elements);
    count += next.count;
    faults.push(...next.faults.map((fault) => ({ ...fault, after: act.join(' ') })));
  }
  return { task, count, faults, listed: first.elements.length };
}

/** One task that hangs must not hold up the others. */
async function within(limit, work) {
  const clock = new AbortController();
  const late = pause(limit, null, { signal: clock.signal }).then(
    () => {
      throw new Error(`took longer than ${limit} ms`);
    },
    () => null,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clock.abort();
  }
}

/** Tasks that neither list names: a new release of the pages has to be looked at. */
function unknown() {
  const known = new Set([...tasks.map(({ task }) => task), ...Object.keys(excluded)]);
  return readdirSync(join(miniwob, 'miniwob'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -5))
    .filter((task) => !known.has(task));
}

export async function checkMiniwob(page, origin, { only = null, seeds = [42], verbose = false, names } = {}) {
  const failures = unknown().map((task) => `${task}: is in no row`);
  let tried = 0;
  let passed = 0;
  let met = 0;
  let needed = 0;
  const lines = [];
  for (const one of tasks) {
    if (only && !only.includes(one.task)) continue;
    for (const seed of seeds) {
      let result;
      try {
        result = await within(25_000, run(page, origin, one, { seed, names }));
      } catch (error) {
        result = {
          task: one.task,
          count: 1,
          faults: [{ css: '', html: '', fault: error.message }],
          listed: 0,
        };
      }
      const { task, count, faults, listed } = result;
      needed += count;
      met += count - faults.length;
      for (const { css, fault, html, after } of faults) {
        failures.push(`${task} (seed ${seed}): ${css}${after ? ` after ${after}` : ''} ${fault} ${html}`);
      }
      if (faults.length === 0) passed++;
      tried++;
      lines.push(
        `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${task.padEnd(34)} ${String(count - faults.length).padStart(3)}/${String(count).padEnd(3)} of ${listed} listed`,
      );
      const shown = verbose ? faults : faults.slice(0, 2);
      for (const { css, fault, html, after } of shown) {
        lines.push(`       ${css}${after ? ` (after ${after})` : ''}: ${fault} ${html}`);
      }
      if (faults.length > shown.length) lines.push(`       and ${faults.length - shown.length} more`);
    }
  }
  lines.push(
    `${passed} of ${tried} tasks, ${met} of ${needed} things a solver needs; ` +
      `${Object.keys(excluded).length} tasks left out:`,
    ...Object.entries(excluded).map(([task, reason]) => `       ${task}: ${reason}`),
  );
  return { title: 'MiniWoB++', lines, failures };
}
