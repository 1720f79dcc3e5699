import { broken, isMap } from './check.ts';
import { timingNames } from './rules/timing.ts';
import type { Project } from './schema.ts';

type Fields = Record<string, unknown>;

/**
 * Replaces the broken parts in the copy of a project, in place, by parts about which the rules have nothing to say. A rule
 * then reports only what stays wrong however the broken parts are corrected.
 */
export function fillBroken(copy: unknown): Project {
  const project = copy === broken ? {} : (copy as Fields);
  const isKnown = isMap(project.scenes);
  project.scenes = isKnown ? project.scenes : {};
  project.sceneOrder = isKnown ? orderOf(project.sceneOrder) : [];
  for (const [id, scene] of Object.entries(project.scenes as Fields)) {
    const filled = scene === broken ? {} : (scene as Fields);
    fillScene(filled, id);
    Reflect.set(project.scenes as Fields, id, filled);
  }
  return project as unknown as Project;
}

/** An order that is not known has no items, which no valid one has. */
function orderOf(order: unknown): unknown {
  return Array.isArray(order) && !order.includes(broken) ? order : [];
}

function fillScene(scene: Fields, id: string): void {
  fillId(scene, id);
  const objects = fillMap(scene, 'objects', fillObject);
  const compositions = fillMap(scene, 'compositions', (composition, key) => {
    fillId(composition, key);
    // Any object may be among those that are not known.
    if (!objects || !isMap(composition.states)) composition.states = {};
  });
  scene.compositionOrder = compositions ? orderOf(scene.compositionOrder) : [];
  const transitions = fillMap(scene, 'transitions', (transition, key) =>
    fillTransition(transition, key, objects),
  );
  if (!transitions || !compositions) scene.transitions = {};
  leaveOut(
    scene.transitions as Fields,
    ({ fromId, toId }) => typeof fromId !== 'string' || typeof toId !== 'string',
  );
  if (isMap(scene.audioTracks)) {
    leaveOut(scene.audioTracks, (track) => !isMap(track.asset) || hasBroken(track.asset));
    fillMap(scene, 'audioTracks', (track, key) => {
      fillId(track, key);
      fillNumbers(track, { offset: 0, duration: 0 });
    });
  } else delete scene.audioTracks;
}

/** Whether the map was known; broken items of it become empty ones, as others refer to them. */
function fillMap(owner: Fields, name: string, fill: (item: Fields, key: string) => void): boolean {
  const map = owner[name];
  const isKnown = isMap(map);
  const known: Fields = isKnown ? map : {};
  owner[name] = known;
  for (const [key, value] of Object.entries(known)) {
    const item = isMap(value) ? value : {};
    known[key] = item;
    fill(item, key);
  }
  return isKnown;
}

function fillObject(object: Fields, id: string): void {
  fillId(object, id);
  if (object.parentId === broken) object.parentId = null;
  const { kind, image, media, playback } = object;
  const isMediaBroken = media === broken || (isMap(media) && hasBroken(media));
  // A kind without media of its own.
  if (typeof kind !== 'string' || image === broken || isMediaBroken || playback === broken)
    object.kind = 'circle';
  if (isMediaBroken) delete object.media;
}

function fillTransition(transition: Fields, id: string, areObjectsKnown: boolean): void {
  fillId(transition, id);
  fillNumbers(transition, { duration: Infinity });
  if (!areObjectsKnown || !isMap(transition.tracks)) transition.tracks = {};
  fillMap(transition, 'tracks', (track, key) => {
    if (typeof track.objectId !== 'string') track.objectId = key;
    if (track.implicit === broken) track.implicit = true;
    fillNumbers(track, { start: 0, duration: 0 });
    for (const name of timingNames) if (track[name] === broken) track[name] = null;
    if (track.keyframes === broken) delete track.keyframes;
    if (isMap(track.keyframes)) leaveOut(track.keyframes, (keyframe) => !isMap(keyframe));
  });
}

function fillId(item: Fields, key: string): void {
  if (typeof item.id !== 'string') item.id = key;
}

function fillNumbers(item: Fields, values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) if (typeof item[name] !== 'number') item[name] = value;
}

function leaveOut(map: Fields, isWrong: (item: Fields) => boolean): void {
  for (const [key, item] of Object.entries(map)) if (isWrong(item as Fields)) delete map[key];
}

function hasBroken(item: Fields): boolean {
  return Object.values(item).includes(broken);
}
