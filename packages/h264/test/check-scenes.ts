import { type CodedRun, codedPlanes, digestOf, expectDecoded } from '../../../test/support/coded-pictures.ts';
import { decodeKeyPicture } from '../../engine/src/output/film/h264-decoder.ts';
import { H264Encoder } from '../../engine/src/output/film/h264-encoder.ts';
import type { PixelArea, Quantizer } from '../src/index.ts';
import {
  I420Picture,
  type Motion,
  PPictureCoder,
  readSequenceParameters,
  renumberedPicture,
  skippedPicture,
  withOwnPictureParameterSets,
} from '../src/index.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Numbers from 0 to 1 that are the same on every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** What a frame shows: I420 planes, and how they differ from the frame before. */
interface Shown {
  readonly planes: Uint8Array;
  readonly areas: readonly PixelArea[];
  readonly motions: readonly Motion[];
}

type Scene = (frame: number, size: Size) => Shown;

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** Discs that move straight on, some of them out of the picture; `texture` gives them a pattern that changes. */
function discs(seed: number, texture: boolean): Scene {
  return (frame, { width, height }) => {
    const random = randomNumbers(seed);
    const planes = new Uint8Array(width * height * 1.5).fill(40, 0, width * height).fill(124, width * height);
    const areas: PixelArea[] = [];
    const motions: Motion[] = [];
    for (let disc = 0; disc < 6; disc++) {
      const [startX, startY, radius] = [random() * width, random() * height, 4 + random() * 30];
      const [stepX, stepY] = [(random() - 0.5) * 12, (random() - 0.5) * 9];
      const [luma, blue, red] = [50 + random() * 190, 60 + random() * 130, 60 + random() * 130];
      const x = startX + stepX * frame;
      const y = startY + stepY * frame;
      for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(height, y + radius); row++) {
        for (
          let column = Math.max(0, Math.floor(x - radius));
          column < Math.min(width, x + radius);
          column++
        ) {
          const cover = clamp(radius - Math.hypot(column + 0.5 - x, row + 0.5 - y) + 0.5, 1);
          if (cover === 0) continue;
          const pattern = texture ? 0.6 + 0.4 * Math.sin(column * 0.7 + frame) * Math.cos(row * 0.5) : 1;
          const at = row * width + column;
          planes[at] = planes[at] * (1 - cover) + luma * cover * pattern;
          const chroma = width * height + (row >> 1) * (width / 2) + (column >> 1);
          if (cover > 0.5) [planes[chroma], planes[chroma + (width * height) / 4]] = [blue, red];
        }
      }
      const left = clamp(Math.floor(Math.min(x, x - stepX) - radius - 2), width) & ~1;
      const top = clamp(Math.floor(Math.min(y, y - stepY) - radius - 2), height) & ~1;
      const right = clamp(Math.ceil(Math.max(x, x - stepX) + radius + 2), width);
      const bottom = clamp(Math.ceil(Math.max(y, y - stepY) + radius + 2), height);
      if (right <= left || bottom <= top) continue;
      const area = { x: left, y: top, width: right - left, height: bottom - top };
      areas.push(area);
      motions.push({ area, x: Math.round(-4 * stepX), y: Math.round(-4 * stepY) });
    }
    return { planes, areas, motions };
  };
}

/** Every sample is random, from black to white, and hints point beyond the picture in every direction. */
function noise(seed: number): Scene {
  return (frame, { width, height }) => {
    const random = randomNumbers(seed + frame);
    const planes = Uint8Array.from({ length: width * height * 1.5 }, () => random() * 256);
    const area = { x: 0, y: 0, width, height };
    const far = [-500, -37, 39, 501];
    const motions = far.flatMap((x) => far.map((y) => ({ area, x, y })));
    return { planes, areas: [area], motions };
  };
}

/** Black and white squares that trade places: the largest residuals. */
const chequers: Scene = (frame, { width, height }) => {
  const planes = Uint8Array.from({ length: width * height * 1.5 }, (_, at) =>
    at < width * height && ((((at % width) >> 3) + (Math.floor(at / width) >> 3) + frame) & 1) === 0
      ? 255
      : 0,
  );
  return { planes, areas: [{ x: 0, y: 0, width, height }], motions: [] };
};

/** Codes the frames of a scene. */
async function codeFilm(
  name: string,
  scene: Scene,
  size: Size,
  frames: number,
  quantizer: Quantizer,
): Promise<CodedRun> {
  const encoder = new H264Encoder({ ...size, framesPerSecond: 30, quality: { kind: 'flat' } });
  try {
    const { parameterSets } = encoder;
    const parameters = readSequenceParameters(parameterSets);
    const picture = new I420Picture(size);
    const coder = new PPictureCoder(picture, parameters, quantizer, 4_000_000);
    picture.planes.set(scene(0, size).planes);
    const key = renumberedPicture(encoder.encode(picture.planes), 0, parameters);
    decodeKeyPicture(Buffer.concat([parameterSets, key]), (planes) => coder.start(planes));
    const stream = [withOwnPictureParameterSets(parameterSets), key];
    const digests = [digestOf(codedPlanes(picture))];
    let still = 0;
    for (let frame = 1; frame < frames; frame++) {
      // Now and then the picture is held.
      if (frame % 5 === 4) {
        stream.push(skippedPicture(frame, parameters));
        still++;
      } else {
        const { planes, areas, motions } = scene(frame - still, size);
        picture.planes.set(planes);
        const coded = coder.code(frame, { areas, motions, isHeld: frame % 5 === 3 });
        if (!coded) throw new Error('a picture takes too many bytes');
        stream.push(coded);
      }
      digests.push(digestOf(codedPlanes(picture)));
    }
    return { name, stream: Buffer.concat(stream), digests };
  } finally {
    encoder.close();
  }
}

const scenes: readonly (readonly [string, Scene, number])[] = [
  ['moving discs', discs(1, false), 24],
  ['discs with a pattern that changes', discs(2, true), 16],
  ['noise', noise(3), 7],
  ['chequers that trade places', chequers, 7],
];
const quantizers: readonly Quantizer[] = [
  { quantizer: 17, adaption: 0, finerWhenHeld: 3 },
  { quantizer: 14, adaption: 0.6, finerWhenHeld: 8 },
  { quantizer: 28, adaption: 0, finerWhenHeld: 24 },
  { quantizer: 12, adaption: 2, finerWhenHeld: 5 },
];

/** Codes every scene with every quantizer in one size, and has FFmpeg and OpenH264 decode them. */
export async function checkScenes(size: Size): Promise<void> {
  const runs = await Promise.all(
    scenes.flatMap(([name, scene, frames]) =>
      quantizers.map((quantizer) =>
        codeFilm(`${name} ${JSON.stringify(quantizer)}`, scene, size, frames, quantizer),
      ),
    ),
  );
  await expectDecoded(runs);
}
