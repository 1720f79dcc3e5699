// What a user could assemble from npm today: resvg draws SVG frames, a WebAssembly encoder makes the film.
// node baseline.mjs PROJECT.json FRAMES [FILM.mp4]
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import h264 from 'h264-mp4-encoder';
import { openFilm } from '../open-film.mjs';
import { Stopwatch, tell } from '../stopwatch.mjs';
import { output } from '../workloads/workloads.mjs';
import { sampleFrames } from './sample-frames.mjs';

/**
 * `speed` 10 is the encoder's fastest. The quantizer gives moving shapes and text the fidelity of this project's
 * own films (within 0.5 dB of PSNR in luma). Key frames are as far apart as in those.
 */
const settings = { speed: 10, quantizationParameter: 20, groupOfPictures: 60 };

const [projectFile, wanted, filmFile] = process.argv.slice(2);
const film = await openFilm(await readFile(projectFile));
await initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
const encoder = await h264.createH264MP4Encoder();
Object.assign(encoder, { width: output.width, height: output.height, frameRate: output.fps, ...settings });
encoder.initialize();

const drawing = new Stopwatch();
const encoding = new Stopwatch();
/** The time spent on redrawing unchanged pictures. */
const redrawing = new Stopwatch();
let shown;
const sample = sampleFrames(film.frames, Number(wanted));
for (const index of sample) {
  const list = film.listAt(index);
  // Not counted: in this comparison the SVG of every frame is prepared beforehand.
  const svg = film.svgOf(list);
  const stopwatch = list === shown ? redrawing : drawing;
  stopwatch.start();
  const rgba = draw(svg);
  stopwatch.stop();
  shown = list;
  encoding.start();
  encoder.addFrameRgba(rgba);
  encoding.stop();
}
encoding.start();
encoder.finalize();
const bytes = encoder.FS.readFile(encoder.outputFilename);
encoding.stop();
if (filmFile) await writeFile(filmFile, bytes);

const sum = (...parts) => parts.reduce((total, part) => total + part, 0);
tell({
  frames: sample.length,
  framesOfFilm: film.frames,
  bytes: bytes.length,
  seconds: sum(drawing.times.seconds, redrawing.times.seconds, encoding.times.seconds),
  processorSeconds: sum(
    drawing.times.processorSeconds,
    redrawing.times.processorSeconds,
    encoding.times.processorSeconds,
  ),
  drawingSeconds: drawing.times.seconds,
  redrawingSeconds: redrawing.times.seconds,
  encodingSeconds: encoding.times.seconds,
});

function draw(svg) {
  const resvg = new Resvg(svg, { font: { loadSystemFonts: false } });
  const image = resvg.render();
  const { pixels } = image;
  image.free();
  resvg.free();
  return pixels;
}
