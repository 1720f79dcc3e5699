import { broken, fieldsOf, isMap } from './check.ts';
import { timingNames } from './properties/property.ts';
import type { Project } from './schema.ts';

type Fields = Record<string, unknown>;

/**
 * Replaces the broken parts in the copy of a project, in place, with parts that break no rule. The rules then report
 * only problems that remain however the broken parts are corrected.
 */
export function fillBroken(copy: unknown): Project {
  const project = copy === broken ? {} : (copy as Fields);
  const isKnown = isMap(project.scenes);
  project.scenes = isKnown ? project.scenes : {};
  project.sceneOrder = isKnown ? orderOf(project.sceneOrder) : [];
  fillFonts(project);
  for (const [id, scene] of Object.entries(project.scenes as Fields)) {
    const filled = scene === broken ? {} : (scene as Fields);
    fillScene(filled, id);
    Reflect.set(project.scenes as Fields, id, filled);
  }
  return project as unknown as Project;
}

/** Broken families keep their names, because states refer to them. Without names, `fonts` stays broken. */
export function fillFonts({ fonts }: Fields): void {
  if (!isMap(fonts)) return;
  for (const [name, family] of Object.entries(fonts)) if (!isMap(family)) fonts[name] = {};
}

/** An unknown order becomes an empty list, which is never valid and therefore recognizable. */
function orderOf(order: unknown): unknown {
  return Array.isArray(order) && !order.includes(broken) ? order : [];
}

function fillScene(scene: Fields, id: string): void {
  fillId(scene, id);
  const objects = fillMap(scene, 'objects', fillObject);
  const compositions = fillMap(scene, 'compositions', (composition, key) => {
    fillId(composition, key);
    // The unknown objects may include any id.
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
    const isWrong = (track: Fields) => !isMap(track.asset) || hasBroken(track.asset);
    const isAnyWrong = Object.values(scene.audioTracks).some((track) => isWrong(track as Fields));
    leaveOut(scene.audioTracks, isWrong);
    fillMap(scene, 'audioTracks', (track, key) => {
      fillId(track, key);
      fillNumbers(track, { offset: 0, duration: 0 });
      leaveOutShapes(track);
      // It may name one that is left out.
      if (isAnyWrong) delete track.duck;
    });
  } else delete scene.audioTracks;
}

/** Removes the broken shapes of a sound. Whether a broken one loops is unknown, so it may be longer than its source. */
export function leaveOutShapes(track: Fields): void {
  if (track.loop === broken) track.loop = true;
  for (const name of ['duck', 'keyframes']) if (hasBrokenInside(track[name])) delete track[name];
}

function hasBrokenInside(value: unknown): boolean {
  if (value === broken) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBrokenInside);
}

/** Returns whether the map was known. Its broken items become empty ones, because others refer to them. */
function fillMap(owner: Fields, name: string, fill: (item: Fields, key: string) => void): boolean {
  const map = owner[name];
  const isKnown = isMap(map);
  const knownFields: Fields = isKnown ? map : {};
  owner[name] = knownFields;
  for (const [key, value] of Object.entries(knownFields)) {
    const item = fieldsOf(value);
    knownFields[key] = item;
    fill(item, key);
  }
  return isKnown;
}

function fillObject(object: Fields, id: string): void {
  fillId(object, id);
  if (object.parentId === broken) object.parentId = null;
  const { kind, image, media, playback } = object;
  const isMediaBroken = media === broken || (isMap(media) && hasBroken(media));
  // A kind without media.
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

export function hasBroken(item: Fields): boolean {
  return Object.values(item).includes(broken);
}
