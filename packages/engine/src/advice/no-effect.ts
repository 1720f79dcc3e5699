import { boxFields, labelFields } from '../language/kind-fields.ts';
import { kinds } from '../language/kind-table.ts';
import {
  contentOf,
  isGroupKind,
  isKind,
  isLabelled,
  isPicture,
  isUnarranged,
  type Kind,
  kindsWithField,
} from '../language/kinds.ts';
import { isMap } from '../project/check.ts';
import { joinWords, parsePath, showPath, showValue } from '../project/problem-text.ts';
import { compositionStateSchema, isExtensionField } from '../project/schema.ts';
import { targetFields } from '../shorthand/relations.ts';
import type { AdviceList } from './advice.ts';
import { mapIn } from './fields/unknown-field.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Fields of a state that place a group or go to its members, apart from relations, which the full format does not have.
 */
const groupStateFields: readonly string[] = [
  ...['x', 'y', 'opacity', 'visible'],
  ...kinds.row.fields.filter((field) => !(boxFields as readonly string[]).includes(field)),
];

/** Fields of a state that only objects draw. */
const drawnFields: ReadonlySet<string> = new Set(
  Object.keys(compositionStateSchema.shape).filter((field) => !groupStateFields.includes(field)),
);

/** Fields of groups that place their members one after another. */
const lineUpFields: readonly string[] = ['gap', 'justify'];

/** Whether a field of a group is one that only its members can draw. */
function isForMembers(field: string, kind: Kind): boolean {
  return isGroupKind(kind) && drawnFields.has(field);
}

/** Kinds that authors write. */
const writtenKinds = (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind].page !== null);

/** What a field needs beside it: one of these fields. */
interface Need {
  readonly fields: readonly string[];
  /** The fields that a message names. */
  readonly named: readonly string[];
  readonly contents: readonly string[];
}

const places = ['place', ...targetFields] as const;
const painted = ['shape', 'letters', 'picture'];

const needs: Readonly<Record<string, Need>> = {
  padding: { fields: ['around'], named: ['around'], contents: ['shape'] },
  margin: { fields: places, named: ['place', 'below'], contents: [...painted, 'line'] },
  strokeWidth: { fields: ['stroke', 'strokeGradient'], named: ['stroke'], contents: painted },
  dash: { fields: ['stroke', 'strokeGradient'], named: ['stroke'], contents: painted },
};

/** The fields that do what others would, by kind. */
const instead: Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>> = {
  waveform: { fill: 'stroke colours the wave, and played the part that was heard' },
  text: {
    cornerRadius: 'ground draws a box behind the lines',
    padding: 'ground draws a box behind the lines',
  },
  equation: {
    fontWeight: 'write \\mathbf in the text',
    width: 'fontSize sets its size',
    height: 'fontSize sets its size',
  },
};

/** Maximum number of members that a message lists. */
const maxMembers = 6;

/** Advises on fields of objects and states that no picture depends on: others have them, or they need another one. */
export function adviseOnNoEffect(document: unknown, list: AdviceList): void {
  if (!isMap(document)) return;
  const scenes = document.scenes === undefined ? { '': document } : mapIn(document, 'scenes');
  for (const [id, scene] of Object.entries(scenes)) {
    if (isMap(scene)) adviseOnScene(scene, id === '' ? [] : ['scenes', id], list);
  }
}

function adviseOnScene(scene: Fields, path: readonly string[], list: AdviceList): void {
  const objects = mapIn(scene, 'objects');
  const compositions = Object.keys(mapIn(scene, 'compositions'));
  for (const key of compositions)
    adviseOnKeyframes(
      mapIn(mapIn(scene, 'compositions'), key),
      objects,
      [...path, 'compositions', key],
      list,
    );
  for (const [id, object] of Object.entries(objects)) {
    if (list.full) return;
    if (!isMap(object) || !isKind(object.kind) || object.carries !== undefined) continue;
    const states = [
      { state: mapIn(object, 'state'), place: [...path, 'objects', id, 'state'] },
      ...compositions.map((key) => ({
        state: mapIn(mapIn(mapIn(mapIn(scene, 'compositions'), key), 'states'), id),
        place: [...path, 'compositions', key, 'states', id],
      })),
    ];
    const written = new Set(states.flatMap(({ state }) => Object.keys(state)));
    for (const { state, place } of states) {
      adviseOnSigns(state, object.kind, place, list);
      for (const field of Object.keys(state)) {
        const why = whyWithoutEffect(field, object.kind, written, () => showMembers(membersOf(id, objects)));
        if (why !== undefined)
          addOnField(field, why, { place, canRemove: !isForMembers(field, object.kind) }, list);
      }
    }
  }
}

