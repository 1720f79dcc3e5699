import { boxFields, labelFields, layerFields, transformFields } from '../../language/kind-fields.ts';
import { isFigureKind, isGroupKind, isLabelled, isLine, isUnarranged } from '../../language/kinds.ts';
import { fieldsOf, isMap } from '../../project/check.ts';
import { addDefaults } from './add-defaults.ts';
import { attach } from './attach.ts';
import { readNames } from './guesses.ts';
import { inkOn } from './label-ink.ts';
import { anyObject } from './presets.ts';
import { isStaggered, type PlainLoop, propertiesOfLoop } from './read-loops.ts';
import { type Fields, mapIn, type PartOwner, type SceneDraft } from './scene-draft.ts';
import { fieldsOfStyles } from './styles.ts';

/** One of these makes the box; the others only change it. */
const boxSigns = ['fill', 'stroke', 'cornerRadius'] as const;

/** The loops that the carrier of a group, its layer and its box have. */
const carrierLoops = ['x', 'y', 'scaleX', 'scaleY', 'rotation', 'shear'];
const layerLoops = ['opacity', 'blur'];
const boxLoops = ['fill', 'stroke', 'strokeWidth', 'cornerRadius'];

/** The fields of a box in a state whose paints have been read. */
const paintedBoxFields = [...boxFields, 'fillGradient', 'strokeGradient'] as const;

/** The states that an object has in all compositions, with the fields of their styles, beside its own state. */
function statesOf(draft: SceneDraft, { name, object, state: own }: PartOwner): Fields[] {
  const written = [...wildcardsOf(name), name].flatMap((one) => draft.mentioned.get(one) ?? []);
  if (written.length === 0) return [own];
  const read = written.map((fields): Fields => {
    const { fields: state } = readNames({ guesses: [] }, 'state', fields, object.kind, []);
    if (state.style === undefined) return state;
    const names = (Array.isArray(state.style) ? state.style : [state.style]).map(String);
    const ofStyles = [...fieldsOfStyles({ ...draft, guesses: [] }, names, object.kind)].map(
      ([field, { value }]) => [field, value],
    );
    return { ...Object.fromEntries(ofStyles), ...state };
  });
  return [own, ...read];
}

/** The names with which a document mentions an object among others: `a.b.*` and `a.*.c` for `a.b.c`. */
function wildcardsOf(name: string): string[] {
  const segments = name.split('.');
  if (segments.length === 1) return ['*'];
  const whole = segments.slice(0, -1).join('.');
  const ofAll = segments.length > 2 ? [[...segments.slice(0, -2), '*', segments.at(-1)].join('.')] : [];
  return [`${whole}.*`, ...ofAll];
}

/** Fields that a label has from its owner. */
export const sharedWithLabel = ['visible'] as const;

/** Gives a shape or a line a label of its own, if it has a text anywhere. */
export function addLabel(draft: SceneDraft, owner: PartOwner): void {
  const { id, name, object, state } = owner;
  if (draft.isComplete || !isLabelled(object.kind)) return;
  const hasText = statesOf(draft, owner).some(({ text }) => text !== undefined && text !== '');
  if (!hasText) return;
  const label = draft.names.idFor(`${name}.label`);
  draft.labels.set(id, label);
  attach(draft, object, label, draft.provenance.written(object, []));
  const labelFields = takeLabelFields(draft, state, object);
  const isInside = draft.graphNodes.has(id) || !isLine(object.kind);
  const on = !isInside ? { on: id, upright: labelFields.upright ?? true } : { inside: id };
  const { parentId, order } = object;
  const made: Fields = draft.provenance.set(
    { kind: 'text', follows: id },
    draft.provenance.written(draft.objects, [id]),
  );
  Object.assign(labelFields, on);
  if (labelFields.fill === undefined) {
    labelFields.fill = inkOn(state, isInside ? 'rectangle' : object.kind, draft);
    draft.inked.add(label);
  }
  for (const field of sharedWithLabel) if (state[field] !== undefined) labelFields[field] = state[field];
  made.state = draft.provenance.make(labelFields);
  if (parentId !== undefined) made.parentId = parentId;
  if (order !== undefined) made.order = order;
  draft.objects[label] = made;
  draft.looks.set(label, { styles: [], own: new Set() });
  addLayer(draft, owner);
}

/** Moves the fields of a label out of the state of its owner. */
export function takeLabelFields(draft: SceneDraft, state: Fields, owner: Fields = {}): Fields {
  // A line that is on another one may be upright itself.
  const isTurned = isLine(owner.kind) && mapIn(owner, 'state').on === undefined && state.on === undefined;
  const fields = isTurned ? [...labelFields, 'upright'] : labelFields;
  return takeFields(draft, state, fields, { textColor: 'fill' });
}

