import { isLayer } from '../language/kinds.ts';
import { layersAround } from '../project/layers.ts';
import type { Timing } from '../project/motion-schemas.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { Path } from '../project/problem-text.ts';
import { maxNestedLayers } from '../project/rules/layers.ts';
import type { CompositionState, Keyframe, Transition, TransitionTrack } from '../project/schema.ts';
import { defaultTrack } from '../timeline/channel-builder.ts';
import { isEntering, isLeaving } from './appearing.ts';
import { type ExpansionBudget, minBytes } from './budget.ts';
import { defaultState } from './defaults.ts';
import { keyframeId } from './keyframe-id.ts';

/** An expanded scene whose groups may fade. */
export interface FadingScene {
  readonly width: number;
  readonly height: number;
  readonly objects: Readonly<Record<string, SceneObject>>;
  /** Keys of the compositions, in order, and their states. */
  readonly sequence: readonly string[];
  readonly states: readonly Readonly<Record<string, CompositionState>>[];
  readonly transitions: Readonly<Record<string, Transition>>;
}

/** A group or a shape with its label, with all objects in it and the layer that draws it as one picture if it has one. */
export interface FadingGroup {
  readonly id: string;
  readonly members: readonly string[];
  readonly layer: string | undefined;
  /** The shape of a label or the box of a card; without a fill, all may fade by themselves. */
  readonly ground?: string;
  readonly place: Path;
}

/** A transition whose tracks are being changed. */
interface Turn {
  readonly from: States;
  readonly to: States;
  readonly duration: number;
  readonly tracks: Record<string, TransitionTrack>;
  /** The keys of the tracks by their objects. */
  readonly keys: Map<string, string>;
}

type States = Readonly<Record<string, CompositionState>>;

/** A fade that members have in common. */
interface Fade {
  readonly timing: Timing;
  /** Blurs and turns in space that the members have in turn. */
  readonly blurs: readonly Keyframe[];
  /** Opacities that the members have in turn; none for a plain fade. */
  readonly opacities: readonly Keyframe[];
}

/** Members that enter or leave together in a transition. */
interface SharedFade extends Fade {
  readonly turn: Turn;
  readonly enters: boolean;
  readonly members: readonly string[];
}

/**
 * Lets a group whose members all fade in or out together, or a shape with its label, do so as one picture: its layer
 * fades instead of them, so that no member shines through another. A blur that they share becomes one of the layer, too.
 * A group without a layer gets one, unless other objects are drawn between its members. Returns undefined if that
 * exceeds the budget.
 */
export function fadeGroups(
  scene: FadingScene,
  groups: readonly FadingGroup[],
  budget: ExpansionBudget,
): FadingScene | undefined {
  if (groups.length === 0) return scene;
  const objects = copyOf(scene.objects);
  const states = scene.states.map(copyOf);
  const turns = Object.entries(scene.transitions).map(([key, transition]) => ({
    key,
    transition,
    turn: turnOf(scene, transition),
  }));
  for (const group of groups) {
    const fades = turns.flatMap(({ turn }) => sharedFade(objects, group, turn) ?? []);
    if (fades.length === 0) continue;
    const made = group.layer === undefined ? layerFor(objects, group) : undefined;
    const layer = group.layer ?? made?.id;
    if (layer === undefined) continue;
    const tracks = fades.reduce((sum, { members }) => sum + members.length + 1, 0);
    const bytes = tracks * minBytes.track + (made ? minBytes.object + states.length * minBytes.state : 0);
    if (!budget.take(bytes, group.place, () => 'the tracks of the group')) return undefined;
    if (made !== undefined) {
      for (const id of made.tops) objects[id] = { ...objects[id], layerId: layer };
      objects[layer] = made.object;
      const state = defaultState('layer', scene);
      for (const statesHere of states) statesHere[layer] = state;
    }
    for (const fade of fades) fadeLayer(layer, fade);
  }
  const transitions = turns.map(({ key, transition, turn }) => [key, { ...transition, tracks: turn.tracks }]);
  return { ...scene, objects, states, transitions: Object.fromEntries(transitions) };
}

function turnOf({ states, sequence }: FadingScene, { fromId, toId, tracks, duration }: Transition): Turn {
  return {
    from: states[sequence.indexOf(fromId)] ?? {},
    to: states[sequence.indexOf(toId)] ?? {},
    duration,
    tracks: copyOf(tracks),
    keys: new Map(Object.entries(tracks).map(([key, { objectId }]) => [objectId, key])),
  };
}

function sharedFade(
  objects: FadingScene['objects'],
  { members, layer, ground }: FadingGroup,
  turn: Turn,
): SharedFade | undefined {
  const { from, to, duration, tracks, keys } = turn;
  const shown = members.filter(
    (id) => (from[id]?.visible === true || to[id]?.visible === true) && !isLayer(objects[id]?.kind),
  );
  const enters = shown.every((id) => isEntering(from[id], to[id]));
  if (shown.length < 2 || (!enters && !shown.every((id) => isLeaving(from[id], to[id])))) return undefined;
  const behind = ground === undefined ? undefined : (enters ? to : from)[ground];
  if (behind !== undefined && behind.fill === 'none' && behind.fillGradient === undefined) return undefined;
  // A layer that changes by itself is left as it is.
  if (layer !== undefined && (keys.has(layer) || areOwn(from[layer], to[layer]))) return undefined;
  const shared = new Set<string>();
  let common: Fade | undefined;
  for (const id of shown) {
    const track = tracks[keys.get(id) ?? ''] ?? defaultTrack(id, duration);
    common = fadeOf(track, (enters ? to : from)[id]);
    if (common === undefined) return undefined;
    shared.add(JSON.stringify(common));
  }
  return shared.size === 1 && common !== undefined ? { ...common, turn, enters, members: shown } : undefined;
}

