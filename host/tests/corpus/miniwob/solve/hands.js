// What a solver may do: call the tools, and read what they answer. It keeps the newest view of the page.
import { matching, viewOf } from './view.js';

/** A page of the view is asked for at most this often. */
const PAGES = 6;

export class Hands {
  /** `ask(tool, arguments)` → `{ text, isError }`. */
  constructor(ask) {
    this.ask = ask;
    this.view = null;
  }

  async call(tool, options = {}) {
    const { text, isError } = await this.ask(tool, options);
    this.answer = text;
    if (isError) throw new Error(`${tool} ${JSON.stringify(options)}: ${text.split('\n')[0]}`);
    return text;
  }

  /** Opens a task; its first line of text is what is to be done. */
  async open(url) {
    this.view = viewOf(await this.call('browser_navigate', { url }));
    this.query = this.view.page[0] ?? '';
    return this.view;
  }

  /** The whole view, all of its pages. */
  async look() {
    const whole = { full: true, max_elements: 200, text_budget: 4000 };
    const view = viewOf(await this.call('browser_snapshot', whole));
    for (let page = 2; /^\+\d+ more: /m.test(this.answer) && page < PAGES; page++) {
      const next = viewOf(await this.call('browser_snapshot', { page, max_elements: 200 }));
      if (next.lines.length === 0) break;
      view.lines.push(...next.lines);
    }
    this.view = { ...view, isWhole: true };
    return this.view;
  }

  /** The newest view; looks again only where the last answer showed a part. */
  async see() {
    return this.view?.isWhole ? this.view : this.look();
  }

  async all(wanted) {
    const { lines } = await this.see();
    return matching(lines, wanted);
  }

  /** The first line that is wanted; an error says what there was instead. */
  async one(wanted) {
    const [first] = await this.all(wanted);
    if (first) return first;
    const there = this.view.lines.slice(0, 6).map(({ text }) => text.slice(0, 60));
    throw new Error(`no line with ${describe(wanted)} among ${this.view.lines.length}: ${there.join('; ')}`);
  }

  async has(wanted) {
    return (await this.all(wanted)).length > 0;
  }

  async act(tool, options) {
    this.view = viewOf(await this.call(tool, options));
    return this.view;
  }

  async click(wanted, options = {}) {
    return this.act('browser_click', { ...(await this.handle(wanted)), ...options });
  }

  async type(wanted, text, options = {}) {
    return this.act('browser_type', { ...(await this.handle(wanted)), text, ...options });
  }

  async select(wanted, option) {
    return this.act('browser_select', { ...(await this.handle(wanted)), option });
  }

  async hover(wanted) {
    return this.act('browser_hover', await this.handle(wanted));
  }

  async press(key, count = 1, wanted = null) {
    const at = wanted ? await this.handle(wanted) : {};
    return this.act('browser_press_key', { ...at, key, ...(count > 1 ? { count } : {}) });
  }

  async drag(from, to) {
    const { ref } = await this.handle(from);
    const { ref: toRef } = await this.handle(to);
    return this.act('browser_drag', { ref, to_ref: toRef });
  }

  async scroll(direction, wanted) {
    return this.act('browser_scroll', { ...(await this.handle(wanted)), direction });
  }

  async pause(milliseconds) {
    return this.act('browser_wait_for', { time_ms: milliseconds });
  }

  /** The text of the page, longer than a view has it. */
  async read(options = {}) {
    const text = await this.call('browser_read', { max: 8000, ...options });
    return text
      .split('\n')
      .filter((line) => line.startsWith('> '))
      .map((line) => line.slice(2));
  }

  /** Lines of what a selector matches, also where it does not act; none where nothing does. */
  async dom(selector) {
    const { text } = await this.ask('browser_dom', { q: selector });
    return viewOf(text).lines;
  }

  /** Ends a form by its button. */
  async submit(name = /^(?:submit|ok|login|search|go!?|order!)$/i) {
    const buttons = await this.all({ name });
    const button = buttons.find(({ role }) => role === 'button') ?? buttons.at(-1);
    return this.click(button ?? { name });
  }

  async handle(wanted) {
    const line = wanted.ref ? wanted : await this.one(wanted);
    return { ref: line.ref };
  }
}

const describe = (wanted) =>
  Object.entries(wanted)
    .map(([key, value]) => `${key} ${typeof value === 'function' ? 'of a kind' : String(value)}`)
    .join(', ');

/** What the instruction names, by a pattern with groups. */
export function asked(query, pattern) {
  const found = pattern.exec(query);
  if (!found) throw new Error(`the instruction reads otherwise: ${query}`);
  return found.slice(1);
}

/** `3rd` → 3 */
export const ordinal = (word) => Number.parseInt(word, 10);