/** Gives a group a rectangle around its members, if it has the fields of one anywhere. */
export function addBox(draft: SceneDraft, owner: PartOwner): void {
  const { id, name, object, state } = owner;
  const isBox = (fields: Fields) => boxSigns.some((field) => fields[field] !== undefined);
  if (!statesOf(draft, owner).some(isBox)) return;
  const box = draft.names.idFor(`${name}.box`);
  draft.boxes.set(id, box);
  const path = draft.provenance.written(draft.objects, [id]);
  const made: Fields = draft.provenance.set({ kind: 'rectangle' }, path);
  const boxFields = takeBoxFields(draft, state, object.kind);
  addDefaults(boxFields, { fill: 'none' });
  if (!isUnarranged(object.kind)) boxFields.padding = 0;
  made.state = draft.provenance.make(Object.assign(boxFields, { around: id }));
  if (object.parentId !== undefined) made.parentId = object.parentId;
  attach(draft, object, box, path);
  draft.objects[box] = made;
  draft.looks.set(box, { styles: [], own: new Set() });
}

/** Gives a group an object without a picture that turns and scales the members, if it has such a field anywhere. */
export function addCarrier(draft: SceneDraft, owner: PartOwner): void {
  const { id, object } = owner;
  const isTurned = (fields: Fields) => transformFields.some((field) => fields[field] !== undefined);
  const isScaled = !draft.boxes.has(id) && animationsOf(draft, owner).some((one) => scales(one, object.kind));
  if (isScaled || statesOf(draft, owner).some((fields) => isTurned(fields) || hasLoop(fields, carrierLoops)))
    makeCarrier(draft, owner);
}

/** Gives a figure what carries its parts, if it has a loop that moves them anywhere. */
export function addLoopCarrier(draft: SceneDraft, owner: PartOwner): void {
  if (statesOf(draft, owner).some((fields) => hasLoop(fields, carrierLoops))) makeCarrier(draft, owner);
}

/** Gives the groups in groups with staggered loops carriers, so that each of them moves by itself. */
export function addStaggeredCarriers(draft: SceneDraft): void {
  for (const [id, object] of Object.entries(draft.objects)) {
    if (!isMap(object) || !Array.isArray(object.children)) continue;
    const name = draft.names.nameOf(id);
    const carrier = draft.objects[draft.carriers.get(id) ?? ''];
    const loops = [mapIn(carrier ?? {}, 'state'), ...statesOf(draft, { id, name, object, state: {} })];
    if (!loops.some(({ loop }) => isStaggered(loop))) continue;
    for (const child of object.children) {
      const inner = typeof child === 'string' ? draft.objects[child] : undefined;
      const isWhole = isMap(inner) && (isGroupKind(inner.kind) || isFigureKind(inner.kind));
      if (!isWhole || draft.carriers.has(child)) continue;
      makeCarrier(draft, { id: child, name: draft.names.nameOf(child), object: inner, state: {} });
    }
  }
}

/** Whether a state as written has a loop of one of some properties. */
function hasLoop({ loop }: Fields, properties: readonly string[]): boolean {
  return loop !== undefined && propertiesOfLoop(loop).some((one) => properties.includes(one));
}

function makeCarrier(draft: SceneDraft, { id, name, object, state }: PartOwner): void {
  const carrier = draft.names.idFor(`${name}.frame`);
  draft.carriers.set(id, carrier);
  const path = draft.provenance.written(draft.objects, [id]);
  const made: Fields = draft.provenance.set({ kind: 'rectangle', carries: id }, path);
  const transformFields = takeTransformFields(draft, state);
  made.state = draft.provenance.make(
    Object.assign(transformFields, { fill: 'none', around: id, padding: 0 }),
  );
  if (object.parentId !== undefined) made.parentId = object.parentId;
  attach(draft, object, carrier, path);
  draft.objects[carrier] = made;
  draft.looks.set(carrier, { styles: [], own: new Set() });
}

/**
 * The animations of a group as written: its own ones and its tracks. A group that lines up nothing acts as one in those
 * for all objects, too.
 */
function animationsOf({ compositions, enter, theme }: SceneDraft, { name, object }: PartOwner): unknown[] {
  const enters = [enter, ...compositions.map(({ written }) => (isMap(written) ? written.enter : undefined))];
  const tracks = enters.map((one) => mapIn(one, 'tracks'));
  const ownAnimations = [object.enter, object.exit, ...tracks.map((one) => one[name])];
  if (!isUnarranged(object.kind)) return ownAnimations;
  return [...ownAnimations, ...enters, ...tracks.map((one) => one[anyObject]), theme?.enter];
}

/** Whether an animation scales a group that enters or leaves. */
function scales(animation: unknown, kind: unknown): boolean {
  const { type = animation, from } = fieldsOf(animation);
  const isScaling = type === 'pop' || (type === 'grow' && isUnarranged(kind) && typeof from !== 'string');
  return isScaling || (isMap(from) && ['scale', 'scaleX', 'scaleY'].some((field) => field in from));
}

/** Moves the fields that turn and scale a group out of its state. */
export function takeTransformFields(draft: SceneDraft, state: Fields): Fields {
  return takeLoops(draft, state, carrierLoops, takeFields(draft, state, transformFields));
}

