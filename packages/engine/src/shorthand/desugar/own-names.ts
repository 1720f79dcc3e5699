import * as z from 'zod';
import { isChartKind, isProse } from '../../language/kinds.ts';
import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import { contractProperties } from '../../project/properties/contract.ts';
import { allLabels } from '../kinds/charts/chart.ts';
import type { Fields, SceneDraft } from './scene-draft.ts';

/**
 * A chart is many objects: the plain one has the colours of its shapes beside the fill of its letters. Its scale is that of
 * its axis, because it is not scaled itself.
 */
const ofCharts = { fill: 'colors', textColor: 'fill', scale: 'axisScale' } as const;

/** The plain width of a text has no meaning, as in the full format. */
const ofTexts = { width: 'wrapWidth' } as const;

/** The fields that every state of the full format has. */
const requiredFields = Object.entries<{ readonly schema: z.ZodType }>(contractProperties).flatMap(
  ([name, { schema }]) => (schema instanceof z.ZodOptional ? [] : [name]),
);

/** Whether a state has everything that the full format requires, and is read as such. */
function isComplete(fields: Fields): boolean {
  return requiredFields.every((name) => fields[name] !== undefined);
}

/** Returns the names that fields of objects of a kind have in plain shorthand; undefined if all keep their own. */
function plainNames(kind: unknown): Readonly<Record<string, string>> | undefined {
  if (isChartKind(kind)) return ofCharts;
  return isProse(kind) || kind === 'captions' ? ofTexts : undefined;
}

/** Gives the fields of a state the names of plain shorthand. Returns those that moved, with the places of all. */
export function readOwnNames(
  fields: Fields,
  kind: unknown,
  placeOf: (name: string) => Path,
  { problems }: Partial<Pick<SceneDraft, 'problems'>> = {},
): { readonly fields: Fields; readonly places: ReadonlyMap<string, Path> } | undefined {
  const names = plainNames(kind);
  if (
    names === undefined ||
    !Object.keys(names).some((name) => fields[name] !== undefined) ||
    isComplete(fields)
  )
    return undefined;
  const read: Fields = Object.fromEntries(
    Object.entries(fields).filter(([name]) => names[name] === undefined),
  );
  const places = new Map<string, Path>();
  for (const [name, plain] of Object.entries(names)) {
    const value = fields[name];
    if (value === undefined) continue;
    const other = names[plain] === undefined ? read[plain] : undefined;
    if (other === undefined) places.set(plain, placeOf(name));
    else if (!isMap(other))
      problems?.add(placeOf(name), 'conflict', `sets ${plain}, which is beside it; keep one of the two`);
    read[plain] = other === undefined ? value : isMap(other) ? { [allLabels]: value, ...other } : other;
  }
  return { fields: read, places };
}
