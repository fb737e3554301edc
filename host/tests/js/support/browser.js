// Loads the page scripts into an isolated world of a real Chrome, exactly as the program does.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import puppeteer from 'puppeteer-core';

const source = (path) =>
  readFileSync(fileURLToPath(new URL(`../../../src/${path}`, import.meta.url)), 'utf8');

const rust = source('inject.rs');
const listed = [...rust.matchAll(/include_str!\("(inject\/[a-z_]+\.js)"\)/g)].map((match) => match[1]);
const scripts = listed.filter((path) => path !== 'inject/call.js');

export const library = `(() => {\n'use strict';\n${scripts.map(source).join('\n')}\n})()`;
export const call = source('inject/call.js').trimEnd().replace(/;$/, '');
export const handlers = source('inject/handlers.js');

/** Starts Chrome: `CHROME` names it, else `chromium` on the PATH. */
export async function launch() {
  const executablePath = process.env.CHROME ?? find('chromium');
  const args = ['--hide-scrollbars', '--force-device-scale-factor=1'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return puppeteer.launch({
    executablePath,
    headless: true,
    args,
    defaultViewport: { width: 1280, height: 800 },
  });
}

function find(name) {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const path = `${folder}/${name}`;
    try {
      readFileSync(path, { flag: 'r' });
      return path;
    } catch {
      // Not in this folder.
    }
  }
  throw new Error(`no ${name} on the PATH: set CHROME to the browser's path`);
}

function wordOf(type) {
  if (/^(?:click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/.test(type))
    return 'press';
  if (type === 'dragstart') return 'drag';
  return /^(?:keydown|keyup|keypress|input|beforeinput)$/.test(type) ? 'type' : '';
}

/** One tab with the library in an isolated world of its main frame. */
export class Tab {
  static async open(browser) {
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    const session = await page.createCDPSession();
    await session.send('Runtime.enable');
    return new Tab(page, session);
  }

  constructor(page, session) {
    this.page = page;
    this.session = session;
  }

  /** Shows a page. A fragment is put into a plain document. */
  async show(html) {
    const whole = /<html|<!doctype/i.test(html)
      ? html
      : `<!doctype html><html lang="en"><title>Test</title><body style="margin:8px">${html}</body></html>`;
    await this.page.goto('about:blank');
    await this.page.setContent(whole, { waitUntil: 'load' });
    await this.attach();
  }

  /** Takes the isolated world of the document that is shown now. */
  async attach() {
    const { frameTree } = await this.session.send('Page.getFrameTree');
    const { executionContextId } = await this.session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'sekme-test',
    });
    this.world = executionContextId;
  }

  async #send(name, options) {
    const { result, exceptionDetails } = await this.session.send('Runtime.callFunctionOn', {
      functionDeclaration: call,
      arguments: [{ value: name }, { value: options }],
      executionContextId: this.world,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Calls one function of the library. */
  async call(name, options = null) {
    let answer = await this.#send(name, options);
    if (answer === 'sekme-missing') {
      await this.evaluate(library);
      answer = await this.#send(name, options);
    }
    return JSON.parse(answer);
  }

  /** Tells the library what the elements of the page listen for, as the program does. */
  async learn() {
    await this.call('sample');
    const send = (method, options) => this.session.send(method, options);
    const elements = async (world) => {
      const { result } = await send('Runtime.evaluate', {
        expression: "[...document.querySelectorAll('*')]",
        ...world,
      });
      const list = await send('Runtime.getProperties', { objectId: result.objectId, ownProperties: true });
      return list.result.filter(({ value }) => value?.subtype === 'node').map(({ value }) => value.objectId);
    };
    const seen = await elements({});
    const ours = await elements({ contextId: this.world });
    for (const [index, objectId] of seen.entries()) {
      const { listeners } = await send('DOMDebugger.getEventListeners', { objectId });
      const heard = new Set(listeners.map(({ type }) => wordOf(type)).filter(Boolean));
      if (heard.size === 0) continue;
      await send('Runtime.callFunctionOn', {
        functionDeclaration: '(words, ...nodes) => __sekme.learn({ what: "listens", words }, ...nodes)',
        arguments: [{ value: [...heard].join(' ') }, { objectId: ours[index] }],
        executionContextId: this.world,
      });
    }
  }

  /** Evaluates in the isolated world. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      expression,
      contextId: this.world,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  walk(options = {}) {
    return this.call('walk', { max_elements: 20_000, text_chars: 3000, probes: [], ...options });
  }

  /** Id of the first element that matches a selector. */
  async id(css) {
    const { ids } = await this.call('querySelector', { css });
    return ids[0];
  }

  close() {
    return this.page.close();
  }
}
