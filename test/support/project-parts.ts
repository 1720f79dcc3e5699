import type { SceneObject } from '../../packages/engine/src/project/object-schemas.ts';
import type {
  AudioTrack,
  Composition,
  CompositionState,
  Keyframe,
  Project,
  Scene,
  Transition,
  TransitionTrack,
} from '../../packages/engine/src/project/schema.ts';
import { isExtensionField, isExtensionProperty } from '../../packages/engine/src/project/schema.ts';

/** The state of a white box of 24 x 24 at the origin, with changes. */
export function state(changes: Partial<CompositionState> = {}): CompositionState {
  return {
    x: 0,
    y: 0,
    width: 24,
    height: 24,
    rotation: 0,
    fill: '#ffffff',
    stroke: 'none',
    path: { c1: { x: 0, y: 0 }, c2: { x: 0, y: 0 } },
    text: '',
    effect: 'none',
    opacity: 1,
    visible: true,
    fontSize: 16,
    strokeWidth: 0,
    cornerRadius: 0,
    ...changes,
  };
}

export function object(id: string, changes: Partial<SceneObject> = {}): SceneObject {
  return { id, kind: 'rectangle', name: id, order: 0, locked: false, groupId: null, ...changes };
}

export function composition(
  id: string,
  duration: number,
  states: Record<string, CompositionState> = {},
): Composition {
  return { id, name: id, accent: 'none', duration, states };
}

/** A linear move of the object `box`, with changes. */
export function track(changes: Partial<TransitionTrack> = {}): TransitionTrack {
  return {
    objectId: 'box',
    type: 'move',
    start: 0,
    duration: 400,
    easing: 'linear',
    order: 'together',
    path: null,
    ...changes,
  };
}

export function transition(
  fromId: string,
  toId: string,
  duration: number,
  tracks: TransitionTrack[] = [],
): Transition {
  return { id: `${fromId}-${toId}`, fromId, toId, duration, tracks: byKey(tracks, (one) => one.objectId) };
}

export function keyframe(
  property: Keyframe['property'],
  at: number,
  value: number | string,
  changes: Partial<Keyframe> = {},
): Keyframe {
  return { property, at, value, easing: 'linear', ...changes };
}

export function audioTrack(id: string, start: number, duration: number): AudioTrack {
  return {
    id,
    name: id,
    asset: { src: '', mime: 'audio/wav', duration: 86_400_000, hasAudio: true },
    muted: true,
    start,
    offset: 0,
    volume: 0,
    duration,
  };
}

export interface SceneParts {
  objects?: SceneObject[];
  compositions: Composition[];
  transitions?: Transition[];
  audioTracks?: AudioTrack[];
  background?: string;
}

export function scene(id: string, parts: SceneParts): Scene {
  return {
    id,
    name: id,
    width: 320,
    height: 180,
    background: parts.background ?? '#000000',
    objects: byKey(parts.objects ?? [], (one) => one.id),
    compositions: byKey(parts.compositions, (one) => one.id),
    compositionOrder: parts.compositions.map((one) => one.id),
    transitions: byKey(parts.transitions ?? [], (one) => one.id),
    ...(parts.audioTracks && { audioTracks: byKey(parts.audioTracks, (one) => one.id) }),
  };
}

/** A project of these scenes, which is marked as extended if it has to be. */
export function project(...scenes: Scene[]): Project {
  return {
    name: 'test',
    version: 2,
    ...(scenes.some(hasExtensions) && { extended: true }),
    sceneOrder: scenes.map((one) => one.id),
    scenes: byKey(scenes, (one) => one.id),
  };
}

function hasExtensions({ objects, compositions, transitions, audioTracks = {} }: Scene): boolean {
  const states = Object.values(compositions).flatMap((one) => Object.values(one.states));
  const tracks = Object.values(transitions).flatMap((one) => Object.values(one.tracks));
  const keyframes = tracks.flatMap((one) => Object.values(one.keyframes ?? {}));
  return (
    Object.values(objects).some(({ kind }) => kind === 'layer') ||
    states.some((one) => Object.keys(one).some((name) => isExtensionField('state', name))) ||
    Object.values(audioTracks).some((one) =>
      Object.keys(one).some((name) => isExtensionField('audioTrack', name)),
    ) ||
    keyframes.some(({ property }) => isExtensionProperty(property))
  );
}

function byKey<Value>(values: Value[], key: (value: Value) => string): Record<string, Value> {
  return Object.fromEntries(values.map((value) => [key(value), value]));
}
