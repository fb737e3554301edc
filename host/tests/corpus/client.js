// A client of the program over its standard input and output.
import { spawn } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');

/** The program under test: `SEKME` names it, else the debug build is taken. */
export const program =
  process.env.SEKME ?? join(process.env.CARGO_TARGET_DIR ?? join(cache, 'sekme', 'target'), 'debug', 'sekme');

export class Client {
  constructor(...flags) {
    this.folder = mkdtempSync(join(tmpdir(), 'sekme-corpus-'));
    this.process = spawn(program, ['serve', '--headless', '--artifact-dir', this.folder, ...flags], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
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

  /** `{ text, isError }` of a tool's answer. */
  async ask(name, options) {
    const { content, isError = false } = await this.request('tools/call', { name, arguments: options });
    return { text: content.map((one) => one.text ?? '').join('\n'), isError };
  }

  /** The text of an answer that is no error. */
  async call(name, options) {
    const { text, isError } = await this.ask(name, options);
    if (isError) throw new Error(text.split('\n')[0]);
    return text;
  }

  async close() {
    this.process.stdin.end();
    if (!this.ended) await new Promise((done) => this.process.on('exit', done));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
