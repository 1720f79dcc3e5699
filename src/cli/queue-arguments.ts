import { type ConnectionOptions, connectToQueue, type QueueConnection } from '../batch/queue/connection.ts';
import { readQueueAddress } from '../batch/queue/queue-address.ts';
import { printLine } from './print-line.ts';
import { UsageError } from './usage-error.ts';

/** Connects to the queue that an option names. Throws a UsageError without one, and rejects with a RenderError. */
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

/** Says something about the queue on standard error. */
export function printNotice(message: string): void {
  printLine(process.stderr, `render-service: ${message}`);
}
