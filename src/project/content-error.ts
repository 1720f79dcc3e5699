/** Content of a valid project that cannot be drawn or heard: each problem names its place, what is wrong and what to do. */
export class ContentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ContentError';
    this.problems = problems;
  }
}