/** Whether the opacity or the blur of a layer is not the same on both sides of a transition, or has a formula. */
function areOwn(from: CompositionState | undefined, to: CompositionState | undefined): boolean {
  return (['opacity', ...layerEffects] as const).some(
    (field) =>
      from?.[field] !== to?.[field] || [from, to].some((state) => state?.formulas?.[field] !== undefined),
  );
}

/** Effects of an object that others do not inherit, and that a layer has instead of its members. */
const layerEffects = ['blur', 'rotationX', 'rotationY'] as const;

export function isLayerEffect(property: string | undefined): boolean {
  return (layerEffects as readonly (string | undefined)[]).includes(property);
}

/** How an object fades in or out; undefined if it does something else, or is there at once. */
function fadeOf(track: TransitionTrack, state: CompositionState | undefined): Fade | undefined {
  const { type, opacityTiming, start, duration, easing, keyframes = {} } = track;
  const timing = opacityTiming ?? { start, duration, easing };
  const isFade = (type === 'move' || type === 'fade') && track.by === undefined;
  if (!isFade || timing.duration === 0 || state?.formulas?.opacity !== undefined) return undefined;
  const blurs = Object.values(keyframes).filter(({ property }) => isLayerEffect(property));
  // The blurs and turns of layers and of their members add up.
  const hasOwn = layerEffects.some((field) => (state?.[field] ?? 0) !== 0);
  if (blurs.length > 0 && (hasOwn || opacityTiming != null)) return undefined;
  const opacities = Object.values(keyframes).filter(({ property }) => property === 'opacity');
  // Those of members that are not opaque are of their own.
  if (opacities.length > 0 && (state?.opacity !== 1 || opacityTiming != null)) return undefined;
  return { timing, blurs, opacities };
}

/** Lets a layer fade in a transition, while its members are there from the start to the end of that. */
function fadeLayer(layer: string, { turn, enters, timing, blurs, opacities, members }: SharedFade): void {
  const { tracks, keys } = turn;
  const { start, duration, easing } = timing;
  for (const id of members) {
    const key = keys.get(id) ?? freeId(id, tracks);
    const { keyframes = {}, ...whole } = tracks[key] ?? defaultTrack(id, turn.duration);
    const keptKeyframes = Object.entries(keyframes).filter(
      ([, { property }]) => !isLayerEffect(property) && property !== 'opacity',
    );
    tracks[key] = {
      ...whole,
      ...(keptKeyframes.length > 0 && { keyframes: Object.fromEntries(keptKeyframes) }),
      opacityTiming: { start: enters ? start : start + duration, duration: 0, easing },
    };
    keys.set(id, key);
  }
  const end: Keyframe = { at: enters ? 0 : 1, value: 0, easing, property: 'opacity' };
  const ofLayer = [...(opacities.length > 0 ? opacities : [end]), ...blurs].map(
    (one, index) => [keyframeId(one.property, index), one] as const,
  );
  const key = freeId(layer, tracks);
  tracks[key] = {
    ...{ path: null, type: 'move', order: 'together', start, duration, easing, objectId: layer },
    keyframes: Object.fromEntries(ofLayer),
  };
  keys.set(layer, key);
}

/** A layer for a group, and the members directly in it; undefined if the group cannot have one. */
function layerFor(
  objects: FadingScene['objects'],
  group: FadingGroup,
): { readonly id: string; readonly object: SceneObject; readonly tops: readonly string[] } | undefined {
  const members = new Set(group.members);
  const inside = group.members.filter((id) => objects[id] !== undefined);
  const tops = inside.filter((id) => !members.has(objects[id].layerId ?? ''));
  const [layerId = null, ...others] = new Set(tops.map((id) => objects[id].layerId ?? null));
  const depth = Math.max(...inside.map((id) => layersAround(objects, id).length));
  if (others.length > 0 || depth + 1 > maxNestedLayers) return undefined;
  const orders = inside.map((id) => objects[id].order);
  const [lowest, highest] = [Math.min(...orders), Math.max(...orders)];
  const isBetween = ({ id, kind, order }: SceneObject) =>
    !isLayer(kind) && !members.has(id) && order >= lowest && order <= highest;
  if (Object.values(objects).some(isBetween)) return undefined;
  const id = freeId(`${group.id.slice(0, longestStem - '-whole'.length)}-whole`, objects);
  const object: SceneObject = {
    ...{ kind: 'layer', id, name: id, order: highest, locked: false, groupId: null },
    ...(layerId !== null && { layerId }),
  };
  return { id, object, tops };
}

/** Copies a record, whose keys may be names such as `constructor`. */
function copyOf<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.assign(Object.create(null), record);
}

/** Ids have at most 80 characters, with room for a suffix. */
const longestStem = 76;

function freeId(wanted: string, taken: object): string {
  let id = wanted;
  for (let attempt = 2; Object.hasOwn(taken, id); attempt++)
    id = `${wanted.slice(0, longestStem)}-${attempt}`;
  return id;
}
