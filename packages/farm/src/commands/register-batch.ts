import { resolve } from 'node:path';
import type { BatchCall } from '../batch-call.ts';
import { sha256 } from '../batch-job.ts';
import type { SharedStore } from '../outputs/output-store.ts';
import { type BatchDetails, markFor, openBatch } from '../queue/batches.ts';
import type { QueueConnection } from '../queue/connection.ts';
import { releaseAbandonedDocuments } from '../queue/document-store.ts';

/** Registers the batch in the queue, and marks its destination for the workers. */
export async function registerBatch(
  connection: QueueConnection,
  call: BatchCall,
  { destination, total, priority }: Pick<BatchDetails, 'destination' | 'total' | 'priority'>,
  store: SharedStore,
): Promise<{ batch: number; token: string }> {
  const { version } = connection;
  await connection.register();
  await releaseAbandonedDocuments(connection);
  const token = await markFor(connection, destination);
  await store.mark(token);
  const input = [...call.inputs, ...(call.data === undefined ? [] : [call.data])].join(' ');
  const details = { input, destination, total, priority, version };
  return { token, batch: await openBatch(connection, details, identityOf(call, destination, version)) };
}

/** A digest that is equal when the same command is started again; undefined with standard input, which may differ. */
function identityOf(call: BatchCall, destination: string, version: string): string | undefined {
  const { inputs, data, name, options, variables } = call;
  const files = [...inputs, ...(data === undefined ? [] : [data])];
  if (files.includes('-')) return undefined;
  const paths = files.map((file) => resolve(file));
  return sha256(JSON.stringify([paths, data === undefined, name, destination, options, variables, version]));
}
