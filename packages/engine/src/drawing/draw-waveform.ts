import type { SeenSound } from '../media/sound/seen-sound.ts';
import type { WaveformField } from '../project/object-schemas.ts';
import type { Appearance } from '../timeline/appearance.ts';
import type { DisplayNode } from './display-list.ts';
import { inOwnBox, stroke } from './draw-shape.ts';
import { emptyOutline, type Outline, OutlineBuilder } from './outline.ts';
import type { Painted } from './paint.ts';
import { smoothCurve } from './shapes.ts';

const defaultCount = 64;
const defaultSmoothing = 0.8;

/** The longest line of a bar that is drawn as a dot. Renderers leave out lines without a length. */
const dot = 0.01;

/** The inner radius of a ring, as a share of the outer one. */
const innerShare = 0.58;

/** One bar, or point of the line. */
interface Level {
  /** Where it is: 0 at the left or where a ring begins, 1 at its end. */
  readonly at: number;
  /** From 0 to 1; points of a line around the middle from -1 to 1. */
  readonly height: number;
}

/** What a waveform shows at one time. */
interface Levels {
  readonly levels: readonly Level[];
  /** Where the part ends that has been played. */
  readonly playedTo: number;
}

/**
 * Returns the nodes of a waveform, which is centred on the origin. Without a sound, it has all of its size, as it is when
 * objects are placed.
 */
export function drawWaveform(
  given: Appearance,
  field: WaveformField,
  sound: SeenSound | undefined,
): DisplayNode[] {
  const { shape = 'bars', count = defaultCount } = field;
  const appearance = thinned(inOwnBox(given), count, shape);
  const { width, height, write, played } = appearance;
  if (width === 0 || height === 0) return [];
  const { levels, playedTo } = levelsOf({ ...field, shape, count }, sound, given.heardMs);
  const grown = write === 1 ? levels : levels.map(({ at, height }) => ({ at, height: height * write }));
  const drawn = { appearance, levels: grown, isCentered: field.show !== 'spectrum' };
  const [before, after] = outlinesOf(drawn, shape, played === null ? 0 : playedTo);
  return [...stroke(before, { ...appearance, stroke: played }), ...stroke(after, appearance)];
}

type Shape = NonNullable<WaveformField['shape']>;

function levelsOf(
  field: WaveformField & { readonly shape: Shape; readonly count: number },
  sound: SeenSound | undefined,
  timeMs = 0,
): Levels {
  const { show, shape, count, window, smoothing = defaultSmoothing } = field;
  const spread = (heightOf: (index: number) => number): Level[] =>
    Array.from({ length: count }, (_, index) => ({
      at: shape === 'line' ? index / (count - 1) : (index + 0.5) / count,
      height: heightOf(index),
    }));
  const isDown = (index: number) => shape === 'line' && index % 2 === 1;
  const lowest = show === 'spectrum' ? 0 : -1;
  if (sound === undefined) return { levels: spread((index) => (isDown(index) ? lowest : 1)), playedTo: 0 };
  if (show === 'spectrum') {
    // A ring has each frequency on both sides, so that its ends meet.
    const isRing = shape === 'ring';
    const bands = sound.bands(timeMs, isRing ? Math.ceil(count / 2) : count, smoothing);
    return {
      levels: spread((index) => bands[isRing ? Math.min(index, count - 1 - index) : index]),
      playedTo: 0,
    };
  }
  if (window === undefined) {
    const wave = sound.wave(count);
    return {
      // A line goes up and down in turn.
      levels: spread((index) => (isDown(index) ? -wave[index] : wave[index])),
      playedTo: (timeMs - sound.startMs) / (sound.durationMs || 1),
    };
  }
  const partMs = window / count;
  const startMs = timeMs - window / 2;
  if (shape !== 'line') return { levels: scrolled(sound, { startMs, partMs, count }), playedTo: 0.5 };
  const meanOf = (index: number) => sound.mean(startMs + index * partMs, startMs + (index + 1) * partMs);
  return { levels: spread(meanOf), playedTo: 0.5 };
}

/** The bars of parts of the sound that keep their times, so that they move and do not flicker. */
function scrolled(
  sound: SeenSound,
  { startMs, partMs, count }: { readonly startMs: number; readonly partMs: number; readonly count: number },
): readonly Level[] {
  const first = Math.floor(startMs / partMs);
  return Array.from({ length: count + 1 }, (_, index) => {
    const fromMs = (first + index) * partMs;
    const at = ((fromMs - startMs) / partMs + 0.5) / count;
    // A bar grows where it comes in, inside the box.
    const inside = Math.min(at, 1 - at) * count - 0.5;
    return { at, inside, height: Math.min(1, inside) * sound.level(fromMs, fromMs + partMs) };
  }).filter(({ inside }) => inside >= 0);
}

