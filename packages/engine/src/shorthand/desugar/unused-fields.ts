import { isMap } from '../../project/check.ts';
import { isCaptionField } from '../kinds/captions/captions.ts';
import { readNames } from './guesses.ts';
import { isObjectField, readFields } from './read-fields.ts';
import { readFormulas } from './read-formulas.ts';
import type { Fields, SceneDraft, UnusedFields } from './scene-draft.ts';
import { withoutShares } from './shares.ts';

/**
 * Returns plain states with the fields of all styles and of `when` for other frames, which the check of the plain
 * document reads like the states of objects. Otherwise a mistake would only show where they are used.
 */
export function unusedStates(
  draft: Pick<SceneDraft, 'provenance' | 'problems' | 'styles' | 'theme' | 'unused'>,
): Fields | undefined {
  const { provenance, styles } = draft;
  const all = [
    ...Object.entries(styles)
      .map(([name, fields]) => ({ fields: withoutCaptionFields(fields), path: ['styles', name] }))
      .filter(({ path }) => provenance.has(path)),
    ...draft.unused.map(({ fields, path }) => ({ fields: withoutObjectFields(fields), path })),
  ];
  if (all.length === 0) return undefined;
  const states: Fields = provenance.set({}, []);
  const add = (fields: unknown, path: UnusedFields['path']) => {
    const key = `set-${Object.keys(states).length}`;
    states[key] = fields;
    provenance.field(states, key, path);
  };
  for (const { fields: written, path } of all) {
    if (!isMap(written)) {
      add(written, path);
      continue;
    }
    const { fields, places } = readNames({ ...draft, guesses: [] }, 'state', written, undefined, path);
    const { textColor, ...own } = fields;
    if (textColor !== undefined) {
      const color = provenance.set({ fill: textColor }, path);
      provenance.field(color, 'fill', [...path, 'textColor']);
      readFields(draft, color);
      add(color, path);
    }
    const state: Fields = provenance.set(withoutShares(own), path);
    for (const [field, place] of places) provenance.field(state, field, place);
    readFields(draft, state);
    readFormulas(draft, state);
    add(state, path);
  }
  return states;
}

/** The fields of a style that states have, without those of captions alone. */
function withoutCaptionFields(style: unknown): unknown {
  if (!isMap(style)) return style;
  return Object.fromEntries(Object.entries(style).filter(([field]) => !isCaptionField(field)));
}

/** The fields of an object that belong to its state, and unknown ones. */
function withoutObjectFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !isObjectField(field)));
}
