import { isVideo } from '../language/kinds.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { Scene } from '../project/schema.ts';
import type { SceneFollowers, TimeFollower } from './follow-time.ts';
import type { Pose } from './pose.ts';

/** The stamps of the pictures of clips, in milliseconds and ascending, by their `src`. */
export type ClipStamps = ReadonlyMap<string, Float64Array>;

/** A picture is shown from this long before its stamp, in milliseconds: stamps are rounded to the ticks of a file. */
export const stampTolerance = 0.5;

/** A position this long before the end of a range shows the last picture of the range, and not the one after it. */
const beforeEnd = stampTolerance + 0.01;

type Playback = NonNullable<SceneObject['playback']>;

/**
 * Returns the position in a clip that an object shows at a time of its scene, both in milliseconds: before it plays the
 * start of its range, and after that the last picture of it.
 */
export function positionAt(playback: Playback, sceneMs: number): number {
  const { start, offset, duration, speed = 1, loop = false } = playback;
  const playedMs = Math.max(0, sceneMs - start) * speed;
  const last = Math.max(0, duration - beforeEnd);
  return offset + Math.min(loop && duration > 0 ? playedMs % duration : playedMs, last);
}

/** Returns what lets the videos of a scene, which begins at `startMs`, show the picture of the moment. */
export function footageFollowers(
  scene: Scene,
  startMs: number,
  stamps: ClipStamps | undefined,
): SceneFollowers {
  return new Map(
    Object.values(scene.objects).flatMap(({ id, kind, media, playback }) => {
      if (!isVideo(kind) || media === undefined || playback === undefined) return [];
      const ofClip = stamps?.get(media.src);
      return [[id, () => new FootageFollower(playback, startMs, ofClip)] as const];
    }),
  );
}

/** Gives the poses of a video their position in the clip: with stamps, the same one for the same picture. */
class FootageFollower implements TimeFollower {
  readonly #playback: Playback;
  readonly #startMs: number;
  readonly #stamps: Float64Array | undefined;
  #last: { readonly source: Pose; readonly clipMs: number; readonly pose: Pose } | undefined;

  constructor(playback: Playback, startMs: number, stamps: Float64Array | undefined) {
    this.#playback = playback;
    this.#startMs = startMs;
    this.#stamps = stamps;
  }

  follow(source: Pose, timeMs: number): Pose {
    const positionMs = positionAt(this.#playback, timeMs - this.#startMs);
    const clipMs = this.#stamps === undefined ? positionMs : stampAt(this.#stamps, positionMs);
    if (this.#last?.source !== source || this.#last.clipMs !== clipMs) {
      const pose = { ...source, appearance: { ...source.appearance, clipMs } };
      this.#last = { source, clipMs, pose };
    }
    return this.#last.pose;
  }
}

/** The last stamp that is not after a position; the first one before that. */
function stampAt(stamps: Float64Array, positionMs: number): number {
  let first = 0;
  for (let end = stamps.length; first < end; ) {
    const middle = (first + end) >> 1;
    if (stamps[middle] <= positionMs + stampTolerance) first = middle + 1;
    else end = middle;
  }
  return stamps[Math.max(0, first - 1)] ?? positionMs;
}
