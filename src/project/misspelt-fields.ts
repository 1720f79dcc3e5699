import * as z from 'zod';
import { closestName } from './closest-name.ts';
import { showPath } from './problem-text.ts';

/** An unknown field, and the known field that was probably meant. */
export interface MisspeltField {
  /** The place of the field. */
  readonly path: string;
  readonly name: string;
  /** A field of the same object, or of an object beside it, such as `state.text`. */
  readonly meant: string;
}

/** Adds the misspelt fields of a value to `found`, and stops at `most`. */
type Visit = (value: unknown, path: string[], found: MisspeltField[], most: number) => void;

/** Shorter words are the end of too many names. */
const shortestWord = 3;

/** Longer names are not compared. */
const longestName = 40;

/**
 * Searches data for unknown fields with a name close to a known one, up to `most`. The data must be valid by the
 * schema, which ignores unknown fields.
 */
export function compileMisspeltFields(
  schema: z.core.$ZodType,
): (data: unknown, most: number) => MisspeltField[] {
  const visit = compile(schema);
  return (data, most) => {
    const found: MisspeltField[] = [];
    visit?.(data, [], found, most);
    return found.slice(0, most);
  };
}

/** Null for values without objects. */
function compile(schema: z.core.$ZodType): Visit | null {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) return compileObject(inner);
  if (inner instanceof z.ZodRecord) return compileMap(inner);
  if (inner instanceof z.ZodUnion) return compileUnion(inner);
  return null;
}

function compileObject(schema: z.ZodObject): Visit {
  const names = Object.keys(schema.shape);
  const known = new Set(names);
  const deeper = fieldsBelow(schema);
  const inner = Object.entries(schema.shape).flatMap(([name, field]) => {
    const visit = compile(field);
    return visit ? [{ name, visit }] : [];
  });
  /** Known corrections of names seen before, because the same mistake often occurs in every object. */
  const meanings = new Map<string, string | undefined>();
  const meaningOf = (name: string): string | undefined => {
    if (!meanings.has(name) && meanings.size < 1000) {
      meanings.set(name, deeper.get(name) ?? endingWith(name, names, deeper) ?? closestName(name, names));
    }
    return meanings.get(name);
  };
  return (value, path, found, most) => {
    if (!isObject(value)) return;
    for (const name of Object.keys(value)) {
      if (known.has(name) || name.length > longestName) continue;
      const meant = meaningOf(name);
      if (meant !== undefined) found.push({ path: showPath([...path, name]), name, meant });
    }
    for (const { name, visit } of inner) {
      if (found.length >= most) return;
      path.push(name);
      visit(value[name], path, found, most);
      path.pop();
    }
  };
}

/**
 * Returns the only field of an object, or else of its inner objects, that ends in this word: `weight` means fontWeight.
 */
function endingWith(
  name: string,
  names: readonly string[],
  deeper: ReadonlyMap<string, string>,
): string | undefined {
  const ending = `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`;
  const own = names.filter((field) => field.endsWith(ending));
  if (own.length > 0 || name.length < shortestWord) return own.length === 1 ? own[0] : undefined;
  const inner = [...deeper].filter(([field]) => field.endsWith(ending));
  return inner.length === 1 ? inner[0]?.[1] : undefined;
}

/** Returns the fields of an object's inner objects by name, each with its inner object: `text` is `state.text`. */
function fieldsBelow({ shape }: z.ZodObject): ReadonlyMap<string, string> {
  const below = new Map<string, string>();
  for (const [outer, field] of Object.entries(shape)) {
    const inner = unwrapped(field);
    if (!(inner instanceof z.ZodObject)) continue;
    for (const name of Object.keys(inner.shape)) {
      if (!below.has(name)) below.set(name, `${outer}.${name}`);
    }
  }
  return below;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap())
    : schema;
}

/** Searches at most one of several alternatives, because it cannot tell which one was meant. */
function compileUnion(schema: z.ZodUnion): Visit | null {
  const visits = schema.options.map(compile).filter((visit) => visit !== null);
  return visits.length === 1 ? visits[0] : null;
}

function compileMap(schema: z.ZodRecord): Visit | null {
  const visit = compile(schema.valueType);
  if (!visit) return null;
  return (value, path, found, most) => {
    if (!isObject(value)) return;
    for (const [key, item] of Object.entries(value)) {
      if (found.length >= most) return;
      path.push(key);
      visit(item, path, found, most);
      path.pop();
    }
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
