// Runs all checks, or those named: `node run.js [miniwob] [names] [components] [--binary] [--only=task,…]`.
import { install } from './install.js';
import { Page, launch } from './page.js';
import { serve } from './server.js';
import { checkMiniwob } from './miniwob/check.js';

const flags = process.argv.slice(2).filter((one) => one.startsWith('--'));
const names = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const value = (name) => flags.find((flag) => flag.startsWith(`--${name}=`))?.split('=')[1];
const options = {
  only: value('only')?.split(',') ?? null,
  seeds: value('seeds')?.split(',') ?? undefined,
  verbose: flags.includes('--verbose'),
};

const checks = {
  miniwob: checkMiniwob,
};

await install();
const server = await serve();
const failures = [];
let browser = null;
try {
  browser = await launch();
  const page = await Page.open(browser);
  for (const [name, check] of Object.entries(checks)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const begun = performance.now();
    const report = await check(page, server.origin, options);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log([`\n# ${report.title} (${seconds} s)`, ...report.lines].join('\n'));
    failures.push(...report.failures.map((failure) => `${name}: ${failure}`));
  }
} finally {
  await browser?.close();
  await server.close();
}
console.log(failures.length === 0 ? '\nall as it should be' : `\n${failures.length} failures:\n${failures.join('\n')}`);
process.exitCode = failures.length === 0 ? 0 : 1;
