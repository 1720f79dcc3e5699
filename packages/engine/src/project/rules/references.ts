import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Project, Scene, Transition } from '../schema.ts';
import { secondTrack } from '../tracks.ts';

/** Checks that each scene's id equals its key and that the playing order names each scene once. */
export function checkProjectReferences(project: Project, problems: Problems): void {
  checkIds(project.scenes, ['scenes'], problems);
  checkOrder(project.sceneOrder, project.scenes, ['sceneOrder'], 'scene in the project', problems);
}

/** Checks that every id equals its key and that every reference by id exists; parents are checked separately. */
export function checkSceneReferences(scene: Scene, path: Path, problems: Problems): void {
  const { objects, compositions, transitions, audioTracks = {} } = scene;
  checkIds(objects, [...path, 'objects'], problems);
  checkIds(compositions, [...path, 'compositions'], problems);
  checkIds(transitions, [...path, 'transitions'], problems);
  checkIds(audioTracks, [...path, 'audioTracks'], problems);
  const orderPath = [...path, 'compositionOrder'];
  checkOrder(scene.compositionOrder, compositions, orderPath, 'composition in the scene', problems);
  for (const [id, { states }] of Object.entries(compositions)) {
    checkObjectKeys(states, objects, [...path, 'compositions', id, 'states'], problems);
  }
  for (const [id, { tracks }] of Object.entries(transitions)) {
    checkTracks(tracks, objects, [...path, 'transitions', id, 'tracks'], problems);
  }
}

/** Checks that each track is of an object, and that no two are of the same one. */
function checkTracks(
  tracks: Transition['tracks'],
  objects: Scene['objects'],
  path: Path,
  problems: Problems,
): void {
  const keys = new Map<string, string>();
  for (const [key, { objectId }] of Object.entries(tracks)) {
    if (problems.full) return;
    const first = keys.get(objectId);
    if (first === undefined) keys.set(objectId, key);
    else problems.add([...path, key], 'repeated-id', secondTrack(objectId, first));
    if (Object.hasOwn(objects, objectId)) continue;
    const rule = 'is not the id of an object in the scene';
    if (objectId === key) {
      const wayOut = 'rename the track, or name its object in "objectId"';
      problems.add([...path, key], 'unknown-id', `${rule}; ${wayOut}`);
    } else problems.add([...path, key, 'objectId'], 'unknown-id', `${rule}: ${showValue(objectId)}`);
  }
}

function checkIds(map: Readonly<Record<string, { id: string }>>, path: Path, problems: Problems): void {
  for (const key of Object.keys(map)) {
    if (problems.full) return;
    const id = map[key]?.id;
    if (id !== key) problems.add([...path, key, 'id'], 'mismatched-id', mustEqualKey(key, id));
  }
}

function mustEqualKey(key: string, value: unknown): string {
  return `must equal its key ${showValue(key)}, but is ${showValue(value)}`;
}

function checkOrder(
  order: readonly string[],
  map: Readonly<Record<string, unknown>>,
  path: Path,
  what: string,
  problems: Problems,
): void {
  // A valid order is never empty, so this one is broken, and the structure check has reported it.
  if (order.length === 0) return;
  const seen = new Set<string>();
  for (const [index, id] of order.entries()) {
    if (!Object.hasOwn(map, id)) {
      problems.add([...path, index], 'unknown-id', `must name a ${what}, but is ${showValue(id)}`);
    } else if (seen.has(id)) {
      problems.add(
        [...path, index],
        'repeated-id',
        `must name each ${what} once, but names ${showValue(id)} again`,
      );
    }
    seen.add(id);
  }
  for (const id of Object.keys(map)) {
    if (problems.full) return;
    if (!seen.has(id))
      problems.add(path, 'incomplete-order', `must name each ${what} once, but ${showValue(id)} is missing`);
  }
}

function checkObjectKeys(
  map: Readonly<Record<string, unknown>>,
  objects: Scene['objects'],
  path: Path,
  problems: Problems,
): void {
  for (const key of Object.keys(map)) {
    if (problems.full) return;
    if (!Object.hasOwn(objects, key))
      problems.add([...path, key], 'unknown-id', 'is not the id of an object in the scene');
  }
}
