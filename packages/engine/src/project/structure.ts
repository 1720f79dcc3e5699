import * as z from 'zod';
import { broken, type Check, isMap } from './check.ts';
import { idSchema, keyframeMaps, listLimits, reservedNames } from './field-schemas.ts';
import { copyKeyOrder } from './key-order.ts';
import { checkKeyframesFirst } from './keyframe-fields.ts';
import { type DocumentRule, valueAt } from './problem.ts';
import { mustBe, type Path, showValue } from './problem-text.ts';
import { type Problems, valueRule } from './problems.ts';
import { projectSchemaOf } from './schema.ts';

/** Compiled at the first use: a project has one of two schemas, and shorthand has another. */
const checks = new Map<z.ZodObject, Check>();

/**
 * Checks plain JSON data against the schema of a project, or of an extended one if it is marked as such. Zod alone
 * would collect millions of issues, so it checks only values of fixed size; this module loops over maps and lists, and
 * stops when `problems` is full.
 *
 * The maps of the copy have no prototype, so looking up an id such as `toString` finds nothing.
 */
export function checkStructure(data: unknown, problems: Problems): unknown {
  const schema = projectSchemaOf(data);
  const check = checks.get(schema) ?? compileCheck(schema);
  checks.set(schema, check);
  return check(data, [], problems);
}

/** Checks plain JSON data against a schema of objects, maps, lists with limits, and unions of these and values. */
export function compileCheck(schema: z.core.$ZodType): Check {
  const check = compileSchema(schema);
  const properties = keyframeMaps.get(schema);
  return properties === undefined ? check : checkKeyframesFirst(check, properties);
}

/** Like `compileCheck`, but compiles at the first value: most documents have few of the fields. */
function checkLater(schema: z.core.$ZodType): Check {
  const isOptional = schema instanceof z.ZodOptional;
  let check: Check | undefined;
  return (value, path, problems) => {
    if (isOptional && value === undefined) return undefined;
    check ??= compileCheck(schema);
    return check(value, path, problems);
  };
}

function compileSchema(schema: z.core.$ZodType): Check {
  if (schema instanceof z.ZodOptional) {
    const inner = compileCheck(schema.unwrap());
    return (value, path, problems) => (value === undefined ? undefined : inner(value, path, problems));
  }
  if (isOfFixedSize(schema)) return (value, path, problems) => checkWithZod(schema, value, path, problems);
  if (schema instanceof z.ZodObject) return compileObject(schema);
  if (schema instanceof z.ZodRecord) return compileMap(schema);
  if (schema instanceof z.ZodArray) return compileList(schema);
  if (schema instanceof z.ZodUnion) return compileUnion(schema);
  throw new TypeError(`a schema of type ${schema._zod.def.type} cannot hold maps or lists`);
}

function isOfFixedSize(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodRecord || schema instanceof z.ZodArray) return false;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return isOfFixedSize(schema.unwrap());
  }
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema._zod.def;
    return isClosed(catchall) && Object.values(schema.shape).every(isOfFixedSize);
  }
  if (schema instanceof z.ZodUnion) return schema.options.every(isOfFixedSize);
  return true;
}

/** Whether an object has no other fields than the known ones in its copy: they are ignored, or refused. */
function isClosed(catchall: z.core.$ZodType | undefined): boolean {
  return catchall === undefined || catchall instanceof z.ZodNever;
}

function compileObject(schema: z.ZodObject): Check {
  const { catchall } = schema._zod.def;
  if (catchall !== undefined) return compileOpenObject(schema, catchall);
  const fields = Object.entries(schema.shape).map(([name, field]) => ({ name, check: checkLater(field) }));
  return (value, path, problems) => {
    if (!isObject(value, path, problems)) return broken;
    const copy: Record<string, unknown> = {};
    for (const { name, check } of fields) {
      path.push(name);
      const field = check(value[name], path, problems);
      path.pop();
      if (field !== undefined) copy[name] = field;
    }
    return copy;
  };
}

