import type { Project } from '../../project/schema.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { RenderError } from '../render-error.ts';
import { type CheckedSheetOptions, maxMoments } from './sheet-options.ts';

/** A moment of the film on a contact sheet. */
export interface SheetMoment {
  /** Project time in milliseconds. */
  readonly timeMs: number;
  readonly scene: string;
  /** The composition that is held, or from which a transition leads. */
  readonly composition: string;
  /** The composition to which a transition leads; null in a hold. */
  readonly to: string | null;
}

/** The moments of a sheet in order, and how many there would be without a limit. */
export interface ChosenMoments {
  readonly moments: readonly SheetMoment[];
  readonly outOf: number;
}

/** In milliseconds: so long before its end a scene that is cut off there is shown. */
const beforeCut = 1e-3;

/**
 * The moments that the options ask for; by default the middle of every hold and every transition, and the instant of each
 * composition that is held no time. If those are too many the transitions are left out, and then compositions. Throws a
 * RenderError `invalid-option` for more moments than a sheet may have.
 */
export function chooseMoments(
  project: Project,
  timeline: Timeline,
  { moments, every }: CheckedSheetOptions,
): ChosenMoments {
  const { durationMs } = timeline;
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

function momentAt(project: Project, { segments, at }: Timeline, timeMs: number): SheetMoment {
  const segment = segments.find(({ endMs }) => timeMs < endMs);
  if (segment === undefined) {
    const scene = project.scenes[project.sceneOrder[at(timeMs).sceneIndex]];
    const composition = scene.compositionOrder[scene.compositionOrder.length - 1];
    return { timeMs, scene: scene.id, composition, to: null };
  }
  const scene = project.sceneOrder[segment.sceneIndex];
  return segment.kind === 'hold'
    ? { timeMs, scene, composition: segment.compositionId, to: null }
    : { timeMs, scene, composition: segment.fromId, to: segment.toId };
}

/** The middles of all holds and transitions, with the instants of compositions that are held no time. */
function authoredMoments(project: Project, timeline: Timeline): SheetMoment[] {
  const { segments, durationMs } = timeline;
  if (segments.length === 0) return [momentAt(project, timeline, 0)];
  const moments: SheetMoment[] = [];
  for (const [index, segment] of segments.entries()) {
    const { sceneIndex, startMs, endMs } = segment;
    const scene = project.sceneOrder[sceneIndex];
    const middle = momentAt(project, timeline, (startMs + endMs) / 2);
    if (segment.kind === 'hold') {
      moments.push(middle);
      continue;
    }
    const before = segments[index - 1];
    const after = segments[index + 1];
    const instant = (timeMs: number, composition: string): SheetMoment => ({
      timeMs,
      scene,
      composition,
      to: null,
    });
    const startsHeld = before?.sceneIndex === sceneIndex && before.kind === 'hold';
    if (!startsHeld) moments.push(instant(startMs, segment.fromId));
    moments.push(middle);
    if (after?.sceneIndex === sceneIndex) continue;
    moments.push(instant(endMs === durationMs ? endMs : endMs - beforeCut, segment.toId));
  }
  return moments;
}

function limited(all: readonly SheetMoment[]): ChosenMoments {
  if (all.length <= maxMoments) return { moments: all, outOf: all.length };
  const held = all.filter(({ to }) => to === null);
  const count = Math.min(held.length, maxMoments);
  const moments = Array.from(
    { length: count },
    (_, i) => held[Math.floor(((i + 0.5) * held.length) / count)],
  );
  return { moments, outOf: all.length };
}
