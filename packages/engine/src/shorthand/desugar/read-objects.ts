import { kinds } from '../../language/kind-table.ts';
import {
  isFigureKind,
  isGroupKind,
  isKind,
  isObjectKind,
  isPicture,
  isVideo,
  sourceTypeOf,
} from '../../language/kinds.ts';
import { isMap } from '../../project/check.ts';
import { idPattern } from '../../project/field-schemas.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import { Problems } from '../../project/problems.ts';
import { catalogueNames } from '../components/catalogue.ts';
import { readComponent } from '../components/use-component.ts';
import { placeOnAxes } from '../kinds/axes/place-on-axes.ts';
import { drawCaptionsLast } from '../kinds/captions/captions.ts';
import type { ReadingObject } from '../kinds/shorthand-kind.ts';
import { shorthandKind } from '../kinds/shorthand-kinds.ts';
import { drawBoxesBelow, placeBoxes } from './boxes.ts';
import { addCamera } from './camera.ts';
import { noteEqualSides, readEqualSides } from './equal-sides.ts';
import { readNames } from './guesses.ts';
import {
  addBox,
  addCarrier,
  addLabel,
  addLayer,
  addLoopCarrier,
  addStaggeredCarriers,
  dropTakenLoops,
  surroundMembers,
} from './made-parts.ts';
import type { Names } from './name-rule.ts';
import { readPaints } from './paints.ts';
import { internalFields, isStateField, readFields } from './read-fields.ts';
import { readFormulas } from './read-formulas.ts';
import { readItems } from './read-items.ts';
import { resolveIds } from './resolve-names.ts';
import type { DraftItem, Fields, SceneDraft, WrittenObject } from './scene-draft.ts';
import { readShares } from './shares.ts';
import { readSpacing } from './spacing.ts';
import { addStyles, fieldsOfStyles, hasStyle, noteIdleStyles, styleNames } from './styles.ts';
import { unknownName } from './unknown-name.ts';
import { readWhen } from './when.ts';

/** Reads the objects of a scene into the draft, with their parts, in drawing order. */
export function readObjects(draft: SceneDraft, objects: Fields, path: Path): void {
  for (const [id, value] of Object.entries(objects)) {
    readObject(draft, { id, name: id, value, path: [...path, id] });
  }
  addStaggeredCarriers(draft);
  addCamera(draft);
  for (const [id, object] of Object.entries(draft.objects)) resolveIds(draft, id, object);
  for (const [id, object] of Object.entries(draft.objects)) surroundMembers(draft, id, object);
  placeOnAxes(draft);
  placeBoxes(draft);
  drawBoxesBelow(draft);
  drawCaptionsLast(draft);
  for (const [id, object] of Object.entries(draft.objects)) {
    if (!isMap(object) || !isMap(object.state)) continue;
    readShares(draft, object.state, {}, path, id);
    readEqualSides(draft, id, object.state);
    readPaints(draft, object.state, path);
    readSpacing(draft, id, object.state);
    readFormulas(draft, object.state);
  }
}

