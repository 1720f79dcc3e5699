import { printNotice, UsageError } from '@render-service/service/command-line';
import { type ConnectionOptions, connectToQueue, type QueueConnection } from '../queue/connection.ts';
import { type BatchPriority, batchPriorities } from '../queue/fair-turns.ts';
import { readQueueAddress } from '../queue/queue-address.ts';

export const queueAddressHelp =
  '  --queue URL            redis://HOST:PORT/DATABASE, or rediss:// for TLS; a password may also be in REDISCLI_AUTH';

/**
 * Connects to the queue at the address in `--queue`. Throws a UsageError without an address, and rejects with a
 * RenderError.
 */
export function openQueue(
  command: string,
  queue: string | undefined,
  options: ConnectionOptions = {},
): Promise<QueueConnection> {
  if (queue === undefined) {
    throw new UsageError(`${command} needs the address of the queue: --queue redis://HOST:PORT/DATABASE`);
  }
  return connectToQueue(readQueueAddress(queue, process.env), { onNotice: printNotice, ...options });
}

/** Reads the value of `--priority`. Throws a UsageError. */
export function readPriority(text = 'normal'): BatchPriority {
  const priority = batchPriorities.find((each) => each === text);
  if (priority !== undefined) return priority;
  throw new UsageError(
    `--priority must be one of ${batchPriorities.join(', ')}, but is ${JSON.stringify(text)}`,
  );
}
