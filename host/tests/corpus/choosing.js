// Choosing through the program itself in the lists of component libraries, which are made of anything but `<select>`.
//
// A row is `[selector, option, what the receipt must contain]`; an option may be a list.
import { setTimeout as pause } from 'node:timers/promises';

import { Client } from './client.js';

const pages = {
  select2: [
    ['#plant + .select2', 'Swiss chard', '→ value "Swiss chard"'],
    ['#plant', 'Leek', '→ value "Leek"'],
    ['#plant', 'Tomato (sold out)', 'is disabled'],
    ['#plant', 'Rose', 'it has 4 options'],
    ['#extras + .select2', ['Gloves', 'String'], 'value "Gloves", "String"'],
  ],
  shoelace: [
    ['sl-select', 'Den Helder – Texel', '→ value "Den Helder – Texel"'],
    ['sl-select', 'Ouddorp', '→ value "Ouddorp – Hellevoet"'],
    ['sl-radio-group', 'Saloon', '→ value "Saloon"'],
    ['sl-tab-group', 'Prices', 'Chose "Prices"'],
    ['#more sl-button', 'Print', 'Chose "Print"'],
  ],
  material: [
    ['md-filled-select', 'Quay', '→ value "Quay"'],
    ['md-tabs', 'Fines', 'Chose "Fines"'],
  ],
  selects: [
    ['#choices', 'Holly', '→ value "Holly"'],
    ['#choices-many', ['Yew', 'Hazel'], 'value "Hazel", "Yew"'],
    ['#slim', 'Privet', '→ value "Privet"'],
    ['#slim-many', ['Beech', 'Yew'], 'value "Beech", "Yew"'],
    ['#tom', 'Hawthorn', '→ value "Hawthorn"'],
    ['#tom-many', ['Hazel', 'Holly'], 'value "Hazel", "Holly"'],
    ['#tom-remote', 'Long Field', '→ value "Long Field"'],
    ['#tom', 'Baobab', 'has no option "Baobab"'],
  ],
  headless: [
    ['#owner', 'Cahit', '→ value "Cahit"'],
    ['#owner', 'Daan', 'is disabled'],
    ['#reviewer', 'Bram', '→ value "Bram"'],
    ['#ticket', 'Ticket 740', '→ value "Ticket 740"'],
    ['#size', 'Large', '→ value "Large"'],
    ['#menu', 'Archive', 'Chose "Archive"'],
  ],
};

export async function checkChoosing(page, origin, { only = null, verbose = false } = {}) {
  const client = new Client();
  const lines = [];
  const failures = [];
  try {
    await client.start();
    for (const [name, rows] of Object.entries(pages)) {
      if (only && !only.includes(name)) continue;
      await client.call('browser_navigate', { url: `${origin}/pages/${name}.html` });
      await pause(300);
      for (const [selector, option, receipt] of rows) {
        const begun = performance.now();
        const { text: answer } = await client.ask('browser_select', { selector, option });
        const says = answer.split('\n').slice(0, 3).join(' / ');
        const ok = says.includes(receipt);
        const ms = Math.round(performance.now() - begun);
        lines.push(`${ok ? 'ok  ' : 'FAIL'} ${name} ${selector}: ${option} (${ms} ms)`);
        if (!ok || verbose) lines.push(`       ${says}`);
        if (!ok) failures.push(`${name} ${selector}: no ${receipt}`);
      }
    }
  } finally {
    await client.close();
  }
  return { title: 'Lists of component libraries through the program', lines, failures };
}
