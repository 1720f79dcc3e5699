import { Buffer } from 'node:buffer';
import { maxInputBytes } from '../project/limits.ts';
import type { Path } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';

/** The fewest bytes of JSON that each part of a full project takes, without its texts. */
export const leastBytes = {
  object: 60,
  composition: 60,
  state: 240,
  transition: 60,
  track: 100,
  timing: 40,
  keyframe: 60,
  audioTrack: 100,
} as const;

/** How many times as many bytes as were counted a project takes at most: numbers may have 20 digits, ids 80 letters. */
const mostUncounted = 4;

/** Counts what an expansion will need before it is made, so that a small document cannot take much memory. */
export class ExpansionBudget {
  private readonly problems: Problems;
  private bytes = 0;
  private isUsedUp = false;

  constructor(problems: Problems) {
    this.problems = problems;
  }

  /** Whether there is room for so many bytes of JSON; otherwise adds a problem, the first time, and is used up. */
  take(bytes: number, path: Path, what: () => string): boolean {
    this.bytes += bytes;
    if (!this.isUsedUp && this.bytes > maxInputBytes) {
      this.isUsedUp = true;
      this.problems.add(path, `${what()} make the full project larger than 32 MiB; use fewer`);
    }
    return !this.isUsedUp;
  }

  /** Adds a problem if the project is larger as JSON than a document may be. What was counted is a lower bound. */
  check(project: object): void {
    if (this.isUsedUp || this.bytes * mostUncounted < maxInputBytes) return;
    const bytes = Buffer.byteLength(JSON.stringify(project));
    if (bytes <= maxInputBytes) return;
    this.problems.add('project', `must be at most 32 MiB when it is written out, but has ${bytes} bytes`);
  }
}

/** What is needed while a project is expanded. */
export interface Expansion {
  readonly problems: Problems;
  readonly budget: ExpansionBudget;
}
