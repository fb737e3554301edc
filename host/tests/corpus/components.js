// Component libraries: what must stand in the view of our own page of each, written by hand.
//
// A row is `[role, name, facts]`: exactly one such element (`times` of them), whose value and states are as said.
// `without` lists what must not be there. A part is what is there after one more step.
import { setTimeout as pause } from 'node:timers/promises';

import { line } from '../js/support/view.js';

const pages = {
  shoelace: [
    {
      shows: [
        ['textbox', 'Passenger *', { required: true, editable: true }],
        ['textbox', 'E-mail', { value: 'ada@example.org' }],
        ['button', 'Clear entry'],
        ['textbox', 'Booking code', { value: undefined }],
        ['button', 'Show password'],
        ['combobox', 'Route', { value: 'Ouddorp – Hellevoet', expanded: false }],
        ['radio', 'Deck', { checked: 'true' }],
        ['radio', 'Saloon', { checked: 'false' }],
        ['checkbox', 'Take a bicycle', { checked: 'true' }],
        ['checkbox', 'Meals for some', { checked: 'mixed' }],
        ['switch', 'Send me news', { checked: 'false' }],
        ['slider', 'Bags', { value: '3' }],
        ['textbox', 'Wishes', { value: 'A seat by the window' }],
        ['slider', 'Last crossing', { value: '4' }],
        ['button', 'Book now'],
        ['button', 'Pay later', { disabled: true }],
        ['button', 'Settings'],
        ['button', 'Share'],
        ['tab', 'Times', { selected: true }],
        ['tab', 'Prices', { selected: false }],
        ['tab', 'Archive', { disabled: true }],
        ['link', 'First boat'],
        ['button', 'Rules on board', { expanded: false }],
        ['button', 'More'],
      ],
      without: [
        ['generic', 'Book now'],
        ['generic', 'Ouddorp – Hellevoet'],
        ['link', 'Bicycle prices'],
        ['link', 'Dogs'],
        ['menuitem', 'Print'],
        ['button', 'Agree'],
        ['button', 'Empty it'],
      ],
    },
    {
      act: (page) => page.click('sl-select'),
      shows: [
        ['option', 'Ouddorp – Hellevoet', { selected: true }],
        ['option', 'Den Helder – Texel', { selected: false }],
        ['option', 'Harlingen – Vlieland', { disabled: true }],
      ],
    },
    {
      act: async (page) => {
        await page.keyboard.press('Escape');
        await page.click('#more sl-button');
      },
      shows: [
        ['menuitem', 'Print'],
        ['menuitemcheckbox', 'Return trip', { checked: 'true' }],
        ['menuitem', 'Cancel trip', { disabled: true }],
      ],
    },
    {
      act: async (page) => {
        await page.keyboard.press('Escape');
        await page.click('sl-details');
        await page.click('sl-tab[panel=prices]');
      },
      shows: [
        ['button', 'Rules on board', { expanded: true }],
        ['link', 'Dogs'],
        ['tab', 'Prices', { selected: true }],
        ['link', 'Bicycle prices'],
      ],
      without: [['link', 'First boat']],
    },
    {
      act: (page) => page.click('#open-terms'),
      modal: 'Terms',
      shows: [
        ['button', 'Agree', { in_dialog: true }],
        ['button', 'Close', { in_dialog: true }],
      ],
    },
    {
      act: async (page) => {
        await page.keyboard.press('Escape');
        await page.waitForSelector('#terms:not([open])');
        await page.evaluate(() => document.getElementById('basket').show());
      },
      modal: 'Your basket',
      shows: [['button', 'Empty it', { in_dialog: true }]],
    },
  ],
  tabulator: [
    {
      shows: [
        ['columnheader', 'No.'],
        ['columnheader', 'Town'],
        ['searchbox', 'Find a name', { value: '' }],
        ['gridcell', 'Ada 1', { context: /Goes/ }],
        ['gridcell', 'Bram 2', { context: /Izmir/ }],
        ['button', 'Remove', { times: /^[1-9]/ }],
      ],
      // The table draws some dozens of its thousand rows: the view says how many there are.
      says: /\b1[.,\s]?000\b/,
    },
    {
      act: (page) => page.click('.tabulator-row .tabulator-cell[tabulator-field=name]'),
      shows: [['textbox', /./, { value: 'Ada 1', editable: true, focused: true }]],
    },
  ],
  flatpickr: [
    {
      shows: [
        ['textbox', 'From', { value: '2026-03-14' }],
        ['textbox', 'Hour', { value: '09:30' }],
        ['button', 'Look for boats'],
      ],
      without: [[/./, 'March 14, 2026']],
    },
    {
      act: (page) => page.click('#from'),
      shows: [
        [/./, 'March 14, 2026'],
        [/./, 'March 15, 2026'],
        [/./, 'March 31, 2026'],
        ['combobox', 'Month', { value: 'March' }],
        ['spinbutton', 'Year', { value: '2026' }],
      ],
    },
    {
      act: (page) => page.evaluate(() => (window.from.close(), window.at.open())),
      shows: [
        ['spinbutton', 'Hour', { value: '09' }],
        ['spinbutton', 'Minute', { value: '30' }],
      ],
      without: [[/./, 'March 15, 2026']],
    },
  ],
  select2: [
    {
      shows: [
        ['combobox', /Plant|Leek/, { value: 'Leek', expanded: false }],
        ['button', 'Remove item', { times: 2, context: /Gloves|Labels/ }],
        ['searchbox', /./, { editable: true }],
        ['button', 'Add to order'],
      ],
      without: [['option', 'Swiss chard']],
    },
    {
      act: (page) => page.click('#plant + .select2'),
      shows: [
        ['option', 'Broad bean', { selected: false }],
        ['option', 'Leek', { selected: true }],
        ['option', 'Swiss chard', { selected: false }],
        ['option', 'Tomato (sold out)', { disabled: true }],
      ],
    },
    {
      act: async (page) => {
        await page.keyboard.press('Escape');
        await page.click('#extras + .select2');
      },
      shows: [
        ['option', 'Gloves', { selected: true }],
        ['option', 'String', { selected: false }],
        ['option', 'Trowel', { selected: false }],
      ],
      without: [['option', 'Swiss chard']],
    },
  ],
  quill: [
    {
      shows: [
        ['textbox', 'Subject', { value: 'Meeting on Friday' }],
        ['button', 'Normal', { expanded: false }],
        ['button', 'bold', { pressed: false }],
        ['button', 'list: bullet', { pressed: false }],
        [
          'textbox',
          /./s,
          { value: /Dear neighbours.*We meet at eight in the old mill\..*Bring a lamp/s, editable: true },
        ],
        ['button', 'Send letter'],
      ],
    },
    {
      act: (page) => page.evaluate(() => window.quill.setSelection(30, 0)),
      shows: [['textbox', /./s, { value: /Dear neighbours/, focused: true }]],
    },
  ],
  react: [
    {
      shows: [
        ['textbox', 'New entry', { value: '' }],
        ['button', 'Add', { disabled: true }],
        [/./, '☐ Milk'],
        [/./, '☑ Tea'],
        [/./, 'Remove Milk'],
        [/./, 'Remove Soap'],
      ],
      without: [[/./, 'Shopping list']],
    },
    {
      act: (page) => page.type('input', 'Salt'),
      shows: [
        ['textbox', 'New entry', { value: 'Salt', focused: true }],
        ['button', 'Add', { disabled: undefined }],
      ],
    },
  ],
  vue: [
    {
      shows: [
        ['textbox', 'Station', { value: 'Zwolle' }],
        ['checkbox', 'Late trains only', { checked: 'true' }],
        ['radio', 'All', { checked: 'false' }],
        ['radio', 'Express', { checked: 'true' }],
        ['combobox', 'Day', { value: 'Tomorrow' }],
        ['button', 'Follow', { times: 3, context: /Emmen|Kampen|Groningen/ }],
        [/generic/, 'Stops', { times: 3, context: /Emmen|Kampen|Groningen/ }],
      ],
      without: [['button', 'Hidden button']],
    },
  ],
  codemirror: [
    {
      shows: [
        ['textbox', /./s, { value: /const flour = 500;[\s⏎]*const water = flour \* 0\.7;/ }],
        ['button', 'Run script'],
      ],
    },
  ],
  material: [
    {
      shows: [
        ['textbox', /^Card number/, { value: '20418', required: true }],
        ['textbox', 'Note', { value: 'Ring twice' }],
        ['combobox', 'Branch', { value: 'North', expanded: false }],
        ['checkbox', 'Remind me', { checked: 'true' }],
        ['switch', 'By mail', { checked: 'true' }],
        ['radio', 'Small print', { checked: 'true' }],
        ['radio', 'Large print', { checked: 'false' }],
        ['slider', 'Loans', { value: '4' }],
        ['tab', 'Loans', { selected: true }],
        ['tab', 'Fines', { selected: false }],
        ['button', 'Renew'],
        ['button', 'Return', { disabled: true }],
        ['button', 'Search the shelf'],
        [/button|listitem/, 'The tide tables'],
        [/link|listitem/, 'On mills'],
      ],
      without: [
        ['option', 'Quay'],
        ['generic', 'Renew'],
      ],
    },
  ],
};

