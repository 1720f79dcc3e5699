import { broken } from '../project/check.ts';
import type { Problems } from '../project/problems.ts';
import { compileCheck } from '../project/structure.ts';
import { variablesSchema } from './schema.ts';
import { changingNames, plotsIn } from './variable-places.ts';
import { type CheckedVariables, VariableReplacer } from './variables.ts';

const checkVariables = compileCheck(variablesSchema);

/**
 * Replaces the variables in all strings of a project, in place, except in the templates of items and in components.
 * `given` values override those of the project and are used literally. Adds problems for variables that are unknown,
 * circular or too long, and replaces strings with such variables with `broken`.
 */
export function replaceVariables(
  project: Record<string, unknown>,
  given: unknown,
  problems: Problems,
): VariableReplacer {
  const { variables = {} } = project;
  const declared = checkVariables(variables, ['variables'], problems);
  const fromOutside = checkVariables(given ?? {}, ['variables'], problems);
  const areKnown = declared !== broken && fromOutside !== broken;
  const changing = changingNames(project);
  const plots = plotsIn(project);
  const values = [mapOf(declared), mapOf(fromOutside)] as const;
  const replacer = new VariableReplacer(...values, { problems, areKnown, changing, plots });
  replacer.replaceIn(project);
  return replacer;
}

function mapOf(checked: unknown): CheckedVariables {
  return checked === broken ? {} : (checked as CheckedVariables);
}
