import type { FastifyBaseLogger } from 'fastify';

/** What is logged of a request: nothing of its project, its query or its token. */
export interface RequestRecord {
  /** Null, like the path, of what could not be read as a request. */
  readonly method: string | null;
  readonly path: string | null;
  /** 499 when the client was gone before its answer was. */
  readonly status: number;
  readonly ms: number;
  /** Size of the answer's body. */
  readonly bytes: number;
  /** What went wrong inside, of a failure that nobody foresaw. */
  readonly details?: string | undefined;
}

/** The status in the log of a request whose client did not wait for the answer. */
export const clientGoneStatus = 499;

/** A path longer than this is cut in the log. */
const longestPath = 200;

/** Writes one line. */
export function logRequest(log: FastifyBaseLogger, record: RequestRecord): void {
  const path =
    record.path !== null && record.path.length > longestPath
      ? `${record.path.slice(0, longestPath)}…`
      : record.path;
  const line = { ...record, path, ms: Math.round(record.ms * 10) / 10 };
  if (record.details !== undefined) log.error(line, 'request');
  else log.info(line, 'request');
}
