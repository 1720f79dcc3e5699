import { type Path, showValue } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type {
  AudioTrack,
  Composition,
  CompositionState,
  Scene,
  SceneObject,
  Transition,
} from '../project/schema.ts';
import { type Expansion, leastBytes } from './budget.ts';
import { isComplete } from './complete-scene.ts';
import { hexColor } from './css-colors.ts';
import { defaults } from './defaults.ts';
import { expandStates } from './expand-states.ts';
import { expandTransitions } from './expand-transitions.ts';
import { completeImage, completeMedia } from './media.ts';
import type { ScenePlaces } from './places.ts';
import type { ResolvedScene } from './schema.ts';

/** Maximum number of compositions of a scene, and maximum `order` of an object. */
const mostCompositions = 100;
const greatestOrder = 100_000;

/** Kind of an object with broken media. It needs none, so they are not also reported as missing. */
const withoutMedia = 'circle';

const wholeNumber = /^(0|[1-9]\d*)$/;

/** Expands a scene. Adds problems and returns undefined if it cannot. */
export function expandScene(
  id: string,
  scene: ResolvedScene,
  path: Path,
  expansion: Expansion,
): { readonly scene: Scene; readonly places: ScenePlaces } | undefined {
  const { problems, budget } = expansion;
  const { width = defaults.sceneWidth, height = defaults.sceneHeight } = scene;
  const objects = expandObjects(scene, path, expansion);
  const sequence = compositionSequence(scene, path, problems);
  if (objects === undefined || sequence === undefined) return undefined;
  checkMentions(scene, path, problems);
  const compositions = sequence.map((key) => scene.compositions[key]);
  const states = isComplete(scene)
    ? compositions.map((composition) => writtenStates(composition.states))
    : expandStates({ width, height, objects: scene.objects ?? {}, compositions }, path, budget);
  if (states === undefined) return undefined;
  const expandedCompositions: Record<string, Composition> = Object.create(null);
  for (const [index, key] of sequence.entries()) {
    const { id: _, name = key, accent = defaults.accent, duration } = compositions[index];
    expandedCompositions[key] = {
      id: compositions[index].id ?? key,
      name,
      accent: hexColor(accent),
      duration: duration ?? defaults.compositionDuration,
      states: states[index],
    };
  }
  const transitionPlaces = new Map<string, Path>();
  const transitions = expandTransitions(
    { scene, path, sequence, states, objects, places: transitionPlaces },
    expansion,
  );
  if (transitions === undefined) return undefined;
  const audioTracks = expandAudioTracks(scene, path, expansion);
  return {
    scene: {
      id: scene.id ?? id,
      name: scene.name ?? id,
      width,
      height,
      background: hexColor(scene.background ?? defaults.background),
      objects,
      transitions: transitions as Record<string, Transition>,
      compositions: expandedCompositions,
      compositionOrder: scene.compositionOrder === undefined ? [...sequence] : [...scene.compositionOrder],
      ...(audioTracks === undefined ? {} : { audioTracks }),
    },
    places: { path, sequence, transitions: transitionPlaces },
  };
}

/** Refuses whole numbers as keys: JSON readers move them to the front, which loses their place in the document. */
export function refuseWholeNumbers(map: object, path: Path, order: string, problems: Problems): void {
  const key = Object.keys(map).find((name) => wholeNumber.test(name));
  if (key === undefined) return;
  problems.add(
    [...path, key],
    `must not be a whole number, because JSON readers reorder such keys; choose another name, or write ${order}`,
  );
}

function expandObjects(
  { objects = {} }: ResolvedScene,
  path: Path,
  { problems, budget }: Expansion,
): Record<string, SceneObject> | undefined {
  const place = [...path, 'objects'];
  const entries = Object.entries(objects);
  const bytes = entries.reduce(
    (sum, [id, { image, media }]) =>
      sum + leastBytes.object + 3 * id.length + (image?.src.length ?? 0) + (media?.src.length ?? 0),
    0,
  );
  if (!budget.take(bytes, place, () => `${entries.length} objects`)) return undefined;
  if (entries.some(([, { order }]) => order === undefined)) {
    refuseWholeNumbers(objects, place, 'the order of every object', problems);
    if (entries.length > greatestOrder + 1) {
      problems.add(
        place,
        `must have at most ${greatestOrder + 1} objects without order, but has ${entries.length}`,
      );
      return undefined;
    }
  }
  const expanded: Record<string, SceneObject> = Object.create(null);
  for (const [index, [id, object]] of entries.entries()) {
    if (problems.full) return undefined;
    const { state: _, image, media, ...identity } = object;
    const written: SceneObject = {
      ...identity,
      id: identity.id ?? id,
      name: identity.name ?? id,
      order: identity.order ?? index,
      locked: identity.locked ?? false,
      groupId: identity.groupId ?? null,
    };
    if (image !== undefined) {
      const complete = completeImage(image, [...place, id, 'image'], problems);
      if (complete === undefined) written.kind = withoutMedia;
      else written.image = complete;
    }
    if (media !== undefined) {
      const complete = completeMedia(media, [...place, id, 'media'], problems);
      if (complete === undefined) written.kind = withoutMedia;
      else written.media = complete;
    }
    expanded[id] = written;
  }
  return expanded;
}

