// Boxes, lists, sliders, dates.
import { asked, ordinal } from './hands.js';
import { buyTicket } from './buttons.js';
import { waitFor } from './fields.js';

export async function tickNamed(hands) {
  const [list] = asked(hands.query, /^Select (.*) and click Submit\.$/);
  for (const name of list === 'nothing' ? [] : list.split(', ')) {
    await hands.click({ role: /^(?:checkbox|radio)$/, name });
  }
  await hands.submit();
}

export async function chooseFromList(hands) {
  const [list] = asked(hands.query, /^Select (.*) from the (?:scroll )?list and click Submit\.$/);
  const options = list.split(', ');
  await hands.select({ role: /combobox|listbox/ }, options.length === 1 ? options[0] : options);
  await hands.submit();
}

export async function sliderBoxes(hands) {
  const [value, place] = asked(hands.query, /^Select (-?\d+) with the slider, click the (\d+)\w\w checkbox/);
  await slide(hands, 0, 0, Number(value));
  const boxes = await hands.all({ role: 'checkbox' });
  await hands.click(boxes[ordinal(place) - 1]);
  await hands.submit();
}

const handles = { looks: /slider-handle/ };

/** The number that the `index`th slider shows. */
async function shown(hands, index) {
  const { page } = await hands.look();
  return page.filter((line) => /^-?\d+$/.test(line)).map(Number)[index];
}

/** Arrow keys move a handle by a step that is found out first. */
async function slide(hands, handle, label, wanted) {
  const at = async () => (await hands.all(handles))[handle];
  await hands.click(await at()).catch(() => null);
  let now = await shown(hands, label);
  if (now === wanted) return;
  const key = () => (now < wanted ? 'ArrowRight' : 'ArrowLeft');
  await hands.press(key(), 1, await at());
  const next = await shown(hands, label);
  const step = Math.abs(next - now) || 1;
  now = next;
  for (let tries = 0; now !== wanted && tries < 6; tries++) {
    await hands.press(key(), Math.max(1, Math.round(Math.abs(wanted - now) / step)), await at());
    now = await shown(hands, label);
  }
}

export async function useSlider(hands) {
  const [value] = asked(hands.query, /^Select (-?\d+) with/);
  await slide(hands, 0, 0, Number(value));
  await hands.submit();
}

export async function useSliders(hands) {
  const [list] = asked(hands.query, /\[(.*)\]/);
  for (const [index, value] of list.split(',').entries()) await slide(hands, index, index, Number(value));
  await hands.submit();
}

export async function useSpinner(hands) {
  const [value] = asked(hands.query, /^Select (-?\d+) with/);
  const arrow = { role: 'button', looks: Number(value) > 0 ? /-n$/ : /-s$/ };
  for (let count = 0; count < Math.abs(Number(value)); count++) await hands.click(arrow);
  await hands.submit();
}

export async function radioAndText(hands) {
  const [radio, number, box] = asked(
    hands.query,
    /the (\d+)\w\w radio button and enter the number "(.*?)" into the (\d+)/,
  );
  await hands.click((await hands.all({ role: 'radio' }))[ordinal(radio) - 1]);
  await hands.type((await hands.all({ role: 'textbox' }))[ordinal(box) - 1], number);
  await hands.submit();
}

export async function dropdownAndButton(hands) {
  const [option, name] = asked(hands.query, /^Choose (.*) from the dropdown, .* "(.*)"/);
  await hands.click({ name: '▾' });
  await hands.click({ name: option });
  await hands.click({ role: 'button', name });
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Turns the leaves of an open calendar to a month, then takes the day. */
async function pickDay(hands, date) {
  const [month, day, year] = asked(date, /(\d+)\/(\d+)\/(\d+)/).map(Number);
  const wanted = year * 12 + month - 1;
  const leaf =
    /^(January|February|March|April|May|June|July|August|September|October|November|December) (\d{4})$/;
  for (let tries = 0; tries < 24; tries++) {
    const { page } = await hands.look();
    const title =
      page.map((line) => leaf.exec(line.replace(/^#+ /, ''))).find(Boolean) ?? leafIn(page.join(' '));
    const at = Number(title[2]) * 12 + months.indexOf(title[1]);
    if (at === wanted) break;
    await hands.click({ name: at < wanted ? /^Next/ : /^Prev/ });
  }
  await hands.click({ role: /link|gridcell|button/, name: String(day) });
}

function leafIn(text) {
  const found = new RegExp(`(${months.join('|')})\\s+(\\d{4})`).exec(text);
  if (!found) throw new Error('no calendar is shown');
  return found;
}

export async function chooseDate(hands) {
  await hands.click({ role: 'textbox', name: /date/i });
  await pickDay(hands, hands.query);
  await hands.submit();
}

async function takeSuggestion(hands, box, text) {
  await hands.type({ role: 'textbox', name: box }, text);
  const suggestion = {
    name: (name) => name.includes(text) && name !== text && /\([A-Z]{3}\)$/.test(name),
    role: /option|menuitem|listitem|generic/,
  };
  await waitFor(hands, suggestion);
  await hands.click(suggestion);
}

export async function bookFlight(hands) {
  const [from, to, date] = asked(hands.query, /from: (.*) to: (.*) on (\S+)\.$/);
  await takeSuggestion(hands, 'From:', from);
  await takeSuggestion(hands, 'To:', to);
  await hands.click({ role: 'textbox', name: 'Departure Date' });
  await pickDay(hands, date);
  await hands.click({ role: 'button', name: 'Search' });
  await buyTicket(hands);
}
