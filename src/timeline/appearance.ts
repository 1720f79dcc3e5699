import type { CompositionState } from '../project/schema.ts';
import {
  type ColorChannel,
  colorAt,
  isConstant,
  type NumberChannel,
  numberAt,
  type SwitchChannel,
  switchAt,
} from './channel.ts';
import type { Color } from './color.ts';
import type { TimingProgress } from './timing.ts';

/** Edge of every line of a text that is placed at x. */
export type TextAlign = NonNullable<CompositionState['align']>;

/** Appearance of an object in its own coordinates, independent of its place and opacity. */
export interface Appearance {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly strokeWidth: number;
  readonly cornerRadius: number;
  readonly fill: Color | null;
  readonly stroke: Color | null;
  /** Control points of kind path, in the object's own coordinates. */
  readonly c1x: number;
  readonly c1y: number;
  readonly c2x: number;
  readonly c2y: number;
  readonly text: string;
  /** Edge of every line of a text that is placed at x. */
  readonly align: TextAlign;
  /**
   * The width to which a text is wrapped, in em of its state's font size; null does not wrap. It ignores an animated
   * font size, so the line breaks stay the same.
   */
  readonly wrapWidthInEm: number | null;
  readonly fontWeight: 400 | 700;
  readonly tabularNumbers: boolean;
  /** Written part of the object: 0 draws nothing, 1 everything. */
  readonly write: number;
  /** Always `together` after the whole object is written. */
  readonly writeOrder: 'together' | 'sequential';
}

/** An object's appearance during a transition. */
export interface AppearanceChannels {
  readonly width: NumberChannel;
  readonly height: NumberChannel;
  readonly fontSize: NumberChannel;
  readonly strokeWidth: NumberChannel;
  readonly cornerRadius: NumberChannel;
  readonly fill: ColorChannel;
  readonly stroke: ColorChannel;
  readonly c1x: NumberChannel;
  readonly c1y: NumberChannel;
  readonly c2x: NumberChannel;
  readonly c2y: NumberChannel;
  readonly text: SwitchChannel<string>;
  readonly align: SwitchChannel<TextAlign>;
  readonly wrapWidthInEm: SwitchChannel<number | null>;
  readonly fontWeight: SwitchChannel<400 | 700>;
  readonly tabularNumbers: SwitchChannel<boolean>;
  readonly write: NumberChannel;
  readonly writeOrder: 'together' | 'sequential';
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
    const properties = Object.keys(channels) as (keyof AppearanceChannels)[];
    this.#channels = channels;
    this.#changing = properties.filter(
      (property) => property !== 'writeOrder' && !isConstant(channels[property]),
    );
    this.isConstant = this.#changing.length === 0;
    const first = sampleAppearance(channels, start);
    this.#first = previous && isSame(first, previous, properties) ? previous : first;
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

function sampleAppearance(channels: AppearanceChannels, progress: TimingProgress): Appearance {
  // A reveal with keyframes can round past 1.
  const write = Math.min(1, numberAt(channels.write, progress));
  return {
    width: numberAt(channels.width, progress),
    height: numberAt(channels.height, progress),
    fontSize: numberAt(channels.fontSize, progress),
    strokeWidth: numberAt(channels.strokeWidth, progress),
    cornerRadius: numberAt(channels.cornerRadius, progress),
    fill: colorAt(channels.fill, progress),
    stroke: colorAt(channels.stroke, progress),
    c1x: numberAt(channels.c1x, progress),
    c1y: numberAt(channels.c1y, progress),
    c2x: numberAt(channels.c2x, progress),
    c2y: numberAt(channels.c2y, progress),
    text: switchAt(channels.text, progress),
    align: switchAt(channels.align, progress),
    wrapWidthInEm: switchAt(channels.wrapWidthInEm, progress),
    fontWeight: switchAt(channels.fontWeight, progress),
    tabularNumbers: switchAt(channels.tabularNumbers, progress),
    write,
    writeOrder: write < 1 ? channels.writeOrder : 'together',
  };
}

function isSame(one: Appearance, other: Appearance, properties: readonly (keyof Appearance)[]): boolean {
  for (const property of properties) if (!isSameValue(one[property], other[property])) return false;
  return true;
}

/** Distinguishes 0 from -0, so that the values of an appearance never depend on earlier samples. */
function isSameValue(one: Appearance[keyof Appearance], other: Appearance[keyof Appearance]): boolean {
  if (Object.is(one, other)) return true;
  return isColor(one) && isColor(other) && isSameColor(one, other);
}

function isColor(value: Appearance[keyof Appearance]): value is Color {
  return typeof value === 'object' && value !== null;
}

function isSameColor(one: Color, other: Color): boolean {
  return (
    one.red === other.red && one.green === other.green && one.blue === other.blue && one.alpha === other.alpha
  );
}
