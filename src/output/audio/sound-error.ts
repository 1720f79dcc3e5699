/** Sound that cannot be read: each problem names its place, what is wrong and what to do. */
export class SoundError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'SoundError';
    this.problems = problems;
  }
}
