import { checkDrawing, type DrawingCheck } from '../drawing/check-drawing.ts';
import { checkPictures } from '../drawing/check-pictures.ts';
import { type Problem, problemAt } from '../project/problem.ts';
import { showNumber, showValue } from '../project/problem-text.ts';
import type { Project } from '../project/schema.ts';
import { type FormulaGap, findFormulaGaps } from '../timeline/formula-gaps.ts';
import type { Pose } from '../timeline/pose.ts';
import type { Timeline } from '../timeline/timeline.ts';

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

/** Returns warnings for the objects that an SVG shows without their motion blur or perspective at a time. */
export function simplifiedInSvg(timeline: Timeline, timeMs: number): readonly Problem[] {
  const { sceneIndex, poses } = timeline.at(timeMs);
  const warningFor = (name: string, code: 'motion-blur' | 'perspective', found: readonly Pose[]) =>
    found.slice(0, 1).map(({ objectId }) => {
      const others = found.length > 1 ? `, as are ${found.length} objects at this time` : '';
      const rule = `is drawn without its ${name} in SVG${others}; render a PNG or a film to see it`;
      return problemAt(['scenes', timeline.scenes[sceneIndex].id, 'objects', objectId], code, rule);
    });
  return [
    ...warningFor(
      'motion blur',
      'motion-blur',
      poses.filter(({ moments }) => moments !== undefined),
    ),
    ...warningFor(
      'perspective',
      'perspective',
      poses.filter(({ effects }) => effects?.turn !== undefined),
    ),
  ];
}

const maxShownVariables = 3;

/** Returns a warning for each object that is not drawn at a time of a transition or a hold, because a formula is not finite. */
function formulaIssues(project: Project, framesPerSecond: number): readonly Problem[] {
  return findFormulaGaps(project, framesPerSecond).map((gap) => {
    const { sceneId, compositionId, ownerId, property } = gap;
    const path = ['scenes', sceneId, 'compositions', compositionId, 'states', ownerId, 'formulas', property];
    return problemAt(path, 'formula-gap', describe(gap));
  });
}

function describe({ objectId, ownerId, fromId, toId, timeMs, variables }: FormulaGap): string {
  const time = showNumber(Math.round(timeMs));
  const values = Object.entries(variables)
    .slice(0, maxShownVariables)
    .map(([name, value]) => `${name} = ${showNumber(Number(value.toPrecision(6)))}`);
  const others =
    objectId === ownerId ? 'the object is' : `the object and its child ${showValue(objectId)} are`;
  const where =
    fromId === toId
      ? `${time} ms into ${showValue(toId)}`
      : `${time} ms into the transition from ${showValue(fromId)} to ${showValue(toId)}`;
  return `has no finite value ${where}, with ${values.join(', ')}, so ${others} not drawn then; keep divisors away from 0, and roots and logarithms in their range`;
}
