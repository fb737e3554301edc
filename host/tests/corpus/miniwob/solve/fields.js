// Text fields.
import { asked, ordinal } from './hands.js';

const field = { role: 'textbox' };

async function typeAndSubmit(hands, text, wanted = field) {
  await hands.type(wanted, text);
  await hands.submit();
}

export async function enterText(hands) {
  const [text] = asked(hands.query, /"(.*?)"/);
  const letters = /upper case/.test(hands.query)
    ? text.toUpperCase()
    : /lower case/.test(hands.query)
      ? text.toLowerCase()
      : text;
  await typeAndSubmit(hands, letters);
}

export async function enterDate(hands) {
  const [month, day, year] = asked(hands.query, /(\d+)\/(\d+)\/(\d+)/);
  await typeAndSubmit(hands, `${year}-${month}-${day}`, { role: /textbox|date|spinbutton/i });
}

export async function enterTime(hands) {
  const [hour, minute, half] = asked(hands.query, /(\d+):(\d+)\s*([AP]M)/i);
  const hours = (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  await typeAndSubmit(hands, `${String(hours).padStart(2, '0')}:${minute}`, {
    role: /textbox|time|spinbutton/i,
  });
}

export async function enterPassword(hands) {
  const [password] = asked(hands.query, /password "(.*?)"/);
  await hands.type({ ...field, name: 'Password' }, password);
  await hands.type({ ...field, name: /^Verify/ }, password);
  await hands.submit();
}

/** Where a question pops up in between, it is declined. */
async function typeInto(hands, name, text) {
  try {
    await hands.type({ ...field, name }, text);
  } catch (error) {
    await hands.look();
    const decline = await hands.all({ role: 'button', name: 'Cancel' });
    if (decline.length === 0) throw error;
    await hands.click(decline[0]);
    await hands.type({ ...field, name }, text);
  }
}

export async function logIn(hands) {
  const [user, password] = asked(hands.query, /username "(.*?)" and the password "(.*?)"/);
  const form = await hands.one({ role: 'button', name: /^(?:ok|login)$/i });
  await typeInto(hands, 'Username', user);
  await typeInto(hands, 'Password', password);
  try {
    await hands.click(form);
  } catch {
    await hands.click({ role: 'button', name: 'Cancel' });
    await hands.click(form);
  }
}

export async function guessNumber(hands) {
  let [low, high] = [0, 9];
  while (low <= high) {
    const guess = Math.floor((low + high) / 2);
    await typeAndSubmit(hands, String(guess), { role: 'spinbutton' });
    const text = (await hands.look()).page.join('\n');
    if (/higher/.test(text)) low = guess + 1;
    else if (/lower/.test(text)) high = guess - 1;
    else return;
  }
}

/** `Religion | Islam` of the rows of a table. */
const cells = (page) =>
  new Map(
    page.filter((line) => line.includes(' | ')).map((line) => line.split(' | ').map((cell) => cell.trim())),
  );

export async function readTable(hands) {
  const [label] = asked(hands.query, /value of (.*) into/);
  await typeAndSubmit(hands, cells(hands.view.page).get(label));
}

export async function readTable2(hands) {
  const table = cells(hands.view.page);
  for (const line of await hands.all(field)) {
    await hands.type(line, table.get(line.name.replace(/:$/, '')));
  }
  await hands.submit();
}

export async function straighten(hands) {
  const letters = hands.view.page.slice(1).filter((line) => line !== 'Submit');
  await typeAndSubmit(hands, letters.join('').replace(/\s/g, ''));
}

/** As a person does it: what a view shows of a long value is its beginning only. */
export async function copyText(hands) {
  const [, place] = /(\d+)\w\w text area/.exec(hands.query) ?? [];
  const areas = await hands.all({ role: 'textbox', value: /./ });
  const empty = await hands.one({ role: 'textbox', value: '' });
  await hands.click(areas[place ? Number(place) - 1 : 0]);
  await hands.press('Control+A');
  await hands.press('Control+C');
  await hands.click(empty);
  await hands.press('Control+V');
  await hands.submit();
}

/** The text is longer than any view of it: its end is copied by keys. */
export async function lastWord(hands) {
  const area = await hands.one({ role: 'textbox', value: /./ });
  const answer = await hands.one({ role: 'textbox', value: '' });
  // A full stop may count as a word of its own.
  for (let words = 1; words < 3; words++) {
    await hands.click(area);
    await hands.press('Control+End');
    await hands.press('Control+Shift+ArrowLeft', words);
    await hands.press('Control+C');
    await hands.click(answer);
    await hands.press('Control+A');
    await hands.press('Control+V');
    await hands.look();
    const { value } = await hands.one({ ref: answer.ref });
    if (/\w/.test(value)) break;
  }
  await hands.submit();
}

export async function scrollText(hands) {
  const [way] = asked(hands.query, /to the (bottom|top)/);
  await hands.scroll(way, field);
  await hands.submit();
}

export async function findWord(hands) {
  const [place] = asked(hands.query, /the (\d+)\w\w word/);
  const [, ...page] = hands.view.page;
  const text = page.filter((line) => line !== 'Submit').join(' ');
  await typeAndSubmit(hands, text.split(/\s+/)[ordinal(place) - 1].replace(/[.,]+$/, ''));
}

export async function focusField(hands) {
  const [, place = '1'] = /(\d+)\w\w input/.exec(hands.query) ?? [];
  const fields = await hands.all(field);
  await hands.click(fields[ordinal(place) - 1]);
}

const compute = { '+': (a, b) => a + b, '-': (a, b) => a - b, x: (a, b) => a * b };

export async function arithmetic(hands) {
  const line = hands.view.page.find((text) => /^-?\d+ [-+x] -?\d+ =/.test(text));
  const [a, sign, b] = asked(line, /(-?\d+) ([-+x]) (-?\d+)/);
  await typeAndSubmit(hands, String(compute[sign](Number(a), Number(b))));
}

/** `a + x = c`, `x - b = c` and the like, by trying. */
export async function algebra(hands) {
  const line = hands.view.page.find((text) => /x.* = |= .*x/.test(text) && /\d/.test(text));
  const [a, sign, b, result] = asked(line, /(-?\d+|x) ([-+]) (-?\d+|x) = (-?\d+|x)/);
  for (let x = -1000; x <= 1000; x++) {
    const [left, right, sum] = [a, b, result].map((word) => (word === 'x' ? x : Number(word)));
    if (compute[sign](left, right) === sum) return typeAndSubmit(hands, String(x));
  }
  throw new Error(`no number solves ${line}`);
}

export async function searchMovies(hands) {
  const [genre, director, year] = asked(hands.query, /for (.*) movies directed by (.*) from year (\d+)/);
  // A label may stand below its field, which then has it as its context.
  const labelled = (label) => ({ ...field, text: label });
  await hands.type(labelled(/genre/i), genre);
  await hands.type(labelled(/director/i), director);
  await hands.type(labelled(/year|date/i), year);
  await hands.submit();
}

export async function clickWidget(hands) {
  const [kind] = asked(hands.query, /"(.*)" widget/);
  if (kind === 'textarea' || kind === 'text') {
    const [first] = await hands.dom(kind === 'text' ? 'input[type=text]' : 'textarea');
    await hands.click(first);
  } else {
    await hands.click({ role: kind });
  }
}

export async function deleteFile(hands) {
  const [, extension] = /extension (\.[\w.]+?)\.?$/.exec(hands.query) ?? [];
  const terminal = { text: /terminal/ };
  await hands.click(terminal);
  await command(hands, 'ls');
  const { page } = await hands.look();
  const at = page.findLastIndex((line) => line.endsWith('ls'));
  const files = page[at + 1].split(' ');
  const file = files.find((name) => (extension ? name.endsWith(extension) : !name.includes('.')));
  await command(hands, `rm ${file}`);
}

/** A terminal takes keys, not text. */
async function command(hands, words) {
  for (const key of words) await hands.press(key === ' ' ? 'Space' : key);
  await hands.press('Enter');
}

export async function search(hands) {
  const [text, place] = asked(hands.query, /enter "(.*?)".* the (\d+)\w\w search result/);
  await hands.type(field, text);
  await hands.click({ role: 'button', name: 'Search' });
  const perPage = (await hands.all(result)).length;
  const at = ordinal(place) - 1;
  for (let page = 0; page < Math.floor(at / perPage); page++) await hands.click({ name: '>' });
  const results = await hands.all(result);
  await hands.click(results[at % perPage]);
}

const result = { role: 'link', name: /^[^<>\d]/ };

export async function autocomplete(hands) {
  const [, start, end = ''] = /starts with "(.*?)"(?: and ends with "(.*?)")?/.exec(hands.query);
  await hands.type(field, start);
  const option = {
    name: (name) => name.startsWith(start) && name.endsWith(end),
    role: /option|menuitem|listitem|generic/,
  };
  await waitFor(hands, option);
  await hands.click(option);
  await hands.click({ role: 'button', name: 'Submit' });
}

/** Suggestions may come late. */
export async function waitFor(hands, wanted, tries = 8) {
  for (let count = 0; count < tries; count++) {
    if (await hands.has(wanted)) return;
    await hands.pause(300);
    await hands.look();
  }
}

/** Colours by their names in CSS. */
const colours = {
  aqua: '00FFFF',
  black: '000000',
  blue: '0000FF',
  gold: 'FFD700',
  gray: '808080',
  green: '008000',
  lime: '00FF00',
  magenta: 'FF00FF',
  maroon: '800000',
  navy: '000080',
  olive: '808000',
  orange: 'FFA500',
  pink: 'FFC0CB',
  purple: '800080',
  red: 'FF0000',
  silver: 'C0C0C0',
  teal: '008080',
  white: 'FFFFFF',
  yellow: 'FFFF00',
};

export async function pickColour(hands) {
  const [colour] = asked(hands.query, /Select (\w+) with/);
  await hands.type(field, colours[colour]);
  await hands.submit();
}

export async function countBlocks(hands) {
  await typeAndSubmit(hands, String((await hands.dom('.addition-block')).length));
}
