import { type SampledProperties, sampledProperties } from '../project/properties/all-properties.ts';
import type { TransitionTrack } from '../project/schema.ts';
import { type ColorChannel, colorAt, isConstant, type NumberChannel, numberAt } from './channel.ts';
import type { Color } from './color.ts';
import { type GradientChannel, type GradientLayer, gradientsAt, isConstantGradient } from './gradient.ts';
import {
  isConstantLettering,
  isConstantLineHeight,
  type Lettering,
  type LetteringChannel,
  type LineHeightChannel,
  lettersAt,
  lineHeightAt,
  type TextChange,
} from './lettering.ts';
import {
  type CoordinateChannels,
  type CoordinateDetails,
  changingOnAxes,
  withCoordinates,
} from './on-axes.ts';
import { type PartsChannel, type PartsNow, partsAt } from './parts-motion.ts';
import { isSameValue } from './same-value.ts';
import { type SampledChannels, sampledAt } from './sampled-channels.ts';
import type { TimingProgress } from './timing.ts';

/** A side from which an object is uncovered. */
export type WriteOrder = TransitionTrack['order'];
export type WipeSide = NonNullable<TransitionTrack['wipe']>;

/** Appearance of an object in its own coordinates, independent of its place and opacity. */
export interface Appearance extends CoordinateDetails, SampledProperties {
  readonly fill: Color | null;
  readonly stroke: Color | null;
  /** The gradients that replace the fill and the stroke, the lowest first; null for one colour. */
  readonly fillGradient: readonly GradientLayer[] | null;
  readonly strokeGradient: readonly GradientLayer[] | null;
  /** Distance between the baselines of lines in em; null for the default of their scripts. */
  readonly lineHeight: number | null;
  readonly lettering: Lettering;
  readonly textChange: TextChange | null;
  /** The colour of the part of a waveform that has been played; null if it is that of the rest. */
  readonly played: Color | null;
  /** The time of the film that a waveform shows, in milliseconds; missing for other objects. */
  readonly heardMs?: number;
  /** The position in its clip that a video shows, in milliseconds; missing for other objects. */
  readonly clipMs?: number;
  /** Written part of the object: 0 draws nothing, 1 everything. */
  readonly write: number;
  /** Always `together` after the whole object is written. */
  readonly writeOrder: WriteOrder;
  /** The side from which it is uncovered instead of written; always null after that. */
  readonly wipe: WipeSide | null;
  /** The motion of the parts of a text; null while all of them rest. */
  readonly partsNow: PartsNow | null;
}

/** An object's appearance during a transition. */
export interface AppearanceChannels {
  readonly sampled: SampledChannels;
  readonly fill: ColorChannel;
  readonly stroke: ColorChannel;
  readonly fillGradient: GradientChannel | null;
  readonly strokeGradient: GradientChannel | null;
  readonly played: ColorChannel | null;
  readonly lineHeight: LineHeightChannel | null;
  readonly lettering: LetteringChannel;
  readonly write: NumberChannel;
  readonly writeOrder: WriteOrder;
  readonly wipe: WipeSide | null;
  readonly parts: PartsChannel | null;
  readonly coordinates: CoordinateChannels | null;
}

/** Computes an object's appearance at successive times. Equal values give the same object. */
export class AppearanceSampler {
  /** Appearance at the end of the transition. */
  readonly final: Appearance;
  readonly isConstant: boolean;
  readonly #channels: AppearanceChannels;
  readonly #changing: readonly (keyof Appearance)[];
  readonly #first: Appearance;
  #latest: Appearance;

  /**
   * `previous` is the appearance at the end of the segment before. It is reused if this segment starts with an equal
   * one.
   */
  constructor(
    channels: AppearanceChannels,
    start: TimingProgress,
    end: TimingProgress,
    previous: Appearance | undefined,
  ) {
    this.#channels = channels;
    this.#changing = changingProperties(channels);
    this.isConstant = this.#changing.length === 0;
    const first = sampleAppearance(channels, start);
    this.#first = previous && isSame(first, previous, comparedProperties) ? previous : first;
    this.final = this.isConstant ? this.#first : this.#known(sampleAppearance(channels, end), this.#first);
    this.#latest = this.#first;
  }

  at(progress: TimingProgress): Appearance {
    if (this.isConstant) return this.#first;
    const appearance = sampleAppearance(this.#channels, progress);
    this.#latest = this.#known(appearance, this.#latest, this.#first, this.final);
    return this.#latest;
  }

  /** Returns the first known appearance that equals the given one, or the given one itself. */
  #known(appearance: Appearance, ...known: readonly Appearance[]): Appearance {
    for (const other of known) if (isSame(appearance, other, this.#changing)) return other;
    return appearance;
  }
}

/** Properties whose channels have their names. */
const plainProperties = ['fill', 'stroke', 'write'] as const satisfies readonly (keyof Appearance &
  keyof AppearanceChannels)[];
const gradientProperties = ['fillGradient', 'strokeGradient'] as const;
const letterProperties = ['lettering', 'textChange'] as const;

/** All properties that may differ between two segments. */
const comparedProperties: readonly (keyof Appearance)[] = [
  ...sampledProperties.map(({ name }) => name),
  ...plainProperties,
  ...gradientProperties,
  ...letterProperties,
  'played',
  'lineHeight',
  'writeOrder',
  'wipe',
  'partsNow',
  'axes',
  'plot',
];

/** The properties that change during a transition. */
function changingProperties(channels: AppearanceChannels): (keyof Appearance)[] {
  const { sampled, played, lineHeight, lettering } = channels;
  const changing: (keyof Appearance)[] = sampled.changing.map(({ name }) => name);
  changing.push(...plainProperties.filter((property) => !isConstant(channels[property])));
  changing.push(...gradientProperties.filter((property) => !isConstantGradient(channels[property])));
  if (played !== null && !isConstant(played)) changing.push('played');
  if (channels.parts !== null) changing.push('partsNow');
  if (!isConstantLineHeight(lineHeight)) changing.push('lineHeight');
  if (!isConstantLettering(lettering)) changing.push(...letterProperties);
  changing.push(...changingOnAxes(channels.coordinates));
  return changing;
}

function sampleAppearance(channels: AppearanceChannels, progress: TimingProgress): Appearance {
  // A reveal with keyframes can round past 1.
  const write = Math.min(1, numberAt(channels.write, progress));
  const fill = colorAt(channels.fill, progress);
  const letters = lettersAt(channels.lettering, progress, fill);
  const appearance: Appearance = {
    // First, because V8 clones only the first object of a literal as a whole.
    ...sampledAt(channels.sampled, progress),
    axes: null,
    plot: null,
    fill,
    stroke: colorAt(channels.stroke, progress),
    fillGradient: gradientsAt(channels.fillGradient, progress),
    strokeGradient: gradientsAt(channels.strokeGradient, progress),
    played: channels.played && colorAt(channels.played, progress),
    lineHeight: lineHeightAt(channels.lineHeight, progress),
    lettering: letters.lettering,
    textChange: letters.textChange,
    write,
    writeOrder: write < 1 ? channels.writeOrder : 'together',
    wipe: write < 1 ? channels.wipe : null,
    partsNow: channels.parts && partsAt(channels.parts, progress),
  };
  return channels.coordinates ? withCoordinates(appearance, channels.coordinates, progress) : appearance;
}

function isSame(one: Appearance, other: Appearance, properties: readonly (keyof Appearance)[]): boolean {
  for (const property of properties) if (!isSameValue(one[property], other[property])) return false;
  return true;
}
