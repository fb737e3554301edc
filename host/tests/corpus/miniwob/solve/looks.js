// Things told by their looks, and games.
import { asked } from './hands.js';

const same = { cyan: 'aqua', magenta: 'fuchsia', grey: 'gray' };
const plain = (colour) => same[colour] ?? colour;

export async function clickColour(hands) {
  const [, word] = /on the (\w+) colou?red box/.exec(hands.query) ?? [];
  // Where the instruction shows a swatch instead of a word, its looks are asked for.
  const [swatch] = word ? [] : await hands.dom('#query-color');
  const colour = word ?? swatch.looks.split(' ')[0];
  const box = { looks: (looks) => plain(looks.split(' ')[0]) === plain(colour) };
  const boxes = (await hands.all(box)).filter(({ ref }) => ref !== swatch?.ref);
  await hands.click(boxes[0] ?? box);
}

/** The figure does not act, so it is asked for by what it is drawn with. */
export async function identifyShape(hands) {
  const drawn = { circle: 'Circle', polygon: 'Triangle', rect: 'Rectangle' };
  for (const [tag, name] of Object.entries(drawn)) {
    if ((await hands.dom(`#area_svg ${tag}`)).length > 0) return hands.click({ role: 'button', name });
  }
  const [figure] = await hands.dom('#area_svg text');
  return hands.click({ role: 'button', name: /^\d$/.test(figure.name) ? 'Number' : 'Letter' });
}

const kinds = {
  triangle: /triangle/,
  circle: /circle/,
  rectangle: /square|rectangle/,
  square: /square|rectangle/,
};

/** What of a description the line of a thing says. */
function fits(line, words) {
  const [colour, shape = ''] = line.looks.split(' ');
  return words.every((word) => {
    // Nothing says how large a thing is.
    if (/^(?:item|large|small)$/.test(word)) return true;
    if (word === 'shape') return line.name === '';
    if (word === 'letter') return /^[A-Za-z]$/.test(line.name);
    if (word === 'digit') return /^\d$/.test(line.name);
    if (kinds[word]) return line.name === '' && kinds[word].test(shape);
    if (word.length === 1) return line.name === word;
    return plain(colour) === plain(word);
  });
}

const things = async (hands) => (await hands.all({ looks: /./ })).filter(({ role }) => role !== 'button');

export async function clickShape(hands) {
  const words = asked(hands.query, /Click on an? (.*)$/)[0].split(' ');
  const found = (await things(hands)).filter((line) => fits(line, words));
  await hands.click(found[0] ?? { looks: words.join(' ') });
}

/** The numbers are hidden by the first click; what hides them stands in the same order. */
export async function clickAscending(hands) {
  const numbers = await hands.all({ name: /^\d+$/ });
  const order = numbers.toSorted((one, other) => Number(one.name) - Number(other.name));
  await hands.click(order[0]);
  for (let count = 1; count < numbers.length; count++) {
    const { lines } = await hands.look();
    await hands.click(lines[0]);
  }
}

export async function findGreatest(hands) {
  const cards = await hands.all({ looks: /rectangle|card/ });
  const numbers = [];
  for (const card of cards) {
    await hands.click(card);
    const { lines, page } = await hands.look();
    const shown =
      page.find((line) => /^\d+$/.test(line)) ?? lines.find(({ name }) => /^\d+$/.test(name))?.name;
    numbers.push(Number(shown));
  }
  await hands.click(cards[numbers.indexOf(Math.max(...numbers))]);
  await hands.submit();
}

export async function styleText(hands) {
  const everything = /everything/.test(hands.query);
  const [, word] = /give the text (.*?),? the (?:style|colou?r)/.exec(hands.query) ?? [];
  const [style] = asked(hands.query, /(?:style|colou?r) (\w+)/);
  const editor = await hands.one({ role: 'textbox', looks: /ql-editor/ });
  await hands.click(editor);
  if (everything) {
    await hands.press('Control+A');
  } else {
    await hands.press('Control+Home');
    const before = editor.value.indexOf(word);
    if (before > 0) await hands.press('ArrowRight', before);
    await hands.press('Shift+ArrowRight', word.length + (hands.query.includes(`${word},`) ? 1 : 0));
  }
  const button = { bold: 'ql-bold', italics: 'ql-italic', italic: 'ql-italic', underlined: 'ql-underline' }[
    style
  ];
  if (button) {
    await hands.click({ role: 'button', looks: button });
  } else {
    await hands.click({ looks: /ql-color/ });
    // Of several shades the first one is the plain colour.
    await hands.click({ looks: `${style} square`, context: /^(?:1 of \d+)?$/ });
  }
  await hands.submit();
}
