// Typing into editors and fields that others wrote, through the program: what the editor itself says it holds is what
// was typed, and the receipt says so.
import { Client } from './client.js';

const code = 'function f(a) {\n  if (a) {\n    return "x";\n  }\n}';
const letter = 'Dear Ada,\nthe boat (an old one) leaves at eight.\nGörüşürüz 日本 😀';

const editors = [
  { name: 'quill', css: '#quill .ql-editor', text: letter },
  { name: 'prosemirror', css: '#prosemirror .ProseMirror', text: letter },
  { name: 'lexical', css: '#lexical', text: letter },
  { name: 'codemirror5', css: '#codemirror5 textarea', text: code },
  { name: 'codemirror6', css: '#codemirror6 .cm-content', text: code },
  { name: 'monaco', css: '#monaco .native-edit-context', text: code },
  { name: 'monaco-area', css: '#monaco-area textarea.inputarea', text: code },
];

/** Label, text, what the receipt says, what the field holds. */
const fields = [
  ['Phone', '5551234567', 'so it holds', '+7 (555) 123-45-67'],
  ['Day', '31.12.2026', 'Typed', '31.12.2026'],
  ['Price', '1234.5', 'so it holds', '1,234.5'],
  ['Card', '4111111111111111', 'so it holds', '4111 1111 1111 1111'],
  ['Birthday', '31122026', 'so it holds', '31/12/2026'],
  ['Birthday', '30/11/2026', 'Typed', '30/11/2026'],
  ['React name', 'Ada Lovelace', 'Typed', 'Ada Lovelace'],
  ['React code', 'ab12', 'so it holds', 'AB12'],
  ['React digits', '12ab', 'but it holds', '12'],
  ['React note', 'one\ntwo', 'Typed', 'one\ntwo'],
  ['React fixed', 'new', 'error[not-actionable]', 'fixed'],
  ['Vue town', 'Zierikzee', 'Typed', 'Zierikzee'],
  ['Vue code', 'xy', 'so it holds', 'XY'],
  ['Vue town', '', 'Cleared', ''],
  ['React name', '', 'Cleared', ''],
];

export async function checkTyping(_page, origin) {
  const client = new Client('--tools', 'browser');
  const lines = [];
  const failures = [];
  const judge = (what, wanted, got, receipt = '') => {
    const fits = wanted instanceof RegExp ? wanted.test(got) : wanted === got;
    lines.push(`${fits ? 'ok  ' : 'FAIL'} ${what}`);
    if (fits) return;
    lines.push(
      `       wanted ${wanted instanceof RegExp ? wanted : JSON.stringify(wanted)}, got ${JSON.stringify(got)}; ${receipt}`,
    );
    failures.push(what);
  };
  const call = (name, options) => client.call(name, options).catch((error) => error.message);
  const value = async (expression) => JSON.parse(await call('browser_evaluate', { expression }));
  try {
    await client.start();
    await client.call('browser_navigate', { url: `${origin}/pages/editors.html` });
    await client.call('browser_wait_for', { time_ms: 10 }).catch(() => null);
    for (const { name, css, text } of editors) {
      const held = () => value(`held('${name}')`);
      const type = async (what, options, wanted, receipt = /^(?!.*(?:holds "|error)).*/) => {
        const answer = await call('browser_type', { selector: css, ...options });
        judge(`${name} ${what}`, wanted, await held(), answer.split('\n')[0]);
        judge(`${name} ${what}: receipt`, receipt, answer.split('\n')[0]);
      };
      await type('takes lines', { text }, text);
      await type('is replaced', { text: 'short' }, 'short');
      await type('is appended to', { text: ' and more', append: true }, 'short and more');
      await type('takes keys', { text: 'slow', slowly: true }, 'slow');
      await type('is cleared', { text: '' }, '', /^Cleared/);
      await type('takes text when empty', { text: 'again' }, 'again');
    }
    await client.call('browser_navigate', { url: `${origin}/pages/masks.html` });
    for (const [label, text, said, holds] of fields) {
      const answer = await call('browser_type', { text_label: label, text });
      const [receipt] = answer.split('\n');
      const css = `[...document.querySelectorAll('label')].find((one) => one.textContent.trim().startsWith('${label}'))`;
      judge(
        `${label} ${JSON.stringify(text)}`,
        holds,
        await value(`${css}.querySelector('input,textarea').value`),
        receipt,
      );
      judge(`${label} ${JSON.stringify(text)}: receipt`, true, receipt.includes(said), receipt);
    }
    judge(
      'react state',
      '|AB12|12|one\ntwo',
      await value("document.getElementById('react-state').textContent"),
    );
    judge('vue state', '|XY', await value("document.getElementById('vue-state').textContent"));
  } finally {
    await client.close();
  }
  return { title: 'Typing into editors and masked fields', lines, failures };
}
