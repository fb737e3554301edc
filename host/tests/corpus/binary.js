// The same tasks through the program itself: what a solver needs has a line in the view, on its pages at the latest.
import { spawn } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { address, tasks } from './miniwob/check.js';
import { seek } from './miniwob/judge.js';

const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const program =
  process.env.SEKME ?? join(process.env.CARGO_TARGET_DIR ?? join(cache, 'sekme', 'target'), 'debug', 'sekme');

/** A client of the program over its standard input and output. */
export class Client {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'sekme-corpus-'));
    this.process = spawn(
      program,
      ['serve', '--headless', '--tools', 'browser', '--artifact-dir', this.folder],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    this.waiting = new Map();
    this.last = 0;
    createInterface({ input: this.process.stdout }).on('line', (text) => {
      const { id, ...answer } = JSON.parse(text);
      this.waiting.get(id)?.(answer);
      this.waiting.delete(id);
    });
    this.process.on('error', (error) => this.#end(error));
    this.process.on('exit', () => this.#end(new Error('the program ended')));
  }

  #end(error) {
    for (const answer of this.waiting.values()) answer({ error });
    this.waiting.clear();
    this.ended = error;
  }

  #send(message) {
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async request(method, params) {
    if (this.ended) throw this.ended;
    const id = ++this.last;
    const answered = new Promise((done) => this.waiting.set(id, done));
    this.#send({ id, method, params });
    const { result, error } = await answered;
    if (error) throw new Error(error.message);
    return result;
  }

  async start() {
    const clientInfo = { name: 'corpus', version: '1' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.#send({ method: 'notifications/initialized' });
  }

  /** What a tool answers, a refusal too. */
  async ask(name, options) {
    const { content } = await this.request('tools/call', { name, arguments: options });
    return content.map((one) => one.text ?? '').join('\n');
  }

  async call(name, options) {
    const { content, isError } = await this.request('tools/call', { name, arguments: options });
    const text = content.map((one) => one.text ?? '').join('\n');
    if (isError) throw new Error(text.split('\n')[0]);
    return text;
  }

  async close() {
    this.process.stdin.end();
    if (!this.ended) await new Promise((done) => this.process.on('exit', done));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

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
  const client = new Client();
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
