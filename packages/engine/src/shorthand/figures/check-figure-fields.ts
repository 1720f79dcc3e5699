import type { KindEntry } from '../../language/kind-entry.ts';
import { kinds } from '../../language/kind-table.ts';
import {
  type FigureKind,
  figureKinds,
  groupKinds,
  isAxes,
  isChartKind,
  isFigureKind,
  isPlot,
  kindsWithField,
  objectKinds,
} from '../../language/kinds.ts';
import type { Path } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { groupFields, showKind } from '../groups.ts';
import { relationFields } from '../relations.ts';
import type { ResolvedObject, ResolvedScene, ResolvedState } from '../schema.ts';
import { type FigureObject, isFigure } from './figure.ts';

/** Fields that all figures share with other objects, because they place and show them as a whole. */
const placeFields: readonly string[] = [...relationFields, 'x', 'y', 'flex', 'opacity', 'visible'];

/** The kinds of figures whose states have a field, and whether other objects have it, too. */
interface FieldOwners {
  readonly figures: readonly FigureKind[];
  readonly isShared: boolean;
}

const notOfFigures: FieldOwners = { figures: [], isShared: true };

/** The data of plots, and the labels of axes, have been read before. */
const plainKinds = objectKinds.filter((kind) => !isPlot(kind) && !isAxes(kind));

const owners: ReadonlyMap<string, FieldOwners> = new Map([
  ...figureKinds
    .flatMap((kind): readonly string[] => kinds[kind].fields)
    .map((field): [string, FieldOwners] => {
      const isShared = kindsWithField(field, plainKinds).length > 0;
      return [field, { figures: kindsWithField(field, figureKinds), isShared }];
    }),
  ...placeFields.map((field): [string, FieldOwners] => [field, { figures: figureKinds, isShared: true }]),
]);

/** Whether a field of a state is for figures only. */
export function isFigureField(field: string): boolean {
  return owners.get(field)?.isShared === false;
}

/** Whether the state of an object can have a field, considering only the fields of figures. */
export function isForKind(field: string, kind: unknown): boolean {
  const { figures, isShared } = owners.get(field) ?? notOfFigures;
  if (field === 'codeText') return kind === 'code';
  if (field === 'seriesColors' || field === 'axisScale') return isChartKind(kind);
  return isFigureKind(kind) ? figures.includes(kind) : isShared;
}

/** Fields of objects beside those of states that a figure can have. */
const objectFields: readonly string[] = [
  'kind',
  'state',
  'name',
  'order',
  'locked',
  'enter',
  'exit',
  'fixed',
  'decorative',
  'attached',
];

/** Reports fields of figures on other objects, and fields of other objects on figures. */
export function checkFigureFields(
  { objects = {}, compositions }: ResolvedScene,
  path: Path,
  problems: Problems,
): void {
  for (const [id, object] of Object.entries(objects)) {
    const place = [...path, 'objects', id];
    if (isFigure(object)) checkObject(object, place, problems);
    checkState(id, object, object.state, [...place, 'state'], problems);
  }
  for (const [key, { states = {} }] of Object.entries(compositions)) {
    for (const [id, state] of Object.entries(states)) {
      const object = objects[id];
      if (object === undefined || state === false) continue;
      if (isFigureKind(object.kind) && state.flex !== undefined) {
        const rule = `cannot change for ${id} of kind ${object.kind}; write it in the object, beside "kind"`;
        problems.add([...path, 'compositions', key, 'states', id, 'flex'], 'misplaced-field', rule);
      }
      checkState(id, object, state, [...path, 'compositions', key, 'states', id], problems);
    }
  }
}

function checkObject(object: FigureObject, place: Path, problems: Problems): void {
  for (const [field, value] of Object.entries(object)) {
    if (value === undefined || objectFields.includes(field) || isObjectFieldOf(object.kind, field)) continue;
    const rule = (groupFields as readonly string[]).includes(field)
      ? `is a field of groups only (${groupKinds.join(', ')})`
      : `is not for ${pluralOf(object.kind)}`;
    problems.add([...place, field], 'wrong-kind', `${rule}, but this is ${showKind(object.kind)}; remove it`);
  }
}

/** Whether a figure has a field that its kind lists among those of the object. */
function isObjectFieldOf(kind: FigureKind, field: string): boolean {
  const { objectFields: ofKind = [] }: KindEntry = kinds[kind];
  return ofKind.includes(field);
}

function checkState(
  id: string,
  { kind }: ResolvedObject,
  state: ResolvedState | undefined,
  place: Path,
  problems: Problems,
): void {
  for (const [field, value] of Object.entries(state ?? {})) {
    if (value === undefined || isForKind(field, kind)) continue;
    const { figures: all } = owners.get(field) ?? notOfFigures;
    const figures = isFigureKind(kind) ? all.filter((one) => isChartKind(one) === isChartKind(kind)) : all;
    if (isFigureKind(kind)) {
      const isOfOthers = figures.length > 0;
      const rule = isOfOthers
        ? `is for ${nounOf(figures)} of kind ${figures.join(' or ')}`
        : `is not for ${pluralOf(kind)}`;
      const wayOut = isOfOthers
        ? 'remove it'
        : `remove it, or write it on a part such as "${id}.${isChartKind(kind) ? 'Mon' : 1}"`;
      problems.add([...place, field], 'wrong-kind', `${rule}, but ${id} is of kind ${kind}; ${wayOut}`);
    } else {
      problems.add(
        [...place, field],
        'wrong-kind',
        `is for ${nounOf(figures)} (${figures.join(', ')}), but ${id} is of kind ${kind}`,
      );
    }
  }
}

/** What figures of some kinds are called together. */
function nounOf(figures: readonly FigureKind[]): string {
  return figures.every(isChartKind) ? 'charts' : 'objects';
}

function pluralOf(kind: FigureKind): string {
  const { plural }: { readonly plural: string } = kinds[kind];
  return isChartKind(kind) ? 'charts' : plural;
}
