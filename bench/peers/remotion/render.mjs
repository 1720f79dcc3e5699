// Remotion on the film of the ellipses, with its own packages and the machine's Chromium.
// node render.mjs PROJECT.json [FILM.mp4]
import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '@remotion/bundler';
import { renderMedia, selectComposition } from '@remotion/renderer';
import { browser, hasHeadlessShell } from '../browser.mjs';
import { ellipsesFilm } from '../ellipses-film.mjs';

const fps = 30;

const [projectFile, filmFile = join(tmpdir(), `remotion-${process.pid}.mp4`)] = process.argv.slice(2);
const film = ellipsesFilm(JSON.parse(await readFile(projectFile, 'utf8')));
const inputProps = { ...film, frames: Math.round((film.stops.at(-1) * fps) / 1000) };
const serveUrl = await bundle({ entryPoint: fileURLToPath(new URL('film.jsx', import.meta.url)) });
const options = {
  serveUrl,
  inputProps,
  browserExecutable: browser,
  chromeMode: hasHeadlessShell ? 'headless-shell' : 'chrome-for-testing',
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
