import { compileDrawing } from '../../../packages/engine/src/drawing/compile-drawing.ts';
import { ownQuantizers } from '../../../packages/engine/src/output/film/film-quality.ts';
import { decodeKeyPicture } from '../../../packages/engine/src/output/film/h264-decoder.ts';
import { H264Encoder } from '../../../packages/engine/src/output/film/h264-encoder.ts';
import type { Size } from '../../../packages/engine/src/output/fit-scene.ts';
import type { Project } from '../../../packages/engine/src/project/schema.ts';
import { FrameRun } from '../../../packages/engine/src/render/film/frame-run.ts';
import { compileTimeline } from '../../../packages/engine/src/timeline/compile-timeline.ts';
import type { I420Picture } from '../../../packages/h264/src/index.ts';
import {
  PPictureCoder,
  readSequenceParameters,
  type SequenceParameters,
  skippedPicture,
  withOwnPictureParameterSets,
} from '../../../packages/h264/src/index.ts';
import { picturesOf } from '../any-film.ts';
import { type CodedRun, codedPlanes, digestOf } from '../coded-pictures.ts';

export interface CodedFilmOptions {
  readonly name: string;
  readonly size: Size;
  readonly kind: 'flat' | 'soft';
  readonly framesPerSecond: number;
  /** Frames from one key picture to the next; by default only the first one is a key picture. */
  readonly pieceFrames?: number;
  /** Called with the planes that the coder holds and with their source after each picture. */
  readonly onPicture?: (index: number, planes: Buffer, source: Buffer) => void;
}

/** Codes every picture of a film except key pictures with our own coder, even if everything changes. */
export async function codeFilm(
  made: Project,
  { name, size, kind, framesPerSecond, pieceFrames = Number.POSITIVE_INFINITY, onPicture }: CodedFilmOptions,
): Promise<CodedRun> {
  const quantizer = ownQuantizers[kind];
  if (!quantizer) throw new Error(`no quantizer of our own for ${kind}`);
  const timeline = compileTimeline(made);
  const drawing = await compileDrawing(made, timeline);
  const { durationMs } = timeline;
  const maxBytes = 1_000_000 + size.width * size.height;
  const run = new FrameRun(
    drawing,
    { startMs: 0, durationMs, size, framesPerSecond },
    await picturesOf(made),
  );
  let coder: PPictureCoder | undefined;
  let parameters: SequenceParameters | undefined;
  const stream: Buffer[] = [];
  const digests: string[] = [];
  for (let frame = 0; frame * 1000 < durationMs * framesPerSecond; frame++) {
    const number = frame % pieceFrames;
    if (number === 0 || !coder || !parameters) {
      run.goTo(frame, Number.POSITIVE_INFINITY);
      run.paint(frame);
      const { parameterSets, key } = keyPicture(run.picture, framesPerSecond, kind);
      parameters ??= readSequenceParameters(parameterSets);
      coder ??= new PPictureCoder(run.picture, parameters, quantizer, maxBytes);
      const started = coder;
      decodeKeyPicture(Buffer.concat([parameterSets, key]), (planes) => started.start(planes));
      stream.push(...(frame === 0 ? [withOwnPictureParameterSets(parameterSets)] : []), key);
    } else {
      const change = run.paint(frame);
      const picture = change ? coder.code(number, change) : skippedPicture(number, parameters);
      if (!picture) throw new Error(`picture ${frame} takes too many bytes`);
      stream.push(picture);
    }
    const planes = codedPlanes(run.picture);
    digests.push(digestOf(planes));
    onPicture?.(frame, planes, run.picture.planes);
  }
  return { name, stream: Buffer.concat(stream), digests };
}

/** A picture as a key picture of x264, with its parameter sets. */
function keyPicture(picture: I420Picture, framesPerSecond: number, kind: 'flat' | 'soft') {
  const encoder = new H264Encoder({ ...picture.size, framesPerSecond, quality: { kind } });
  try {
    return { parameterSets: encoder.parameterSets, key: encoder.encode(picture.planes) };
  } finally {
    encoder.close();
  }
}
