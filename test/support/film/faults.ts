/** Collects all faults that a check finds, not only the first. */
export class Faults {
  readonly #found: string[] = [];

  /** Records the fault `what` unless the condition holds. */
  demand(holds: boolean, what: string): void {
    if (!holds) this.#found.push(what);
  }

  /** Records a fault if `what` differs from the expected value; both are compared as JSON. */
  equal(what: string, actual: unknown, expected: unknown): void {
    const [is, should] = [actual, expected].map((value) => JSON.stringify(value) ?? 'undefined');
    this.demand(is === should, `${what} must be ${should}, but is ${is}`);
  }

  /** Throws an Error that lists all faults. */
  throwAny(subject: string): void {
    const [first, ...more] = this.#found;
    if (first === undefined) return;
    const shown = this.#found.slice(0, 10).join('\n- ');
    throw new Error(
      `${subject} is wrong:\n- ${shown}${more.length > 9 ? `\n- and ${more.length - 9} more` : ''}`,
    );
  }
}
