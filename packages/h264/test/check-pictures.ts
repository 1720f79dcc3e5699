import fc from 'fast-check';
import { type AnyPictures, anyPictures, paintPatch } from '../../../test/support/any-pictures.ts';
import { type CodedRun, codedPlanes, digestOf, expectDecoded } from '../../../test/support/coded-pictures.ts';
import { Counts, countPicture } from '../../../test/support/film/p-picture-reader.ts';
import { decodeKeyPicture } from '../../engine/src/output/film/h264-decoder.ts';
import { H264Encoder } from '../../engine/src/output/film/h264-encoder.ts';
import {
  I420Picture,
  nalUnits,
  PPictureCoder,
  readSequenceParameters,
  withOwnPictureParameterSets,
} from '../src/index.ts';

/**
 * Codes pictures, and counts the modes of those that our own coder writes. Hints are `speed` times as long as what
 * moved.
 */
function codeRun(
  name: string,
  { size, quantizer, pictures }: AnyPictures,
  counts: Counts,
  speed: number,
): CodedRun {
  const encoder = new H264Encoder({ ...size, framesPerSecond: 30, quality: { kind: 'flat' } });
  try {
    const { parameterSets } = encoder;
    const parameters = readSequenceParameters(parameterSets);
    const picture = new I420Picture(size);
    const coder = new PPictureCoder(picture, parameters, quantizer, 1_000_000);
    const [first, ...others] = pictures;
    const grey = new Uint8Array(picture.planes.length).fill(128);
    picture.planes.set(grey);
    for (const patch of first.patches) paintPatch(patch, size, picture.planes, grey);
    const key = encoder.encode(picture.planes);
    decodeKeyPicture(Buffer.concat([parameterSets, key]), (planes) => coder.start(planes));
    const stream = [withOwnPictureParameterSets(parameterSets), key];
    const digests = [digestOf(codedPlanes(picture))];
    const [columns, rows] = [Math.ceil(size.width / 16), Math.ceil(size.height / 16)];
    for (const [index, { patches, isHeld }] of others.entries()) {
      const before = Uint8Array.from(picture.planes);
      const areas = patches.map((patch) => paintPatch(patch, size, picture.planes, before));
      const motions = patches.map(({ distance: [x, y] }, at) => ({
        area: areas[at],
        x: speed * x,
        y: speed * y,
      }));
      const coded = coder.code(index + 1, { areas, motions, isHeld });
      if (!coded) throw new Error('a picture takes too many bytes');
      for (const unit of nalUnits(coded)) countPicture(unit, { columns, rows, ...parameters }, counts);
      stream.push(coded);
      digests.push(digestOf(codedPlanes(picture)));
    }
    return { name, stream: Buffer.concat(stream), digests };
  } finally {
    encoder.close();
  }
}

/** Codes random pictures and has them decoded, those of the same size together. */
export async function checkPictures(
  seed: number,
  count: number,
  counts = new Counts(),
  speed = 1,
): Promise<void> {
  const made = fc.sample(anyPictures, { seed, numRuns: count });
  const coded = made.map((one, index) => codeRun(`seed ${seed}, run ${index}`, one, counts, speed));
  for (const size of new Set(made.map((one) => one.size))) {
    await expectDecoded(coded.filter((_, index) => made[index].size === size));
  }
}