/** Returns all compositions in order. Those missing in a written order come last, and are reported later. */
function compositionSequence(scene: ResolvedScene, path: Path, problems: Problems): string[] | undefined {
  const { compositions, compositionOrder } = scene;
  const keys = Object.keys(compositions);
  const place = [...path, 'compositions'];
  if (keys.length === 0 || keys.length > mostCompositions) {
    problems.add(place, `must have 1 to ${mostCompositions} compositions, but has ${keys.length}`);
    return undefined;
  }
  if (compositionOrder !== undefined) {
    const known = compositionOrder.filter((id) => Object.hasOwn(compositions, id));
    return [...new Set([...known, ...keys])];
  }
  refuseWholeNumbers(compositions, place, 'a compositionOrder', problems);
  return keys;
}

/** Reports states and tracks of objects that the scene does not have. */
function checkMentions(scene: ResolvedScene, path: Path, problems: Problems): void {
  const { objects = {}, compositions, enter } = scene;
  const check = (map: object, place: Path) => {
    for (const key of Object.keys(map)) {
      if (problems.full) return;
      if (key !== '*' && !Object.hasOwn(objects, key)) {
        problems.add(
          [...place, key],
          `is not the id of an object in the scene, which has ${showIds(objects)}`,
        );
      }
    }
  };
  if (typeof enter === 'object') check(enter.tracks ?? {}, [...path, 'enter', 'tracks']);
  for (const [id, composition] of Object.entries(compositions)) {
    const place = [...path, 'compositions', id];
    check(composition.states ?? {}, [...place, 'states']);
    if (typeof composition.enter === 'object') {
      check(composition.enter.tracks ?? {}, [...place, 'enter', 'tracks']);
    }
  }
  for (const [id, { tracks = {} }] of Object.entries(scene.transitions ?? {})) {
    check(tracks, [...path, 'transitions', id, 'tracks']);
  }
}

/** Maximum number of ids that a message lists. */
const mostIds = 12;

function showIds(objects: object): string {
  const ids = Object.keys(objects);
  if (ids.length === 0) return 'none';
  const shown = ids.slice(0, mostIds).map(showValue).join(', ');
  return ids.length > mostIds ? `${shown}, … (${ids.length})` : shown;
}

function writtenStates(
  states: ResolvedScene['compositions'][string]['states'] = {},
): Record<string, CompositionState> {
  const written: Record<string, CompositionState> = Object.create(null);
  for (const [id, state] of Object.entries(states)) {
    const { fill, stroke } = state as CompositionState;
    written[id] = { ...(state as CompositionState), fill: hexColor(fill), stroke: hexColor(stroke) };
  }
  return written;
}

function expandAudioTracks(
  { audioTracks }: ResolvedScene,
  path: Path,
  { problems, budget }: Expansion,
): Record<string, AudioTrack> | undefined {
  if (audioTracks === undefined) return undefined;
  const place = [...path, 'audioTracks'];
  const entries = Object.entries(audioTracks);
  const expanded: Record<string, AudioTrack> = Object.create(null);
  const bytes = entries.reduce((sum, [, { asset }]) => sum + leastBytes.audioTrack + asset.src.length, 0);
  if (!budget.take(bytes, place, () => `${entries.length} audio tracks`)) return expanded;
  for (const [id, track] of entries) {
    if (problems.full) break;
    const asset = completeMedia(track.asset, [...place, id, 'asset'], problems);
    if (asset === undefined) continue;
    const { offset = 0, start = 0, volume = 1, muted = false } = track;
    expanded[id] = {
      id: track.id ?? id,
      name: track.name ?? id,
      asset,
      muted,
      start,
      offset,
      volume,
      duration: track.duration ?? Math.max(0, asset.duration - offset),
    };
  }
  return expanded;
}
