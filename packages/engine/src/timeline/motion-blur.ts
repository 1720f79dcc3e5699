import { isLayer } from '../language/kinds.ts';
import type { Scene } from '../project/schema.ts';
import type { Pose } from './pose.ts';
import type { SceneFrame, Segment } from './timeline.ts';

/** Moments while the shutter is open, of whose pictures the mean is painted. */
export const shutterMoments = 16;

/** Milliseconds of a frame for a shutter, at 30 frames per second: films of other rates and stills look the same. */
const shutterFrameMs = 1000 / 30;

/** For how long the shutter is open for each object in a segment, as a share of a frame; null without motion blur. */
export function shuttersIn(scene: Scene, segment: Segment): ReadonlyMap<string, number> | null {
  const ids = segment.kind === 'hold' ? [segment.compositionId] : [segment.fromId, segment.toId];
  const shares = new Map<string, number>();
  for (const { id, kind } of Object.values(scene.objects)) {
    if (isLayer(kind)) continue;
    const written = ids.map((one) => scene.compositions[one].states[id]?.motionBlur ?? scene.motionBlur ?? 0);
    const share = Math.max(...written);
    if (share > 0) shares.set(id, share);
  }
  return shares.size > 0 ? shares : null;
}

/**
 * Adds the poses while the shutter is open to objects that move then. `sampleAt` returns frames of the segment, but none
 * of the objects of `frameAt`, which stay the same for equal pictures. Times are milliseconds since the segment began.
 */
export function blurMotion(
  shutters: ReadonlyMap<string, number>,
  { startMs, endMs }: Segment,
  frameAt: (timeMs: number) => SceneFrame,
  sampleAt: (timeMs: number) => SceneFrame,
): (timeMs: number) => SceneFrame {
  const shares = [...new Set(shutters.values())];
  let last: { readonly frame: SceneFrame; readonly timeMs: number; readonly made: SceneFrame } | undefined;
  return (timeMs) => {
    const frame = frameAt(timeMs);
    if (last?.frame === frame && last.timeMs === timeMs) return last.made;
    const posesBy = new Map(
      shares.map((share) => {
        const times = Array.from({ length: shutterMoments }, (_, moment) => {
          const shift = ((moment + 0.5) / shutterMoments - 0.5) * share * shutterFrameMs;
          // Compositions may be cut, so the shutter does not look into other segments.
          return Math.min(Math.max(0, timeMs + shift), Math.max(0, endMs - startMs - 1e-3));
        });
        return [share, posesAtMoments(times, sampleAt)] as const;
      }),
    );
    let moves = false;
    const poses = frame.poses.map((pose) => {
      const atMoments = posesBy.get(shutters.get(pose.objectId) ?? 0);
      if (!atMoments) return pose;
      const moments = atMoments.map((byId) => byId.get(pose.objectId) ?? pose);
      if (moments.every((one) => isSamePlace(one, moments[0]))) return pose;
      moves = true;
      return { ...pose, moments };
    });
    const made = moves ? { ...frame, poses } : frame;
    last = { frame, timeMs, made };
    return made;
  };
}

function posesAtMoments(
  times: readonly number[],
  sampleAt: (timeMs: number) => SceneFrame,
): readonly ReadonlyMap<string, Pose>[] {
  let last: { readonly frame: SceneFrame; readonly byId: ReadonlyMap<string, Pose> } | undefined;
  return times.map((timeMs) => {
    const frame = sampleAt(timeMs);
    if (last?.frame !== frame)
      last = { frame, byId: new Map(frame.poses.map((pose) => [pose.objectId, pose])) };
    return last.byId;
  });
}

function isSamePlace(one: Pose, other: Pose): boolean {
  return one === other || one.matrix.every((number, index) => number === other.matrix[index]);
}
