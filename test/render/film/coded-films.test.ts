import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileDrawing } from '../../../src/drawing/compile-drawing.ts';
import { ownQuantizers } from '../../../src/output/film/film-quality.ts';
import { H264Encoder } from '../../../src/output/film/h264-encoder.ts';
import {
  readSequenceParameters,
  skippedPicture,
  withOwnPictureParameterSets,
} from '../../../src/output/film/h264-syntax.ts';
import { PPictureCoder } from '../../../src/output/film/p-picture-coder.ts';
import type { Size } from '../../../src/output/fit-scene.ts';
import type { Project } from '../../../src/project/schema.ts';
import { FrameRun } from '../../../src/render/film/frame-run.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';
import { anyFilm, picturesOf } from '../../support/any-film.ts';
import { codedPlanes, decodePictures } from '../../support/coded-pictures.ts';

const framesPerSecond = 24;

/** The pictures of a film as our own coder holds them, their sources, and the byte stream. */
async function codeFilm(made: Project, size: Size, kind: 'flat' | 'soft') {
  const quantizer = ownQuantizers[kind];
  if (!quantizer) throw new Error(`no quantizer of our own for ${kind}`);
  const timeline = compileTimeline(made);
  const drawing = await compileDrawing(made, timeline);
  const { durationMs } = timeline;
  const run = new FrameRun(drawing, { durationMs, size, framesPerSecond }, await picturesOf(made));
  run.goTo(0);
  run.paint(0);
  const encoder = new H264Encoder({ ...size, framesPerSecond, quality: { kind } });
  try {
    const { parameterSets } = encoder;
    const parameters = readSequenceParameters(parameterSets);
    const coder = new PPictureCoder(run.picture, parameters, quantizer, 1_000_000);
    const key = encoder.encode(run.picture.planes);
    coder.start(Buffer.concat([parameterSets, key]));
    const stream = [withOwnPictureParameterSets(parameterSets), key];
    const pictures = [codedPlanes(run.picture)];
    const sources = [Buffer.from(run.picture.planes)];
    for (let frame = 1; frame * 1000 < durationMs * framesPerSecond; frame++) {
      const change = run.paint(frame);
      const picture = change ? coder.code(frame, change) : skippedPicture(frame, parameters);
      if (!picture) throw new Error(`picture ${frame} takes too many bytes`);
      stream.push(picture);
      pictures.push(codedPlanes(run.picture));
      sources.push(Buffer.from(run.picture.planes));
    }
    return { stream: Buffer.concat(stream), pictures, sources };
  } finally {
    encoder.close();
  }
}

/** PSNR of luma, in dB. */
function lumaQuality(one: Buffer, other: Buffer, { width, height }: Size): number {
  let sum = 0;
  for (let at = 0; at < width * height; at++) sum += (one[at] - other[at]) ** 2;
  return 10 * Math.log10((255 ** 2 * width * height) / sum);
}

it.each([
  { width: 128, height: 80, kind: 'flat' as const },
  { width: 66, height: 50, kind: 'soft' as const },
])(
  'our own coder keeps generated films of $width x $height sharp to the last picture, and they decode bit for bit',
  async ({ kind, ...size }) => {
    const films = [];
    const seed = Math.floor(Math.random() * 2 ** 31);
    for (const made of fc.sample(anyFilm, { seed, numRuns: 60 }))
      films.push(await codeFilm(made, size, kind));
    const decoded = await decodePictures(Buffer.concat(films.map(({ stream }) => stream)));
    const bytes = size.width * size.height * 1.5;
    let at = 0;
    for (const [film, { pictures, sources }] of films.entries()) {
      for (const [index, picture] of pictures.entries()) {
        const place = `seed ${seed}, film ${film}, picture ${index}`;
        expect(decoded.subarray(at, at + bytes).equals(picture), place).toBe(true);
        expect(lumaQuality(picture, sources[index], size), place).toBeGreaterThan(42);
        at += bytes;
      }
    }
    expect(decoded.length).toBe(at);
  },
);
