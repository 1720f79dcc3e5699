import { familyNames } from '../language/font-families.ts';
import { isMap } from '../project/check.ts';
import { shorthandJsonSchema } from '../shorthand/json-schema.ts';

/** How a field is edited. */
export interface FieldType {
  readonly type: 'number' | 'text' | 'color' | 'choice' | 'flag' | 'object' | 'json';
  /** Words that the field may have. */
  readonly choices: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly description: string;
}

type Schema = Readonly<Record<string, unknown>>;

const unknownType: FieldType = { type: 'json', choices: [], minimum: null, maximum: null, description: '' };

/** The definitions that have the fields of objects, of a film and of sounds; a later one wins. */
const definitionsOf = {
  object: ['ShorthandObject', 'ShorthandState'],
  film: ['ShorthandProject'],
  sound: ['ShorthandAudioTrack'],
} as const;

type Owner = keyof typeof definitionsOf;

/** The types of all fields, from the JSON Schema of shorthand. Made when they are first needed. */
const types = new Map<Owner, ReadonlyMap<string, FieldType>>();

/** Returns how a field of objects, the film or sounds is edited; as JSON if there is no such field. */
export function fieldType(name: string, owner: Owner = 'object'): FieldType {
  const known = types.get(owner) ?? typesOf(owner);
  types.set(owner, known);
  return known.get(name) ?? unknownType;
}

/** Returns how a value of data is edited, for which there is no schema. */
export function typeOfValue(value: unknown): FieldType {
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'flag' : 'text';
  return { ...unknownType, type };
}

function typesOf(owner: Owner): ReadonlyMap<string, FieldType> {
  const schemas = definitionsOf[owner].flatMap((name) => {
    const schema = definitions()[name];
    return isMap(schema) && isMap(schema.properties) ? Object.entries(schema.properties) : [];
  });
  return new Map(schemas.map(([field, schema]) => [field, typeOf(field, schema as Schema, owner)]));
}

function definitions(): Readonly<Record<string, unknown>> {
  const { $defs } = shorthandJsonSchema as Schema;
  return isMap($defs) ? $defs : {};
}

function typeOf(field: string, schema: Schema, owner: Owner): FieldType {
  const variants = [...variantsOf(schema)];
  const types = new Set(variants.map(({ type }) => type));
  const number = variants.find(({ type }) => type === 'number' || type === 'integer');
  const words = variants.flatMap((one) => (Array.isArray(one.enum) ? (one.enum as string[]) : []));
  const isColor = variants.some(({ $ref }) => $ref === '#/$defs/Color');
  const isObject = variants.some(({ $ref }) => $ref === '#/$defs/PartName');
  const boundOf = (bound: unknown) => (typeof bound === 'number' && Math.abs(bound) < 1e5 ? bound : null);
  const plain = {
    choices: isColor ? [] : field === 'fontFamily' ? familyNames : words,
    minimum: boundOf(number?.minimum),
    maximum: boundOf(number?.maximum),
    description: typeof schema.description === 'string' ? schema.description : '',
  };
  if (isColor) return { ...plain, type: 'color' };
  if (isObject) return { ...plain, type: 'object' };
  // That of an object is rather the name of an animation.
  const isAnimation = owner === 'object' && (field === 'enter' || field === 'exit');
  if (number && !isAnimation) return { ...plain, type: 'number' };
  if (plain.choices.length > 0) return { ...plain, type: 'choice' };
  if (types.has('boolean')) return { ...plain, type: 'flag' };
  return { ...plain, type: types.has('string') ? 'text' : 'json' };
}

/** The alternatives of a schema, also in the definitions that it refers to, without items of lists. */
function* variantsOf(schema: Schema): Generator<Schema> {
  const { anyOf, $ref } = schema;
  yield schema;
  if (Array.isArray(anyOf)) for (const one of anyOf) yield* variantsOf(one);
  const name = typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : '';
  const referred = definitions()[name];
  // A variable or a formula may replace any value.
  if (isMap(referred) && !/^(Variable|Formula)Text$/.test(name)) yield* variantsOf(referred);
}
