import type { JSONRPCErrorResponse, JSONRPCResultResponse, RequestId } from '@modelcontextprotocol/server';

export type Answer = JSONRPCErrorResponse | JSONRPCResultResponse;

/** The messages that came as one array, whose answers go back as one array when the last of them is there. */
export class Batch {
  readonly #answers: Answer[] = [];
  readonly #awaited: RequestId[] = [];

  /** Has the request's answer wait for the others. */
  expect(id: RequestId): void {
    this.#awaited.push(id);
  }

  /** Adds an answer to what no handler sees. */
  add(answer: Answer): void {
    this.#answers.push(answer);
  }

  /** Takes a request's answer, or undefined for one that was cancelled and has none; false if the id is not awaited. */
  settle(id: RequestId, answer: Answer | undefined): boolean {
    const place = this.#awaited.indexOf(id);
    if (place === -1) return false;
    this.#awaited.splice(place, 1);
    if (answer) this.#answers.push(answer);
    return true;
  }

  get isComplete(): boolean {
    return this.#awaited.length === 0;
  }

  get answers(): readonly Answer[] {
    return this.#answers;
  }
}
