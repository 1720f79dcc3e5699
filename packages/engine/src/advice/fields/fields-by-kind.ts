import { strokeFields } from '../../language/kind-fields.ts';
import { kinds } from '../../language/kind-table.ts';
import { drawnKinds, kindsWithField, type ObjectKind, objectKinds } from '../../language/kinds.ts';
import { once } from '../../language/once.ts';
import { joinWords } from '../../project/problem-text.ts';
import { isExtensionField } from '../../project/schema.ts';

/** The kinds of objects that draw a field, and how messages call them. */
export interface Drawers {
  readonly kinds: readonly ObjectKind[];
  readonly name: string;
}

const drawers = once(() => {
  const found = new Map<string, Drawers>();
  for (const field of new Set(drawnKinds.flatMap((kind): readonly string[] => kinds[kind].fields))) {
    // Objects must have the fields of the contract in the full format.
    if (!isExtensionField('state', field)) continue;
    const plurals = kindsWithField(field, drawnKinds).map((kind) => kinds[kind].plural);
    const name = strokeFields.includes(field) ? 'objects with a stroke' : joinWords(plurals, 'and');
    // Layers draw effects, but authors of shorthand do not write layers.
    found.set(field, { kinds: kindsWithField(field, objectKinds), name });
  }
  return found;
});

/** Returns the kinds that draw a field of a state; undefined if all do, or must have it. */
export function drawnBy(field: string): Drawers | undefined {
  return drawers().get(field);
}
