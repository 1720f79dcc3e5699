import * as z from 'zod';
import { colorSchema, number } from '../field-schemas.ts';
import { joinWords } from '../problem-text.ts';
import { contractProperties } from './contract.ts';
import { extendedProperties } from './extended.ts';
import { fullFormatProperties } from './full-format.ts';
import { type NamesWith, namesWith, type Property, type PropertyTable, type TimingName } from './property.ts';

// What follows from the tables of properties.

/** What keyframes can set beside fields of states. */
export const trackProperties = {
  reveal: {
    schema: number(0, 1),
    description: 'The part of an object that is written.',
    timing: 'revealTiming',
    keyframes: true,
  },
} as const satisfies PropertyTable;

type Extended = typeof extendedProperties;
type Contract = typeof contractProperties;

/** The properties of keyframes that every document may have. */
export const contractKeyframes = [
  ...namesWith(contractProperties, 'keyframes'),
  ...namesWith(trackProperties, 'keyframes'),
] as const;

/** The properties of keyframes beyond the contract. */
export const extendedKeyframes: readonly NamesWith<Extended, 'keyframes'>[] = namesWith(
  extendedProperties,
  'keyframes',
);

/** The numeric properties that can have formulas. */
export type FormulaProperty = NamesWith<Contract, 'formulas'> | NamesWith<Extended, 'formulas'>;

export const formulaProperties: readonly FormulaProperty[] = [
  ...namesWith(contractProperties, 'formulas'),
  ...namesWith(extendedProperties, 'formulas'),
];

type Table = Contract & Extended & typeof fullFormatProperties;

/** The values that drawing code gets of the properties of an object, by name. */
export type SampledProperties = {
  readonly [Name in NamesWith<Table, 'sampled', 'number'>]: number;
} & {
  readonly [Name in NamesWith<Table, 'sampled', 'list'>]: readonly number[] | null;
} & {
  readonly [Name in NamesWith<Table, 'sampled', 'switch'>]: NonNullable<
    Name extends keyof Table ? z.infer<Table[Name]['schema']> : never
  >;
};

/** A property, or a number with a name of its own, that drawing code gets. */
export interface SampledProperty {
  readonly name: keyof SampledProperties;
  readonly field: string;
  readonly sampled: NonNullable<Property['sampled']>;
  /** Whether every state has it. */
  readonly isRequired: boolean;
  /** The value of a state without it, of an object of a kind. */
  readonly initialOf: (kind: string) => unknown;
  /** Reads it from a state; undefined for a state without it. */
  readonly read: (state: object) => unknown;
}

/** The values of fields that are the same for all objects without them. */
export const initialValues: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries<Property>({ ...contractProperties, ...extendedProperties }).flatMap(
    ([field, { initial }]) => (initial === undefined ? [] : [[field, initial]]),
  ),
);

/** All properties, by the names of their fields. */
const properties: ReadonlyMap<string, Property> = new Map(
  Object.entries<Property>({
    ...contractProperties,
    ...extendedProperties,
    ...fullFormatProperties,
    ...trackProperties,
  }),
);

interface Place {
  readonly field: string;
  readonly property: Property;
  /** The place of a number in the value of the field; empty for the whole value. */
  readonly path: readonly (string | number)[];
}

/** The places of fields, and of their numbers with names of their own. */
const places: ReadonlyMap<string, Place> = new Map(
  [...properties].flatMap(([field, property]): [string, Place][] => [
    [field, { field, property, path: [] }],
    ...Object.entries(property.numbers ?? {}).map(([name, path]): [string, Place] => [
      name,
      { field, property, path },
    ]),
  ]),
);

/** Returns the field that holds the value of a property in keyframes or formulas. */
export function fieldOfProperty(name: string): string {
  return places.get(name)?.field ?? name;
}

/** Returns the timing that a property follows; undefined for one that follows the track itself. */
export function timingOfProperty(name: string): TimingName | undefined {
  return places.get(name)?.property.timing;
}

/** Whether keyframes of a property hold colours instead of numbers. */
export function isColorProperty(name: string): boolean {
  const { keyframes, schema } = places.get(name)?.property ?? {};
  return keyframes === true && schema === colorSchema;
}

/** Returns the minimum and the maximum of a numeric property, from the schema of its field. */
export function rangeOf(name: string): readonly [min: number, max: number] {
  const { property, path } = places.get(name) ?? {};
  let schema: z.core.$ZodType | undefined = property && withoutOptional(property.schema);
  for (const key of path ?? []) {
    if (schema instanceof z.ZodArray) schema = withoutOptional(schema.element);
    else if (schema instanceof z.ZodObject) schema = withoutOptional(schema.shape[key]);
  }
  if (schema instanceof z.ZodNumber) return [schema.minValue ?? -Infinity, schema.maxValue ?? Infinity];
  throw new TypeError(`${name} is no numeric property`);
}

function withoutOptional(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

/** Returns a function that reads a number of a state, or that of a state without it. */
export function numberReader(name: FormulaProperty): (state: object) => number {
  const { field = name, property, path = [] } = places.get(name) ?? {};
  return (state) =>
    Number(path.reduce((whole, key) => Object(whole)[key], Reflect.get(state, field) ?? property?.initial));
}

/** All properties, or numbers with names, that drawing code gets. */
export const sampledProperties: readonly SampledProperty[] = [...places].flatMap(
  ([name, { field, property, path }]) => {
    const { sampled, numbers, schema, initial, initialByKind } = property;
    if (sampled === undefined || (numbers !== undefined && path.length === 0)) return [];
    const isRequired = !(schema instanceof z.ZodOptional);
    const initialOf = (kind: string) => valueAt(initialByKind?.[kind] ?? initial, path);
    const whole = (state: object): unknown => (state as Readonly<Record<string, unknown>>)[field];
    const read = path.length === 0 ? whole : (state: object) => valueAt(whole(state), path);
    return [{ name: name as keyof SampledProperties, field, sampled, isRequired, initialOf, read }];
  },
);

function valueAt(value: unknown, path: Place['path']): unknown {
  let inner = value;
  for (const key of path) inner = Object(inner)[key];
  return inner;
}

/** Returns the fields of a state with another value of a numeric property. */
export function withNumber<State extends object>(state: State, name: string, value: number): State {
  const { field = name, property, path = [] } = places.get(name) ?? {};
  const old: unknown = Reflect.get(state, field) ?? property?.initial;
  return { ...state, [field]: withAt(old, path, value) };
}

function withAt(old: unknown, [key, ...rest]: readonly (string | number)[], value: number): unknown {
  if (key === undefined) return value;
  if (Array.isArray(old)) return old.with(Number(key), withAt(old[Number(key)], rest, value));
  const fields: Readonly<Record<string, unknown>> = Object(old);
  return { ...fields, [key]: withAt(fields[key], rest, value) };
}

/** Explains why a field of a state has no keyframes; undefined if it has some, or is no field. */
export function whyWithoutKeyframes(name: string): string | undefined {
  const property = properties.get(name);
  if (property === undefined) return undefined;
  const { keyframes, numbers, switches, insteadOfKeyframes } = property;
  if (keyframes && !numbers) return undefined;
  if (switches) return `${name} cannot have keyframes, because it switches in the middle of its track`;
  const names = keyframes && numbers && joinWords(Object.keys(numbers), 'and');
  const remedy = names ? `use ${names}` : (insteadOfKeyframes ?? 'write its values in two compositions');
  return `${name} cannot have keyframes; ${remedy}`;
}
