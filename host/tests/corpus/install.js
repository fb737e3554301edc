// Fetches what the checks read, pinned by version and hash, into a cache folder outside the repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;

/** Where the pages are: `SEKME_CORPUS`, else a folder of the user's cache. */
export const home =
  process.env.SEKME_CORPUS ??
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sekme', 'corpus');
export const modules = join(home, 'npm', 'node_modules');
export const bundles = join(home, 'bundles');
export const miniwob = join(home, 'python', 'miniwob', 'html');

const pinned = ['package.json', 'package-lock.json', '.npmrc'];
const run = (command, args, options = {}) =>
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });

/** Other browser servers, for measurements side by side. */
const peers = join(home, 'peers');

const stampOf = (names) => {
  const hash = createHash('sha256');
  for (const name of names) hash.update(readFileSync(join(here, name)));
  return hash.digest('hex');
};

/** Runs a step unless its stamp says that the very same one has ended well before. */
async function once(name, stamp, step) {
  const file = join(home, `${name}.stamp`);
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return;
  rmSync(file, { force: true });
  console.log(`installing ${name} into ${home}`);
  await step();
  writeFileSync(file, stamp);
}

function installPackages(folder, from) {
  mkdirSync(folder, { recursive: true });
  for (const name of pinned) cpSync(join(from, name), join(folder, name));
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
}

function installMiniwob() {
  const folder = join(home, 'python');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const python = process.env.PYTHON ?? 'python3';
  const quiet = ['--quiet', '--disable-pip-version-check'];
  const requirements = join(here, 'requirements.txt');
  run(python, [
    ...['-m', 'pip', 'download', '--no-deps', '--require-hashes', ...quiet],
    ...['--requirement', requirements, '--dest', folder],
  ]);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  run(python, ['-m', 'zipfile', '-e', join(folder, wheel), folder]);
}

/** Libraries that browsers cannot load as they are published: modules, and globals of that name. */
const entries = {
  react: {
    globalName: 'React',
    contents: "export * from 'react'; export { createRoot } from 'react-dom/client';",
  },
  headless: {
    globalName: 'headless',
    contents: `export * as React from 'react'; export { createRoot } from 'react-dom/client';
      export * as Headless from '@headlessui/react'; export * as Select from '@radix-ui/react-select';`,
  },
  material: { contents: "import '@material/web/all.js';" },
  prosemirror: {
    globalName: 'ProseMirror',
    contents: `export { EditorState } from 'prosemirror-state'; export { EditorView } from 'prosemirror-view';
      export { schema } from 'prosemirror-schema-basic'; export { DOMParser } from 'prosemirror-model';
      export { exampleSetup } from 'prosemirror-example-setup';`,
  },
  lexical: {
    globalName: 'Lexical',
    contents: `export { $getRoot, createEditor } from 'lexical';
      export { HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text';
      export { createEmptyHistoryState, registerHistory } from '@lexical/history';`,
  },
  codemirror6: {
    globalName: 'CodeMirror6',
    contents: "export { EditorView, basicSetup } from 'codemirror6';",
  },
  monaco: { globalName: 'Monaco', contents: "export { editor } from 'monaco-editor';" },
};

async function bundle() {
  const { build } = await import(pathToFileURL(join(modules, 'esbuild', 'lib', 'main.js')).href);
  for (const [name, { contents, globalName }] of Object.entries(entries)) {
    await build({
      stdin: { contents, resolveDir: join(home, 'npm') },
      bundle: true,
      format: globalName ? 'iife' : 'esm',
      globalName,
      define: { 'process.env.NODE_ENV': '"production"' },
      loader: { '.ttf': 'dataurl' },
      outfile: join(bundles, `${name}.js`),
      logLevel: 'error',
    });
  }
}

export async function install() {
  mkdirSync(home, { recursive: true });
  await once('packages', stampOf(pinned), () => installPackages(join(home, 'npm'), here));
  await once('miniwob', stampOf(['requirements.txt']), installMiniwob);
  await once('bundles', stampOf([...pinned, 'install.js']), bundle);
}

/** Installs the other servers; answers the folder of their packages. */
async function installPeers() {
  mkdirSync(home, { recursive: true });
  const stamp = stampOf(pinned.map((name) => join('peers', name)));
  await once('peers', stamp, () => {
    installPackages(peers, join(here, 'peers'));
    // Its programs come without the right to be run: a script that is not run here would give it.
    const programs = join(peers, 'node_modules', 'agent-browser', 'bin');
    for (const name of readdirSync(programs)) chmodSync(join(programs, name), 0o755);
  });
  return join(peers, 'node_modules');
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('peers')) console.log(await installPeers());
  else await install();
}
