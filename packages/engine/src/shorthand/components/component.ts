import { type Path, showPath } from '../../project/problem-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A kind of object that is made of others, in the language itself. */
export interface Component {
  readonly name: string;
  /** Its parameters with their defaults; null for one that has to be given. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The object that it makes, whose texts may name its parameters. */
  readonly object: Fields;
  /** How its parts look in the looks that compositions can ask for: fields by the name of the part, by the name of the look. */
  readonly looks: Readonly<Record<string, unknown>>;
  /** Its place in the document; undefined for one from a file or the catalogue. */
  readonly path: Path | undefined;
  /** Where it is if that is not the document, for messages, such as ` in "brand.json"`. */
  readonly home: string;
}

/** The fields of a component that are not of the object that it makes. */
export const componentFields: readonly string[] = ['fields', 'states', 'description', 'example'];

/** The parameter that every component has: the name of its look, or an empty text. */
export const lookField = 'look';

/** The part of a look that is the object itself. */
export const wholePart = 'this';

/** Shows the place of a component, or of something in it. */
export function showComponent({ name, home }: Component, ...inner: readonly string[]): string {
  return `${showPath(['components', name, ...inner])}${home}`;
}

/** Returns a component as written. Values of a wrong type are empty here; they are reported where it is read. */
export function componentOf(
  name: string,
  written: Fields,
  { path, home }: Pick<Component, 'path' | 'home'>,
): Component {
  const object = Object.fromEntries(
    Object.entries(written).filter(([field]) => !componentFields.includes(field)),
  );
  const fields = new Map(Object.entries(mapOf(written.fields)));
  return {
    ...{ name, object, path, home },
    fields: Object.fromEntries(fields),
    looks: mapOf(written.states),
  };
}

function mapOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
