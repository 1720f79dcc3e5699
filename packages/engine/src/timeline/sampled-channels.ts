import { kinds } from '../language/kind-table.ts';
import { type ObjectKind, objectKinds } from '../language/kinds.ts';
import {
  type SampledProperties,
  type SampledProperty,
  sampledProperties,
} from '../project/properties/all-properties.ts';
import type { CompositionState } from '../project/schema.ts';
import { isConstantList, listAt, listChannel, type NumberChannel, numberAt, switchAt } from './channel.ts';
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

/** A property that matters for a kind of object: one that every state has, or one of its fields. */
interface PropertyOfKind extends Pick<SampledProperty, 'name' | 'sampled' | 'read'> {
  /** The value of a state without it; null for a list. */
  readonly initial: unknown;
}

interface SampledKind {
  readonly properties: readonly PropertyOfKind[];
  /** The values of a state without any of them; those that each state has are missing. */
  readonly initial: SampledProperties;
}

const sampledKinds: ReadonlyMap<ObjectKind, SampledKind> = new Map(
  objectKinds.map((kind) => {
    const fields: readonly string[] = kinds[kind].fields;
    const all = sampledProperties.map((property) => ({
      ...property,
      initial: property.sampled === 'list' ? null : property.initialOf(kind),
    }));
    const properties = all.filter(({ field, isRequired }) => isRequired || fields.includes(field));
    const initial = Object.fromEntries(all.map((property) => [property.name, property.initial]));
    return [kind, { properties, initial: initial as unknown as SampledProperties }];
  }),
);

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
  const { properties = [], initial = null } = sampledKinds.get(kind) ?? {};
  const constant: Record<string, unknown> = { ...initial };
  const changing: ChangingProperty[] = [];
  for (const { name, sampled, read, initial: usual } of properties) {
    const [start, end] = [read(from) ?? usual, read(to) ?? usual];
    switch (sampled) {
      case 'number': {
        const channel = numbers[name] ?? channels.number(name, Number(start), Number(end));
        if (typeof channel === 'number') constant[name] = channel;
        else changing.push({ name, at: (progress) => numberAt(channel, progress) });
        break;
      }
      case 'list': {
        if (start === null && end === null) break;
        const channel = listChannel(flat(start), flat(end), channels.timingIndex(name));
        const list = name === 'curves' ? { ...channel, factor: growth } : channel;
        if (isConstantList(list)) constant[name] = list.from;
        else changing.push({ name, at: (progress) => listAt(list, progress) });
        break;
      }
      case 'switch': {
        constant[name] = start;
        if (start === end) break;
        const channel = { timing: channels.timingIndex(name), from: start, to: end };
        changing.push({ name, at: (progress) => switchAt(channel, progress) });
      }
    }
  }
  return { constant: constant as unknown as SampledProperties, changing };
}

/** The numbers of a list, or of the lists in it; null for none. */
function flat(list: unknown): readonly number[] | null {
  return Array.isArray(list) ? list.flat() : null;
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
