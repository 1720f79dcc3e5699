import type { Path } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { groupKinds } from '../group-kinds.ts';
import { groupFields, showKind } from '../groups.ts';
import { relationFields } from '../relations.ts';
import type { ResolvedObject, ResolvedScene, ResolvedState } from '../schema.ts';
import { type ChartKind, chartFields, chartKinds, isChartKind } from './chart-kinds.ts';

/** Fields that charts share with other objects, and the kinds of charts that they are for. */
const sharedFields: Readonly<Record<string, readonly ChartKind[]>> = {
  ...Object.fromEntries(relationFields.map((field) => [field, chartKinds])),
  x: chartKinds,
  y: chartKinds,
  width: chartKinds,
  height: chartKinds,
  opacity: chartKinds,
  visible: chartKinds,
  fill: chartKinds,
  fontSize: chartKinds,
  fontWeight: chartKinds,
  cornerRadius: ['bars'],
  strokeWidth: ['line'],
  smooth: ['line'],
  innerRadius: ['pie'],
};

/** Whether a field of a state is for charts only. */
export function isChartField(field: string): boolean {
  return Object.hasOwn(chartFields, field);
}

/** Whether the state of an object can have a field, considering only the fields of charts. */
export function isForKind(field: string, kind: unknown): boolean {
  const own: readonly string[] | undefined = Reflect.get(chartFields, field);
  if (typeof kind !== 'string' || !isChartKind(kind)) return own === undefined;
  return (own ?? sharedFields[field] ?? []).includes(kind);
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
    const own: readonly string[] | undefined = Reflect.get(chartFields, field);
    if (isChartKind(kind)) {
      const kinds = own ?? sharedFields[field];
      const rule = kinds ? `is for charts of kind ${kinds.join(' or ')}` : 'is not for charts';
      const wayOut = kinds ? 'remove it' : `remove it, or write it on a part such as "${id}.Mon"`;
      problems.add([...place, field], 'wrong-kind', `${rule}, but ${id} is of kind ${kind}; ${wayOut}`);
    } else {
      const kinds = own?.join(', ');
      problems.add([...place, field], 'wrong-kind', `is for charts (${kinds}), but ${id} is of kind ${kind}`);
    }
  }
}
