import { type ObjectKind, objectKinds } from '../language/kinds.ts';
import {
  type BlendedNumber,
  blendedNumbers,
  isNumberOf,
  numberReader,
} from '../project/properties/all-properties.ts';
import type { CompositionState } from '../project/schema.ts';
import { type NumberChannel, numberAt } from './channel.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import type { TimingProgress } from './timing.ts';

/** The numbers of an object at one time, by their names in keyframes and formulas. */
export type Numbers = { readonly [Name in BlendedNumber]: number };

/** The numbers of an object over a transition. */
export interface NumberChannels {
  /** The numbers that do not change; the others have any value. */
  readonly constant: Numbers;
  readonly changing: readonly (readonly [name: BlendedNumber, channel: NumberChannel])[];
}

const readers = blendedNumbers.map((name) => ({ name, read: numberReader(name) }));

/** The numbers that matter for each kind. */
const readersByKind: ReadonlyMap<ObjectKind, typeof readers> = new Map(
  objectKinds.map((kind) => [kind, readers.filter(({ name }) => isNumberOf(name, kind))]),
);

/** The numbers of a state without any of them; those that each state has are missing. */
const initialNumbers = Object.fromEntries(readers.map(({ name, read }) => [name, read({})])) as Numbers;

/** The channels of the numbers of an object between two states. `given` are those that do not follow from them. */
export function numberChannels(
  kind: ObjectKind,
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
  given: Readonly<Partial<Record<BlendedNumber, NumberChannel>>>,
): NumberChannels {
  const constant: Record<BlendedNumber, number> = { ...initialNumbers };
  const changing: [BlendedNumber, NumberChannel][] = [];
  for (const { name, read } of readersByKind.get(kind) ?? []) {
    const channel = given[name] ?? channels.number(name, read(from), read(to));
    if (typeof channel === 'number') constant[name] = channel;
    else changing.push([name, channel]);
  }
  return { constant, changing };
}

/** The numbers at the given progress of their transition. */
export function numbersAt({ constant, changing }: NumberChannels, progress: TimingProgress): Numbers {
  if (changing.length === 0) return constant;
  const numbers: Record<BlendedNumber, number> = { ...constant };
  for (const [name, channel] of changing) numbers[name] = numberAt(channel, progress);
  return numbers;
}
