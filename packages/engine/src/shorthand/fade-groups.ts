import { layersAround } from '../project/layers.ts';
import type { Path } from '../project/problem-text.ts';
import { maxNestedLayers } from '../project/rules/layers.ts';
import type {
  CompositionState,
  Keyframe,
  SceneObject,
  Timing,
  Transition,
  TransitionTrack,
} from '../project/schema.ts';
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

/** Members that enter or leave together, and what they have in common. */
interface SharedFade {
  readonly enters: boolean;
  readonly timing: Timing;
  /** Blurs that the members have in turn. */
  readonly blurs: readonly Keyframe[];
  /** The tracks of the members by their keys. */
  readonly tracks: ReadonlyMap<string, TransitionTrack>;
}

/**
 * Lets a group whose members all fade in or out together, or a shape with its label, do so as one picture: its layer fades instead of them, so that
 * no member shines through another. A blur that they share becomes one of the layer, too. A group without a layer gets
 * one, unless other objects are drawn between its members. Returns undefined if that exceeds the budget.
 */
export function fadeGroups(
  scene: FadingScene,
  groups: readonly FadingGroup[],
  budget: ExpansionBudget,
): FadingScene | undefined {
  const transitions = { ...scene.transitions };
  const changed: Drafted = {
    ...scene,
    objects: { ...scene.objects },
    states: scene.states.map((own) => ({ ...own })),
  };
  for (const group of groups) {
    const fades = Object.entries(transitions).flatMap(([key, transition]) => {
      const fade = sharedFade(changed, group, transition);
      return fade === undefined ? [] : [{ key, transition, fade }];
    });
    if (fades.length === 0) continue;
    const bytes = fades.reduce((sum, { fade }) => sum + (fade.tracks.size + 1) * minBytes.track, 0);
    const ofLayer = minBytes.object + changed.states.length * minBytes.state;
    if (!budget.take(bytes + ofLayer, group.place, () => 'the tracks of the group')) return undefined;
    const layer = group.layer ?? addLayer(changed, group);
    if (layer === undefined) continue;
    for (const { key, transition, fade } of fades)
      transitions[key] = { ...transition, tracks: fadedTracks(layer, fade, transition) };
  }
  return { ...changed, transitions };
}

/** A scene on its way to layers. */
interface Drafted extends FadingScene {
  readonly objects: Record<string, SceneObject>;
  readonly states: Record<string, CompositionState>[];
}

function sharedFade(
  { objects, states, sequence }: FadingScene,
  { members, layer, ground }: FadingGroup,
  { fromId, toId, tracks, duration }: Transition,
): SharedFade | undefined {
  const from = states[sequence.indexOf(fromId)] ?? {};
  const to = states[sequence.indexOf(toId)] ?? {};
  const shown = members.filter(
    (id) => objects[id]?.kind !== 'layer' && (from[id]?.visible === true || to[id]?.visible === true),
  );
  const enters = shown.every((id) => isEntering(from[id], to[id]));
  if (shown.length < 2 || (!enters && !shown.every((id) => isLeaving(from[id], to[id])))) return undefined;
  const behind = ground === undefined ? undefined : (enters ? to : from)[ground];
  if (behind !== undefined && behind.fill === 'none' && behind.fillGradient === undefined) return undefined;
  const keys = new Map(Object.entries(tracks).map(([key, { objectId }]) => [objectId, key]));
  // A layer that changes by itself is left as it is.
  if (layer !== undefined && (keys.has(layer) || areOwn(from[layer], to[layer]))) return undefined;
  const own = new Map<string, TransitionTrack>();
  const shared = new Set<string>();
  let common: Pick<SharedFade, 'timing' | 'blurs'> | undefined;
  for (const id of shown) {
    const track = tracks[keys.get(id) ?? ''] ?? defaultTrack(id, duration);
    const state = enters ? to[id] : from[id];
    const fade = fadeOf(track, state);
    if (fade === undefined) return undefined;
    own.set(keys.get(id) ?? id, track);
    shared.add(JSON.stringify(fade));
    common = fade;
  }
  return shared.size === 1 && common !== undefined ? { enters, ...common, tracks: own } : undefined;
}