/** Moves the loops of some properties out of a state, whose loops have been read. Without any, it ends earlier ones. */
function takeLoops(
  { provenance }: SceneDraft,
  state: Fields,
  properties: readonly string[],
  taken: Fields,
): Fields {
  const { loop } = state;
  if (!Array.isArray(loop)) return taken;
  const place = provenance.placeOf(state, 'loop', []);
  const isTaken = ({ property }: PlainLoop) => properties.includes(property);
  taken.loop = provenance.set((loop as readonly PlainLoop[]).filter(isTaken), place);
  provenance.field(taken, 'loop', place);
  state.loop = provenance.set(
    (loop as readonly PlainLoop[]).filter((one) => !isTaken(one)),
    place,
  );
  return taken;
}

/** Removes the loops of a group all of which objects have that were made for it. */
export function dropTakenLoops(state: Fields, kind: unknown): void {
  const isWhole = isGroupKind(kind) || isFigureKind(kind);
  if (isWhole && Array.isArray(state.loop) && state.loop.length === 0) delete state.loop;
}

/** Gives a group, a chart or an object with a label a layer, if it has a field of one anywhere. */
export function addLayer(draft: SceneDraft, owner: PartOwner): void {
  const { id, name, object, state } = owner;
  const fields = layerFieldsOf(draft, id, object.kind);
  const isHeld = (one: Fields) =>
    fields.some((field) => one[field] !== undefined) || hasLoop(one, layerLoops);
  if (!statesOf(draft, owner).some(isHeld)) return;
  // No child and no bar of a chart has such a name.
  const layer = draft.names.idFor(`${name}.whole.layer`);
  draft.layers.set(id, layer);
  const path = draft.provenance.written(object, []);
  const made: Fields = draft.provenance.set({ kind: 'layer', holds: id }, path);
  made.state = draft.provenance.make(takeLayerFields(draft, state, id, object.kind));
  draft.objects[layer] = made;
}

/** The shadow of a shape is not one of its label, and the box of a group or the ground of code has its shadow. */
function layerFieldsOf({ boxes }: SceneDraft, id: string, kind: unknown): readonly string[] {
  return isLabelled(kind) || kind === 'code' || boxes.has(id) ? layerFields : [...layerFields, 'shadow'];
}

/** Moves the fields of a layer out of the state of what it holds. */
export function takeLayerFields(draft: SceneDraft, state: Fields, id: string, kind: unknown): Fields {
  const taken = takeLoops(draft, state, layerLoops, takeFields(draft, state, layerFieldsOf(draft, id, kind)));
  // An opacity of a group mentions its members.
  if (taken.opacity !== undefined && !isLabelled(kind)) state.opacity = 1;
  return taken;
}

/** A group without a place of its own has its box around its members. */
export function surroundMembers(draft: SceneDraft, id: string, group: unknown): void {
  if (!isMap(group) || !isUnarranged(group.kind)) return;
  const { children } = group;
  for (const made of [draft.boxes.get(id), draft.carriers.get(id)]) {
    const state = made === undefined ? undefined : draft.objects[made]?.state;
    if (!isMap(state) || !Array.isArray(children)) continue;
    const around: unknown[] = draft.provenance.set([], draft.provenance.written(children, []));
    for (const [index, child] of children.entries()) {
      const place = draft.provenance.placeOf(children, index, []);
      for (const part of partsAround(draft, child, new Set([id]))) {
        draft.provenance.field(around, around.length, place);
        around.push(part);
      }
    }
    state.around = around;
  }
}

/** What a group has around it for a child: itself, or the members of a group that has neither a box nor a carrier. */
function partsAround(draft: SceneDraft, child: unknown, seen: Set<unknown>): unknown[] {
  const object = typeof child === 'string' ? draft.objects[child] : undefined;
  if (typeof child !== 'string' || !isMap(object) || !isUnarranged(object.kind) || seen.has(child))
    return [child];
  seen.add(child);
  const made = draft.boxes.get(child) ?? draft.carriers.get(child);
  if (made !== undefined) return [made];
  return Array.isArray(object.children)
    ? object.children.flatMap((one) => partsAround(draft, one, seen))
    : [child];
}

/** Moves the fields of a box out of the state of its group. */
export function takeBoxFields(draft: SceneDraft, state: Fields, kind: unknown): Fields {
  // A row, a column or a grid arranges its members within the padding.
  const fields = isUnarranged(kind) ? [...paintedBoxFields, 'padding'] : paintedBoxFields;
  return takeLoops(draft, state, boxLoops, takeFields(draft, state, fields));
}

/** Moves fields out of a state, some of them under another name. */
function takeFields(
  { provenance }: SceneDraft,
  state: Fields,
  fields: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
): Fields {
  const taken: Fields = provenance.set({}, provenance.written(state, []));
  for (const field of fields) {
    if (state[field] === undefined) continue;
    const name = renamed[field] ?? field;
    taken[name] = state[field];
    provenance.field(taken, name, provenance.placeOf(state, field, []));
    delete state[field];
  }
  return taken;
}
