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

const readOptions = { selectors: [], ignore: [], selector: null, max_chars: null };

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
  await tab.session.send('Performance.enable', { timeDomain: 'threadTicks' });
  // Time of the page's thread alone: a busy machine does not change it much, unlike time on the clock.
  const threadTime = async () => {
    const { metrics } = await tab.session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
  };
  const timed = async (run, rounds) => {
    const cpu = [];
    const clock = [];
    for (let round = 0; round < rounds; round++) {
      const before = await threadTime();
      const start = performance.now();
      await run();
      clock.push(performance.now() - start);
      cpu.push((await threadTime()) - before);
    }
    return { cpu: median(cpu), clock: median(clock), first: cpu[0] };
  };
  const report = async (what, run, rounds = 9) => {
    const { cpu, clock, first } = await timed(run, rounds);
    const figures = [
      `cpu ${cpu.toFixed(1)} ms`,
      `first ${first.toFixed(1)} ms`,
      `round trip ${clock.toFixed(1)} ms`,
    ];
    console.log(`${what.padEnd(40)} ${figures.join(', ')}`);
  };
  for (const count of [100, 500, 5000]) {
    await tab.show(page(count));
    await tab.call('sample');
    let facts = null;
    const walk = async () => {
      facts = await tab.walk();
    };
    await report(`walk, about ${count} controls`, walk);
    console.log(
      `${' '.repeat(40)} ${facts.elements.length} elements, ${JSON.stringify(facts).length} characters`,
    );
    await report('bare walk of the page, a box each', () => tab.evaluate(bare));
    await report('sample', () => tab.call('sample'));
    await report('readMain', () => tab.call('readMain', readOptions), 5);
    await report('findText', () => tab.call('findText', { text: 'number 7', limit: 10 }), 5);
  }
  await tab.show(page(500));
  // Every frame a row comes, a row goes, and a text and a class change.
  await tab.page.evaluate(() => {
    const list = document.querySelector('table').tBodies[0];
    const tick = () => {
      list.append(list.rows[0].cloneNode(true));
      list.rows[0].remove();
      for (const cell of [...list.rows].slice(0, 50)) cell.cells[1].textContent = String(Math.random());
      document.querySelector('.card').classList.toggle('on');
      requestAnimationFrame(tick);
    };
    tick();
  });
  await report('walk, about 500 controls, always changing', () => tab.walk(), 15);
  const heap = async () => (await tab.session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  await tab.session.send('HeapProfiler.collectGarbage');
  const before = await heap();
  for (let round = 0; round < 50; round++) await tab.walk();
  await tab.session.send('HeapProfiler.collectGarbage');
  console.log(
    `${' '.repeat(40)} ${((await heap()) - before).toFixed(1)} MB more of heap after 50 more walks`,
  );
  await tab.show(plain(100_000));
  await report('bare walk of 100,000 nodes', () => tab.evaluate(bare), 7);
  const first = { ...readOptions, max_chars: 600 };
  await report('readMain of 100,000 nodes, 600 characters', () => tab.call('readMain', first), 7);
  await report('readMain of 100,000 nodes, all', () => tab.call('readMain', readOptions), 3);
  await report('walk of 100,000 nodes', () => tab.walk(), 7);
} finally {
  await browser.close();
}
