import type { ComputeNumber } from '../formulas/evaluate-formula.ts';
import { rounded } from '../project/numbers.ts';
import { type Color, interpolateColor } from './color.ts';
import { type KeyedValues, keyedValueAt } from './keyframes.ts';
import type { TimingProgress } from './timing.ts';

/** One number of an object over a transition; a plain number is constant. `timing` is an index in the timing table. */
export type NumberChannel =
  | number
  | LineChannel
  | CurveChannel
  | KeyedNumberChannel
  | ProductChannel
  | FormulaChannel
  | ClockChannel
  | LoopedChannel;

interface LineChannel {
  readonly kind: 'line';
  readonly timing: number;
  readonly from: number;
  readonly to: number;
}

/** One coordinate of a motion path: a cubic Bezier with control values c1 and c2. */
interface CurveChannel {
  readonly kind: 'curve';
  readonly timing: number;
  readonly from: number;
  readonly c1: number;
  readonly c2: number;
  readonly to: number;
}

interface KeyedNumberChannel {
  readonly kind: 'keyed';
  readonly timing: number;
  readonly keyed: KeyedValues<number>;
}

interface ProductChannel {
  readonly kind: 'product';
  readonly value: NumberChannel;
  readonly factor: NumberChannel;
}

/** Computed from variables; between two formulas, both are computed and blended. */
interface FormulaChannel {
  readonly kind: 'formula';
  readonly timing: number;
  readonly from: ComputeNumber;
  readonly to: ComputeNumber;
}

/** The seconds since a time before the transition. */
interface ClockChannel {
  readonly kind: 'clock';
  /** Its milliseconds at the start of the transition. */
  readonly startMs: number;
}

/** A number to which loops add, or that they multiply. */
interface LoopedChannel {
  readonly kind: 'looped';
  readonly value: NumberChannel;
  readonly loops: readonly WeightedCycle<number>[];
  readonly isFactor: boolean;
  readonly range: readonly [min: number, max: number];
}

/** Values that repeat, and how much of them counts, from 0 to 1. */
export interface WeightedCycle<Value> {
  readonly cycle: Cycle<Value>;
  readonly weight: NumberChannel;
}

/** Values that repeat with the time of the film. */
export interface Cycle<Value> {
  readonly durationMs: number;
  /** How far the first round is at the start of the transition, in milliseconds. */
  readonly startMs: number;
  readonly keyed: KeyedValues<Value>;
}

/** One colour of an object over a transition. */
export type ColorChannel = ConstantColorChannel | BlendChannel | KeyedColorChannel | LoopedColorChannel;

interface ConstantColorChannel {
  readonly kind: 'constant';
  readonly color: Color | null;
}

interface BlendChannel {
  readonly kind: 'blend';
  readonly timing: number;
  readonly from: Color | null;
  readonly to: Color | null;
}

interface KeyedColorChannel {
  readonly kind: 'keyed';
  readonly timing: number;
  readonly keyed: KeyedValues<Color | null>;
}

/** A colour that loops replace. */
interface LoopedColorChannel {
  readonly kind: 'looped';
  readonly value: ColorChannel;
  readonly loops: readonly WeightedCycle<Color | null>[];
}

/** A value that cannot be blended: it switches to `to` at progress 0.5. */
export interface SwitchChannel<Value> {
  readonly timing: number;
  readonly from: Value;
  readonly to: Value;
}

/** Numbers that belong together over a transition; null if there are none. */
export interface ListChannel {
  readonly timing: number;
  readonly from: readonly number[] | null;
  readonly to: readonly number[] | null;
  /** A factor of all numbers; 1 if it is missing. */
  readonly factor?: NumberChannel;
}

/** Interpolates between two lists; null is a missing list. Lists of different lengths switch in the middle. */
export function listChannel(
  from: readonly number[] | null | undefined,
  to: readonly number[] | null | undefined,
  timing: number,
): ListChannel {
  const isSame = from?.length === to?.length && from?.every((number, index) => number === to?.[index]);
  return { timing, from: from ?? null, to: isSame === true ? (from ?? null) : (to ?? null) };
}

/** The channel's numbers at the given progress of its transition. */
export function listAt(channel: ListChannel, progress: TimingProgress): readonly number[] | null {
  const list = blendedList(channel, progress.eased[channel.timing]);
  const factor = channel.factor === undefined ? 1 : numberAt(channel.factor, progress);
  return list === null || factor === 1 ? list : list.map((number) => number * factor);
}

function blendedList({ from, to }: ListChannel, eased: number): readonly number[] | null {
  if (from === to || eased <= 0) return from;
  if (eased >= 1) return to;
  if (from?.length !== to?.length) return eased < 0.5 ? from : to;
  return from && to && from.map((number, index) => interpolateNumber(number, to[index], eased));
}

/** Whether the numbers stay the same throughout their transition. */
export function isConstantList({ from, to, factor = 1 }: ListChannel): boolean {
  return from === to && (from === null || factor === 1);
}

/** Interpolates between two numbers. */
export function lineChannel(from: number, to: number, timing: number): NumberChannel {
  return Object.is(from, to) ? from : { kind: 'line', timing, from, to };
}

/** Follows a formula on each side. The same one on both sides is not blended. */
export function formulaChannel(from: ComputeNumber, to: ComputeNumber, timing: number): NumberChannel {
  return { kind: 'formula', timing, from, to };
}