/** Whether the opacity or the blur of a layer is not the same on both sides of a transition, or has a formula. */
function areOwn(from: CompositionState | undefined, to: CompositionState | undefined): boolean {
  return (['opacity', 'blur'] as const).some(
    (field) =>
      from?.[field] !== to?.[field] || [from, to].some((state) => state?.formulas?.[field] !== undefined),
  );
}

/** How an object fades in or out; undefined if it does something else, or is there at once. */
function fadeOf(
  track: TransitionTrack,
  state: CompositionState | undefined,
): Pick<SharedFade, 'timing' | 'blurs'> | undefined {
  const { type, opacityTiming, start, duration, easing, keyframes = {} } = track;
  const timing = opacityTiming ?? { start, duration, easing };
  const properties = Object.values(keyframes).map(({ property }) => property);
  const isFade =
    (type === 'move' || type === 'fade') && track.by === undefined && !properties.includes('opacity');
  if (!isFade || timing.duration === 0 || state?.formulas?.opacity !== undefined) return undefined;
  const blurs = Object.values(keyframes).filter(({ property }) => property === 'blur');
  // The blurs of layers and of their members add up.
  if (blurs.length > 0 && ((state?.blur ?? 0) !== 0 || opacityTiming != null)) return undefined;
  return { timing, blurs };
}

/** The tracks of a transition in which the layer fades, while its members are there from the start to the end of that. */
function fadedTracks(
  layer: string,
  fade: SharedFade,
  { tracks }: Transition,
): Record<string, TransitionTrack> {
  const { enters, timing, blurs } = fade;
  const { start, duration, easing } = timing;
  const faded: Record<string, TransitionTrack> = { ...tracks };
  for (const [key, track] of fade.tracks) {
    const { keyframes = {}, ...whole } = track;
    const own = Object.entries(keyframes).filter(([, { property }]) => property !== 'blur');
    faded[key] = {
      ...whole,
      ...(own.length > 0 && { keyframes: Object.fromEntries(own) }),
      opacityTiming: { start: enters ? start : start + duration, duration: 0, easing },
    };
  }
  const end: Keyframe = { at: enters ? 0 : 1, value: 0, easing, property: 'opacity' };
  const ofLayer = [end, ...blurs].map((one, index) => [keyframeId(one.property, index), one] as const);
  faded[layer in faded ? `${layer}-fade` : layer] = {
    ...{ path: null, type: 'move', order: 'together', start, duration, easing, objectId: layer },
    keyframes: Object.fromEntries(ofLayer),
  };
  return faded;
}

/** Adds a layer for a group, and returns its id; undefined if the group cannot have one. */
function addLayer(scene: Drafted, group: FadingGroup): string | undefined {
  const { objects, states } = scene;
  const members = new Set(group.members);
  const inside = group.members.filter((id) => objects[id] !== undefined);
  const tops = inside.filter((id) => !members.has(objects[id].layerId ?? ''));
  const around = new Set(tops.map((id) => objects[id].layerId ?? null));
  const depth = Math.max(...inside.map((id) => layersAround(objects, id).length));
  if (around.size !== 1 || depth + 1 > maxNestedLayers) return undefined;
  const orders = inside.map((id) => objects[id].order);
  const [lowest, highest] = [Math.min(...orders), Math.max(...orders)];
  const isBetween = ({ id, kind, order }: SceneObject) =>
    kind !== 'layer' && !members.has(id) && order >= lowest && order <= highest;
  if (Object.values(objects).some(isBetween)) return undefined;
  const layer = freeId(`${group.id.slice(0, longestStem)}-whole`, objects);
  for (const id of tops) objects[id] = { ...objects[id], layerId: layer };
  const [layerId] = around;
  objects[layer] = {
    ...{ kind: 'layer', id: layer, name: layer, order: highest, locked: false, groupId: null },
    ...(layerId !== null && { layerId }),
  };
  const state = defaultState('layer', scene);
  for (const own of states) own[layer] = state;
  return layer;
}

/** Leaves room for a suffix in an id of 80 characters. */
const longestStem = 68;

function freeId(wanted: string, taken: object): string {
  let id = wanted;
  for (let attempt = 2; Object.hasOwn(taken, id); attempt++) id = `${wanted}-${attempt}`;
  return id;
}
