import type { FastifyReply } from 'fastify';

/** An accepted request that holds the slot. */
export interface Task {
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Says that the work is over; the slot is free again once the answer is delivered or the client gone, too. */
  readonly finish: () => void;
}

/** A task that calls `release` when its work is over and its answer delivered, or its client gone. */
export function startTask(release: () => void, reply: FastifyReply): Task {
  const client = new AbortController();
  let isOver = false;
  let isDelivered = false;
  const releaseWhenDone = () => {
    if (isOver && isDelivered) release();
  };
  reply.raw.once('close', () => {
    isDelivered = true;
    if (!reply.raw.writableFinished) client.abort();
    releaseWhenDone();
  });
  return {
    signal: client.signal,
    finish: () => {
      isOver = true;
      releaseWhenDone();
    },
  };
}
