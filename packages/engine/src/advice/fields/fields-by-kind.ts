import { drawnKinds, type ObjectKind } from '../../project/object-kinds.ts';
import type { CompositionState } from '../../project/schema.ts';

/** The kinds of objects that draw a field, and how messages call them. */
export interface Drawers {
  readonly kinds: readonly ObjectKind[];
  readonly name: string;
}

/** Fields that only some kinds of objects draw, and how messages call these. */
const kindsByField: Readonly<Record<string, Drawers>> = {
  ...named(['text'], 'texts', [
    'wrapWidth',
    'fontWeight',
    'tabularNumbers',
    'lineHeight',
    'direction',
    'verticalAlign',
  ]),
  ...named(['text', 'equation'], 'texts and equations', ['align', 'textTransition', 'spans']),
  ...named(['circle'], 'circles', ['sweep', 'innerRadius']),
  ...named(['path'], 'paths', ['points', 'smooth', 'closed']),
  ...named(
    drawnKinds.filter((kind) => kind !== 'equation'),
    'objects with a stroke',
    ['dash', 'dashOffset'],
  ),
};

function named(kinds: readonly ObjectKind[], name: string, fields: readonly (keyof CompositionState)[]) {
  return Object.fromEntries(fields.map((field) => [field, { kinds, name }]));
}

/** Returns the kinds that draw a field of a state; undefined if all do. */
export function drawnBy(field: string): Drawers | undefined {
  return Object.hasOwn(kindsByField, field) ? kindsByField[field] : undefined;
}
