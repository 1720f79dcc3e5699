import { broken, fieldsOf, isMap } from '../project/check.ts';
import { fillFonts, hasBroken, leaveOutShapes } from '../project/fill-broken.ts';
import { unknownData } from './kinds/charts/chart-limits.ts';
import type { ResolvedShorthand } from './schema.ts';
import { isFilePath } from './sources.ts';
import { leaveOutSoundNames } from './unread-sounds.ts';

type Fields = Record<string, unknown>;

/** Maximum duration of a transition. Everything that exceeds it also exceeds the unknown duration. */
const maxTransitionMs = 600_000;

/**
 * Replaces the broken parts in the copy of a project in shorthand, in place, with parts that cause no problems. The
 * problems that remain do not depend on how the broken parts are corrected.
 */
export function fillBroken(copy: unknown): ResolvedShorthand {
  const project: Fields = fieldsOf(copy);
  if (project.scenes === broken) {
    delete project.scenes;
    delete project.sceneOrder;
    project.compositions = { placeholder: {} };
  }
  if (isBrokenOrder(project.sceneOrder)) project.sceneOrder = Object.keys(project.scenes ?? {});
  if (isMap(project.scenes)) {
    for (const [id, scene] of Object.entries(project.scenes)) {
      const filled = isMap(scene) ? scene : { compositions: broken };
      project.scenes[id] = filled;
      fillScene(filled);
    }
  }
  const { fonts } = project;
  fillFonts(project);
  fillScene(project);
  leaveOutBroken(project);
  if (fonts === broken) project.fonts = fonts;
  return project as unknown as ResolvedShorthand;
}

/** Removes the unreadable files of a project, and the objects and tracks that need them, in place. */
export function leaveOutFiles(project: ResolvedShorthand): void {
  for (const scene of [project, ...Object.values(project.scenes ?? {})] as unknown as Fields[]) {
    if (isMap(scene.objects))
      for (const object of Object.values(scene.objects)) leaveOutMedia(object as Fields, isUnread);
    leaveOutUnheard(scene, isUnread);
  }
}

function fillScene(scene: Fields): void {
  const areObjectsKnown = scene.objects !== broken;
  let hasUnknownStates = false;
  if (isMap(scene.objects)) {
    for (const [id, value] of Object.entries(scene.objects)) {
      const object = isMap(value) ? value : { state: broken };
      scene.objects[id] = object;
      hasUnknownStates = fillObject(object) || hasUnknownStates;
    }
  }
  hasUnknownStates = fillCompositions(scene, areObjectsKnown, hasUnknownStates);
  if (isMap(scene.transitions)) {
    for (const [id, transition] of Object.entries(scene.transitions)) {
      if (!isMap(transition) || transition.fromId === broken || transition.toId === broken) {
        delete scene.transitions[id];
        continue;
      }
      if (transition.duration === broken) transition.duration = maxTransitionMs;
      fillTracks(transition, areObjectsKnown, hasUnknownStates);
      leaveOutBroken(transition);
    }
  }
  fillEnter(scene, areObjectsKnown, hasUnknownStates);
  if (isBrokenOrder(scene.compositionOrder) && isMap(scene.compositions)) {
    // The first composition and the neighbours are unknown.
    scene.compositionOrder = Object.keys(scene.compositions);
    delete scene.transitions;
    for (const composition of Object.values(scene.compositions)) delete (composition as Fields).enter;
  }
  if (isMap(scene.audioTracks)) {
    for (const track of Object.values(scene.audioTracks)) {
      if (!isMap(track)) continue;
      leaveOutShapes(track);
      leaveOutBroken(track);
    }
    leaveOutUnheard(scene, hasBroken);
  }
  leaveOutBroken(scene);
}

/** Whether the object's state, or the state that it is based on, is unknown. */
function fillObject(object: Fields): boolean {
  const isUnknown = typeof object.kind !== 'string' || object.state === broken;
  if (typeof object.kind !== 'string') object.kind = 'circle';
  leaveOutMedia(object, hasBroken);
  if (object.order === broken) object.order = 0;
  for (const track of [object.enter, object.exit]) if (isMap(track)) leaveOutOfTrack(track);
  const isPartly = isMap(object.state) && leaveOutOfState(object.state);
  leaveOutBroken(object);
  return isUnknown || isPartly;
}

