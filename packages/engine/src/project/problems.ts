import { maxProblems } from './limits.ts';
import { type Path, showPath } from './problem-text.ts';

/** The first problems of a project. Checks stop when the list is full, so bad input costs little. */
export class Problems {
  readonly messages: string[];
  readonly #places: Set<string>;

  /** Adds to the `earlier` problems, if given. */
  constructor(earlier?: Problems) {
    this.messages = earlier?.messages ?? [];
    this.#places = earlier === undefined ? new Set() : earlier.#places;
  }

  get full(): boolean {
    return this.messages.length >= maxProblems;
  }

  get count(): number {
    return this.messages.length;
  }

  get any(): boolean {
    return this.messages.length > 0;
  }

  /** Adds `<path>: <text>` unless the list already has it or is full. */
  add(path: Path | string, text: string): void {
    const place = typeof path === 'string' ? path : showPath(path);
    const message = `${place}: ${text}`;
    if (this.full || this.messages.includes(message)) return;
    this.messages.push(message);
    this.#places.add(place);
  }

  /** The places that have problems so far, in the form that messages use. */
  places(): ReadonlySet<string> {
    return new Set(this.#places);
  }
}