/** On a line, the x of a state is a share of its length, but that of keyframes is a place in the scene. */
function adviseOnKeyframes(
  composition: Fields,
  objects: Fields,
  place: readonly string[],
  list: AdviceList,
): void {
  for (const [key, track] of Object.entries(mapIn(mapIn(composition, 'enter'), 'tracks'))) {
    const { objectId = key, keyframes } = isMap(track) ? track : {};
    const on = mapIn(mapIn(objects, String(objectId)), 'state').on;
    const written = isMap(keyframes) ? keyframes.x : undefined;
    if (typeof on !== 'string' || !Array.isArray(written)) continue;
    const isShare = (one: unknown) =>
      Array.isArray(one) && typeof one[1] === 'number' && one[1] >= 0 && one[1] <= 1;
    if (!written.every(isShare)) continue;
    const path = showPath([...place, 'enter', 'tracks', key, 'keyframes', 'x']);
    const message = `these are shares of the line ${on}, but keyframes of x are pixels of the scene; write a composition for each share, with x in the state of ${objectId}`;
    list.addInDocument({ rule: 'misplaced-field', path, message });
  }
}

/** A side below 0 is drawn like one above it, except of a line, which it turns. */
function adviseOnSigns(state: Fields, kind: Kind, place: readonly string[], list: AdviceList): void {
  if (!['shape', 'picture'].includes(String(contentOf(kind)))) return;
  for (const field of ['width', 'height']) {
    const side = state[field];
    if (typeof side !== 'number' || side >= 0) continue;
    const message = `${field} is ${side}, whose minus has no effect: the object is drawn ${-side} pixels ${field === 'width' ? 'wide' : 'high'}; write ${-side}`;
    list.addInDocument({ rule: 'no-effect', path: showPath(place), message, fix: { [field]: -side } });
  }
}

/** Adds advice on a field that the author wrote there, and not in a style. */
function addOnField(
  field: string,
  why: string,
  { place, canRemove }: { readonly place: readonly string[]; readonly canRemove: boolean },
  list: AdviceList,
): void {
  const written = parsePath(list.writtenValue(showPath([...place, field])) ?? '');
  if (written.at(-1) !== field || written[0] === 'styles') return;
  const { fix } = !canRemove ? {} : list.placeInDocument({ path: showPath(place), fix: { [field]: null } });
  const message = `${field} has no effect ${why}`;
  list.addWritten({ rule: 'no-effect', path: showPath(written.slice(0, -1)), message, ...(fix && { fix }) });
}

/** Completes "the field has no effect …"; undefined for a field that has an effect, or that other advice covers. */
function whyWithoutEffect(
  field: string,
  kind: Kind,
  written: ReadonlySet<string>,
  members: () => string,
): string | undefined {
  const { noun } = kinds[kind];
  if (isForMembers(field, kind))
    return `on ${noun}, which draws nothing itself; write it on its members: ${members()}`;
  if (isUnarranged(kind) && lineUpFields.includes(field))
    return `on ${noun}; it is for rows, columns and grids; remove it`;
  if (isGroupKind(kind)) return undefined;
  // A drawing has parts in the fill of its object.
  if (isPicture(kind) && field === 'fill') return undefined;
  const isOfLabel = (labelFields as readonly string[]).includes(field);
  const isOwn = (kinds[kind].fields as readonly string[]).includes(field);
  if (isOfLabel && !isOwn && isLabelled(kind)) {
    return written.has('text') ? undefined : 'without text; write text, or remove it';
  }
  const owners = isOwn ? [] : kindsWithField(field, writtenKinds);
  if (!isOwn && (owners.length > 0 || isOfLabel)) {
    // What the full format has only with its mark is told for every document.
    if (isExtensionField('state', field)) return undefined;
    const meant = instead[kind]?.[field];
    const others = joinWords([...new Set(owners.map((one) => kinds[one].plural))].slice(0, 4), 'and');
    return `on ${noun}; ${meant ?? `it is for ${others}`}; remove it`;
  }
  const need = needs[field];
  if (need?.contents.includes(String(contentOf(kind)))) {
    const named = joinWords(need.named, 'or');
    const isMet = need.fields.some((one) => written.has(one));
    return isMet ? undefined : `without ${named}; write ${named}, or remove it`;
  }
  return undefined;
}

/** The objects in a group, also in groups inside it. */
function membersOf(id: string, objects: Fields): string[] {
  const inside = new Set([id]);
  const members = new Set<string>();
  for (const memberId of inside) {
    const { kind, children } = mapIn(objects, memberId);
    if (!isGroupKind(kind)) members.add(memberId);
    else if (Array.isArray(children)) for (const member of children) inside.add(String(member));
  }
  return [...members];
}

function showMembers(ids: readonly string[]): string {
  const shown = ids.slice(0, maxMembers).map(showValue).join(', ');
  return ids.length > maxMembers ? `${shown}, … (${ids.length})` : shown;
}
