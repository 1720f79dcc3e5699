export { showClock } from './language/written-times.ts';
export { closestName } from './names/closest-name.ts';
export { placeOf, type TextPlace } from './project/json-syntax.ts';
export { JsonPlaces } from './project/json-tree.ts';
export { describeIssue, describeProblem, problemPlace } from './project/problem.ts';
export {
  escapeControls,
  joinWords,
  mustBe,
  type Path,
  parsePath,
  showNumber,
  showValue,
} from './project/problem-text.ts';
export { failure, type Result, success } from './project/result.ts';
export { partsOf, unclosedVariable, variableNames } from './shorthand/variable-syntax.ts';
