// Mail, posts, orders, appointments: pictures that are told apart by what stands beside them.
import { asked, ordinal } from './hands.js';

/** The names at the beginning of the rows: one word each. */
const senders = (lines) =>
  lines.filter((line) => line.role === 'generic' && line.name).map(({ name }) => name.split(' ')[0]);

/** Who wrote the mail that an instruction is about. */
function writer(query, names) {
  const present = names.filter((name) => new RegExp(`\\b${name}\\b`).test(query));
  const from = present.find((name) =>
    new RegExp(
      `(?:from|by|sent by|of|back to|reply to|respond to|answer)\\s+${name}\\b|\\b${name}'s|\\b${name} (?:sent|wrote|email|mail)`,
      'i',
    ).test(query),
  );
  return (
    from ??
    present.find((name) => !new RegExp(`(?:to|give|send|forward)\\s+${name}\\b`, 'i').test(query)) ??
    present[0]
  );
}

/** Of two mails by the same sender nothing says which one is meant: the lower one is taken. */
async function open(hands, name) {
  const mails = await hands.all({ role: 'generic', name: new RegExp(`^${name} `) });
  await hands.click(mails.at(-1));
}

async function reply(hands, name, text) {
  await open(hands, name);
  await hands.click({ name: 'Reply' });
  await hands.type({ role: 'textbox' }, text);
  await hands.click({ text: /send/i });
}

async function forward(hands, name, to) {
  await open(hands, name);
  await hands.click({ name: 'Forward' });
  await hands.type({ role: 'textbox' }, to);
  await hands.click({ text: /send/i });
}

const pressBeside = (hands, sign, name) =>
  hands.click({ looks: sign, context: (context) => context.startsWith(`${name} `) });

export async function mail(hands) {
  const { query } = hands;
  const name = writer(query, senders((await hands.see()).lines));
  if (!name) throw new Error(`nobody in the list is named: ${query}`);
  if (/trash|delete|remove|get rid|throw|discard|erase/i.test(query))
    return pressBeside(hands, /trash|delete/, name);
  const [, answer] = /^[^"]*"+\s*(.*?)\s*"+[^"]*$/.exec(query) ?? [];
  if (answer) return reply(hands, name, answer);
  if (/star|important/i.test(query)) return pressBeside(hands, /star/, name);
  const others = [...query.matchAll(/\b[A-Z][a-z]+\b/g)]
    .map(([word]) => word)
    .filter((word) => word !== name);
  const given = others.filter(
    (word) =>
      !/^(?:Find|Send|Forward|Please|Look|Locate|Go|Give|The|Navigate|Search|Get|I|Can|Could|Ask|Copy|Automatically|Email|Retrieve)$/.test(
        word,
      ),
  );
  return forward(hands, name, given.at(-1));
}

const signs = { Reply: 'reply', Retweet: 'retweet', Like: 'like', Share: 'share' };

export async function pressOnPost(hands) {
  const [user, action] = asked(hands.query, /user (@\w+), click on the "(.*)" button/);
  const by = (context) => context.includes(`${user} `);
  if (signs[action]) return hands.click({ looks: signs[action], context: by });
  await hands.click({ looks: 'more', context: by });
  const item = /^(?:Mute|Block)$/.test(action) ? `${action} ${user}` : action;
  return hands.click({ name: item });
}

export async function pressOnPosts(hands) {
  const [action, count, user] = asked(hands.query, /the "(.*)" button on (\w+) posts? by (@\w+)/);
  const posts = await hands.all({ looks: signs[action], context: (context) => context.includes(`${user} `) });
  const wanted = count === 'all' ? posts : posts.slice(0, ordinal(count));
  for (const post of wanted) await hands.click(post);
  await hands.click({ role: 'button', name: 'Submit' });
}

export async function orderFood(hands) {
  const plus = (wanted) => ({ name: '+', context: wanted });
  const [, list] = /each item: (.*)$/.exec(hands.query) ?? [];
  if (list) {
    for (const item of list.split(/,\s*/))
      await hands.click(plus((context) => context.startsWith(item.trim())));
  } else {
    const [count, type] = asked(hands.query, /Order (\d+) items? that are (\S+)/);
    // What is in a dish is told by pictures, of which only the whole row says the words.
    const rows = await hands.dom('.food-item');
    const row = rows.find(({ name }) => name.split(' ').includes(type));
    const dish = await hands.one(plus((context) => row.name.startsWith(context.replace(/ -$/, ''))));
    for (let ordered = 0; ordered < Number(count); ordered++) await hands.click(dish);
  }
  await hands.click({ role: 'button', name: 'Order!' });
}

/** Half hours from midnight on. */
const clock = (text) => {
  const [hour, half] = asked(text, /^(\d+)(AM|PM)$/i);
  return ((Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)) * 2;
};

export async function addAppointment(hands) {
  const [length, unit, name, from] = asked(
    hands.query,
    /Create a ([\d.]+) (\w+) event named "(.*)", between (\S+) and/,
  );
  const halves = unit === 'mins' ? Number(length) / 30 : Number(length) * 2;
  const slots = await hands.all({ looks: /^hh-/ });
  const at = (half) => slots.find(({ looks }) => looks === `hh-${half}`);
  for (let start = clock(from); start + halves <= clock(from) + 8; start++) {
    // Where there is an event already, the half hour is covered by it.
    if (await hands.drag(at(start), at(start + halves - 1)).catch(() => null)) break;
  }
  // The page goes on drawing until the button is let go on the event itself.
  if (!(await hands.has({ name: 'Event name' }))) await hands.click({ name: 'New event' });
  await hands.type({ role: 'textbox', name: 'Event name' }, name);
  await hands.click({ role: 'button', name: 'Create' });
}
