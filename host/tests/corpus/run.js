// Runs all checks, or those named: `node run.js [miniwob] [names] [components] [solve] [--binary] [--only=task,…]`.
import { sift } from './gaps.js';
import { install } from './install.js';
import { Page, launch } from './page.js';
import { serve } from './server.js';
import { checkBinary } from './binary.js';
import { checkChoosing } from './choosing.js';
import { checkComponents } from './components.js';
import { checkMiniwob } from './miniwob/check.js';
import { checkSolvers } from './miniwob/play.js';
import { Names } from './names.js';
import { checkTyping } from './typing.js';

const flags = process.argv.slice(2).filter((one) => one.startsWith('--'));
const names = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const value = (name) => flags.find((flag) => flag.startsWith(`--${name}=`))?.split('=')[1];
const options = {
  only: value('only')?.split(',') ?? null,
  seeds: value('seeds')?.split(',') ?? undefined,
  verbose: flags.includes('--verbose'),
  names: names.length === 0 || names.includes('names') ? new Names() : null,
};

const checks = flags.includes('--binary')
  ? { binary: checkBinary, choosing: checkChoosing, typing: checkTyping }
  : {
      miniwob: checkMiniwob,
      components: checkComponents,
      solve: checkSolvers,
      // Collected while the others look at their pages.
      names: () => options.names.report(),
    };
const isWanted = (name) => names.length === 0 || names.includes(name);

await install();
const server = await serve();
const failures = [];
let browser = null;
try {
  browser = await launch();
  const page = await Page.open(browser);
  for (const [name, check] of Object.entries(checks)) {
    if (!isWanted(name) && (!options.names || name === 'solve')) continue;
    const begun = performance.now();
    const report = await check(page, server.origin, options);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (!isWanted(name)) continue;
    console.log([`\n# ${report.title} (${seconds} s)`, ...report.lines].join('\n'));
    failures.push(...report.failures.map((failure) => `${name}: ${failure}`));
  }
} finally {
  await browser?.close();
  await server.close();
}
const { open, known } = sift(failures, names.length === 0 && !options.only && !flags.includes('--binary'));
if (known.length > 0) console.log(`\n${known.length} known gaps:\n${known.join('\n')}`);
const shownFailures = options.verbose ? open : open.slice(0, 80);
console.log(
  open.length === 0 ? '\nall as it should be' : `\n${open.length} failures:\n${shownFailures.join('\n')}`,
);
process.exitCode = open.length === 0 ? 0 : 1;
