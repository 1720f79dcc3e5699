import type { PosesAt } from './compile-transition.ts';
import type { Pose } from './pose.ts';

/** Lets one object show what belongs to the time of the picture. */
export interface TimeFollower {
  /**
   * Returns a pose at a project time in milliseconds; null while it shows nothing. The same pose in the same moment is the
   * same object.
   */
  follow(source: Pose, timeMs: number): Pose | null;
}

/** What makes the followers of a scene's objects, by id; each segment has its own. */
export type SceneFollowers = ReadonlyMap<string, () => TimeFollower>;

/**
 * Lets objects follow the time of the film. `startMs` is the project time at which the segment of the poses begins. Equal
 * pictures have the same list of poses.
 */
export function followTime(posesAt: PosesAt, sceneFollowers: SceneFollowers, startMs: number): PosesAt {
  if (sceneFollowers.size === 0) return posesAt;
  const followers = new Map([...sceneFollowers].map(([id, make]) => [id, make()]));
  let last: { readonly source: readonly Pose[]; readonly poses: readonly Pose[] } | undefined;
  return (timeMs) => {
    const source = posesAt(timeMs);
    const poses = source.flatMap((pose): Pose | [] => {
      const follower = followers.get(pose.objectId);
      return follower === undefined ? pose : (follower.follow(pose, startMs + timeMs) ?? []);
    });
    const isSame =
      last?.source === source &&
      last.poses.length === poses.length &&
      last.poses.every((pose, index) => pose === poses[index]);
    if (last === undefined || !isSame) last = { source, poses };
    return last.poses;
  };
}
