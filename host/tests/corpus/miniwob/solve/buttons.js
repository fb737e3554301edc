// Buttons, links and words that are clicked by name.
import { asked } from './hands.js';

const button = (name) => ({ role: 'button', name });

export async function clickNamed(hands) {
  const [name] = asked(hands.query, /"(.*)" button|button (\w+)\./).filter(Boolean);
  await hands.click(button(name));
}

export const clickOnly = (hands) => hands.click({ role: 'button' });

/** What a wait and the way to the next click take on top. */
const OVERHEAD = 60;

export async function clickInOrder(hands) {
  const names = [...hands.query.matchAll(/button ([A-Z]+)/g)].map(([, name]) => name);
  const [, seconds = '0'] = /wait (\d+) seconds?/.exec(hands.query) ?? [];
  const buttons = await hands.all({ role: 'button' });
  let begun = performance.now();
  for (const [index, wanted] of names.entries()) {
    const left = Number(seconds) * 1000 - (performance.now() - begun) - OVERHEAD;
    if (index > 0 && left > 0) await hands.pause(Math.round(left));
    begun = performance.now();
    await hands.click(buttons.find(({ name }) => name === wanted));
  }
}

export async function clickLink(hands) {
  const [name] = asked(hands.query, /link "(.*?)"/);
  await hands.click({ name });
}

export async function closeDialog(hands) {
  const [, label] = /labeled "(.*)"/.exec(hands.query) ?? [];
  // "x" is what stands on it for the eye.
  await hands.click(button(!label || label === 'x' ? 'Close' : label));
}

const minutes = (text) => {
  const [hours, rest] = asked(text, /(\d+)h (\d+)m/).map(Number);
  return hours * 60 + rest;
};

/** Of several offers the one that is asked for by price or time; the text names the times in the same order. */
async function bestOffer(hands) {
  const { lines, page } = await hands.look();
  const times = page.filter((line) => /^\d+h \d+m$/.test(line)).map(minutes);
  const offers = lines
    .filter(({ name }) => /^Book .*for \$\d+/.test(name))
    .map((line, index) => ({ line, price: Number(/\$(\d+)/.exec(line.name)[1]), time: times[index] }));
  const by = /cost|cheap|expensive/.test(hands.query) ? 'price' : 'time';
  const sorted = offers.toSorted((one, other) => one[by] - other[by]);
  return /cheap|shortest/.test(hands.query) ? sorted[0].line : sorted.at(-1).line;
}

export async function buyTicket(hands) {
  await hands.click(await bestOffer(hands));
}

export async function oddOrEven(hands) {
  for (const { context } of await hands.all(button('Odd'))) {
    const [number] = asked(context, /(-?\d+)/).map(Number);
    await hands.click({ ...button(number % 2 === 0 ? 'Even' : 'Odd'), context });
  }
  await hands.submit();
}

export async function generateNumber(hands) {
  const [, way, bound] = /(less|greater) than (\d+)/.exec(hands.query) ?? [];
  const fits = (number) => {
    if (way) return way === 'less' ? number < Number(bound) : number > Number(bound);
    return (number % 2 === 0) === /even/.test(hands.query);
  };
  for (let tries = 0; tries < 25; tries++) {
    await hands.click(button('Generate'));
    const { page } = await hands.look();
    const number = page.find((line) => /^-?\d+$/.test(line));
    if (number !== undefined && fits(Number(number))) break;
  }
  await hands.click(button('Submit'));
}

export async function signAgreement(hands) {
  const [, name, end] = /enter the name "(.*?)" then press "(\w+)"/.exec(hands.query) ?? [];
  if (name) {
    await hands.scroll('bottom', { role: 'textbox', name: 'User agreement' });
    await hands.type({ role: 'textbox', name: 'Name' }, name);
  }
  await hands.click(button(end ?? 'Cancel'));
}
