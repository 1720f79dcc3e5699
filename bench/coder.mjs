// How long our own coder takes for the pictures of a film, without painting. The changed samples of every picture are
// recorded once and coded again in each round.
// node bench/coder.mjs [WORKLOAD] [--rounds 12] [--seconds 2]
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ownQuantizers } from '../packages/engine/dist/output/film/film-quality.js';
import { FrameRun } from '../packages/engine/dist/render/film/frame-run.js';
import { PPictureCoder, parameterSetsFor, readSequenceParameters } from '../packages/h264/dist/index.js';
import { openFilm } from './open-film.mjs';
import { median } from './statistics.mjs';
import { output, projectJson } from './workloads/workloads.mjs';

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '2' },
  },
  allowPositionals: true,
});
const [name = 'ellipses'] = positionals;
const rounds = Number(values.rounds);
const maxBytes = 1024 ** 2;

const film = await openFilm(Buffer.from(await projectJson(name)));
const settings = { startMs: 0, durationMs: film.durationMs, size: output, framesPerSecond: output.fps };
const run = new FrameRun(film.drawing, settings, film.pictureSource);
run.goTo(0, film.frames);
run.paint(0);
const { picture } = run;
const key = Buffer.from(picture.planes);
const keyPlanes = picture.paddedPlanes;
const changes = record(Math.min(film.frames, Number(values.seconds) * output.fps));
const parameters = readSequenceParameters(parameterSetsFor({ ...output, framesPerSecond: output.fps }));
const coder = new PPictureCoder(picture, parameters, ownQuantizers.flat, maxBytes);
const times = Array.from({ length: rounds }, codeAll);
const perPicture = (milliseconds) => `${(milliseconds / changes.length).toFixed(3)} ms`;
const { bytes, hash } = times[0];
const warm = times.slice(2).map(({ milliseconds }) => milliseconds);
console.log({
  pictures: changes.length,
  bytesOfPicture: Math.round(bytes / changes.length),
  hash,
  first: perPicture(times[0].milliseconds),
  median: perPicture(median(warm)),
  least: perPicture(Math.min(...warm)),
});

/** What changes in each picture, with the samples of the changed areas. */
function record(frames) {
  const recorded = [];
  for (let frame = 1; frame < frames; frame++) {
    const change = run.paint(frame);
    if (change) recorded.push({ change, rows: change.areas.flatMap(copyOf) });
  }
  return recorded;
}

function* rowsOf({ x, y, width, height }) {
  const { width: whole, height: rows } = output;
  for (let row = y; row < y + height; row++) yield [row * whole + x, width];
  for (const plane of [1, 1.25]) {
    for (let row = y / 2; row < (y + height) / 2; row++)
      yield [whole * rows * plane + (row * whole) / 2 + x / 2, width / 2];
  }
}

function copyOf(area) {
  const { planes } = picture;
  return [...rowsOf(area)].map(([at, length]) => ({
    at,
    samples: Buffer.from(planes.subarray(at, at + length)),
  }));
}

function codeAll() {
  picture.planes.set(key);
  coder.start(keyPlanes);
  const digest = createHash('sha256');
  let milliseconds = 0;
  let bytes = 0;
  for (const [index, { change, rows }] of changes.entries()) {
    const { planes } = picture;
    for (const { at, samples } of rows) planes.set(samples, at);
    const started = performance.now();
    const coded = coder.code(index + 1, change);
    milliseconds += performance.now() - started;
    bytes += coded.length;
    digest.update(coded);
  }
  return { milliseconds, bytes, hash: digest.digest('hex').slice(0, 12) };
}
