import { type Problem, problemAt } from '../project/problem.ts';
import { showNumber, showValue } from '../project/problem-text.ts';
import type { Project } from '../project/schema.ts';
import { type FormulaGap, findFormulaGaps } from '../timeline/formula-gaps.ts';

const maxShownVariables = 3;

/** Returns a warning for each object that is not drawn at a time of a transition, because a formula is not finite. */
export function formulaIssues(project: Project, framesPerSecond: number): readonly Problem[] {
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
  const where = `${time} ms into the transition from ${showValue(fromId)} to ${showValue(toId)}`;
  return `has no finite value ${where}, with ${values.join(', ')}, so ${others} not drawn then; keep divisors away from 0, and roots and logarithms in their range`;
}