/** One channel multiplied by another. */
export function productChannel(value: NumberChannel, factor: NumberChannel): NumberChannel {
  if (typeof value === 'number' && typeof factor === 'number') return value * factor;
  return factor === 1 ? value : { kind: 'product', value, factor };
}

/** Counts seconds; at the start of the transition, it is at `startMs`. */
export function clockChannel(startMs: number): NumberChannel {
  return { kind: 'clock', startMs };
}

/** Adds loops to a number, or multiplies it by them, within the range of its property. */
export function loopedChannel(
  value: NumberChannel,
  loops: LoopedChannel['loops'],
  { isFactor, range }: Pick<LoopedChannel, 'isFactor' | 'range'>,
): NumberChannel {
  return loops.length === 0 ? value : { kind: 'looped', value, loops, isFactor, range };
}

/** Replaces a colour by those of loops. */
export function loopedColor(value: ColorChannel, loops: LoopedColorChannel['loops']): ColorChannel {
  return loops.length === 0 ? value : { kind: 'looped', value, loops };
}

/** The channel's value at the given progress of its transition. */
export function numberAt(channel: NumberChannel, progress: TimingProgress): number {
  if (typeof channel === 'number') return channel;
  switch (channel.kind) {
    case 'line':
      return interpolateNumber(channel.from, channel.to, progress.eased[channel.timing]);
    case 'curve':
      return curveAt(channel, progress.eased[channel.timing]);
    case 'keyed':
      return keyedValueAt(channel.keyed, progress.elapsed[channel.timing], interpolateNumber);
    case 'product':
      return numberAt(channel.value, progress) * numberAt(channel.factor, progress);
    case 'formula':
      return formulaAt(channel, progress);
    case 'clock':
      // Rounded to a billionth of a second, as times of the film are.
      return rounded((channel.startMs + progress.timeMs) / 1000, 9);
    case 'looped':
      return loopedAt(channel, progress);
  }
}

const noVariables: readonly number[] = [];

function formulaAt({ timing, from, to }: FormulaChannel, progress: TimingProgress): number {
  const { variables = noVariables, eased } = progress;
  const share = eased[timing];
  if (from === to || share <= 0) return from(variables);
  if (share >= 1) return to(variables);
  return interpolateNumber(from(variables), to(variables), share);
}

function loopedAt(
  { value, loops, isFactor, range: [min, max] }: LoopedChannel,
  progress: TimingProgress,
): number {
  let number = numberAt(value, progress);
  for (const { cycle, weight } of loops) {
    const looped = cycleAt(cycle, progress, interpolateNumber);
    const share = numberAt(weight, progress);
    if (isFactor) number *= 1 + (looped - 1) * share;
    else number += looped * share;
  }
  return Math.min(max, Math.max(min, number));
}

function cycleAt<Value>(
  { durationMs, startMs, keyed }: Cycle<Value>,
  { timeMs }: TimingProgress,
  interpolate: (from: Value, to: Value, progress: number) => Value,
): Value {
  const rest = rounded(startMs + timeMs, 6) % durationMs;
  return keyedValueAt(keyed, (rest < 0 ? rest + durationMs : rest) / durationMs, interpolate);
}

/** Interpolates between two colours. */
export function blendChannel(from: Color | null, to: Color | null, timing: number): ColorChannel {
  return from === to ? { kind: 'constant', color: from } : { kind: 'blend', timing, from, to };
}

/** The channel's colour at the given progress of its transition; null is `none`. */
export function colorAt(channel: ColorChannel, progress: TimingProgress): Color | null {
  switch (channel.kind) {
    case 'constant':
      return channel.color;
    case 'blend':
      return interpolateColor(channel.from, channel.to, progress.eased[channel.timing]);
    case 'keyed':
      return keyedValueAt(channel.keyed, progress.elapsed[channel.timing], interpolateColor);
    case 'looped':
      return channel.loops.reduce(
        (color, { cycle, weight }) =>
          interpolateColor(color, cycleAt(cycle, progress, interpolateColor), numberAt(weight, progress)),
        colorAt(channel.value, progress),
      );
  }
}

/** The channel's value at the given progress of its transition. */
export function switchAt<Value>(channel: SwitchChannel<Value>, progress: TimingProgress): Value {
  return progress.eased[channel.timing] < 0.5 ? channel.from : channel.to;
}

/** Whether the channel has the same value throughout its transition. */
export function isConstant(channel: NumberChannel | ColorChannel | SwitchChannel<unknown>): boolean {
  if (typeof channel === 'number') return true;
  if (!('kind' in channel)) return channel.from === channel.to;
  if (channel.kind === 'product') return isConstant(channel.value) && isConstant(channel.factor);
  return channel.kind === 'constant';
}

/** Returns both ends exactly; from + (to - from) could round to another number. */
/** The number between two others. */
export function interpolateNumber(from: number, to: number, progress: number): number {
  if (progress <= 0) return from;
  if (progress >= 1) return to;
  return from + (to - from) * progress;
}

function curveAt(channel: CurveChannel, progress: number): number {
  if (progress <= 0) return channel.from;
  if (progress >= 1) return channel.to;
  const rest = 1 - progress;
  return (
    rest * rest * rest * channel.from +
    3 * rest * rest * progress * channel.c1 +
    3 * rest * progress * progress * channel.c2 +
    progress * progress * progress * channel.to
  );
}