function readObject(draft: SceneDraft, { id, name, value: written, path }: WrittenObject): void {
  const { provenance, objects } = draft;
  provenance.field(objects, id, path);
  if (!isMap(written)) {
    objects[id] = written as unknown as Fields;
    return;
  }
  const { fields: value, places: changed } = readWhen(draft, written, path);
  const elsewhere = provenance.placesIn(written);
  const moved = elsewhere.size === 0 ? changed : new Map([...elsewhere, ...changed]);
  const placeOf = (field: string): Path => moved.get(field) ?? [...path, field];
  const component = draft.components.find(value.kind ?? value.type);
  if (component !== undefined) {
    readComponent(draft, { id, name, path, fields: value, placeOf }, component, readObject);
    return;
  }
  const named = readNames(draft, 'object', value, value.kind ?? value.type, path, placeOf);
  const kind = knownKind(draft, named.fields.kind, named.places.get('kind') ?? placeOf('kind'));
  const guessed = readNames(draft, 'state', named.fields, kind, path, placeOf);
  const { children, data, each, style, src: ownSrc, state: wrapper, ...rest } = guessed.fields;
  const object: Fields = provenance.set({}, path);
  draft.room.objects++;
  objects[id] = object;
  const isGroup = isGroupKind(kind);
  const { usualStyle, isOwn, read, members } = shorthandKind(kind);
  const isOfState = (field: string) => isStateField(field) && isOwn?.(field, rest[field]) !== true;
  const direct = Object.entries(rest).filter(([field]) => isOfState(field));
  for (const [field, one] of Object.entries(rest)) {
    if (isOfState(field) || internalFields.includes(field)) continue;
    object[field] = field === 'kind' ? kind : one;
    if (moved.has(field)) provenance.field(object, field, placeOf(field));
  }
  const ownStyle = usualStyle !== undefined && hasStyle(draft, usualStyle) ? usualStyle : undefined;
  const styles = styleNames(draft, style ?? ownStyle, placeOf('style'));
  if (style !== undefined) noteIdleStyles(draft, styles, kind, placeOf('style'));
  const logo = isPicture(kind) && styles.includes('logo') ? draft.theme?.logo : undefined;
  const src = ownSrc ?? logo;
  if (src !== undefined && sourceTypeOf(kind) === 'image' && object.image === undefined) {
    object.image = provenance.set({ src }, placeOf('src').slice(0, -1));
    object.natural = true;
  } else if (isPicture(kind) && !isVideo(kind) && object.image === undefined)
    provenance.field(object, 'image', placeOf('src'));
  if (each === undefined && data !== undefined) direct.push(['data', data]);
  for (const [field, place] of named.places) provenance.field(object, field, place);
  const state: Fields = provenance.set({}, isMap(wrapper) ? [...path, 'state'] : path);
  for (const [field, one] of direct) {
    if (isMap(wrapper) && Object.hasOwn(wrapper, field))
      draft.problems.add([...path, field], 'conflict', 'is also in state; write it once');
    state[field] = one;
    if (isMap(wrapper) || moved.has(field) || guessed.places.has(field))
      provenance.field(state, field, guessed.places.get(field) ?? placeOf(field));
  }
  if (isMap(wrapper)) {
    const inWrapper = readNames(draft, 'state', wrapper, kind, [...path, 'state']);
    const { style: styleInside, ...own } = inWrapper.fields;
    for (const [field, one] of Object.entries(own)) {
      state[field] = one;
      const guessedPlace = inWrapper.places.get(field);
      if (guessedPlace !== undefined) provenance.field(state, field, guessedPlace);
    }
    if (styleInside !== undefined)
      draft.problems.add(
        [...path, 'state', 'style'],
        'misplaced-field',
        'belongs to the object itself; move it out of state',
      );
  }
  const fieldNames = new Set(Object.keys(state));
  addStyles(draft, state, fieldsOfStyles(draft, styles, kind), (field) => fieldNames.has(field));
  draft.looks.set(id, { styles, own: fieldNames, ground: draft.background });
  const { text } = state;
  readFields(draft, state);
  noteEqualSides(draft, { id, name, object, state }, kind);
  const reading: ReadingObject = {
    id,
    name,
    object,
    state,
    path,
    src,
    data,
    each,
    text,
    placeOf,
    own: fieldNames,
  };
  // In the full format, kinds have their fields already.
  if (!(draft.isComplete && isObjectKind(kind))) read?.(draft, reading);
  const isEmpty = Object.keys(state).length === 0;
  if (wrapper !== undefined && !isMap(wrapper)) object.state = wrapper;
  else if (!isEmpty || wrapper !== undefined) object.state = state;
  if (!isGroup) {
    for (const [field, one] of [
      ['children', children],
      ['each', each],
    ] as const)
      if (one !== undefined) object[field] = one;
    if (typeof kind === 'string' && isFigureKind(kind)) {
      addLoopCarrier(draft, { id, name, object, state });
      addLayer(draft, { id, name, object, state });
      dropTakenLoops(state, kind);
    } else addLabel(draft, { id, name, object, state });
    return;
  }
  if (data !== undefined && each === undefined && members === undefined) {
    const rule = `needs "each" beside it, such as "each": { "kind": "text", "text": "\${item}" }: the child for each item`;
    draft.problems.add(placeOf('data'), 'missing-field', rule);
    delete state.data;
    object.children = [];
  }
  const inside = groundIn(draft, state);
  addBox(draft, { id, name, object, state });
  addCarrier(draft, { id, name, object, state });
  addLayer(draft, { id, name, object, state });
  dropTakenLoops(state, kind);
  if (members !== undefined) {
    members.read(inside, reading, readObject);
    for (const [field, one] of Object.entries({ children, each, data })) {
      if (one === undefined || members.fields.includes(field)) continue;
      draft.problems.add(placeOf(field), 'wrong-kind', `is a field of other groups; ${members.source}`);
    }
    return;
  }
  if (each !== undefined) readItems(inside, { id, name, path, object, placeOf }, each, data, readObject);
  else if (children !== undefined)
    object.children = readChildren(
      inside,
      { name, place: named.places.get('children') ?? placeOf('children') },
      children,
    );
  if (each !== undefined && children !== undefined)
    draft.problems.add(
      [...path, 'children'],
      'conflict',
      'cannot be beside each, which makes the children; keep one of the two',
    );
}

