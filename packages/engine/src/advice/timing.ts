import { isDeepStrictEqual } from 'node:util';
import { isWaveform } from '../language/kinds.ts';
import { audibleTracks, loudestVolume } from '../media/sound/sound-schedule.ts';
import { rounded } from '../project/numbers.ts';
import type { Fix } from '../project/problem.ts';
import { parsePath, showPath } from '../project/problem-text.ts';
import { contractProperties } from '../project/properties/contract.ts';
import { extendedProperties } from '../project/properties/extended.ts';
import { type Property, type TimingName, timingNames } from '../project/properties/property.ts';
import { trackIds } from '../project/rules/ducks.ts';
import type {
  AudioTrack,
  CompositionState,
  Project,
  Scene,
  Transition,
  TransitionTrack,
} from '../project/schema.ts';
import type { Advice, AdviceList } from './advice.ts';
import { isInSeconds } from './seconds.ts';

/** Advises on transitions, tracks and sounds without any effect, or with less than intended. */
export function adviseOnTiming(project: Project, framesPerSecond: number, list: AdviceList): void {
  for (const sceneId of project.sceneOrder) {
    const scene = project.scenes[sceneId];
    for (const transition of Object.values(scene.transitions)) {
      if (list.full) return;
      adviseOnTransition(scene, transition, framesPerSecond, list);
    }
    adviseOnTracks(scene, list);
    const picturesMs = picturesMsOf(scene);
    for (const track of Object.values(scene.audioTracks ?? {})) adviseOnSound(scene, track, picturesMs, list);
    adviseOnWaveforms(scene, list);
  }
}

/**
 * Advises on tracks without effect, and on timings of properties that stay. In shorthand, one track may belong to many
 * transitions; an effect in any of them is enough.
 */
function adviseOnTracks(scene: Scene, list: AdviceList): void {
  const idle = new Map<string, Omit<Advice, 'path' | 'fix'>>();
  const useful = new Set<string>();
  for (const transition of Object.values(scene.transitions)) {
    const { id, fromId, toId, tracks } = transition;
    for (const [key, track] of Object.entries(tracks)) {
      const place = `scenes.${scene.id}.transitions.${id}.tracks.${key}`;
      const note = (path: string, advice: Omit<Advice, 'path' | 'fix'> | undefined) => {
        if (advice === undefined) useful.add(path);
        else if (!idle.has(path)) idle.set(path, advice);
      };
      const { objectId } = track;
      const isIdle = changesNothing(scene, transition, track);
      const message = `this track has no effect: ${objectId} is the same in ${fromId} and ${toId}; change one of its states or remove the track`;
      note(list.describePlace(place), isIdle ? { rule: 'idle-track', message } : undefined);
      if (isIdle) continue;
      for (const name of timingNames) {
        if (track[name] == null) continue;
        const written = list.describePlace(`${place}.${name}`);
        if (parsePath(written).at(-1) !== name) continue;
        const stays = `${name} has no effect: nothing that follows it changes from ${fromId} to ${toId}; change ${followersOf[name].slice(0, 3).join(' or ')}, or remove it`;
        const isUsed = changesWith(name, scene, transition, track);
        note(written, isUsed ? undefined : { rule: 'no-effect', message: stays });
      }
    }
  }
  for (const [path, advice] of idle) {
    if (useful.has(path)) continue;
    const place = parsePath(path);
    const fix = { [String(place.at(-1))]: null };
    list.addWritten({ ...advice, path: showPath(place.slice(0, -1)), fix });
  }
}

/** The fields of states that follow each timing of a track. */
const followersOf = Object.fromEntries(
  timingNames.map((name) => [
    name,
    Object.entries<Property>({ ...contractProperties, ...extendedProperties }).flatMap(
      ([field, { timing }]) => (timing === name ? [field as keyof CompositionState] : []),
    ),
  ]),
) as Record<TimingName, (keyof CompositionState)[]>;

/** Whether something that follows a timing of its own changes. An object that enters or leaves changes in every way. */
function changesWith(
  name: TimingName,
  scene: Scene,
  { fromId, toId }: Transition,
  { objectId, implicit, keyframes = {}, path }: TransitionTrack,
): boolean {
  const from = scene.compositions[fromId].states[objectId];
  const to = scene.compositions[toId].states[objectId];
  if (implicit === true || followersOf[name].length === 0 || path !== null || !from?.visible || !to?.visible)
    return true;
  if (Object.values(keyframes).some(({ deleted }) => deleted !== true)) return true;
  // Parts of a text follow its timings of fill and opacity.
  if (!isDeepStrictEqual([from.formulas, from.spans], [to.formulas, to.spans])) return true;
  const [before, after] = [withDefaults(from), withDefaults(to)];
  return followersOf[name].some((field) => !isDeepStrictEqual(before[field], after[field]));
}

function adviseOnTransition(
  { id: sceneId }: Scene,
  { id, duration }: Transition,
  framesPerSecond: number,
  list: AdviceList,
): void {
  const frameMs = 1000 / framesPerSecond;
  if (duration >= frameMs || isInSeconds(duration)) return;
  list.add({
    rule: 'short-transition',
    path: `scenes.${sceneId}.transitions.${id}`,
    message: `the transition lasts ${duration} ms, less than a frame (${rounded(frameMs, 1)} ms at ${framesPerSecond} fps), so it looks like a cut; make it longer or remove it`,
    fix: { duration: Math.ceil(frameMs) },
  });
}

