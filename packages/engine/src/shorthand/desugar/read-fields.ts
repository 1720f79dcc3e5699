import { objectFieldNames, stateFieldNames } from '../schema.ts';
import { colorFields, readColors } from '../themes/theme-colors.ts';
import { readPaints } from './paints.ts';
import { readLoops } from './read-loops.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/** Fields of a state that plain shorthand does not have. */
const sugar = ['scale', 'textColor'] as const;

/** Fields of plain shorthand that documents do not write. */
export const internalFields: readonly string[] = [
  'attached',
  'follows',
  'carries',
  'holds',
  'emphasizes',
  'placed',
  'natural',
  'heard',
  'formulas',
  'spans',
  'dataPoints',
  'curves',
  'opening',
  'codeText',
  'codeMark',
  'seriesColors',
  'graph',
  'sequence',
  'table',
];

const names: ReadonlySet<string> = new Set(
  [...stateFieldNames, ...sugar].filter((name) => name !== 'children' && !internalFields.includes(name)),
);

/** Whether a field of an object or a group belongs to its state. */
export function isStateField(name: string): boolean {
  return names.has(name);
}

/** Fields of an object as written that do not belong to its state. */
const objectFields: ReadonlySet<string> = new Set(
  [...objectFieldNames, 'data', 'each', 'style', 'src', 'parts', 'children', 'icon'].filter(
    (name) => !internalFields.includes(name),
  ),
);

/** Whether a field of an object is none of its state. */
export function isObjectField(name: string): boolean {
  return objectFields.has(name);
}

/** Replaces the fields of a state that plain shorthand does not have, in place. */
export function readFields(
  draft: Pick<SceneDraft, 'problems' | 'provenance' | 'theme'> & Partial<Pick<SceneDraft, 'frame'>>,
  state: Fields,
): void {
  const { problems, provenance } = draft;
  const { text, scale } = state;
  readPaints(draft, state);
  readLoops(draft, state);
  readColorsIn(draft, state, [...colorFields, 'colors', 'seriesColors']);
  if (Array.isArray(text) && text.every((line) => typeof line === 'string')) state.text = text.join('\n');
  if (scale !== undefined) {
    const place = provenance.placeOf(state, 'scale', []);
    for (const field of ['scaleX', 'scaleY'] as const) {
      if (state[field] !== undefined)
        problems.add(place, 'conflict', `sets ${field}, which is beside it; keep one of the two`);
      state[field] = scale;
      provenance.field(state, field, place);
    }
    delete state.scale;
  }
}

/** Replaces words for colours in some fields of an object, in place. */
export function readColorsIn(
  { problems, provenance, theme }: Pick<SceneDraft, 'problems' | 'provenance' | 'theme'>,
  object: Fields,
  fields: readonly string[],
): void {
  for (const field of fields) {
    if (object[field] === undefined) continue;
    object[field] = readColors(object[field], theme, (rule, ...key) =>
      problems.add([...provenance.placeOf(object, field, []), ...key], 'unknown-id', rule),
    );
  }
}
