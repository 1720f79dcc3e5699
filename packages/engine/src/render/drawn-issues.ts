import { checkDrawing, type DrawingCheck } from '../drawing/check-drawing.ts';
import { checkPictures } from '../drawing/check-pictures.ts';
import type { Project } from '../project/schema.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { formulaIssues } from './formula-issues.ts';

/**
 * Finds objects that cannot be drawn, or that are drawn differently from how they were written. Checks the pictures only if all
 * letters can be drawn.
 */
export async function checkDrawn(
  project: Project,
  timeline: Timeline,
  framesPerSecond: number,
  signal: AbortSignal,
): Promise<DrawingCheck> {
  const letters = await checkDrawing(project, signal);
  const gaps = formulaIssues(project, framesPerSecond);
  if (letters.problems.length > 0) return { ...letters, warnings: [...gaps, ...letters.warnings] };
  const pictures = await checkPictures(project, timeline, signal);
  return {
    problems: pictures.problems,
    warnings: [...gaps, ...letters.warnings, ...pictures.warnings],
  };
}