const fits = (wanted, got) =>
  wanted instanceof RegExp
    ? wanted.test(got ?? '') || (wanted.source === '.' && got === '')
    : wanted === got || (wanted !== undefined && String(wanted) === got);

const valueOf = (fact, key) => {
  if (key === 'value') return fact.value;
  if (key === 'in_dialog') return String(fact.in_dialog ?? false);
  if (key === 'context') return fact.extra.find(([name]) => name === 'context')?.[1];
  const state = fact.states?.[key];
  return state === undefined ? undefined : String(state);
};

const write = ([role, name, facts = {}]) =>
  `${role} "${name}"${Object.entries(facts)
    .map(([key, value]) => ` ${key}=${value}`)
    .join('')}`;

/** What of a part is not as it should be. */
function faultsOf(part, walked) {
  const faults = [];
  const { elements } = walked;
  for (const row of part.shows ?? []) {
    const [role, name, { times = 1, ...facts } = {}] = row;
    const named = elements.filter((fact) => fits(role, fact.role) && fits(name, fact.name));
    const right = named.filter((fact) =>
      Object.entries(facts).every(([key, want]) => fits(want, valueOf(fact, key))),
    );
    if (times instanceof RegExp ? times.test(String(right.length)) : right.length === times) continue;
    const seen = named.length > 0 ? named.slice(0, 3).map(line).join('; ') : 'none of that name';
    faults.push(`${right.length} of ${write(row)}: ${seen}`);
  }
  for (const row of part.without ?? []) {
    const [role, name] = row;
    const there = elements.find((fact) => fits(role, fact.role) && fits(name, fact.name));
    if (there) faults.push(`should not be there: ${line(there)}`);
  }
  if (part.modal && walked.modal !== part.modal) faults.push(`modal is ${walked.modal}, not ${part.modal}`);
  if (part.says && !part.says.test(JSON.stringify(walked))) faults.push(`nothing says ${part.says}`);
  return faults;
}