interface Drawn {
  readonly appearance: Painted;
  readonly levels: readonly Level[];
  /** Whether the heights extend above and below the middle, or start at the lower edge. */
  readonly isCentered: boolean;
}

/** The largest share of its space that a bar takes, so that bars stay apart. */
const widestShare = 0.7;

/** Returns an appearance whose bars are apart. */
function thinned(appearance: Painted, count: number, shape: Shape): Painted {
  const { width, height, strokeWidth } = appearance;
  if (shape === 'line') return appearance;
  const around = Math.PI * innerShare * Math.min(Math.abs(width), Math.abs(height));
  const slot = (shape === 'ring' ? around : Math.abs(width)) / count;
  return { ...appearance, strokeWidth: Math.min(strokeWidth, widestShare * slot) };
}

/** Returns the outlines before and after the place to which the sound has been played. */
function outlinesOf(drawn: Drawn, shape: Shape, playedTo: number): [Outline, Outline] {
  if (shape === 'line') return dividedLine(drawn, playedTo);
  const bar = shape === 'ring' ? ringBar(drawn) : straightBar(drawn);
  const [before, after] = [new OutlineBuilder(), new OutlineBuilder()];
  for (const level of drawn.levels) bar(level, level.at < playedTo ? before : after);
  return [before.build(), after.build()];
}

type AddBar = (level: Level, outline: OutlineBuilder) => void;

function straightBar({ appearance, isCentered }: Drawn): AddBar {
  const [width, height] = [Math.abs(appearance.width), Math.abs(appearance.height)];
  const longest = Math.max(dot, height - appearance.strokeWidth);
  return ({ at, height: share }, outline) => {
    const x = (at - 0.5) * width;
    const length = Math.max(dot, share * longest);
    const bottom = isCentered ? length / 2 : longest / 2;
    outline.moveTo(x, bottom).lineTo(x, bottom - length);
  };
}

function ringBar({ appearance }: Drawn): AddBar {
  const radii = [Math.abs(appearance.width) / 2, Math.abs(appearance.height) / 2];
  const outer = Math.max(0, Math.min(...radii) - appearance.strokeWidth / 2);
  const inner = innerShare * outer;
  return ({ at, height: share }, outline) => {
    const turn = 2 * Math.PI * at;
    const [across, down] = [Math.sin(turn), -Math.cos(turn)];
    const end = inner + Math.max(dot, share * (outer - inner));
    outline.moveTo(inner * across, inner * down).lineTo(end * across, end * down);
  };
}

function dividedLine({ appearance, levels, isCentered }: Drawn, playedTo: number): [Outline, Outline] {
  const { strokeWidth } = appearance;
  const inside = (length: number) => Math.max(0, Math.abs(length) - strokeWidth);
  const [width, height] = [inside(appearance.width), inside(appearance.height)];
  const points = levels.flatMap(({ at, height: share }) => [
    (at - 0.5) * width,
    isCentered ? (-share * height) / 2 : height / 2 - share * height,
  ]);
  const line = keptIn(smoothCurve(points, false), width / 2, height / 2);
  if (playedTo <= 0) return [emptyOutline, line];
  if (playedTo >= 1) return [line, emptyOutline];
  return dividedAt((playedTo - 0.5) * width, line);
}

/** Keeps a curve in a box around the origin: it never leaves the hull of its control points. */
function keptIn({ verbs, points }: Outline, across: number, down: number): Outline {
  const kept = (value: number, reach: number) => Math.max(-reach, Math.min(reach, value));
  return { verbs, points: points.map((value, index) => kept(value, index % 2 === 0 ? across : down)) };
}

/** Number of times that the place is halved at which a curve is divided: far below a pixel. */
const halvings = 24;

/** Divides a line of cubics, which goes from left to right, without a change of its shape. */
function dividedAt(x: number, { points }: Outline): [Outline, Outline] {
  const piece = (index: number) => points.slice(6 * index, 6 * index + 8);
  const count = (points.length - 2) / 6;
  let index = 0;
  while (index < count - 1 && points[6 * index + 6] <= x) index++;
  let [low, high] = [0, 1];
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2;
    if (halves(piece(index), middle)[0][6] < x) low = middle;
    else high = middle;
  }
  const [before, after] = halves(piece(index), low);
  return [
    { verbs: `M${'C'.repeat(index + 1)}`, points: [...points.slice(0, 6 * index), ...before] },
    { verbs: `M${'C'.repeat(count - index)}`, points: [...after, ...points.slice(6 * index + 8)] },
  ];
}

/** Divides a cubic at a share of its time (de Casteljau): x and y of its four points in turn. */
function halves(cubic: readonly number[], t: number): [number[], number[]] {
  const [before, after]: [number[], number[]] = [[], []];
  let row = cubic;
  while (row.length > 0) {
    before.push(...row.slice(0, 2));
    after.unshift(...row.slice(-2));
    row = row.slice(2).map((value, at) => row[at] + (value - row[at]) * t);
  }
  return [before, after];
}