/** Whether a track changes nothing: both states are the same, and no keyframes or path lead away and back. */
function changesNothing(scene: Scene, { fromId, toId }: Transition, track: TransitionTrack): boolean {
  const { objectId, implicit, keyframes = {}, path, type } = track;
  // Ignored, because authoring tools write implicit tracks for all objects.
  if (implicit === true || path !== null) return false;
  if (Object.values(keyframes).some(({ deleted }) => deleted !== true)) return false;
  const from = scene.compositions[fromId].states[objectId];
  const to = scene.compositions[toId].states[objectId];
  if (!from || !to) return !from && !to;
  // An object that stays is written again.
  if (type === 'write' && from.visible && to.visible) return false;
  return isDeepStrictEqual(withDefaults(from), withDefaults(to));
}

function withDefaults(state: CompositionState): CompositionState {
  return { shear: 0, scaleX: 1, scaleY: 1, anchorX: 0, anchorY: 0, ...state };
}

/** Maximum difference in length between a source and a track that end together, in milliseconds. */
const sameEnd = 1;

/** Sounds that last less longer than the pictures fade away on the last one. */
const maxTailMs = 500;

/** Returns the time that the compositions and transitions of a scene take, without the end of its sounds. */
function picturesMsOf({ compositionOrder, compositions, transitions }: Scene): number {
  const holds = compositionOrder.reduce((sum, id) => sum + compositions[id].duration, 0);
  return Object.values(transitions).reduce((sum, { duration }) => sum + duration, holds);
}

function adviseOnSound(scene: Scene, track: AudioTrack, picturesMs: number, list: AdviceList): void {
  const { id, muted, start, duration, offset, asset, loop = false, fadeOut = 0 } = track;
  // Skipped, because muting is intentional.
  if (muted) return;
  const path = `scenes.${scene.id}.audioTracks.${id}`;
  const restMs = asset.duration - offset;
  const endsWithSource = loop || restMs - duration <= sameEnd;
  const endsWithPictures = Math.abs(start + duration - picturesMs) <= sameEnd;
  const isCutOff = !endsWithSource && !endsWithPictures && fadeOut === 0;
  const say = (message: string, fix?: Fix) => list.add({ rule: 'sound', path, message, ...(fix && { fix }) });
  if (loudestVolume(track) === 0) {
    const fix = { volume: 1, ...(isCutOff && { duration: restMs }) };
    say(
      'this sound is never heard: its volume is 0; increase it or remove the track',
      (duration > 0 || restMs > sameEnd) && track.keyframes === undefined ? fix : undefined,
    );
  } else if (duration === 0) {
    say(
      'this sound is never heard: its duration is 0; make it longer or remove the track',
      restMs > 0 ? { duration: restMs } : undefined,
    );
  } else if (isInSeconds(duration) && !endsWithSource) {
    adviseOnSoundInSeconds(path, duration, restMs, list);
  } else if (outlasts(scene, track, picturesMs)) {
    const lateMs = Math.round(start + duration - picturesMs);
    say(
      `the sound lasts ${lateMs} ms longer than the pictures, so the film stops at the last one; end it with them, or make a composition longer`,
      start < picturesMs ? { duration: picturesMs - start } : undefined,
    );
  } else if (isCutOff) {
    say(
      `the sound is cut off: it stops after ${duration} ms, ${Math.round(restMs - duration)} ms before its source ends; make the track longer, or shorten the source`,
      { duration: restMs },
    );
  }
}

/** Advises on waveforms that stay flat, because none of their sounds is heard. */
function adviseOnWaveforms(scene: Scene, list: AdviceList): void {
  const { id: sceneId, objects, audioTracks = {} } = scene;
  const heard = new Set(audibleTracks(scene, Number.POSITIVE_INFINITY).map(({ id }) => id));
  for (const { id, kind, waveform = {} } of Object.values(objects)) {
    if (!isWaveform(kind)) continue;
    const ids = trackIds(waveform.of ?? Object.keys(audioTracks));
    if (ids.some((one) => heard.has(one))) continue;
    const isUnspoken = waveform.of !== undefined && ids.length === 0;
    const rule = ids.length === 0 ? 'the scene has no sound' : `${ids.join(', ')} is never heard`;
    list.add({
      rule: 'sound',
      path: `scenes.${sceneId}.objects.${id}`,
      message: isUnspoken
        ? 'the waveform stays flat until somebody has spoken what compositions say; run render-service speak'
        : `the waveform stays flat, because ${rule}; add a sound to audioTracks, or remove the waveform`,
    });
  }
}

/**
 * Whether a sound holds the last picture of a scene for longer. A film with a single picture gets its length in this
 * way on purpose.
 */
function outlasts(
  { compositionOrder, compositions }: Scene,
  { start, duration }: AudioTrack,
  picturesMs: number,
): boolean {
  const shown = compositionOrder.filter((id) => compositions[id].duration > 0);
  return shown.length > 1 && start + duration - picturesMs > maxTailMs;
}

function adviseOnSoundInSeconds(path: string, duration: number, restMs: number, list: AdviceList): void {
  const meant = duration * 1000;
  list.add({
    rule: 'seconds',
    path,
    message: `the sound stops after ${duration} ms; times are in milliseconds; for ${duration} s write ${meant}`,
    // Otherwise it would be cut off.
    ...(Math.abs(restMs - meant) <= sameEnd && { fix: { duration: meant } }),
  });
}
