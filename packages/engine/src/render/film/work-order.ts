import type { Project } from '../../project/schema.ts';
import { isFollowingTime } from '../../timeline/follow-time.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { Span } from '../options/film-range.ts';
import type { Piece } from './piece.ts';

/** Returns the spans of a film in which its pictures move, in order. */
export function movingSpans({ scenes }: Project, timeline: Timeline): readonly Span[] {
  return timeline.segments.flatMap((segment) => {
    const { startMs, endMs } = segment;
    const scene = timeline.scenes[segment.sceneIndex];
    const isMoving =
      segment.kind === 'transition' ||
      scene.finish?.isMoving === true ||
      isFollowingTime(scenes[scene.id], segment);
    const movesUntilMs = isMoving ? endMs : scene.startMs + (scene.entering?.durationMs ?? 0);
    return movesUntilMs > startMs ? { startMs, endMs: Math.min(endMs, movesUntilMs) } : [];
  });
}

/**
 * With more pieces than this, they are made in their order: one more than the other threads takes little of the film's
 * time, and pieces that are made before their turn take memory.
 */
const maxReordered = 32;

/**
 * Returns the indices of pieces in the order in which they are made: those with the most movement first, so that all
 * threads end at about the same time. The first piece starts at `startMs`.
 */
export function workOrder(
  pieces: readonly Piece[],
  moving: readonly Span[],
  { startMs, framesPerSecond }: { readonly startMs: number; readonly framesPerSecond: number },
): readonly number[] {
  const indices = pieces.map(({ index }) => index);
  if (pieces.length > maxReordered) return indices;
  const timeOf = (frame: number) => startMs + (frame * 1000) / framesPerSecond;
  const movement = pieces.map(({ first, end }) =>
    moving.reduce(
      (sum, span) =>
        sum + Math.max(0, Math.min(span.endMs, timeOf(end)) - Math.max(span.startMs, timeOf(first))),
      0,
    ),
  );
  return indices.sort((one, other) => movement[other] - movement[one]);
}
