// Serves the installed pages and our own component pages on 127.0.0.1.
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

import { bundles, miniwob, modules } from './install.js';

const types = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const roots = {
  bundles,
  miniwob,
  npm: modules,
  pages: join(import.meta.dirname, 'pages'),
};

/**
 * Begins an episode, the same one every time, when a task has loaded. It marks nothing in the page: what must be in
 * the view is known by selectors alone.
 */
const start = (seed) => `<script>
addEventListener('load', () => {
  core.EPISODE_MAX_TIME = 600000;
  Math.seedrandom('${seed}');
  core.startEpisodeReal();
  document.getElementById('reward-display').style.display = 'none';
});
</script>`;

function answer(path, seed) {
  const [, root, ...rest] = path.split('/');
  const folder = roots[root];
  const file = folder && normalize(join(folder, ...rest));
  if (!file?.startsWith(folder) || !statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  const body = readFileSync(file);
  const isTask = root === 'miniwob' && rest[0] === 'miniwob' && rest.length === 2 && file.endsWith('.html');
  return {
    type: types[extname(file)] ?? 'application/octet-stream',
    body: isTask ? `${body}${start(seed)}` : body,
  };
}

/** `{ origin, close }` of a server at a free port. */
export async function serve() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://corpus');
    const found = answer(decodeURIComponent(pathname), (searchParams.get('seed') ?? '42').replace(/\W/g, ''));
    response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' });
    response.end(found?.body ?? 'not found');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((done) => server.close(done)),
  };
}
