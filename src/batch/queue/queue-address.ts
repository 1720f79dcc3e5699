import { RenderError } from '../../render/render-error.ts';

/** A database of a Redis or Valkey server. */
export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly tls: boolean;
  /** The address without user name and password, for messages. */
  readonly shown: string;
}

const form = 'redis://HOST:PORT/DATABASE, or rediss:// for TLS';

/**
 * Reads `redis://user:password@host:port/database`. A password in `environment.REDISCLI_AUTH`, which does not appear in
 * lists of processes, counts if the URL has none. Throws a RenderError `invalid-option`, which never shows a password.
 */
export function readQueueAddress(
  text: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): QueueAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    throw invalid(`must be ${form}`);
  }
  if (url.search !== '' || url.hash !== '') throw invalid(`must be ${form}, with nothing after the database`);
  const database = url.pathname.replace(/^\//, '');
  if (!/^\d{0,6}$/.test(database)) throw invalid(`must end in the number of a database, as in ${form}`);
  const db = Number(database);
  const port = url.port === '' ? 6379 : Number(url.port);
  const password = decode(url.password) || environment.REDISCLI_AUTH || undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port,
    db,
    username: decode(url.username) || undefined,
    password,
    tls: url.protocol === 'rediss:',
    shown: `${url.protocol}//${url.hostname}:${port}/${db}`,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('has a user name or password with a % that begins no escape; write it as %25');
  }
}

function invalid(rule: string): RenderError {
  return new RenderError('invalid-option', [`--queue ${rule}`]);
}
