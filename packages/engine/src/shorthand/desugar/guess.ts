import type { JsonValue } from '../../project/problem.ts';
import type { Path } from '../../project/problem-text.ts';

/** A field with a name that shorthand does not have and whose meaning is certain. It is read as other fields. */
export interface Guess {
  /** The object that has the field, as written. */
  readonly path: Path;
  readonly name: string;
  /** The fields that are meant, with their values; none if they differ from object to object. */
  readonly fields: Readonly<Record<string, JsonValue>>;
}