/** What authors may draw, in the order of the documentation. */
const kindNames: Names = {
  names: Object.entries<{ readonly page: unknown }>(kinds).flatMap(([name, { page }]) =>
    page === null ? [] : [name],
  ),
  meant: {
    ...{ caption: 'captions', subtitles: 'captions', rect: 'rectangle', ellipse: 'circle', bar: 'bars' },
    ...{ flowchart: 'graph', sequenceDiagram: 'sequence', stateDiagram: 'state', hierarchy: 'tree' },
  },
};

/** Returns the kind of an object; reports a word that is none. */
function knownKind(draft: SceneDraft, kind: unknown, place: Path): unknown {
  if (typeof kind !== 'string' || isKind(kind)) return kind;
  const { names, isUnread } = draft.components;
  // A file that is not read yet may have it.
  const reported = isUnread ? { ...draft, problems: new Problems() } : draft;
  const after = ', or a component of the catalogue';
  const choices = { ...kindNames, names: [...kindNames.names, ...names], others: catalogueNames(), after };
  return unknownName(reported, kind, place, choices);
}

/** Returns the draft for the objects in a group: with a theme, they are easy to read on the fill of its box. */
function groundIn(draft: SceneDraft, { fill }: Fields): SceneDraft {
  const isGround = typeof fill === 'string' && fill !== 'none' && fill !== 'transparent';
  return draft.theme !== undefined && isGround ? { ...draft, background: fill } : draft;
}

/** Reads the children of a group: ids, or whole objects, in a list or by their names. */
function readChildren(
  draft: SceneDraft,
  { name, place }: { readonly name: string; readonly place: Path },
  children: unknown,
): unknown {
  if (!Array.isArray(children) && !isMap(children)) return children;
  const ids: unknown[] = draft.provenance.set([], place);
  const entries = Array.isArray(children) ? [...children.entries()] : Object.entries(children);
  const read: (WrittenObject & { readonly item?: DraftItem | undefined })[] = [];
  for (const [key, child] of entries) {
    if (typeof key === 'number' && typeof child === 'string') {
      draft.provenance.field(ids, ids.length, [...place, key]);
      ids.push(child);
      continue;
    }
    if (!isMap(child)) {
      const rule = typeof key === 'number' ? 'an id or a whole object' : 'a whole object';
      draft.problems.add([...place, key], 'value', `must be ${rule}, but is ${showValue(child)}`);
      continue;
    }
    if (isLeftOut(child)) continue;
    // A child that a component was given is written where the component is used.
    const given = draft.given.get(child);
    const childPath = given?.path ?? draft.provenance.pathOf(child) ?? [...place, key];
    const childId = typeof key === 'number' ? child.id : undefined;
    const isNamed = typeof childId === 'string' && idPattern.test(childId);
    const nameOf = (part: string | number) => `${given?.owner ?? name}.${part}`;
    const isTaken = (part: string | number) => {
      const id = draft.names.idFor(nameOf(part));
      return Object.hasOwn(draft.objects, id) || read.some((one) => one.id === id);
    };
    let part = isNamed ? childId : key;
    // Parts of a component without names have numbers, too.
    if (given !== undefined && typeof part === 'number') while (isTaken(part)) part++;
    const childName = nameOf(part);
    const id = draft.names.idFor(childName);
    if (isTaken(part)) {
      const rule = given === undefined ? 'is the second part with' : 'is a part of the component, too, with';
      draft.problems.add(
        childPath,
        'repeated-id',
        `${rule} the name ${showValue(childName)}; give it another id`,
      );
      continue;
    }
    draft.provenance.field(ids, ids.length, childPath);
    ids.push(id);
    read.push({
      id,
      name: childName,
      value: draft.provenance.copy(withoutId(child), child),
      path: childPath,
      item: given?.item,
    });
  }
  for (const { item, ...child } of read) readObject(item === undefined ? draft : { ...draft, item }, child);
  return ids;
}

/** Whether a child is not made, because what its `if` names is false, 0 or empty. */
function isLeftOut({ if: condition }: Fields): boolean {
  if (condition === undefined) return false;
  const isEmpty = typeof condition === 'object' && condition !== null && Object.keys(condition).length === 0;
  return !condition || isEmpty;
}

/** The id of a child is its name in the group. */
function withoutId(child: Fields): Fields {
  const { id: _, if: __, ...rest } = child;
  return rest;
}
