import { Buffer } from 'node:buffer';
import { hexColor } from '../language/css-colors.ts';
import { isPath } from '../language/kinds.ts';
import type { Path } from '../project/problem-text.ts';
import type { CompositionState, GradientField } from '../project/schema.ts';
import { type ExpansionBudget, minBytes } from './budget.ts';
import { defaultState, straightPath } from './defaults.ts';
import type { DrawnObject } from './groups.ts';
import { withoutRelations } from './relations.ts';
import type { ResolvedComposition, ResolvedState } from './schema.ts';

export interface SceneOfStates {
  readonly width: number;
  readonly height: number;
  readonly objects: Readonly<Record<string, DrawnObject>>;
  /** In playing order. */
  readonly compositions: readonly ResolvedComposition[];
}

/**
 * Returns the states of all objects in each composition of a scene, in order, or undefined if they exceed the budget.
 * Every object has a state in every composition, except where it leaves and comes back elsewhere. Equal states may
 * share one object.
 */
export function expandStates(
  scene: SceneOfStates,
  path: Path,
  budget: ExpansionBudget,
): Record<string, CompositionState>[] | undefined {
  const { objects, compositions } = scene;
  const ids = Object.keys(objects);
  const what = () => `${ids.length} objects in ${compositions.length} compositions`;
  const place = [...path, 'objects'];
  if (!budget.take(ids.length * compositions.length * minBytes.state, place, what)) return undefined;
  if (!budget.take(textBytes(scene), place, what)) return undefined;
  const states = compositions.map((): Record<string, CompositionState> => Object.create(null));
  const parents = new Set(Object.values(objects).map(({ parentId }) => parentId));
  for (const id of ids) {
    const ofObject = statesOf(id, objects[id], scene);
    // The path of a hidden parent is visible in its children.
    const placed = parents.has(id) ? ofObject : withReturnsInPlace(id, ofObject, compositions);
    for (const [index, state] of placed.entries()) {
      const inComposition = states[index];
      if (inComposition !== undefined && state !== undefined) inComposition[id] = state;
    }
  }
  return states;
}

/** Returns a composition's entry for an object; undefined if it does not mention the object. */
export function writtenState(
  id: string,
  composition: ResolvedComposition,
): ResolvedState | false | undefined {
  const { states } = composition;
  return states !== undefined && Object.hasOwn(states, id) ? states[id] : undefined;
}

/** Returns the states of one object in all compositions. Unchanged states share one object. */
function statesOf(id: string, object: DrawnObject, scene: SceneOfStates): CompositionState[] {
  const { compositions } = scene;
  const first = compositions.findIndex((composition) => writtenState(id, composition) !== undefined);
  // An object that is hidden before its first mention is visible until then.
  let isShown = first < 0 || writtenState(id, compositions[first]) === false;
  let hasPath = object.state?.path !== undefined;
  let current = withChanges(defaultState(object.kind, scene), object.state);
  const finished = () => {
    const isStraight = isPath(object.kind) && !hasPath;
    if (isShown && !isStraight) return current;
    const state = { ...current };
    if (!isShown) state.visible = false;
    if (isStraight) state.path = straightPath(state.width, state.height);
    return state;
  };
  let state = finished();
  const states: CompositionState[] = [];
  for (const composition of compositions) {
    const written = writtenState(id, composition);
    if (written !== undefined) {
      isShown = written !== false;
      if (written !== false) {
        current = withChanges(current, written);
        hasPath ||= written.path !== undefined;
      }
      state = finished();
    }
    states.push(state);
  }
  // Before an object enters, it is in its entry position, so that it does not slide in from its default position.
  const entered = states[first];
  if (entered !== undefined && first > 0 && states[0]?.visible === false) {
    states.fill({ ...entered, visible: false }, 0, first);
  }
  return states;
}

/**
 * Returns the states of an object that comes back in another place than where `false` hid it. It fades out in the old
 * place and fades in at the new one: the last composition that hides it already has the new place, or no state if it is
 * also the first.
 */
