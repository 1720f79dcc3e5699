// HyperFrames on the film of the ellipses, with its own package, and the machine's Chromium and FFmpeg.
// node render.mjs PROJECT.json [FILM.mp4]; HYPERFRAMES_NODE is a Node that is recent enough for it
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browser } from '../browser.mjs';
import { ellipsesFilm } from '../ellipses-film.mjs';

const node = process.env.HYPERFRAMES_NODE ?? process.execPath;
const program = fileURLToPath(new URL('node_modules/hyperframes/dist/cli.js', import.meta.url));
const fps = 30;

const folder = await mkdtemp(join(tmpdir(), 'hyperframes-'));
const [projectFile, filmFile = join(folder, 'film.mp4')] = process.argv.slice(2);
try {
  const film = ellipsesFilm(JSON.parse(await readFile(projectFile, 'utf8')));
  await writeFile(join(folder, 'index.html'), page(film));
  const started = performance.now();
  execFileSync(node, [program, 'render', folder, '--output', filmFile, '--fps', String(fps), '--quiet'], {
    env: {
      ...process.env,
      HYPERFRAMES_BROWSER_PATH: browser,
      PRODUCER_HEADLESS_SHELL_PATH: browser,
      HYPERFRAMES_NO_TELEMETRY: '1',
      HYPERFRAMES_NO_UPDATE_CHECK: '1',
      DO_NOT_TRACK: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const seconds = (performance.now() - started) / 1000;
  const { size } = await stat(filmFile);
  const frames = Math.round((film.stops.at(-1) * fps) / 1000);
  process.stdout.write(`${JSON.stringify({ frames, seconds, bytes: size })}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** A composition whose motion is that of Web Animations, which HyperFrames sets to the time of each frame. */
function page({ ellipses, title, stops, background }) {
  const durationMs = stops.at(-1);
  const shapes = ellipses.map(
    ({ id, fill, radiusX, radiusY }) =>
      `<ellipse id="${id}" rx="${radiusX}" ry="${radiusY}" fill="${fill}"></ellipse>`,
  );
  const motions = ellipses.map(({ id, xs, ys }) => [
    id,
    stops.map((stop, index) => ({
      offset: stop / durationMs,
      transform: `translate(${xs[index]}px, ${ys[index]}px)`,
    })),
  ]);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<style>html, body { margin: 0; background: ${background} }</style>
</head>
<body>
<div id="root" data-composition-id="root" data-no-timeline data-start="0" data-duration="${durationMs / 1000}" data-width="1920" data-height="1080">
<svg width="1920" height="1080">
<text x="${title.x}" y="${title.y}" font-size="${title.fontSize}" font-family="sans-serif" fill="#fff" text-anchor="middle" dominant-baseline="middle">${title.text}</text>
${shapes.join('\n')}
</svg>
</div>
<script>
for (const [id, keyframes] of ${JSON.stringify(motions)}) {
  document.getElementById(id).animate(keyframes, { duration: ${durationMs}, fill: 'both' });
}
</script>
</body>
</html>
`;
}
