import type { FastifyReply } from 'fastify';
import { onceOver } from './answer-over.ts';

/** An accepted request that holds the slot. */
export interface Task {
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Says that the work is over. */
  readonly finish: () => void;
  /** Says that the answer is out, though its connection stays open. */
  readonly deliver: () => void;
}

/** A task that calls `release` when its work is over and its answer delivered, or its client gone. */
export function startTask(release: () => void, reply: FastifyReply): Task {
  const client = new AbortController();
  let isOver = false;
  let isDelivered = false;
  const releaseWhenDone = () => {
    if (isOver && isDelivered) release();
  };
  const finish = () => {
    isOver = true;
    releaseWhenDone();
  };
  const deliver = () => {
    isDelivered = true;
    releaseWhenDone();
  };
  onceOver(reply, () => {
    if (reply.raw.writableFinished) deliver();
    else {
      client.abort();
      // What is left to be ended of this task, the renderer waits for by itself.
      release();
    }
  });
  return { signal: client.signal, finish, deliver };
}
