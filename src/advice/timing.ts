import { isDeepStrictEqual } from 'node:util';
import type { AudioTrack, CompositionState, Project, Scene, Transition } from '../project/schema.ts';
import type { Advice, AdviceList } from './advice.ts';

/** Advises on transitions, tracks and sounds without any effect, or with less than intended. */
export function adviseOnTiming(project: Project, framesPerSecond: number, list: AdviceList): void {
  for (const sceneId of project.sceneOrder) {
    const scene = project.scenes[sceneId];
    for (const transition of Object.values(scene.transitions)) {
      if (list.full) return;
      adviseOnTransition(scene, transition, framesPerSecond, list);
    }
    adviseOnTracks(scene, list);
    for (const track of Object.values(scene.audioTracks ?? {})) adviseOnSound(sceneId, track, list);
  }
}

/**
 * Advises on tracks without effect. In shorthand, one track may belong to many transitions; an effect in any of them is
 * enough.
 */
function adviseOnTracks(scene: Scene, list: AdviceList): void {
  const idle = new Map<string, Advice>();
  const useful = new Set<string>();
  for (const transition of Object.values(scene.transitions)) {
    for (const { objectId } of Object.values(transition.tracks)) {
      const path = list.describePlace(`scenes.${scene.id}.transitions.${transition.id}.tracks.${objectId}`);
      if (!changesNothing(scene, transition, objectId)) useful.add(path);
      else if (!idle.has(path)) {
        idle.set(path, {
          rule: 'idle-track',
          path,
          message: `this track has no effect: ${objectId} is the same in ${transition.fromId} and ${transition.toId}; change one of its states or remove the track`,
        });
      }
    }
  }
  for (const [path, advice] of idle) if (!useful.has(path)) list.addWritten(advice);
}

function adviseOnTransition(
  { id: sceneId }: Scene,
  { id, duration }: Transition,
  framesPerSecond: number,
  list: AdviceList,
): void {
  const frameMs = 1000 / framesPerSecond;
  if (duration >= frameMs) return;
  list.add({
    rule: 'short-transition',
    path: `scenes.${sceneId}.transitions.${id}`,
    message: `the transition lasts ${duration} ms, less than a frame (${Math.round(frameMs * 10) / 10} ms at ${framesPerSecond} fps), so it looks like a cut; make it longer or remove it`,
    fix: { duration: Math.ceil(frameMs) },
  });
}

/** Whether a track changes nothing: both states are the same, and no keyframes or path lead away and back. */
function changesNothing(scene: Scene, { fromId, toId, tracks }: Transition, objectId: string): boolean {
  const { implicit, keyframes = {}, path } = tracks[objectId];
  // Ignored, because authoring tools write implicit tracks for all objects.
  if (implicit === true || path !== null) return false;
  if (Object.values(keyframes).some(({ deleted }) => deleted !== true)) return false;
  const from = scene.compositions[fromId].states[objectId];
  const to = scene.compositions[toId].states[objectId];
  if (!from || !to) return !from && !to;
  return isDeepStrictEqual(withDefaults(from), withDefaults(to));
}

function withDefaults(state: CompositionState): CompositionState {
  return { shear: 0, scaleX: 1, scaleY: 1, anchorX: 0, anchorY: 0, ...state };
}

/** Maximum difference in length between a source and a track that end together, in milliseconds. */
const sameEnd = 1;

function adviseOnSound(sceneId: string, track: AudioTrack, list: AdviceList): void {
  const { id, muted, volume, duration, offset, asset } = track;
  // Skipped, because muting is intentional.
  if (muted) return;
  const path = `scenes.${sceneId}.audioTracks.${id}`;
  const restMs = asset.duration - offset;
  const isCutOff = restMs - duration > sameEnd;
  if (volume === 0) {
    list.add({
      rule: 'sound',
      path,
      message: 'this sound is never heard: its volume is 0; increase it or remove the track',
      ...((duration > 0 || restMs > sameEnd) && {
        fix: { volume: 1, ...(isCutOff && { duration: restMs }) },
      }),
    });
  } else if (duration === 0) {
    list.add({
      rule: 'sound',
      path,
      message: 'this sound is never heard: its duration is 0; make it longer or remove the track',
      ...(restMs > 0 && { fix: { duration: restMs } }),
    });
  } else if (isCutOff) {
    list.add({
      rule: 'sound',
      path,
      message: `the sound is cut off: it stops after ${duration} ms, ${Math.round(restMs - duration)} ms before its source ends; make the track longer, or shorten the source`,
      fix: { duration: restMs },
    });
  }
}
