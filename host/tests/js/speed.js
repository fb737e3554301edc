// Prints how long the page scripts take on large pages: `npm run speed`. Numbers to look at, not assertions.
import { Tab, launch } from './support/browser.js';

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const card = (index) =>
  `<div class="card"><a href="/p/${index}"><img alt="" width="40" height="40"><h3>Product number ${index}</h3></a><p>Some words about it, <b>bold</b> ones too.</p><span class="price">${index},99 TL</span><button class="add">Add to cart</button></div>`;
const field = (index) =>
  `<p><label for="f${index}">Field ${index}</label><input id="f${index}" name="f${index}"></p>`;
const row = (index) =>
  `<tr><td>${index}</td><td>Name ${index}</td><td>City</td><td><button>Edit</button></td></tr>`;

/** A page with about `count` controls: cards, fields and rows. */
const page = (count) =>
  `<header><nav>${Array.from({ length: 20 }, (_, index) => `<a href="/n${index}">Menu ${index}</a>`).join('')}</nav></header><main><div class="grid" style="display:grid;grid-template-columns:repeat(4,1fr)">${Array.from({ length: count * 0.3 }, (_, index) => card(index)).join('')}</div><form>${Array.from({ length: count * 0.2 }, (_, index) => field(index)).join('')}</form><table>${Array.from({ length: count * 0.2 }, (_, index) => row(index)).join('')}</table></main>`;

const plain = (nodes) =>
  `<div>${Array.from({ length: nodes / 10 }, (_, index) => `<section><div><p>Text ${index}</p><p>More <b>bold</b> text</p></div></section>`).join('')}</div>`;

const bare = `(() => {
  const start = performance.now();
  let count = 0;
  const walker = document.createTreeWalker(document, 5);
  for (let node; (node = walker.nextNode()); ) {
    count++;
    if (node.nodeType === 1) node.getBoundingClientRect();
  }
  return [count, performance.now() - start];
})()`;

const browser = await launch();
try {
  const tab = await Tab.open(browser);
  const timed = async (name, options, rounds = 15) => {
    const inside = [];
    const outside = [];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await tab.call(name, options);
      outside.push(performance.now() - start);
      inside.push(
        await tab.evaluate(
          `(async () => { const start = performance.now(); JSON.stringify(await __sekme.${name}(${JSON.stringify(options)})); return performance.now() - start; })()`,
        ),
      );
    }
    return { inside: median(inside), outside: median(outside), first: outside[0] };
  };
  const report = (what, { inside, outside, first }) =>
    console.log(
      `${what.padEnd(34)} in page ${inside.toFixed(1)} ms, round trip ${outside.toFixed(1)} ms, first ${first.toFixed(1)} ms`,
    );
  const walkOptions = { max_elements: 20_000, text_chars: 3000, probes: [] };
  for (const count of [100, 500, 5000]) {
    await tab.show(page(count));
    const facts = await tab.walk();
    report(`walk, ${facts.elements.length} controls`, await timed('walk', walkOptions));
    console.log(`${' '.repeat(34)} ${JSON.stringify(facts).length} characters`);
    report('sample', await timed('sample', null));
    report('readMain', await timed('readMain', { selectors: [], ignore: [], selector: null }, 5));
    report('findText', await timed('findText', { text: 'number 7', limit: 10 }, 5));
  }
  await tab.show(plain(100_000));
  const walks = [];
  for (let round = 0; round < 7; round++) walks.push(await tab.evaluate(bare));
  console.log(
    `bare walk of ${walks[0][0]} nodes with a box each: ${median(walks.map((walk) => walk[1])).toFixed(1)} ms`,
  );
  report('walk of the same page', await timed('walk', walkOptions, 7));
} finally {
  await browser.close();
}
