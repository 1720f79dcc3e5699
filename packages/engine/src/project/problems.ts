import { maxProblems } from './limits.ts';
import { type DocumentRule, type Problem, problemAt } from './problem.ts';
import { type Path, showPath } from './problem-text.ts';

/** The first problems of a project. Checks stop when the list is full, so bad input costs little. */
export class Problems {
  readonly items: Problem[];
  readonly #places: Set<string>;
  readonly #known: Set<string>;

  /** Adds to the `earlier` problems, if given. */
  constructor(earlier?: Problems) {
    this.items = earlier?.items ?? [];
    this.#places = earlier === undefined ? new Set() : earlier.#places;
    this.#known = earlier === undefined ? new Set() : earlier.#known;
  }

  get full(): boolean {
    return this.items.length >= maxProblems;
  }

  get count(): number {
    return this.items.length;
  }

  get any(): boolean {
    return this.items.length > 0;
  }

  /**
   * Adds a problem unless the list is full or has a problem of the same text at the same place; in a template of items, one
   * that breaks the same rule there.
   */
  add(path: Path, rule: DocumentRule, message: string): void {
    if (this.full) return;
    const place = showPath(path);
    const key = `${place}: ${path.includes('each') ? rule : message}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#places.add(place);
    this.items.push(problemAt(path, rule, message));
  }

  /** The places that have problems so far, as `showPath` formats them. */
  places(): ReadonlySet<string> {
    return new Set(this.#places);
  }
}

/** The rule that a value breaks: it is missing, or it is not one of the allowed values. */
export function valueRule(value: unknown): DocumentRule {
  return value === undefined ? 'missing-field' : 'value';
}
