import type { DocumentRule } from '../project/problem.ts';
import { type Path, showPath, showValue } from '../project/problem-text.ts';
import { Problems } from '../project/problems.ts';
import { onlyVariable } from './variable-syntax.ts';
import type { ReplacedVariables } from './variables.ts';

/** Problems whose places are moved to those that the author wrote. */
export class MovedProblems extends Problems {
  readonly #written: (path: Path) => Path;

  /** Adds the problems to `shared`. */
  constructor(shared: Problems, written: (path: Path) => Path) {
    super(shared);
    this.#written = written;
  }

  override add(path: Path, rule: DocumentRule, text: string): void {
    super.add(this.#written(path), rule, text);
  }
}

/**
 * Problems of a project whose variables are replaced. A problem of a variable's value is reported once, at the
 * variable.
 */
export class VariableProblems extends Problems {
  readonly #variables: ReplacedVariables;
  readonly #written: (path: Path) => Path;
  readonly #reported = new Set<string>();

  /** Adds the problems to `shared`. */
  constructor(
    shared: Problems,
    variables: ReplacedVariables,
    written: (path: Path) => Path = (path) => path,
  ) {
    super(shared);
    this.#written = written;
    this.#variables = variables;
  }

  override add(plain: Path, rule: DocumentRule, text: string): void {
    const path = this.#written(plain);
    const place = showPath(path);
    const { unresolved, written } = this.#variables;
    // The missing value of the variable is already reported.
    if (unresolved.has(place)) return;
    const source = written.get(place);
    if (source === undefined) {
      super.add(path, rule, text);
      return;
    }
    const name = onlyVariable(source);
    if (name === undefined) {
      super.add(path, rule, `${text}; it is made from ${showValue(source)}`);
      return;
    }
    const key = `${name} ${text}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    super.add(['variables', name], rule, `${text}; used by ${place}`);
  }
}
