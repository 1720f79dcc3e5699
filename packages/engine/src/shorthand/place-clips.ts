import { isVideo } from '../language/kinds.ts';
import { showClock } from '../language/written-times.ts';
import type { MediaAsset, Playback, SceneObject } from '../project/object-schemas.ts';
import { showValue } from '../project/problem-text.ts';
import { Problems } from '../project/problems.ts';
import type { Composition, Transition } from '../project/schema.ts';
import { playedLength, sceneTimeAt } from '../timeline/footage.ts';
import type { States } from './expand-track.ts';
import { timedCompositions, type UntimedScene } from './film-duration.ts';
import { maxHoldMs, silentScene, timeCompositions } from './narration/narration.ts';
import type { ResolvedAudioTrack, ResolvedScene } from './schema.ts';

/** What is known of a scene when the durations of its compositions are. */
interface ClipScene {
  readonly scene: ResolvedScene;
  readonly objects: Readonly<Record<string, SceneObject>>;
  readonly sequence: readonly string[];
  readonly states: readonly States[];
  readonly transitions: Readonly<Record<string, Pick<Transition, 'toId' | 'duration'>>>;
}

/** The objects of a scene with the times of its clips, and the sounds of these; undefined without any. */
interface PlacedClips {
  readonly objects: Record<string, SceneObject>;
  readonly sounds: Record<string, ResolvedAudioTrack> | undefined;
}

/**
 * Lets clips without a start begin when the first composition that shows them is entered, and stand still in those that pause
 * them. Those with sound get an audio track of the same name, which ends with the last composition in a row that shows them.
 */
export function placeClips(
  moving: ClipScene,
  compositions: Readonly<Record<string, Composition>>,
): PlacedClips {
  const objects = Object.assign(Object.create(null), moving.objects) as Record<string, SceneObject>;
  const sounds: Record<string, ResolvedAudioTrack> = {};
  const clips = Object.entries(objects).filter(([, { kind }]) => isVideo(kind));
  if (clips.length === 0) return { objects, sounds: undefined };
  const entered = enteredTimes(moving, compositions);
  for (const [id, object] of clips) {
    const { media, playback } = object;
    if (media === undefined || playback === undefined) continue;
    const placed = placedPlayback(id, playback, moving, entered);
    objects[id] = { ...object, playback: placed };
    const sound = soundOf(media, placed, entered[shownUntil(id, moving)] ?? 0);
    if (sound !== undefined) sounds[id] = { ...sound, ...moving.scene.objects?.[id]?.heard };
  }
  return { objects, sounds: Object.keys(sounds).length > 0 ? sounds : undefined };
}

/**
 * Gives compositions that last as long as a clip the time from when they are there to the end of the clip. `isTimed` tells
 * whether the duration of the scene or the film decides how long others are held.
 */
