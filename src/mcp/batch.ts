import type { JSONRPCErrorResponse, JSONRPCResultResponse, RequestId } from '@modelcontextprotocol/server';

export type Answer = JSONRPCErrorResponse | JSONRPCResultResponse;

/** A batch of messages received as one array. Its responses are sent back as one array once all are available. */
export class Batch {
  readonly #answers: Answer[] = [];
  readonly #awaited: RequestId[] = [];

  /** Registers a request whose response the batch waits for. */
  expect(id: RequestId): void {
    this.#awaited.push(id);
  }

  /** Adds the response to a message that is not passed to a handler. */
  add(answer: Answer): void {
    this.#answers.push(answer);
  }

  /** Records a request's response, or undefined if it was cancelled. Returns false if the batch does not await the id. */
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
