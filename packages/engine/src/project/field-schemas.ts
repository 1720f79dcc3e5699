import * as z from 'zod';
import { didYouMean } from '../names/closest-name.ts';
import { mustBe } from './problem-text.ts';

/** Names that are not allowed as property names or ids anywhere in a project. */
export const reservedNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Additions of the JSON Schema to the structure. */
export interface Documentation {
  readonly id: string;
  readonly description: string;
  readonly not?: { readonly enum: readonly string[] };
}

/** Resources with a name in the JSON Schema. */
export const namedSchemas: z.core.$ZodRegistry<Documentation> = z.registry<Documentation>();

/** A value that must not be the only one in a list. */
interface Excluded {
  readonly value: number;
  readonly error: string;
}

/**
 * Minimum and maximum length of each list, the rule in the words of messages, and its forbidden items. A list that is
 * too long is refused before its items are checked.
 */
export const listLimits: z.core.$ZodRegistry<{
  min: number;
  max: number;
  expected: string;
  excluded?: Excluded | undefined;
}> = z.registry();

/** Maps of keyframes, whose values must fit their properties, with the properties that they may have. */
export const keyframeMaps: WeakMap<z.core.$ZodType, readonly string[]> = new WeakMap();

/** The error of a field that breaks a rule, in the same words in every message, with the closest of some names. */
export const rule = (expected: string, names: readonly string[] = []) => ({
  error: ({ input }: { input?: unknown }) => `${mustBe(expected, input)}${didYouMean(input, names)}`,
});

/** Makes schemas once for each limits: hundreds of fields have the same, and a schema takes about 10 µs. */
function shared<Limits extends readonly number[], Schema>(
  make: (...limits: Limits) => Schema,
): (...limits: Limits) => Schema {
  const made = new Map<string, Schema>();
  return (...limits) => {
    const key = limits.join();
    const schema = made.get(key) ?? make(...limits);
    made.set(key, schema);
    return schema;
  };
}

export const boolean = shared(() => z.boolean(rule('true or false')));

export const number = shared(numberWithin);

function numberWithin(min: number, max: number) {
  const error = rule(`a number from ${min} to ${max}`);
  return z.number(error).min(min, error).max(max, error);
}

export const integer = shared((min: number, max: number) => {
  const error = rule(`an integer from ${min} to ${max}`);
  return z.int(error).min(min, error).max(max, error);
});

export const string = shared((maxLength: number) => {
  const error = rule(`a string of at most ${maxLength} characters (UTF-16 units)`);
  // Zod's `max` counts code points; it is only for the JSON Schema.
  return z
    .string(error)
    .max(maxLength, error)
    .refine((text) => text.length <= maxLength, error);
});

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, rule(`one of ${values.join(', ')}`, values));
}

export function object<Shape extends z.ZodRawShape>(shape: Shape, expected = 'an object') {
  return z.object(shape, rule(expected));
}

export function mapOf<Value extends z.ZodType>(value: Value) {
  return z.record(idSchema, value, rule('an object'));
}

/** A list of `min` to `max` items. `expected` replaces the rule in messages. */
export function listOf<Item extends z.ZodType>(
  item: Item,
  min: number,
  max: number,
  expected = `an array of ${min} to ${max} items`,
  excluded?: Excluded,
) {
  const error = rule(expected);
  const list = z.array(item, error).min(min, error).max(max, error);
  const checked = excluded
    ? list.refine((items) => items.some((one) => one !== excluded.value), excluded)
    : list;
  return checked.register(listLimits, { min, max, expected, excluded });
}

export const coordinate = () => number(-100_000, 100_000);
export const size = () => number(0, 10_000);

/** The limits of schemas of times in milliseconds, which shorthand also takes as texts such as "2.5s". */
export const timeLimits: WeakMap<z.core.$ZodType, readonly [min: number, max: number]> = new WeakMap();

/** Milliseconds within limits. */
export const time = shared((min: number, max: number) => {
  const schema = numberWithin(min, max);
  timeLimits.set(schema, [min, max]);
  return schema;
});

export const animationTime = () => time(0, 600_000);
export const mediaTime = () => time(0, 86_400_000);

const idRule = rule('an id (1 to 80 letters, digits, _ or -, and no reserved name)');

/** The form of ids. */
export const idPattern: RegExp = /^[A-Za-z0-9_-]{1,80}$/;

export const idSchema = z
  .string(idRule)
  .regex(idPattern, idRule)
  .refine((id) => !reservedNames.includes(id), idRule)
  .register(namedSchemas, {
    id: 'Id',
    description: 'An id, unique among its siblings and stable across edits.',
    not: { enum: reservedNames },
  });

/** The form of language tags (BCP 47). */
export const langPattern: RegExp = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,8}$/;
const langRule = rule('a language tag such as "en" or "pt-BR"');

export const langSchema = z.string(langRule).regex(langPattern, langRule);

const colorPattern = /^(none|transparent|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|#[0-9a-fA-F]{8})$/;
const colorRule = rule('a color (none, transparent, #rgb, #rrggbb or #rrggbbaa)');

export const colorSchema = z
  .string(colorRule)
  .regex(colorPattern, colorRule)
  .register(namedSchemas, { id: 'Color', description: 'A color in sRGB, with alpha if it has 8 digits.' });
