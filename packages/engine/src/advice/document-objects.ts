import * as z from 'zod';
import { fieldsOf, isMap } from '../project/check.ts';
import type { Path } from '../project/problem-text.ts';
import { projectSchemaOf } from '../project/schema.ts';
import { resolvedSchema } from '../shorthand/schema.ts';

/** An object of a document, with the schema of its fields. */
export interface DocumentObject {
  /**
   * The field that holds it, or the map that it is in, such as `state` or `tracks`; `project` for the whole document.
   */
  readonly holder: string;
  readonly schema: z.ZodObject;
  readonly value: Readonly<Record<string, unknown>>;
  /** The enclosing object; null for the whole document. */
  readonly owner: DocumentObject | null;
  /** Number of segments of its path. */
  readonly depth: number;
}

/** Called with each object of a document and its path, which is only valid during the call. */
export type VisitObject = (object: DocumentObject, path: Path) => void;

/** The current place of a walk. */
interface Walk {
  readonly visit: VisitObject;
  readonly path: (string | number)[];
}

type WalkValue = (value: unknown, owner: DocumentObject | null, walk: Walk) => void;

type WalkDocument = (document: unknown, visit: VisitObject) => void;

/** Compiled at the first use, and each field with its first value: most documents have few of the fields. */
const walks = new Map<z.ZodObject, WalkDocument>();

/** Visits all objects of a valid document, in order. */
export function walkDocument(document: unknown, isShorthand: boolean, visit: VisitObject): void {
  const schema = isShorthand ? resolvedSchema : projectSchemaOf(document);
  const cached = walks.get(schema);
  const walk = cached ?? compileWalk(schema);
  if (!cached) walks.set(schema, walk);
  walk(document, visit);
}

/** Returns the names of the fields that the schema of an object does not have. */
export function unknownNames({ schema, value }: DocumentObject): readonly string[] {
  return Object.keys(value).filter((name) => !Object.hasOwn(schema.shape, name));
}

function compileWalk(schema: z.core.$ZodType): WalkDocument {
  const walkValue = compile(schema, 'project');
  return (document, visit) => walkValue?.(document, null, { visit, path: [] });
}

/** Returns null for values without objects. */
function compile(schema: z.core.$ZodType, holder: string): WalkValue | null {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) {
    const { catchall } = inner._zod.def;
    // A schema with a catchall is a map: its objects have any name.
    return catchall === undefined ? compileObject(inner, holder) : compileMap(catchall, holder);
  }
  if (inner instanceof z.ZodRecord) return compileMap(inner.valueType, holder);
  if (inner instanceof z.ZodArray) return compileItems([compile(inner.element, holder)]);
  if (inner instanceof z.ZodTuple) {
    return compileItems(inner._zod.def.items.map((item) => compile(item, holder)));
  }
  if (inner instanceof z.ZodUnion) return compileUnion(inner, holder);
  return null;
}

/** Returns the schema of the values of a field that are not null or missing. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap())
    : schema;
}

function compileObject(schema: z.ZodObject, holder: string): WalkValue {
  const fields = Object.entries(schema.shape);
  const compiled = new Map<string, WalkValue | null>();
  const walkOf = (name: string, field: z.core.$ZodType) => {
    const known = compiled.get(name);
    const walkValue = known === undefined ? compile(field, name) : known;
    if (known === undefined) compiled.set(name, walkValue);
    return walkValue;
  };
  return (value, owner, walk) => {
    if (!isMap(value)) return;
    const here = { holder, schema, value, owner, depth: walk.path.length };
    walk.visit(here, walk.path);
    for (const [name, field] of fields) {
      if (!Object.hasOwn(value, name)) continue;
      const walkValue = walkOf(name, field);
      if (walkValue) step(name, value[name], walkValue, here, walk);
    }
  };
}

function compileMap(values: z.core.$ZodType, holder: string): WalkValue | null {
  const walkValue = compile(values, holder);
  if (!walkValue) return null;
  return (value, owner, walk) => {
    if (!isMap(value)) return;
    for (const [key, item] of Object.entries(value)) step(key, item, walkValue, owner, walk);
  };
}

/** Walks the items of a list. The last walk is also for the items after it. */
function compileItems(walks: readonly (WalkValue | null)[]): WalkValue | null {
  if (walks.every((one) => one === null)) return null;
  return (value, owner, walk) => {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) {
      const walkValue = walks[Math.min(index, walks.length - 1)];
      if (walkValue) step(index, item, walkValue, owner, walk);
    }
  };
}

/** The alternatives differ in their form: at most one is an object, and at most one a list. */
function compileUnion(schema: z.ZodUnion, holder: string): WalkValue | null {
  const walks = schema.options.map((option) => compile(option, holder)).filter((one) => one !== null);
  if (walks.length === 0) return null;
  return (value, owner, walk) => {
    for (const walkValue of walks) walkValue(value, owner, walk);
  };
}

function step(
  key: string | number,
  value: unknown,
  walkValue: WalkValue,
  owner: DocumentObject | null,
  walk: Walk,
): void {
  walk.path.push(key);
  walkValue(value, owner, walk);
  walk.path.pop();
}

/** Returns the objects that plain shorthand has in a scene, by id; none without a document. */
export function objectsOfScene(document: unknown, sceneId: string): Readonly<Record<string, unknown>> {
  const film = fieldsOf(document);
  const written = film.scenes === undefined ? film : fieldsOf(fieldsOf(film.scenes)[sceneId]);
  return fieldsOf(written.objects);
}
