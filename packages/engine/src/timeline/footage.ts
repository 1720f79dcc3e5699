import { isVideo } from '../language/kinds.ts';
import type { Playback } from '../project/object-schemas.ts';
import type { Scene } from '../project/schema.ts';
import type { SceneFollowers, TimeFollower } from './follow-time.ts';
import type { Pose } from './pose.ts';

/** The stamps of the pictures of clips, in milliseconds and ascending, by their `src`. */
export type ClipStamps = ReadonlyMap<string, Float64Array>;

/** A picture is shown from this long before its stamp, in milliseconds: stamps are rounded to the ticks of a file. */
export const stampTolerance = 0.5;

/** A position this long before the end of a range shows the last picture of the range, and not the one after it. */
const beforeEnd = stampTolerance + 0.01;

/** The ranges of a clip that play one after another, in milliseconds of it. */
export function rangesOf({ offset, duration, cuts }: Playback): readonly (readonly [number, number])[] {
  return cuts ?? [[offset, offset + duration]];
}

/** How much of a clip plays, in milliseconds of it. */
export function playedLength(playback: Playback): number {
  return rangesOf(playback).reduce((sum, [from, to]) => sum + (to - from), 0);
}

/** For how long a clip has played at a time of its scene, without its pauses; both in milliseconds. */
export function playedTime({ start, pauses = [] }: Playback, sceneMs: number): number {
  const stoodMs = pauses.reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, sceneMs) - Math.max(from, start)),
    0,
  );
  return Math.max(0, sceneMs - start - stoodMs);
}

/** Returns when a clip has played for that long, in the time of its scene; both in milliseconds. */
export function sceneTimeAt({ start, pauses = [] }: Playback, playedMs: number): number {
  let timeMs = start + playedMs;
  for (const [from, to] of pauses) if (from < timeMs && to > start) timeMs += to - Math.max(from, start);
  return timeMs;
}

/**
 * Returns the position in a clip that an object shows at a time of its scene, both in milliseconds: before it plays the
 * start of its first range, and after that the last picture of the last one.
 */
export function positionAt(playback: Playback, sceneMs: number): number {
  const { speed = 1, loop = false } = playback;
  const length = playedLength(playback);
  const playedMs = playedTime(playback, sceneMs) * speed;
  let restMs = loop && length > 0 ? playedMs % length : playedMs;
  let position = playback.offset;
  for (const [from, to] of rangesOf(playback)) {
    position = from + Math.min(restMs, Math.max(0, to - from - beforeEnd));
    restMs -= to - from;
    if (restMs < 0) break;
  }
  return position;
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