export function lastWithClips<Scene extends UntimedScene>(
  moving: Scene,
  isTimed: boolean,
  problems: Problems,
): Scene {
  const { scene, sequence, narration, path } = moving;
  if (sequence.every((key) => scene.compositions[key]?.lasts === undefined)) return moving;
  const compositions = { ...scene.compositions };
  const timed = { ...moving, scene: { ...scene, compositions } };
  for (const [index, key] of sequence.entries()) {
    const { lasts, ...composition } = compositions[key] ?? {};
    const { media, playback } = (lasts === undefined ? undefined : moving.objects[lasts]) ?? {};
    // A range that the clip does not have is reported for the object.
    if (lasts === undefined || media === undefined || playback === undefined) continue;
    if (!isWithin(playback, media)) continue;
    const add = (rule: string) => problems.add([...path, 'compositions', key, 'duration'], 'value', rule);
    const isFree = sequence.slice(0, index).find((one) => compositions[one]?.duration === undefined);
    if (isTimed && isFree !== undefined && narration === null) {
      add(
        `is ${showValue(lasts)}, but the duration of the film decides how long ${showValue(isFree)} before it is held; give that one a duration`,
      );
      continue;
    }
    const known = timedCompositions(timed).slice(0, index + 1);
    const times = timeCompositions(known, narration ?? silentScene, new Problems());
    const entered = known.map((one) => times.get(one.key)?.startMs ?? 0);
    const holdMs =
      endOf(placedPlayback(lasts, playback, timed, entered)) -
      (entered[index] ?? 0) -
      (known[index]?.enterMs ?? 0);
    if (composition.paused === true || !Number.isFinite(holdMs))
      add(
        `is ${showValue(lasts)}, which does not end here, because it ${composition.paused === true ? 'is paused' : 'loops'}; write a time`,
      );
    else if (holdMs <= 0)
      add(
        `is ${showValue(lasts)}, which ends ${showClock(-holdMs)} before; write a time, or let the clip begin later`,
      );
    else if (holdMs > maxHoldMs)
      add(
        `is ${showValue(lasts)}, of which ${showClock(holdMs)} are left, but a composition is held for at most 10 minutes; put compositions between`,
      );
    else compositions[key] = { ...composition, duration: Math.round(holdMs) };
  }
  return timed;
}

function isWithin({ offset, duration }: Playback, media: MediaAsset): boolean {
  return offset + duration <= media.duration + 1;
}

/** When a clip ends, in milliseconds of its scene; Infinity for one that loops. */
function endOf(playback: Playback): number {
  const { speed = 1, loop } = playback;
  return loop === true ? Infinity : sceneTimeAt(playback, playedLength(playback) / speed);
}

/** When compositions are entered, and when the last one ends, in milliseconds of the scene. */
function enteredTimes(
  { sequence, transitions }: ClipScene,
  compositions: Readonly<Record<string, Composition>>,
): number[] {
  const enterMs = new Map(Object.values(transitions).map(({ toId, duration }) => [toId, duration]));
  const times = [0];
  for (const key of sequence)
    times.push((times.at(-1) ?? 0) + (enterMs.get(key) ?? 0) + (compositions[key]?.duration ?? 0));
  return times;
}

function placedPlayback(
  id: string,
  playback: Playback,
  { scene, sequence, states }: Pick<ClipScene, 'scene' | 'sequence' | 'states'>,
  entered: readonly number[],
): Playback {
  const written = scene.objects?.[id];
  const first =
    written?.startsWith === undefined ? firstShown(id, states) : sequence.indexOf(written.startsWith);
  const start = written?.playback?.start ?? entered[first] ?? Infinity;
  const pauses = sequence.flatMap((key, index): [number, number][] => {
    const [from = 0, to = Infinity] = [entered[index], entered[index + 1]];
    return scene.compositions[key]?.paused === true && from < to && to > start ? [[from, to]] : [];
  });
  return { ...playback, start, ...(pauses.length > 0 && { pauses }) };
}

/** The sound of a clip; undefined without one, and for a range that the clip does not have, which is reported for the object. */
function soundOf(media: MediaAsset, playback: Playback, leftMs: number): ResolvedAudioTrack | undefined {
  const { start } = playback;
  const endMs = Math.min(leftMs, endOf(playback));
  if (!media.hasAudio || !isWithin(playback, media) || endMs <= start) return undefined;
  const { src, mime, duration } = media;
  return { asset: { src, mime, duration, hasAudio: true }, start, duration: endMs - start, playback };
}

function isShown(id: string, states: States | undefined): boolean {
  return states?.[id]?.visible === true;
}

/** The index of the first composition that shows an object; 0 without any. */
function firstShown(id: string, states: ClipScene['states']): number {
  return Math.max(
    0,
    states.findIndex((one) => isShown(id, one)),
  );
}

/** The index of the composition after the first ones in a row that show an object. */
function shownUntil(id: string, { sequence, states }: ClipScene): number {
  let after = firstShown(id, states) + 1;
  while (after < sequence.length && isShown(id, states[after])) after++;
  return after;
}