/** An object with known fields, and ids for all others. */
function compileOpenObject(schema: z.ZodObject, others: z.core.$ZodType): Check {
  const fields = new Map(Object.entries(schema.shape).map(([name, field]) => [name, checkLater(field)]));
  const other = compileMap(z.record(idSchema, others as z.ZodType));
  return (value, path, problems) => {
    if (!isObject(value, path, problems)) return broken;
    const rest: Record<string, unknown> = Object.create(null);
    const knownFields: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      const check = fields.get(name);
      if (check === undefined) rest[name] = field;
      else {
        path.push(name);
        knownFields[name] = check(field, path, problems);
        path.pop();
      }
    }
    return Object.assign(other(rest, path, problems) as object, knownFields);
  };
}

function compileMap(schema: z.ZodRecord): Check {
  const isKey = (key: string) => z.safeParse(schema.keyType, key).success;
  const ids = `${isKey('*') ? '"*" or ' : ''}1 to 80 letters, digits, _ or -`;
  const keys = isKey('a b') ? 'a label of 1 to 60 characters' : ids;
  const check = compileCheck(schema.valueType);
  return (value, path, problems) => {
    if (!isObject(value, path, problems)) return broken;
    const copy: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(value)) {
      if (problems.full) return copy;
      if (isKey(key)) {
        path.push(key);
        copy[key] = check(value[key], path, problems);
        path.pop();
      } else if (!reservedNames.includes(key)) {
        problems.add(path, 'key', `each key must be ${keys}, but one is ${showValue(key)}`);
      }
    }
    return copyKeyOrder(copy, value);
  };
}

function compileList(schema: z.ZodArray): Check {
  const limits = listLimits.get(schema);
  if (limits === undefined) throw new TypeError('a list needs limits');
  const { min, max, expected, excluded } = limits;
  const check = compileCheck(schema.element);
  return (value, path, problems) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      problems.add(path, valueRule(value), mustBe(expected, value));
      return broken;
    }
    const copies = Array.from(value, (item, index) => {
      path.push(index);
      const copy = check(item, path, problems);
      path.pop();
      return copy;
    });
    if (excluded !== undefined && copies.every((copy) => copy === excluded.value)) {
      problems.add(path, 'value', excluded.error);
    }
    return copies;
  };
}

/** A union has at most one object or map and at most one list; the type of the value selects the alternative. */
function compileUnion(schema: z.ZodUnion): Check {
  const error = schema._zod.def.error as ((issue: { input: unknown }) => unknown) | undefined;
  const alternatives = schema.options.map((option) => ({
    type: schemaType(option),
    check: compileCheck(option),
  }));
  return (value, path, problems) => {
    const type = valueType(value);
    const alternative = alternatives.find((option) => option.type === type);
    if (alternative !== undefined) return alternative.check(value, path, problems);
    problems.add(path, valueRule(value), String(error?.({ input: value })));
    return broken;
  };
}

type JsonType = 'object' | 'list' | 'value';

function schemaType(schema: z.core.$ZodType): JsonType {
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return 'object';
  return schema instanceof z.ZodArray || schema instanceof z.ZodTuple ? 'list' : 'value';
}

function valueType(value: unknown): JsonType {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null ? 'object' : 'value';
}

function isObject(value: unknown, path: Path, problems: Problems): value is Record<string, unknown> {
  if (isMap(value)) return true;
  problems.add(path, valueRule(value), mustBe('an object', value));
  return false;
}

function checkWithZod(schema: z.core.$ZodType, value: unknown, path: Path, problems: Problems): unknown {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  addIssues(result.error.issues, value, path, problems);
  return broken;
}

function addIssues(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  path: Path,
  problems: Problems,
): void {
  for (const issue of issues) {
    const place = [...path, ...issue.path.map((segment) => (typeof segment === 'symbol' ? '' : segment))];
    const inner = issue.code === 'invalid_union' ? issuesInside(issue.errors) : undefined;
    if (inner === undefined) problems.add(place, ruleOf(issue, value), issue.message);
    else addIssues(inner, valueAt(value, issue.path), place, problems);
  }
}

/** The rule of an issue in a value. */
function ruleOf(issue: z.core.$ZodIssue, value: unknown): DocumentRule {
  if (issue.code === 'unrecognized_keys') return 'unknown-field';
  return valueRule(valueAt(value, issue.path));
}

/** Returns the issues of the alternative whose type matched and of which only some fields are wrong, if any. */
function issuesInside(alternatives: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  return alternatives.find((issues) =>
    issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  );
}
