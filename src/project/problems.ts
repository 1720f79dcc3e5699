import { maxProblems } from './limits.ts';
import { type Path, showPath } from './problem-text.ts';

/** The first problems of a project. Checks stop when it is full, so that bad input costs little. */
export class Problems {
  readonly messages: string[] = [];

  get full(): boolean {
    return this.messages.length >= maxProblems;
  }

  get any(): boolean {
    return this.messages.length > 0;
  }

  /** Adds `<path>: <text>` unless it is there already or the list is full. */
  add(path: Path | string, text: string): void {
    const message = `${typeof path === 'string' ? path : showPath(path)}: ${text}`;
    if (!this.full && !this.messages.includes(message)) this.messages.push(message);
  }
}
