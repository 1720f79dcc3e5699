import type { Project } from '../../project/schema.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { RenderError } from '../render-error.ts';
import { maxMoments } from './sheet-limits.ts';
import type { CheckedSheetOptions } from './sheet-options.ts';

// See docs/decisions.md, "A contact sheet shows every hold and transition once".

/** A moment of the project on a contact sheet. */
export interface SheetMoment {
  /** Project time in milliseconds. */
  readonly timeMs: number;
  /** Id of the scene. */
  readonly scene: string;
  /** Id of the composition that is held, or from which a transition starts. */
  readonly composition: string;
  /** Id of the composition to which a transition leads; null in a hold. */
  readonly to: string | null;
  /** Id of the scene before, of which `composition` is one, while it becomes this scene; missing otherwise. */
  readonly sceneBefore?: string;
}

/** The moments of a sheet in order, and their number without the limit. */
export interface ChosenMoments {
  readonly moments: readonly SheetMoment[];
  readonly outOf: number;
}

/**
 * Chooses the moments according to the options; by default the middle of every hold and every transition, and more for
 * long transitions. If those are too many, the transitions are omitted first, then compositions. Throws a RenderError
 * `invalid-option` for more moments than a sheet may have, and for times beyond the end.
 */
export function chooseMoments(
  project: Project,
  timeline: Timeline,
  { moments, every, times }: CheckedSheetOptions,
): ChosenMoments {
  const { durationMs } = timeline;
  if (times !== undefined) {
    const late = times.find((timeMs) => timeMs > durationMs);
    if (late !== undefined) {
      throw new RenderError('invalid-option', [
        `times must be at most the project's duration of ${durationMs} ms, but one is ${late}`,
      ]);
    }
    return named(project, timeline, times);
  }
  if (moments !== undefined) {
    const count = durationMs > 0 ? moments : 1;
    return named(
      project,
      timeline,
      Array.from({ length: count }, (_, i) => ((i + 0.5) * durationMs) / count),
    );
  }
  if (every !== undefined) {
    const count = Math.max(1, Math.ceil(durationMs / every));
    if (count > maxMoments) {
      throw new RenderError('invalid-option', [
        `every ${every} makes ${count} moments of a project of ${durationMs} ms, but a sheet has at most ${maxMoments}; ` +
          `choose at least ${Math.ceil(durationMs / maxMoments)}`,
      ]);
    }
    return named(
      project,
      timeline,
      Array.from({ length: count }, (_, index) => index * every),
    );
  }
  return limited(authoredMoments(project, timeline));
}

function named(project: Project, timeline: Timeline, times: readonly number[]): ChosenMoments {
  return { moments: times.map((timeMs) => momentAt(project, timeline, timeMs)), outOf: times.length };
}

function momentAt(project: Project, timeline: Timeline, timeMs: number): SheetMoment {
  const { segments, at } = timeline;
  const segment = segments.find(({ endMs }) => timeMs < endMs);
  if (segment === undefined) {
    const scene = project.scenes[project.sceneOrder[at(timeMs).sceneIndex]];
    const composition = scene.compositionOrder[scene.compositionOrder.length - 1];
    return { timeMs, scene: scene.id, composition, to: null };
  }
  const { sceneIndex } = segment;
  const scene = project.sceneOrder[sceneIndex];
  if (timeMs < crossingEnd(timeline, sceneIndex)) {
    const before = project.scenes[project.sceneOrder[sceneIndex - 1]];
    const composition = before.compositionOrder[before.compositionOrder.length - 1];
    const to = segment.kind === 'hold' ? segment.compositionId : segment.toId;
    return { timeMs, scene, composition, to, sceneBefore: before.id };
  }
  return segment.kind === 'hold'
    ? { timeMs, scene, composition: segment.compositionId, to: null }
    : { timeMs, scene, composition: segment.fromId, to: segment.toId };
}

/** The project time at which a scene has replaced the one before; that of its start without a transition. */
function crossingEnd({ scenes }: Timeline, sceneIndex: number): number {
  const { startMs, entering } = scenes[sceneIndex];
  return startMs + (entering?.durationMs ?? 0);
}

/** Milliseconds of a transition for each moment, rounded; a long transition has more than one. */
const transitionStep = 2000;
const maxPicturesOfTransition = 5;

/**
 * Returns the middles of all holds, and of all transitions or equal parts of them, also of those between scenes. A hold
 * of 0 ms has none.
 */
function authoredMoments(project: Project, timeline: Timeline): SheetMoment[] {
  const { segments } = timeline;
  if (segments.length === 0) return [momentAt(project, timeline, 0)];
  return segments.flatMap(({ kind, sceneIndex, startMs: segmentMs, endMs }) => {
    const sceneMs = timeline.scenes[sceneIndex].startMs;
    const crossedMs = crossingEnd(timeline, sceneIndex);
    const crossing =
      segmentMs === sceneMs && crossedMs > sceneMs
        ? [momentAt(project, timeline, (sceneMs + crossedMs) / 2)]
        : [];
    const startMs = Math.max(segmentMs, crossedMs);
    if (startMs >= endMs) return crossing;
    const lastsMs = endMs - startMs;
    const parts = kind === 'hold' ? 1 : Math.round(lastsMs / transitionStep);
    const count = Math.max(1, Math.min(maxPicturesOfTransition, parts));
    const moments = Array.from({ length: count }, (_, index) =>
      momentAt(project, timeline, startMs + ((index + 0.5) * lastsMs) / count),
    );
    return [...crossing, ...moments];
  });
}

function limited(all: readonly SheetMoment[]): ChosenMoments {
  if (all.length <= maxMoments) return { moments: all, outOf: all.length };
  const holds = all.filter(({ to }) => to === null);
  const held = holds.length > 0 ? holds : all;
  const count = Math.min(held.length, maxMoments);
  const moments = Array.from(
    { length: count },
    (_, i) => held[Math.floor(((i + 0.5) * held.length) / count)],
  );
  return { moments, outOf: all.length };
}