function withReturnsInPlace(
  id: string,
  states: readonly CompositionState[],
  compositions: readonly ResolvedComposition[],
): (CompositionState | undefined)[] {
  const placed: (CompositionState | undefined)[] = [...states];
  let hiddenSince: number | undefined;
  for (const [index, composition] of compositions.entries()) {
    const written = writtenState(id, composition);
    if (written === undefined) continue;
    const isReturn = written !== false && hiddenSince !== undefined && Object.keys(written).length > 0;
    if (isReturn && hiddenSince === index - 1) placed[hiddenSince] = undefined;
    else if (isReturn)
      placed.fill({ ...(states[index] as CompositionState), visible: false }, Number(hiddenSince) + 1, index);
    hiddenSince = written === false ? (hiddenSince ?? index) : undefined;
  }
  return placed;
}

function withChanges(state: CompositionState, changes: ResolvedState | undefined): CompositionState {
  if (changes === undefined) return state;
  const changed = { ...state };
  Object.assign(changed, withoutRelations(changes));
  const formulas = formulasAfter(state.formulas, changes);
  if (formulas === undefined) delete changed.formulas;
  else changed.formulas = formulas;
  for (const name of ['fill', 'stroke'] as const) {
    const gradient = changes[`${name}Gradient`];
    if (changes[name] !== undefined) changed[name] = hexColor(changes[name]);
    if (gradient !== undefined) changed[`${name}Gradient`] = hexGradient(gradient);
    // A later color replaces a gradient.
    else if (changes[name] !== undefined) delete changed[`${name}Gradient`];
  }
  for (const name of ['spoken', 'played', 'ground'] as const)
    if (changes[name] !== undefined) changed[name] = hexColor(changes[name]);
  if (changes.shadow !== undefined) changed.shadow = hexShadows(changes.shadow);
  if (changes.spans !== undefined) changed.spans = hexSpans(changes.spans);
  return changed;
}

/** Returns a gradient with its colours in the form of the full format. */
export function hexGradient(gradient: GradientField): GradientField {
  return { ...gradient, stops: gradient.stops.map(([offset, color]) => [offset, hexColor(color)]) };
}

function hexShadows(shadow: NonNullable<ResolvedState['shadow']>): NonNullable<CompositionState['shadow']> {
  if (!Array.isArray(shadow)) return { ...shadow, color: hexColor(shadow.color) };
  return shadow.map((one) => ({ ...one, color: hexColor(one.color) }));
}

/** Returns parts of a text with their colours in the form of the full format. */
export function hexSpans(spans: NonNullable<ResolvedState['spans']>): NonNullable<CompositionState['spans']> {
  return spans.map(({ fill, mark, ...span }) => ({
    ...span,
    ...(fill !== undefined && { fill: hexColor(fill) }),
    ...(mark !== undefined && { mark: hexColor(mark) }),
  }));
}

/** A number replaces the formula of its field, and a later formula an earlier one. */
function formulasAfter(
  before: CompositionState['formulas'],
  changes: ResolvedState,
): CompositionState['formulas'] {
  if (before === undefined) return changes.formulas;
  const kept = Object.entries(before).filter(([field]) => Reflect.get(changes, field) === undefined);
  const formulas = { ...Object.fromEntries(kept), ...changes.formulas };
  return Object.keys(formulas).length === 0 ? undefined : formulas;
}

/** Returns the size of all texts of an expanded scene, in bytes. */
function textBytes({ objects, compositions }: SceneOfStates): number {
  let bytes = 0;
  for (const id of Object.keys(objects)) {
    let length = jsonBytes(objects[id]?.state?.text ?? '');
    for (const composition of compositions) {
      const written = writtenState(id, composition);
      if (written !== undefined && written !== false && written.text !== undefined)
        length = jsonBytes(written.text);
      bytes += length;
    }
  }
  return bytes;
}

function jsonBytes(text: string): number {
  return text === '' ? 0 : Buffer.byteLength(JSON.stringify(text));
}
