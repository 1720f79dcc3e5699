import type { Quantizer } from '@render-service/h264';
import { kinds } from '../../language/kind-table.ts';
import { hasLetters, isLayer, type ObjectKind } from '../../language/kinds.ts';
import type { SceneObject } from '../../project/object-schemas.ts';
import type { CompositionState, Project, Scene } from '../../project/schema.ts';
import type { Size } from '../fit-scene.ts';

// See docs/decisions.md, "A constant quantizer, except for soft colours".

/**
 * The strategy with which the encoder limits the size of a picture. `flat` keeps one quantizer, which suits plain
 * colours and text and takes the least time. `busy` keeps a coarser one, for so much motion that nobody sees the
 * difference. `soft` gives areas with little detail a finer one, so that glows and photographs show no bands. `footage`
 * is for clips, which have lost their finest detail when they were coded before. `limited` stays below a bitrate, in bits per second, at whatever quality that allows.
 */
export type Quality =
  | { readonly kind: 'flat' | 'busy' | 'soft' }
  | { readonly kind: 'footage' | 'limited'; readonly bitrate: number };

/**
 * The options of x264 for each quality. `qp` is a constant quantizer: 0 is lossless, 51 the worst, and below 20 plain
 * colours and text show no flaw. `crf` has the same scale, but is finer where there is little detail and coarser in
 * pictures that are hard to encode. `aq-strength` is how much finer; 1 is the encoder's default.
 */
export const quantizers: Readonly<
  Record<Quality['kind'], Readonly<Partial<Record<'qp' | 'crf' | 'aq-strength', number>>>>
> = {
  flat: { qp: 17 },
  busy: { qp: 21 },
  soft: { crf: 15.35, 'aq-strength': 0.93 },
  footage: { crf: 20 },
  // No picture needs a better quality, however many bits are available.
  limited: { crf: 16.5 },
};

/** The quantizers of pictures that are coded by this project instead of x264. */
export const ownQuantizers: Readonly<Partial<Record<Quality['kind'], Quantizer>>> = {
  flat: { quantizer: 17, adaption: 0, finerWhenHeld: 3 },
  soft: { quantizer: 14, adaption: 0.6, finerWhenHeld: 8 },
  footage: { quantizer: 16, adaption: 0.6, finerWhenHeld: 8 },
};

/**
 * The largest mean share of changed areas in a piece that this project codes instead of x264, and the largest whatever
 * changes there: in between, it takes half the time of x264, but up to twice the bytes if the areas have many details.
 */
export const maxChangedShare = 0.6;
export const maxDetailedShare = 0.25;

/** Seconds of film over which a limited bitrate is kept. */
export const bitrateWindow = 1;
/** Bits per second that both levels 4.1 and 4.2 of the High profile allow, so that common players play the film. */
export const levelBitrate = 50_000_000;

/** The glow of an object that covers less than this share of its scene is too small to show bands. */
const minGlow = 1 / 500;

/** Seconds of bitrate by which a piece may exceed its length, because the encoder starts with a full buffer. */
const headStart = 0.8;

/**
 * Bytes that pictures may take for each macroblock: an amount for the key frame, and at the film's own quality a mean
 * for all. Anything larger is so busy that nobody sees a coarser quantizer.
 */
const keyBytes = 64;
const meanBytes = 5;

/** The most bytes of a macroblock of footage, on average: 12 megabits per second of 1920 x 1080 at 30 frames per second. */
const footageBytes = 6;

/** Pictures, and large glows, shadows and blurs have soft changes of colour, in which a coarse quantizer shows bands. */
export function chooseQuality(project: Project): Quality {
  return { kind: Object.values(project.scenes).some(isSoft) ? 'soft' : 'flat' };
}

function isSoft({ objects, compositions, width, height }: Scene): boolean {
  const isPicture = ({ kind, vector }: SceneObject) =>
    kinds[kind].draws === 'picture' && vector === undefined;
  if (Object.values(objects).some(isPicture)) return true;
  const smallest = width * height * minGlow;
  return Object.values(compositions).some(({ states }) =>
    Object.entries(states).some(
      ([id, state]) => state.visible && hasSoftEdges(state) && areaOf(objects[id].kind, state) >= smallest,
    ),
  );
}

function hasSoftEdges({ effect, shadow, blur = 0 }: CompositionState): boolean {
  return effect === 'glow' || shadow !== undefined || blur > 0;
}

/** Estimates the area that an object covers in its scene, in square pixels. */
function areaOf(kind: ObjectKind, state: CompositionState): number {
  // The members of a layer may be anywhere.
  if (isLayer(kind)) return Infinity;
  const { width, height, fontSize, scaleX = 1, scaleY = 1 } = state;
  return Math.abs((hasLetters(kind) ? fontSize * fontSize : width * height) * scaleX * scaleY);
}

/** A quality, and the number of bytes that pictures may take at it. */
export interface Attempt {
  readonly quality: Quality;
  readonly maxBytes: (pictures: number) => number;
  /**
   * The same without the limit of the piece, so that what is foreseen from it does not depend on the length of the
   * film. Infinity for the last attempt.
   */
  readonly usualBytes: (pictures: number) => number;
}

interface PieceLimits {
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly size: Size;
  /** Whether the piece shows pictures of a clip. */
  readonly showsClip: boolean;
  /** Maximum bytes of the pictures of the piece. */
  readonly maximumBytes: number;
}

/**
 * Returns the qualities to try for a piece, in order, until its pictures take few enough bytes: the film's own or that of clips, a
 * coarser one if the piece is busy, and one that keeps to its bytes. `maxBytes` is the limit at any quality.
 */
export function attemptsFor(
  quality: Quality,
  { frames, framesPerSecond, size, showsClip, maximumBytes }: PieceLimits,
): { readonly maxBytes: number; readonly attempts: readonly Attempt[] } {
  const seconds = frames / framesPerSecond + headStart;
  const bitrate = Math.min(levelBitrate, (maximumBytes * 8) / seconds);
  const maxBytes = (bitrate * seconds) / 8;
  const macroblocks = Math.ceil(size.width / 16) * Math.ceil(size.height / 16);
  const attempt = (one: Quality, bytesPerPicture: number): Attempt => {
    const usualBytes = (pictures: number) => macroblocks * keyBytes + pictures * bytesPerPicture;
    return { quality: one, maxBytes: (pictures) => Math.min(maxBytes, usualBytes(pictures)), usualBytes };
  };
  const noLimit = () => Number.POSITIVE_INFINITY;
  const bytesOfLevel = levelBitrate / 8 / framesPerSecond;
  const attempts = [
    showsClip
      ? attempt({ kind: 'footage', bitrate: footageBytes * macroblocks * framesPerSecond * 8 }, bytesOfLevel)
      : attempt(quality, macroblocks * meanBytes),
    ...(quality.kind === 'flat' && !showsClip ? [attempt({ kind: 'busy' }, bytesOfLevel)] : []),
    // A piece that is still too large makes the film too large, which is detected when the film is assembled.
    { quality: { kind: 'limited', bitrate } as const, maxBytes: noLimit, usualBytes: noLimit },
  ];
  return { maxBytes, attempts };
}
