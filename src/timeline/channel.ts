import type { Moment } from './clock.ts';
import { type Color, interpolateColor } from './color.ts';
import { type KeyedValues, keyedValueAt } from './keyframes.ts';

/** One number of an object over a transition; a plain number stands still. */
export type NumberChannel = number | LineChannel | CurveChannel | KeyedNumberChannel;

interface LineChannel {
  readonly kind: 'line';
  readonly clock: number;
  readonly from: number;
  readonly to: number;
}

/** One coordinate of a motion path: a cubic Bezier with control values c1 and c2. */
interface CurveChannel {
  readonly kind: 'curve';
  readonly clock: number;
  readonly from: number;
  readonly c1: number;
  readonly c2: number;
  readonly to: number;
}

interface KeyedNumberChannel {
  readonly kind: 'keyed';
  readonly clock: number;
  readonly keyed: KeyedValues<number>;
}

/** One colour of an object over a transition. */
export type ColorChannel = StillColorChannel | BlendChannel | KeyedColorChannel;

interface StillColorChannel {
  readonly kind: 'still';
  readonly color: Color | null;
}

interface BlendChannel {
  readonly kind: 'blend';
  readonly clock: number;
  readonly from: Color | null;
  readonly to: Color | null;
}

interface KeyedColorChannel {
  readonly kind: 'keyed';
  readonly clock: number;
  readonly keyed: KeyedValues<Color | null>;
}

/** Something that cannot be blended: `to` from progress 0.5 on. */
export interface SwitchChannel<Value> {
  readonly clock: number;
  readonly from: Value;
  readonly to: Value;
}

/** Straight from one number to the other by a clock's progress. */
export function lineChannel(from: number, to: number, clock: number): NumberChannel {
  return Object.is(from, to) ? from : { kind: 'line', clock, from, to };
}

/** The number at a moment of the transition. */
export function numberAt(channel: NumberChannel, moment: Moment): number {
  if (typeof channel === 'number') return channel;
  switch (channel.kind) {
    case 'line':
      return interpolateNumber(channel.from, channel.to, moment.progress[channel.clock]);
    case 'curve':
      return curveAt(channel, moment.progress[channel.clock]);
    case 'keyed':
      return keyedValueAt(channel.keyed, moment.fractions[channel.clock], interpolateNumber);
  }
}

/** From one colour to the other by a clock's progress. */
export function blendChannel(from: Color | null, to: Color | null, clock: number): ColorChannel {
  return from === to ? { kind: 'still', color: from } : { kind: 'blend', clock, from, to };
}

/** The colour at a moment of the transition; null is `none`. */
export function colorAt(channel: ColorChannel, moment: Moment): Color | null {
  switch (channel.kind) {
    case 'still':
      return channel.color;
    case 'blend':
      return interpolateColor(channel.from, channel.to, moment.progress[channel.clock]);
    case 'keyed':
      return keyedValueAt(channel.keyed, moment.fractions[channel.clock], interpolateColor);
  }
}

/** The value at a moment of the transition. */
export function switchAt<Value>(channel: SwitchChannel<Value>, moment: Moment): Value {
  return moment.progress[channel.clock] < 0.5 ? channel.from : channel.to;
}

/** A channel that has the same value at every moment, so that no moment need be known to read it. */
export function standsStill(channel: NumberChannel | ColorChannel | SwitchChannel<string>): boolean {
  if (typeof channel === 'number') return true;
  return 'kind' in channel ? channel.kind === 'still' : channel.from === channel.to;
}

/** Both ends exactly, also where from + (to - from) would round past them. */
function interpolateNumber(from: number, to: number, progress: number): number {
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
