import { kinds, type ObjectKind, objectKinds } from '../language/kinds.ts';
import {
  type SampledProperties,
  type SampledProperty,
  sampledProperties,
} from '../project/properties/all-properties.ts';
import type { CompositionState } from '../project/schema.ts';
import {
  isConstant,
  isConstantList,
  listAt,
  listChannel,
  type NumberChannel,
  numberAt,
  switchAt,
} from './channel.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import type { TimingProgress } from './timing.ts';

/** The sampled properties of an object over a transition. */
export interface SampledChannels {
  /** The values that do not change; the others have any value. */
  readonly constant: SampledProperties;
  readonly changing: readonly ChangingProperty[];
}

interface ChangingProperty {
  readonly name: keyof SampledProperties;
  readonly at: (progress: TimingProgress) => unknown;
}

/** The properties that matter for each kind: those that every state has, and those of its fields. */
const propertiesByKind: ReadonlyMap<ObjectKind, readonly SampledProperty[]> = new Map(
  objectKinds.map((kind) => {
    const fields: readonly string[] = kinds[kind].fields;
    return [kind, sampledProperties.filter(({ field, isRequired }) => isRequired || fields.includes(field))];
  }),
);

/** The values of a state without any of them, by kind; those that each state has are missing. */
const initialByKind: ReadonlyMap<ObjectKind, SampledProperties> = new Map(
  objectKinds.map((kind) => [
    kind,
    Object.fromEntries(
      sampledProperties.map(({ name, read }) => [name, read({}, kind)]),
    ) as unknown as SampledProperties,
  ]),
);

type List = readonly number[] | null;

/** Channels that do not follow from the values of both states. */
interface GivenChannels {
  readonly numbers: Readonly<Partial<Record<keyof SampledProperties, NumberChannel>>>;
  /** The size of an object that grows or shrinks, which multiplies the lengths of its curves. */
  readonly growth: NumberChannel;
}

/** The channels of the properties of an object between two states. */
export function sampledChannels(
  kind: ObjectKind,
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
  { numbers, growth }: GivenChannels,
): SampledChannels {
  const constant: Record<string, unknown> = { ...initialByKind.get(kind) };
  const changing: ChangingProperty[] = [];
  for (const { name, sampled, read } of propertiesByKind.get(kind) ?? []) {
    const [start, end] = [read(from, kind), read(to, kind)];
    switch (sampled) {
      case 'number': {
        const channel = numbers[name] ?? channels.number(name, Number(start), Number(end));
        if (typeof channel === 'number') constant[name] = channel;
        else changing.push({ name, at: (progress) => numberAt(channel, progress) });
        break;
      }
      case 'list': {
        const channel = listChannel(start as List, end as List, channels.timingIndex(name));
        const list = name === 'curves' ? { ...channel, factor: growth } : channel;
        if (isConstantList(list)) constant[name] = list.from;
        else changing.push({ name, at: (progress) => listAt(list, progress) });
        break;
      }
      case 'switch': {
        const channel = { timing: channels.timingIndex(name), from: start, to: end };
        if (isConstant(channel)) constant[name] = start;
        else changing.push({ name, at: (progress) => switchAt(channel, progress) });
      }
    }
  }
  return { constant: constant as unknown as SampledProperties, changing };
}

/** The properties at the given progress of their transition. */
export function sampledAt(
  { constant, changing }: SampledChannels,
  progress: TimingProgress,
): SampledProperties {
  if (changing.length === 0) return constant;
  const values: Record<string, unknown> = { ...constant };
  for (const { name, at } of changing) values[name] = at(progress);
  return values as unknown as SampledProperties;
}
