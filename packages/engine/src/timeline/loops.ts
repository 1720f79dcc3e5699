import { rangeOf } from '../project/properties/all-properties.ts';
import type { CompositionState, LoopField } from '../project/schema.ts';
import type { NumberChannel, WeightedCycle } from './channel.ts';
import { type ColorChannel, type Cycle, lineChannel, loopedChannel, loopedColor } from './channel.ts';
import { type Color, parseColor } from './color.ts';
import { keyedValues } from './keyframes.ts';

/** A property that loops can change. */
export type LoopProperty = LoopField['property'];

/** Properties that loops multiply, so that an object rests at 1. */
const factors: ReadonlySet<string> = new Set([
  'scaleX',
  'scaleY',
  'opacity',
  'reveal',
] satisfies LoopProperty[]);

/** A loop on each side of a transition; undefined where that side has none. */
type Pair = readonly [from: LoopField | undefined, to: LoopField | undefined];

const noPairs: readonly Pair[] = [];

/** The loops of an object over a transition. Those of both sides go on; the others fade in or out. */
export class ObjectLoops {
  readonly #startMs: number;
  readonly #pairs = new Map<string, Pair[]>();

  /** `startMs` is the time of the film at which the transition starts. An object that enters or leaves keeps its loops. */
  constructor(from: CompositionState, to: CompositionState, startMs: number) {
    this.#startMs = startMs;
    const isHidden = (one: CompositionState, other: CompositionState) => !one.visible && other.visible;
    const before = isHidden(from, to) ? to.loop : from.loop;
    const after = isHidden(to, from) ? from.loop : to.loop;
    const left = [...(after ?? [])];
    for (const loop of before ?? []) {
      const text = JSON.stringify(loop);
      const same = left.findIndex((other) => JSON.stringify(other) === text);
      this.#add(loop.property, [loop, same < 0 ? undefined : left.splice(same, 1)[0]]);
    }
    for (const loop of left) this.#add(loop.property, [undefined, loop]);
  }

  /** Adds the loops of a property to its channel. `timing` is that of the property in the transition. */
  number(property: string, value: NumberChannel, timing: () => number): NumberChannel {
    const pairs = this.#pairs.get(property) ?? noPairs;
    if (pairs.length === 0) return value;
    return loopedChannel(value, this.#cycles(pairs, timing(), Number), {
      isFactor: factors.has(property),
      range: rangeOf(property),
    });
  }

  /** Replaces a colour by the loops of its property. */
  color(property: 'fill' | 'stroke', value: ColorChannel, timing: () => number): ColorChannel {
    const pairs = this.#pairs.get(property) ?? noPairs;
    if (pairs.length === 0) return value;
    const read = (text: string | number): Color | null => parseColor(String(text));
    return loopedColor(value, this.#cycles(pairs, timing(), read));
  }

  #add(property: string, pair: Pair): void {
    const pairs = this.#pairs.get(property);
    if (pairs === undefined) this.#pairs.set(property, [pair]);
    else pairs.push(pair);
  }

  #cycles<Value>(
    pairs: readonly Pair[],
    timing: number,
    read: (value: string | number) => Value,
  ): WeightedCycle<Value>[] {
    return pairs.flatMap(([from, to]) => {
      const loop = to ?? from;
      if (loop === undefined) return [];
      const weight = lineChannel(from === undefined ? 0 : 1, to === undefined ? 0 : 1, timing);
      return [{ cycle: this.#cycleOf(loop, read), weight }];
    });
  }

  #cycleOf<Value>(
    { duration, start = 0, values }: LoopField,
    read: (value: string | number) => Value,
  ): Cycle<Value> {
    const points = values.map(([at, value, easing]) => ({ at, value: read(value), easing }));
    const [first, last] = [points[0], points[points.length - 1]];
    // Before its first value and after its last one, a round rests.
    const keyed = keyedValues(first.value, last.value, 'linear', points, ({ value }) => value);
    return { durationMs: duration, startMs: this.#startMs - start, keyed };
  }
}

/** Returns the loops of an object over a transition; null without any. */
export function objectLoops(
  from: CompositionState,
  to: CompositionState,
  startMs: number,
): ObjectLoops | null {
  const has = ({ loop = [] }: CompositionState) => loop.length > 0;
  return has(from) || has(to) ? new ObjectLoops(from, to, startMs) : null;
}