/** Components animate: a part is looked at until it is right, for two seconds at most. */
async function judge(page, part) {
  await part.act?.(page.page);
  const end = performance.now() + 2000;
  for (;;) {
    const walked = await page.look();
    const faults = faultsOf(part, walked);
    if (faults.length === 0 || performance.now() > end) return { faults, walked };
    await pause(100);
  }
}

export async function checkComponents(page, origin, { only = null, names } = {}) {
  const lines = [];
  const failures = [];
  for (const [name, parts] of Object.entries(pages)) {
    if (only && !only.includes(name)) continue;
    await page.go(`${origin}/pages/${name}.html`);
    await page.until('window.ready === true');
    let rows = 0;
    const faults = [];
    for (const [index, part] of parts.entries()) {
      rows +=
        (part.shows?.length ?? 0) + (part.without?.length ?? 0) + (part.modal ? 1 : 0) + (part.says ? 1 : 0);
      const result = await judge(page, part);
      faults.push(...result.faults.map((fault) => `part ${index + 1}: ${fault}`));
      await names?.compare(page, name, result.walked.elements);
    }
    faults.push(...page.errors.map((error) => `the page failed: ${error}`));
    lines.push(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${rows - faults.length}/${rows}`);
    lines.push(...faults.map((fault) => `       ${fault}`));
    failures.push(...faults.map((fault) => `${name}: ${fault}`));
  }
  return { title: 'Component libraries', lines, failures };
}