/** Removes unusable media. The object becomes a circle, which needs none, so missing media are not reported. */
function leaveOutMedia(object: Fields, isUnusable: (media: Fields) => boolean): void {
  for (const name of ['image', 'media', 'playback']) {
    const part = object[name];
    if (part !== broken && !(isMap(part) && isUnusable(part))) continue;
    delete object[name];
    object.kind = 'circle';
  }
}

function leaveOutUnheard(scene: Fields, isUnusable: (media: Fields) => boolean): void {
  const { audioTracks: tracks, objects } = scene;
  if (!isMap(tracks)) return;
  const count = Object.keys(tracks).length;
  for (const [id, track] of Object.entries(tracks)) {
    if (!isMap(track) || !isMap(track.asset) || isUnusable(track.asset)) delete tracks[id];
  }
  if (Object.keys(tracks).length === count) return;
  leaveOutSoundNames(tracks, objects);
}

function isUnread({ src }: Fields): boolean {
  return typeof src === 'string' && isFilePath(src);
}

/** Whether a state is broken, so that the changing objects are unknown. */
function fillCompositions(scene: Fields, areObjectsKnown: boolean, areStatesUnknown: boolean): boolean {
  let hasUnknownStates = areStatesUnknown || !areObjectsKnown || scene.compositions === broken;
  if (scene.compositions === broken) {
    scene.compositions = { placeholder: {} };
    delete scene.compositionOrder;
    delete scene.transitions;
  }
  if (!isMap(scene.compositions)) return hasUnknownStates;
  for (const [id, value] of Object.entries(scene.compositions)) {
    const composition: Fields = fieldsOf(value);
    scene.compositions[id] = composition;
    if (isMap(composition.variables)) leaveOutBroken(composition.variables);
    if (!areObjectsKnown || !isMap(composition.states)) {
      hasUnknownStates ||= composition.states !== undefined || composition !== value;
      delete composition.states;
    } else {
      for (const [object, state] of Object.entries(composition.states)) {
        if (state === broken) composition.states[object] = {};
        const isUnknown = state === broken || (isMap(state) && leaveOutOfState(state));
        hasUnknownStates ||= isUnknown;
      }
    }
  }
  for (const composition of Object.values(scene.compositions)) {
    fillEnter(composition as Fields, areObjectsKnown, hasUnknownStates);
    leaveOutBroken(composition as Fields);
  }
  return hasUnknownStates;
}

function fillEnter(owner: Fields, areObjectsKnown: boolean, hasUnknownStates: boolean): void {
  const { enter } = owner;
  if (enter === broken) owner.enter = maxTransitionMs;
  if (!isMap(enter)) return;
  if (enter.duration === broken) enter.duration = maxTransitionMs;
  fillTracks(enter, areObjectsKnown, hasUnknownStates);
}

function fillTracks(owner: Fields, areObjectsKnown: boolean, hasUnknownStates: boolean): void {
  if (!areObjectsKnown || !isMap(owner.tracks)) {
    delete owner.tracks;
    return;
  }
  for (const [id, track] of Object.entries(owner.tracks)) {
    if (!isMap(track) || track.objectId === broken) {
      delete owner.tracks[id];
      continue;
    }
    // The number of objects that start one after another depends on the changes.
    if (hasUnknownStates) delete track.stagger;
    if (track.implicit === broken) track.implicit = true;
    leaveOutOfTrack(track);
  }
}

function leaveOutOfTrack(track: Fields): void {
  if (isMap(track.keyframes)) leaveOutBroken(track.keyframes);
  leaveOutBroken(track);
}

/** Deletes the broken fields of a state; returns whether there were any. A chart keeps that it has data. */
function leaveOutOfState(state: Fields): boolean {
  const { data } = state;
  const parts = isMap(data) ? Object.values(data) : Array.isArray(data) ? data.flat() : [];
  if (data === broken || parts.includes(broken)) state.data = unknownData;
  return leaveOutBroken(state) || state.data === unknownData;
}

/** Deletes the broken fields of a value; returns whether there were any. */
function leaveOutBroken(fields: Fields): boolean {
  let isAny = false;
  for (const [name, value] of Object.entries(fields)) {
    const isBroken = value === broken || (Array.isArray(value) && value.includes(broken));
    if (isBroken) delete fields[name];
    isAny ||= isBroken;
  }
  return isAny;
}

function isBrokenOrder(order: unknown): boolean {
  return order === broken || (Array.isArray(order) && order.includes(broken));
}
