import { Buffer } from 'node:buffer';
import { maxInputBytes } from '../project/limits.ts';
import type { Path } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';

/** Minimum size of each part of a full project as JSON, without its texts, in bytes. */
export const minBytes = {
  object: 60,
  composition: 60,
  state: 240,
  transition: 60,
  track: 100,
  timing: 40,
  keyframe: 60,
  audioTrack: 100,
  volumeKeyframe: 30,
} as const;

/**
 * Upper bound of the ratio between a project's size and the counted bytes: numbers may have 20 digits, ids 80 letters.
 */
const maxUncounted = 4;

/** Estimates the size of an expansion in advance, so that a small document cannot take much memory. */
export class ExpansionBudget {
  private readonly problems: Problems;
  private bytes = 0;
  private isUsedUp = false;

  constructor(problems: Problems) {
    this.problems = problems;
  }

  /**
   * Takes this many bytes of JSON from the budget. If they do not fit, adds a problem once and returns false from then
   * on.
   */
  take(bytes: number, path: Path, what: () => string): boolean {
    this.bytes += bytes;
    return this.#allow(this.bytes, path, what);
  }

  /**
   * Adds a problem, and returns false from then on, if this many bytes would not fit. They are not taken: that happens
   * when their part is expanded.
   */
  fits(bytes: number, path: Path, what: () => string): boolean {
    return this.#allow(this.bytes + bytes, path, what);
  }

  #allow(bytes: number, path: Path, what: () => string): boolean {
    if (!this.isUsedUp && bytes > maxInputBytes) {
      this.isUsedUp = true;
      this.problems.add(
        path,
        'document-size',
        `${what()} make the full project larger than 32 MiB; use fewer`,
      );
    }
    return !this.isUsedUp;
  }

  /**
   * Adds a problem if the project exceeds the maximum size of a document as JSON. The counted bytes are a lower bound.
   */
  check(project: object): void {
    if (this.isUsedUp || this.bytes * maxUncounted < maxInputBytes) return;
    const bytes = Buffer.byteLength(JSON.stringify(project));
    if (bytes <= maxInputBytes) return;
    this.problems.add([], 'document-size', `must be at most 32 MiB when expanded, but has ${bytes} bytes`);
  }
}

/** State of an expansion. */
export interface Expansion {
  readonly problems: Problems;
  readonly budget: ExpansionBudget;
}
