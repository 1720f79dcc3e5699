import type { FastifyBaseLogger } from 'fastify';

/** Why the service closed a connection before its client had the whole response. */
export type DisconnectReason = 'gave way' | 'too slow' | 'shutting down';

/** The log record of a request. It contains nothing from the project, the query or the token. */
export interface RequestRecord {
  /** Null, like the path, if the request could not be read. */
  readonly method: string | null;
  readonly path: string | null;
  readonly status: number;
  readonly ms: number;
  /** Size of the response's body. */
  readonly bytes: number;
  /** Why the service closed the connection, unless the client disconnected. */
  readonly disconnected?: DisconnectReason | undefined;
  /** The cause of an unexpected failure. */
  readonly details?: string | undefined;
}

/** Records a request that has ended. */
export type ReportRequest = (record: RequestRecord) => void;

/** The logged status of a request whose connection ended before the client had the response. */
export const unansweredStatus = 499;

/** Longer paths are cut in the log. */
const maxPathLength = 200;

/** Writes one line. */
export function logRequest(log: FastifyBaseLogger, record: RequestRecord): void {
  const path =
    record.path !== null && record.path.length > maxPathLength
      ? `${record.path.slice(0, maxPathLength)}…`
      : record.path;
  const line = { ...record, path, ms: Math.round(record.ms * 10) / 10 };
  if (record.details !== undefined) log.error(line, 'request');
  else log.info(line, 'request');
}
