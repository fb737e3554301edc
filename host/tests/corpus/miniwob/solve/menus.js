// What must be opened before it can be clicked.
import { asked } from './hands.js';

export async function clickTab(hands) {
  const [name] = asked(hands.query, /on (Tab #\d+)/);
  await hands.click({ role: 'tab', name });
}

/** Opens one after the other until the link is there. */
async function through(hands, openers, name) {
  for (let index = 0; index < openers.length; index++) {
    const found = await hands.all({ name, role: /link|generic/ });
    if (found.length > 0) return hands.click(found[0]);
    await hands.click(openers[index]);
    // It slides open.
    if (!(await hands.has({ name, role: /link|generic/ }))) await hands.pause(400);
  }
  await hands.look();
  return hands.click({ name, role: /link|generic/ });
}

export async function findInTabs(hands) {
  const [name] = asked(hands.query, /link "(.*)"/);
  const tabs = await hands.all({ role: 'tab' });
  await through(hands, tabs, name);
}

export async function findInSections(hands) {
  const [name] = asked(hands.query, /link "(.*)"/);
  const sections = await hands.all({ role: 'tab', name: /^Section/ });
  await through(hands, sections, name);
}

export async function openSection(hands) {
  await hands.click({ role: 'tab', name: /^Section/ });
  await hands.pause(600);
  await hands.look();
  await hands.click({ role: 'button', name: 'Submit' });
}

export async function clickMenu(hands) {
  const path = asked(hands.query, /^Select (.*)$/)[0].split('>');
  for (const name of path.slice(0, -1)) {
    await hands.hover({ role: 'menuitem', name });
    await hands.pause(400);
    await hands.look();
  }
  await hands.click({ role: 'menuitem', name: path.at(-1) });
}

export async function clickMenu2(hands) {
  const [, name] = /labeled "(.*)"/.exec(hands.query) ?? [];
  const wanted = { role: 'menuitem', name: name ?? (await namedByIcon(hands)) };
  await hands.click({ role: 'button', name: 'Menu' });
  if (!(await hands.has(wanted))) {
    await hands.hover({ role: 'menuitem', name: 'Playback' });
    await hands.pause(400);
    await hands.look();
  }
  await hands.click(wanted);
}

const icons = {
  disk: 'Save',
  'seek-start': 'Prev',
  stop: 'Stop',
  play: 'Play',
  'seek-end': 'Next',
  zoomin: 'Zoom In',
  zoomout: 'Zoom Out',
};

/** The instruction may show the picture of the entry instead of its name. */
async function namedByIcon(hands) {
  for (const [icon, name] of Object.entries(icons)) {
    if ((await hands.dom(`#query .ui-icon-${icon}`)).length > 0) return name;
  }
  throw new Error('the picture in the instruction is unknown');
}

export async function clickPie(hands) {
  const [name] = asked(hands.query, /labeled "(.*)"/);
  await hands.click({ name: '+' });
  await hands.pause(600);
  await hands.look();
  await hands.click({ name });
}

export async function navigateTree(hands) {
  const [name] = asked(hands.query, /named "(.*)"/);
  const opened = new Set();
  for (let tries = 0; tries < 12; tries++) {
    const { lines } = await hands.look();
    const found = lines.find((line) => line.name === name);
    if (found) return hands.click(found);
    // A folder that is closed has a sign before it; its name stands beside.
    const folder = lines.find((line) => line.role === 'generic' && line.name && !opened.has(line.name));
    if (!folder) break;
    opened.add(folder.name);
    await hands.click(folder);
    await hands.pause(300);
  }
  throw new Error(`${name} is in no folder`);
}

export async function phoneBook(hands) {
  const [person, what] = asked(hands.query, /^Find (.*) in the contact book and click on their (\w+)/);
  const isWanted = {
    phone: (name) => /^\d{3}-\d{3}-\d{4}$/.test(name),
    email: (name) => name.includes('@'),
    address: (name) => /^\d+ [A-Z]/.test(name),
  }[what];
  for (let page = 0; page < 16; page++) {
    const { page: text } = await hands.look();
    if (text.some((line) => line.replace(/^#+ /, '') === person)) return hands.click({ name: isWanted });
    await hands.click({ name: '>' });
  }
  throw new Error(`${person} is on no page`);
}
