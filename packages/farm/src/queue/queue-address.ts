import { RenderError } from '@render-service/engine';

/** Address of a database of a Redis or Valkey server. */
export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly tls: boolean;
  /** The Sentinels to ask for the primary of a name; `host` and `port` are then those of the first Sentinel. */
  readonly sentinels?: {
    readonly primary: string;
    readonly hosts: readonly { readonly host: string; readonly port: number }[];
  };
  /** Address without user name and password, for messages. */
  readonly shown: string;
}

const form = 'redis://HOST:PORT/DATABASE, or rediss:// for TLS';
const sentinelForm = 'redis+sentinel://HOST:PORT,HOST:PORT/PRIMARY/DATABASE';
const sentinelScheme = /^(rediss?)\+sentinel:\/\/(.*@)?([^/@?#]+)\/([\w.-]+)(\/.*)?$/;
const sentinelPort = 26_379;

/**
 * Parses `redis://user:password@host:port/database`. If the URL has no password, the one in
 * `environment.REDISCLI_AUTH` is used, which lists of processes do not show. Throws a RenderError `invalid-option`,
 * which never shows a password.
 */
export function readQueueAddress(
  text: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): QueueAddress {
  if (/^rediss?\+sentinel:/.test(text)) return readSentinelAddress(text, environment);
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

/**
 * Parses `redis+sentinel://user:password@host:port,host:port/primary/database`; user and password are the primary's.
 */
function readSentinelAddress(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): QueueAddress {
  const [, scheme, credentials = '', list = '', primary = '', database = ''] =
    sentinelScheme.exec(text) ?? [];
  if (scheme === undefined) throw invalid(`must be ${sentinelForm}`);
  const hosts = list.split(',').map((each) => {
    const { host, port } = readQueueAddress(`redis://${each}`);
    return { host, port: each.endsWith(`:${port}`) ? port : sentinelPort };
  });
  const [first] = hosts;
  if (first === undefined) throw invalid(`must be ${sentinelForm}`);
  // The rest has the parts of an address of one server.
  const address = readQueueAddress(`${scheme}://${credentials}host${database}`, environment);
  const shown = `${scheme}+sentinel://${list}/${primary}/${address.db}`;
  return { ...address, ...first, sentinels: { primary, hosts }, shown };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('has a user name or password with a % that does not begin an escape; write it as %25');
  }
}

function invalid(rule: string): RenderError {
  return new RenderError('invalid-option', [`--queue ${rule}`]);
}
