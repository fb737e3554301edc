// Dragging one thing onto another.
import { asked } from './hands.js';

const items = { role: 'listitem' };

const spots = {
  'top left': 0,
  'top center': 1,
  'top right': 2,
  'center left': 3,
  center: 4,
  'center right': 5,
  'bottom left': 6,
  'bottom center': 7,
  'bottom right': 8,
};

function target(where, index, count) {
  const relative = { 'up by one': -3, 'down by one': 3, 'left by one': -1, 'right by one': 1 };
  if (where in spots && count === 9) return spots[where];
  if (where in relative && count === 9) return index + relative[where];
  if (where === 'top') return 0;
  if (where === 'bottom') return count - 1;
  const [, place] = /(\d+)\w\w position/.exec(where) ?? [];
  if (place) return Number(place) - 1;
  if (/^up/.test(where)) return index - 1;
  if (/^down/.test(where)) return index + 1;
  throw new Error(`where is ${where}?`);
}

export async function dragItem(hands) {
  const [name, where] = asked(hands.query, /^Drag (\S+) (?:to the )?(.*)\.$/);
  const list = await hands.all(items);
  const index = list.findIndex((line) => line.name === name);
  await hands.drag(list[index], list[target(where, index, list.length)]);
}

export async function sortNumbers(hands) {
  for (let tries = 0; tries < 8; tries++) {
    await hands.look();
    const list = await hands.all(items);
    const order = list.toSorted((one, other) => Number(one.name) - Number(other.name));
    const wrong = list.findIndex((line, index) => line !== order[index]);
    if (wrong < 0) break;
    await hands.drag(order[wrong], list[wrong]);
  }
  await hands.submit();
}

export async function dragBox(hands) {
  await hands.drag({ name: 's' }, { name: 'L' });
  await hands.submit();
}

/** What lies in each direction of the drawing; to its left nothing does, so its own middle is tried. */
const around = { up: '#query', down: '#subbtn', right: 'html', left: 'svg' };

export async function dragShape(hands) {
  const [way] = asked(hands.query, /Drag the (?:circle|item) (\w+)/);
  const [goal] = await hands.dom(around[way]);
  await hands.drag({ looks: /./ }, goal);
  await hands.submit();
}

const kinds = { rectangles: /rectangle|square/, circles: /circle/, triangles: /triangle/ };

export async function dragShapes(hands) {
  const [wanted] = asked(hands.query, /^Drag all (\w+)/);
  const belongs = ({ looks }) => (kinds[wanted] ? kinds[wanted].test(looks) : looks.startsWith(wanted));
  const boxes = await hands.dom('#shape-container');
  const shapes = await hands.all({ looks: /rectangle|square|circle|triangle/ });
  for (const shape of shapes) {
    if (belongs(shape)) await hands.drag(shape, boxes[0]);
    else if (boxes.length > 1) await hands.drag(shape, boxes[1]);
  }
  await hands.submit();
}

export async function resizeArea(hands) {
  const [side, way] = asked(hands.query, /the (height|width) is (larger|smaller)/);
  const grip = await hands.one({ looks: side === 'height' ? /resizable-s$/ : /resizable-e$/ });
  const selector = way === 'smaller' ? { role: 'textbox' } : { role: 'button', name: 'Submit' };
  if (way === 'larger' && side === 'width') throw new Error('nothing stands right of the area');
  await hands.drag(grip, await hands.one(selector));
  await hands.submit();
}
