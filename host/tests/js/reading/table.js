// Prints how well pages are read, beside other readers: `npm run reading`. README.md says how to get those.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Tab, launch } from '../support/browser.js';
import { compare, innerText, mean, missing, readWith } from './measure.js';
import { articles } from './pages/articles.js';
import { facts } from './pages/facts.js';
import { listings } from './pages/listings.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const only = process.argv.slice(2);
const wanted = (name) => only.length === 0 || only.includes(name);

/** Articles of other people with the text that should be found: `data/*.html` beside `data/*.txt`. */
const downloaded = () => {
  const folder = process.env.READING_DATA ?? here('data');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html') && existsSync(`${folder}/${file.replace(/html$/, 'txt')}`))
    .map((file) => ({
      name: file.slice(0, -5),
      html: readFileSync(`${folder}/${file}`, 'utf8'),
      expected: readFileSync(`${folder}/${file.replace(/html$/, 'txt')}`, 'utf8'),
    }));
};

const others = Object.entries({ ...facts, ...listings }).map(([name, write]) => ({ name, ...write() }));

const trafilatura = (pages) => {
  const python = process.env.READING_PYTHON;
  if (!python) return null;
  const input = JSON.stringify(pages.map(({ html }) => html));
  return JSON.parse(execFileSync(python, [here('peer.py')], { input, maxBuffer: 1e9 }).toString());
};

const readabilityPath = here('../node_modules/@mozilla/readability/Readability.js');
const readability = existsSync(readabilityPath) ? readFileSync(readabilityPath, 'utf8') : null;
const withReadability = (tab) =>
  readability &&
  tab.evaluate(
    `(() => { ${readability}; return new Readability(document.cloneNode(true)).parse()?.textContent ?? ''; })()`,
  );

const figure = (number) => (Number.isNaN(number) ? '   –' : number.toFixed(2).padStart(5));
const browser = await launch();
try {
  const tab = await Tab.open(browser);
  await tab.page.setRequestInterception(true);
  tab.page.on('request', (request) =>
    /^(?:data|about|blob):/.test(request.url()) ? request.continue() : request.abort(),
  );
  await tab.page.setJavaScriptEnabled(false);
  const texts = async (pages) => {
    const extracted = trafilatura(pages);
    const all = [];
    for (const [index, one] of pages.entries()) {
      await tab.show(one.html);
      const ours = await readWith(tab);
      const readers = { ours: ours.text, innerText: await innerText(tab) };
      if (readability) readers.readability = (await withReadability(tab)) ?? '';
      if (extracted) readers.trafilatura = extracted[index];
      all.push({ ...one, readers, kind: ours.kind, source: ours.source, result: ours });
    }
    return all;
  };
  for (const [title, pages] of [
    ['own articles', articles],
    ['downloaded articles', downloaded()],
  ]) {
    const chosen = pages.filter(({ name }) => wanted(name));
    if (chosen.length === 0) continue;
    const all = await texts(chosen);
    const names = Object.keys(all[0].readers);
    // The downloaded texts leave the title out.
    const strip = (text) => (pages === articles ? text : text.replace(/^# .*$/m, ''));
    console.log(`\n${title}: F1 on shingles of four words; ours also precision and recall`);
    console.log(''.padEnd(22), names.map((name) => name.slice(0, 11).padStart(12)).join(''));
    const sums = Object.fromEntries(names.map((name) => [name, []]));
    for (const one of all) {
      const scores = names.map((name) => compare(strip(one.readers[name]), one.expected));
      names.forEach((name, index) => sums[name].push(scores[index]));
      const { precision, recall } = scores[0];
      console.log(
        one.name.padEnd(22),
        scores.map(({ f1 }) => figure(f1).padStart(12)).join(''),
        figure(precision),
        figure(recall),
        one.kind,
        one.source,
      );
      if (only.length > 0) console.log(one.readers.ours);
    }
    for (const part of ['f1', 'precision', 'recall']) {
      console.log(
        `mean ${part}`.padEnd(22),
        names.map((name) => figure(mean(sums[name].map((score) => score[part]))).padStart(12)).join(''),
      );
    }
  }
  const chosen = others.filter(({ name }) => wanted(name));
  const all = chosen.length > 0 ? await texts(chosen) : [];
  const names = Object.keys(all[0]?.readers ?? {});
  console.log('\nall other pages: share of values in the first 2,000 and 4,000 characters');
  console.log(''.padEnd(22), names.map((name) => name.slice(0, 11).padStart(14)).join(''));
  const sums = Object.fromEntries(names.map((name) => [name, [[], []]]));
  for (const one of all) {
    const cells = names.map((name) => {
      const shares = [2000, 4000].map(
        (limit) => 1 - missing(one.readers[name], one.values, limit).length / one.values.length,
      );
      shares.forEach((share, index) => sums[name][index].push(share));
      return shares.map(figure).join(' ').padStart(14);
    });
    const lost = missing(one.readers.ours, one.values, 4000);
    const size = one.readers.ours.length;
    console.log(
      one.name.padEnd(22),
      cells.join(''),
      one.kind,
      size,
      one.result.items ?? '',
      one.source,
      lost.join(' ¦ '),
    );
    if (only.length > 0) console.log(one.readers.ours);
  }
  console.log(
    'mean'.padEnd(22),
    names
      .map((name) =>
        sums[name]
          .map((shares) => figure(mean(shares)))
          .join(' ')
          .padStart(14),
      )
      .join(''),
  );
} finally {
  await browser.close();
}
