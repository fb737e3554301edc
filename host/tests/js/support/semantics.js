// Tables of semantics: what the library says of one element, held against the specifications and against Chrome.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

// Chrome's own words for roles, in ours. What it leaves out of the tree is none or generic alike.
const chromeRoles = {
  Abbr: 'generic',
  Audio: 'audio',
  ColorWell: 'button',
  Date: 'textbox',
  DateTime: 'textbox',
  DescriptionList: 'generic',
  DisclosureTriangle: 'button',
  Iframe: 'iframe',
  InputTime: 'textbox',
  LabelText: 'generic',
  Legend: 'generic',
  MathMLMath: 'math',
  Pre: 'generic',
  Video: 'video',
  'doc-backlink': 'link',
  'doc-noteref': 'link',
  'graphics-symbol': 'img',
  image: 'img',
  none: 'generic',
};

const chromeStates = {
  busy: 'busy',
  checked: 'checked',
  disabled: 'disabled',
  expanded: 'expanded',
  focused: 'focused',
  invalid: 'invalid',
  level: 'level',
  pressed: 'pressed',
  readonly: 'readonly',
  required: 'required',
  selected: 'selected',
};

/** Finds the element under test, in open shadow roots too, in the world of the page. */
const findTarget = `(function find(root) {
  const found = root.querySelector('[t]');
  if (found) return found;
  for (const element of root.querySelectorAll('*')) {
    const inner = element.shadowRoot && find(element.shadowRoot);
    if (inner) return inner;
  }
  return null;
})(document)`;

/** Writes a document over the last one: much faster than a navigation, and the library stays. */
async function write(tab, html) {
  const whole = /<html|<!doctype/i.test(html) ? html : `<!doctype html><title>Test</title><body>${html}`;
  await tab.page.evaluate((text) => {
    document.adoptedStyleSheets = [];
    document.open();
    document.write(text);
    document.close();
  }, whole);
}

async function chromeView(tab) {
  const { result } = await tab.session.send('Runtime.evaluate', { expression: findTarget });
  const { nodes } = await tab.session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  const [node] = nodes;
  const role = node.role?.value ?? 'none';
  const states = {};
  for (const { name, value } of node.properties ?? []) {
    if (name in chromeStates) states[chromeStates[name]] = value.value;
  }
  return { role: chromeRoles[role] ?? role, name: node.name?.value ?? '', states };
}

const squash = (text) =>
  text
    .replace(/[\u200b\ue000-\uf8ff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** States that both know, and that say something. */
const common = (states) => {
  const kept = {};
  for (const [name, value] of Object.entries(states)) {
    if (name in chromeStates && !/^(?:false|0)$/.test(String(value)))
      kept[name] = name === 'busy' ? 'true' : String(value);
  }
  return Object.fromEntries(Object.entries(kept).sort());
};

const aspects = {
  role: {
    ours: ({ role }) => role,
    same: (ours, chrome) => (ours.role === 'none' ? 'generic' : ours.role) === chrome.role,
  },
  name: {
    ours: ({ name }) => name,
    same: (ours, chrome) => ours.name === squash(chrome.name),
  },
  states: {
    ours: ({ states, value }) =>
      [
        ...(value ? [`value: ${value}`] : []),
        ...Object.entries(states).map(([name, state]) => (state === true ? name : `${name}: ${state}`)),
      ].join(', '),
    same: (ours, chrome) => JSON.stringify(common(ours.states)) === JSON.stringify(common(chrome.states)),
  },
};

/**
 * One test for each row `[specification, sentence, html, expected, deviation]`. The element under test carries the
 * attribute `t`. Without a deviation Chrome must say the same; with one it must not, so that no reason outlives its
 * difference. A row with `deviation` of `null` is not held against Chrome, which tells nothing comparable of it.
 */
export function checkSemantics(shared, aspect, rows) {
  const { ours, same } = aspects[aspect];
  const count = { agree: 0, differ: 0, alone: 0 };
  for (const [specification, sentence, html, expected, deviation] of rows) {
    test(`${specification}: ${sentence}`, async () => {
      const { tab } = shared;
      if (!shared.ready) {
        await tab.show('');
        await tab.session.send('Accessibility.enable');
        shared.ready = true;
      }
      await write(tab, html);
      const found = await tab.call('semantics', { element: await tab.id('[t]') });
      assert.equal(ours(found), expected);
      if (deviation === null) {
        count.alone++;
        return;
      }
      const chrome = await chromeView(tab);
      const agrees = same(found, chrome);
      count[agrees ? 'agree' : 'differ']++;
      if (deviation) assert.ok(!agrees, `Chrome agrees by now: ${deviation}`);
      else assert.ok(agrees, `Chrome says ${JSON.stringify(chrome)}`);
    });
  }
  after(() => {
    console.log(
      `${aspect}: ${count.agree} as Chrome, ${count.differ} with a reason, ${count.alone} not comparable`,
    );
  });
}
