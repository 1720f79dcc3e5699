import type { DocumentRule } from '../project/problem.ts';
import { type Path, showPath, showValue } from '../project/problem-text.ts';
import { Problems } from '../project/problems.ts';
import { onlyVariable } from './variable-syntax.ts';
import type { ReplacedVariables } from './variables.ts';

/** How a plain document is shown to its author: the places as written, and messages with the names of parts. */
export interface Writing {
  readonly written: (path: Path) => Path;
  readonly named: (text: string) => string;
}

const asWritten: Writing = { written: (path) => path, named: (text) => text };

/** Problems whose places are moved to those that the author wrote. */
export class MovedProblems extends Problems {
  readonly #written: (path: Path) => Path;
  readonly #named: (text: string) => string;

  /** Adds the problems to `shared`. */
  constructor(shared: Problems, { written, named }: Writing) {
    super(shared);
    this.#written = written;
    this.#named = named;
  }

  override add(path: Path, rule: DocumentRule, text: string): void {
    super.add(this.#written(path), rule, this.#named(text));
  }
}

/**
 * Problems of a project whose variables are replaced. A problem of a variable's value is reported once, at the
 * variable.
 */
export class VariableProblems extends Problems {
  readonly #variables: ReplacedVariables;
  readonly #written: (path: Path) => Path;
  readonly #named: (text: string) => string;
  readonly #reported = new Set<string>();

  /** Adds the problems to `shared`. */
  constructor(shared: Problems, variables: ReplacedVariables, { written, named }: Writing = asWritten) {
    super(shared);
    this.#written = written;
    this.#named = named;
    this.#variables = variables;
  }

  override add(plain: Path, rule: DocumentRule, message: string): void {
    const path = this.#written(plain);
    const text = this.#named(message);
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
    // Fields of items and parameters of components are no variables of the film.
    if (name === undefined || !this.#variables.isDeclared(name)) {
      super.add(path, rule, `${text}; it is made from ${showValue(source)}`);
      return;
    }
    const key = `${name} ${text}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    super.add(['variables', name], rule, `${text}; used by ${place}`);
  }
}
