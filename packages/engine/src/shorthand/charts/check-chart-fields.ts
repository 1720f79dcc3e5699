import {
  type ChartKind,
  chartKinds,
  groupKinds,
  isChartKind,
  kinds,
  kindsWithField,
  objectKinds,
} from '../../language/kinds.ts';
import type { Path } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { groupFields, showKind } from '../groups.ts';
import { relationFields } from '../relations.ts';
import type { ResolvedObject, ResolvedScene, ResolvedState } from '../schema.ts';

/** Fields that all charts share with other objects, because they place and show them as a whole. */
const placeFields: readonly string[] = [...relationFields, 'x', 'y', 'flex', 'opacity', 'visible'];

/** The charts whose states have a field, and whether other objects have it, too. */
interface FieldOwners {
  readonly charts: readonly ChartKind[];
  readonly isShared: boolean;
}

const notOfCharts: FieldOwners = { charts: [], isShared: true };

/** The data of plots, and the labels of axes, have been read before. */
const plainKinds = objectKinds.filter((kind) => kind !== 'plot' && kind !== 'axes');

const owners: ReadonlyMap<string, FieldOwners> = new Map([
  ...chartKinds
    .flatMap((kind): readonly string[] => kinds[kind].fields)
    .map((field): [string, FieldOwners] => {
      const isShared = kindsWithField(field, plainKinds).length > 0;
      return [field, { charts: kindsWithField(field, chartKinds), isShared }];
    }),
  ...placeFields.map((field): [string, FieldOwners] => [field, { charts: chartKinds, isShared: true }]),
]);

/** Whether a field of a state is for charts only. */
export function isChartField(field: string): boolean {
  return owners.get(field)?.isShared === false;
}

/** Whether the state of an object can have a field, considering only the fields of charts. */
export function isForKind(field: string, kind: unknown): boolean {
  const { charts, isShared } = owners.get(field) ?? notOfCharts;
  return isChartKind(kind) ? charts.includes(kind) : isShared;
}

/** Fields of objects beside those of states that a chart can have. */
const objectFields: readonly string[] = [
  'kind',
  'state',
  'name',
  'order',
  'locked',
  'enter',
  'exit',
  'fixed',
];

/** Reports fields of charts on other objects, and fields of other objects on charts. */
export function checkChartFields(
  { objects = {}, compositions }: ResolvedScene,
  path: Path,
  problems: Problems,
): void {
  for (const [id, object] of Object.entries(objects)) {
    const place = [...path, 'objects', id];
    if (isChartKind(object.kind)) checkObject(object, place, problems);
    checkState(id, object, object.state, [...place, 'state'], problems);
  }
  for (const [key, { states = {} }] of Object.entries(compositions)) {
    for (const [id, state] of Object.entries(states)) {
      const object = objects[id];
      if (object === undefined || state === false) continue;
      if (isChartKind(object.kind) && state.flex !== undefined) {
        const rule = `cannot change for ${id} of kind ${object.kind}; write it in the object, beside "kind"`;
        problems.add([...path, 'compositions', key, 'states', id, 'flex'], 'misplaced-field', rule);
      }
      checkState(id, object, state, [...path, 'compositions', key, 'states', id], problems);
    }
  }
}

function checkObject(object: ResolvedObject, place: Path, problems: Problems): void {
  for (const [field, value] of Object.entries(object)) {
    if (value === undefined || objectFields.includes(field)) continue;
    const rule = (groupFields as readonly string[]).includes(field)
      ? `is a field of groups only (${groupKinds.join(', ')})`
      : 'is not for charts';
    problems.add([...place, field], 'wrong-kind', `${rule}, but this is ${showKind(object.kind)}; remove it`);
  }
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
    const { charts } = owners.get(field) ?? notOfCharts;
    if (isChartKind(kind)) {
      const isOfOthers = charts.length > 0;
      const rule = isOfOthers ? `is for charts of kind ${charts.join(' or ')}` : 'is not for charts';
      const wayOut = isOfOthers ? 'remove it' : `remove it, or write it on a part such as "${id}.Mon"`;
      problems.add([...place, field], 'wrong-kind', `${rule}, but ${id} is of kind ${kind}; ${wayOut}`);
    } else {
      problems.add(
        [...place, field],
        'wrong-kind',
        `is for charts (${charts.join(', ')}), but ${id} is of kind ${kind}`,
      );
    }
  }
}
