// Remotion on the film of the ellipses, with its own packages and the machine's Chromium.
// node render.mjs PROJECT.json [FILM.mp4]
import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '@remotion/bundler';
import { renderMedia, selectComposition } from '@remotion/renderer';

const browserExecutable = process.env.REMOTION_BROWSER ?? '/usr/bin/chromium';
const fps = 30;

const [projectFile, filmFile = join(tmpdir(), `remotion-${process.pid}.mp4`)] = process.argv.slice(2);
const inputProps = propertiesOf(JSON.parse(await readFile(projectFile, 'utf8')));
const serveUrl = await bundle({ entryPoint: fileURLToPath(new URL('film.jsx', import.meta.url)) });
const options = {
  serveUrl,
  inputProps,
  browserExecutable,
  chromeMode: 'chrome-for-testing',
  logLevel: 'error',
};
const started = performance.now();
const composition = await selectComposition({ ...options, id: 'film' });
await renderMedia({ ...options, composition, codec: 'h264', crf: 17, outputLocation: filmFile });
const seconds = (performance.now() - started) / 1000;
const { size } = await stat(filmFile);
if (process.argv[3] === undefined) await rm(filmFile);
await rm(serveUrl, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ frames: inputProps.frames, seconds, bytes: size })}\n`);
process.exit(0);

/** What the film shows, read from the project. */
function propertiesOf({ scenes, sceneOrder }) {
  const scene = scenes[sceneOrder[0]];
  const stops = [0];
  for (const [index, id] of scene.compositionOrder.slice(1).entries()) {
    const transition = Object.values(scene.transitions).find(
      ({ fromId, toId }) => fromId === scene.compositionOrder[index] && toId === id,
    );
    stops.push(stops.at(-1) + transition.duration);
  }
  const poses = scene.compositionOrder.map((id) => scene.compositions[id].states);
  const ellipses = Object.values(scene.objects)
    .filter(({ kind }) => kind === 'circle')
    .map(({ id }) => ({
      id,
      fill: poses[0][id].fill,
      radiusX: poses[0][id].width / 2,
      radiusY: poses[0][id].height / 2,
      xs: poses.map((states) => states[id].x),
      ys: poses.map((states) => states[id].y),
    }));
  const title = Object.values(scene.objects).find(({ kind }) => kind === 'text');
  return {
    ellipses,
    title: poses[0][title.id],
    stops,
    background: scene.background,
    frames: Math.round((stops.at(-1) * fps) / 1000),
  };
}
