import { broken } from '../../project/check.ts';
import { type Path, showPath } from '../../project/problem-text.ts';
import { type Names, nameRule } from './name-rule.ts';
import type { SceneDraft } from './scene-draft.ts';

/** Reports a name that there is not, once, and returns what takes its place. */
export function unknownName(
  { problems, variables }: SceneDraft,
  name: unknown,
  path: Path,
  names: Names,
): typeof broken {
  problems.add(path, 'value', nameRule(name, names));
  // The check of the plain document is silent there.
  variables.unresolved.add(showPath(path));
  return broken;
}
