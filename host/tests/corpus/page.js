// A tab whose library also hands out elements, so that what it lists can be compared with what others know of them.
import { Tab, handlers, library, launch } from '../js/support/browser.js';

export { launch };

// The scope's own functions, kept in the isolated world: the page sees none of it.
const opened = library.replace(
  /\}\)\(\)\s*$/,
  'globalThis.__corpus = { identify, know, resolve, shadowOf };\n})()',
);

const wordOf = {
  press: /^(?:click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/,
  drag: /^dragstart$/,
  type: /^(?:keydown|keypress|keyup|input|beforeinput)$/,
};

export class Page extends Tab {
  static async open(browser) {
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    const session = await page.createCDPSession();
    for (const domain of ['Runtime', 'DOM', 'Accessibility']) await session.send(`${domain}.enable`);
    const opening = new Page(page, session);
    opening.errors = [];
    page.on('pageerror', (error) => opening.errors.push(error.message));
    return opening;
  }

  /** Opens a page and puts the library into it, with what only the host can find out. */
  async go(url) {
    this.errors.length = 0;
    await this.page.goto(url, { waitUntil: 'load' });
    await this.attach();
    await this.evaluate(opened);
  }

  /** Waits until a condition in the page is true. */
  until(condition) {
    return this.page.waitForFunction(condition, { polling: 50 });
  }

  /** Facts of the page as it stands now; the listeners that script cannot see are told before. */
  async look(options) {
    await this.tellListeners();
    await this.tellHandlers();
    await this.tellInternals();
    return this.walk(options);
  }

  /**
   * The document is the page's own, not that of the isolated world: asked through the latter, Chromium 156 leaves
   * commands after the next navigations without an answer.
   */
  async tellListeners() {
    const { result } = await this.session.send('Runtime.evaluate', { expression: 'document' });
    const { listeners } = await this.session.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId,
      depth: -1,
      pierce: true,
    });
    const words = new Map();
    for (const { type, backendNodeId } of listeners) {
      for (const [word, pattern] of Object.entries(wordOf)) {
        if (!pattern.test(type)) continue;
        if (!words.has(backendNodeId)) words.set(backendNodeId, new Set());
        words.get(backendNodeId).add(word);
      }
    }
    for (const [backendNodeId, known] of words) {
      const { object } = await this.session.send('DOM.resolveNode', {
        backendNodeId,
        executionContextId: this.world,
      });
      await this.session.send('Runtime.callFunctionOn', {
        functionDeclaration:
          'function (words) { if (this.nodeType === 1) __corpus.know.listens(this, words); }',
        objectId: object.objectId,
        arguments: [{ value: [...known].join(' ') }],
      });
    }
    await this.session.send('Runtime.releaseObject', { objectId: result.objectId });
  }

  /** What frameworks keep for themselves: handlers in properties of elements, selectors of delegated listeners. */
  async tellHandlers() {
    const send = (method, options) => this.session.send(method, options);
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression: handlers,
      objectGroup: 'corpus',
      throwOnSideEffect: true,
    });
    if (exceptionDetails) return;
    const { result: members } = await send('Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    });
    const selectors = [];
    const nodes = [];
    for (const { name, value } of members) {
      if (!/^\d+$/.test(name)) continue;
      if (value.type === 'string') selectors.push(value.value);
      else nodes.push(value.objectId);
    }
    const ours = [];
    for (const objectId of nodes) {
      const { node } = await send('DOM.describeNode', { objectId });
      const { object } = await send('DOM.resolveNode', {
        backendNodeId: node.backendNodeId,
        executionContextId: this.world,
        objectGroup: 'corpus',
      });
      ours.push({ objectId: object.objectId });
    }
    await send('Runtime.callFunctionOn', {
      functionDeclaration:
        '(selectors, ...nodes) => __sekme.learn({ what: "handlers", selectors }, ...nodes)',
      arguments: [{ value: selectors }, ...ours],
      executionContextId: this.world,
    });
    await send('Runtime.releaseObjectGroup', { objectGroup: 'corpus' });
  }

  /** Custom elements may have a role by ElementInternals, which only Chromium itself can tell. */
  async tellInternals() {
    const ids = await this.evaluate(`[...document.querySelectorAll(':defined')]
      .filter((one) => one.localName.includes('-') && !one.hasAttribute('role')).map(__corpus.identify)`);
    const said = ids.length > 0 ? await this.chromiumSays(ids) : [];
    for (const [index, one] of said.entries()) {
      if (!one || one.ignored || /^(?:generic|none|LabelText)$/.test(one.role)) continue;
      const { role, name, states } = one;
      await this.evaluate(
        `__corpus.know.internals(__corpus.resolve(${ids[index]}), ${JSON.stringify({ role, name, states })})`,
      );
    }
  }

  /** What Chromium itself says of the elements with these ids: `{ role, name, ignored }` for each, or null. */
  async chromiumSays(ids) {
    const send = (method, options) => this.session.send(method, options);
    const { result } = await send('Runtime.callFunctionOn', {
      functionDeclaration: '(...ids) => ids.map((id) => __corpus.resolve(id))',
      arguments: ids.map((value) => ({ value })),
      executionContextId: this.world,
      objectGroup: 'corpus',
    });
    const { result: members } = await send('Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    });
    const said = [];
    for (const { name: index, value } of members) {
      if (!/^\d+$/.test(index)) continue;
      if (!value.objectId) {
        said[index] = null;
        continue;
      }
      const { nodes } = await send('Accessibility.getPartialAXTree', {
        objectId: value.objectId,
        fetchRelatives: false,
      });
      const { role, name, ignored, properties = [] } = nodes[0];
      said[index] = {
        role: role?.value ?? '',
        name: name?.value ?? '',
        ignored,
        states: Object.fromEntries(properties.map(({ name: key, value: { value: state } }) => [key, state])),
      };
    }
    await send('Runtime.releaseObjectGroup', { objectGroup: 'corpus' });
    return said;
  }
}
