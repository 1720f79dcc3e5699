/** A valid project has content that cannot be rendered. Each problem names the place, what is wrong and what to do. */
export class ContentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ContentError';
    this.problems = problems;
  }
}
