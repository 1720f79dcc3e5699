import { setImmediate } from 'node:timers/promises';
import { hasLetters } from '../language/kinds.ts';
import { ContentError } from '../project/content-error.ts';
import { describeProblem, type Problem, problemAt } from '../project/problem.ts';
import type { Project } from '../project/schema.ts';
import type { Pose } from '../timeline/pose.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { DrawingCheck } from './check-drawing.ts';
import { compileDrawing, type Drawing, maxBlurred } from './compile-drawing.ts';
import { hasTooManyDashes, maxDashes } from './dash-outline.ts';
import type { DisplayNode } from './display-list.ts';
import { compileSingleDrawing, type SingleDrawing } from './single-drawing.ts';

/** A picture with at most this many letters and dashed objects cannot have too many outlines. */
const fewLetters = 8_000;
const fewDashedObjects = 40;

/**
 * Counts the parts of every hold and of the middle of every transition, without painting them: the outlines of a
 * picture, which are limited like its blur, and the dashes of a stroke, which is drawn solid if it has too many.
 * Rejects with the signal's reason when aborted.
 */
export async function checkPictures(
  project: Project,
  timeline: Timeline,
  signal?: AbortSignal,
): Promise<DrawingCheck> {
  const problems = new Map<string, Problem>();
  const warnings = new Map<string, Problem>();
  let parts: { draw: SingleDrawing; drawing: Drawing } | undefined;
  for (const timeMs of momentsOf(timeline)) {
    const { sceneIndex, poses } = timeline.at(timeMs);
    const dashed = poses.filter(({ appearance }) => appearance.dash !== null);
    const letters = poses.reduce((sum, { appearance }) => sum + appearance.lettering.text.length, 0);
    const copies = poses.reduce((sum, { effects }) => sum + (effects ? effects.shadows.length + 1 : 0), 0);
    const isLarge = letters > fewLetters || dashed.length > fewDashedObjects || copies > maxBlurred;
    if (!isLarge && dashed.length === 0) continue;
    parts ??= {
      draw: await compileSingleDrawing(project),
      drawing: await compileDrawing(project, timeline),
    };
    // One picture may take long, and an interruption must not wait for all of them.
    await setImmediate();
    signal?.throwIfAborted();
    const sceneId = project.sceneOrder[sceneIndex];
    for (const pose of dashed) {
      if (!isDrawnSolid(pose, sceneId, parts.draw)) continue;
      warnings.set(
        `${sceneId} ${pose.objectId}`,
        problemAt(
          ['scenes', sceneId, 'objects', pose.objectId],
          'dense-dashes',
          `the stroke has more than ${maxDashes} dashes and is drawn solid; write longer dashes, or remove dash`,
        ),
      );
    }
    if (!isLarge) continue;
    for (const problem of problemsOf(parts.drawing, timeMs)) problems.set(describeProblem(problem), problem);
  }
  return { problems: [...problems.values()], warnings: [...warnings.values()] };
}

function momentsOf({ segments }: Timeline): readonly number[] {
  if (segments.length === 0) return [0];
  return segments.map(({ kind, startMs, endMs }) => (kind === 'hold' ? startMs : (startMs + endMs) / 2));
}

function isDrawnSolid(pose: Pose, sceneId: string, draw: SingleDrawing): boolean {
  const { dash, fontSize } = pose.appearance;
  const node = draw(sceneId, { ...pose, appearance: { ...pose.appearance, dash: null } });
  if (dash === null || node === null) return false;
  // Letters are drawn in em.
  const scale = hasLetters(pose.kind) ? fontSize : 1;
  const lengths = dash.map((length) => length / scale);
  const isDense = (child: DisplayNode): boolean => {
    if (child.type === 'group') return child.children.some(isDense);
    return child.type === 'stroke' && hasTooManyDashes(child.outline, lengths);
  };
  return node.children.some(isDense);
}

function problemsOf(drawing: Drawing, timeMs: number): readonly Problem[] {
  try {
    drawing.at(timeMs);
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}
