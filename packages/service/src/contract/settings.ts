import { isIPv6 } from 'node:net';
import type { OutputFormat } from '@render-service/engine';
import { contractFormats, outputFormats } from '@render-service/engine/formats';
import { optionTable, readText } from '@render-service/engine/options';
import { joinWords } from '@render-service/engine/text';

/** The settings of a service. */
export interface Settings {
  /** Name or address of the interface to bind. */
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  readonly token: string | undefined;
  /** Time limit of one inspect or render in milliseconds. */
  readonly timeoutMs: number;
  /** Allowed origins besides the service's own. */
  readonly allowedOrigins: readonly string[];
  /** Allowed Host values besides the service's own. */
  readonly allowedHosts: readonly string[];
  /** Formats of HTTP and the tools: those of the contract, and perhaps others. */
  readonly formats: readonly OutputFormat[];
  /** Folder where the pieces of MP4s, stills and sheets are kept for later ones; undefined for none. */
  readonly cache: string | undefined;
  /** Bytes that they may take. */
  readonly cacheBytes: number;
  /** The tools that the tool server lists: the three of the contract, or all. */
  readonly tools: 'contract' | 'all';
  /** Milliseconds after which a call of a tool returns a job, because clients wait no longer. */
  readonly toolWaitMs: number;
  /** Undefined turns metrics off. 0 picks any free port. */
  readonly metricsPort: number | undefined;
  /** Name or address of the interface to bind for metrics. */
  readonly metricsHost: string;
}

/** An invalid setting. The message gives its name, the rule and the value. */
export class SettingsError extends Error {}

/** An invalid value of a flag. */
export class FlagError extends SettingsError {}

/** The formats that the contract does not promise. */
const otherFormats = outputFormats.filter((format) => !contractFormats.includes(format));

/** A setting of the services, and an option of the library and the command line. */
const timeLimit = optionTable.timeoutMs;

/** The settings that apply by default. */
export const defaultSettings: Settings = {
  host: '127.0.0.1',
  port: 8799,
  token: undefined,
  timeoutMs: timeLimit.default,
  allowedOrigins: [],
  allowedHosts: [],
  formats: contractFormats,
  cache: undefined,
  cacheBytes: optionTable.cacheBytes.default,
  tools: 'contract',
  toolWaitMs: 45_000,
  metricsPort: undefined,
  metricsHost: '127.0.0.1',
};

/** Every setting: its environment variable, its flag and its meaning. */
export const settingsTable: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  host: {
    variable: 'SERVICE_RENDER_HOST',
    flag: 'host',
    meaning: `interface to bind (default ${defaultSettings.host})`,
    read: readHost,
  },
  port: {
    variable: 'SERVICE_RENDER_PORT',
    flag: 'port',
    meaning: `port (default ${defaultSettings.port}); 0 picks a free one and prints it`,
    read: (text, name) => readInteger(text, name, 0, 65_535),
  },
  token: {
    variable: 'SERVICE_RENDER_TOKEN',
    flag: 'token',
    meaning: 'bearer token; required to bind anything but loopback',
    read: readToken,
  },
  timeoutMs: {
    variable: 'SERVICE_RENDER_TIMEOUT_MS',
    flag: timeLimit.flag.name,
    meaning: `time limit of one inspect or render, 1 to ${timeLimit.values.maximum} (default ${defaultSettings.timeoutMs})`,
    read: (text, name) => readInteger(text, name, timeLimit.values.minimum, timeLimit.values.maximum),
  },
  allowedOrigins: {
    variable: 'SERVICE_RENDER_ALLOWED_ORIGINS',
    flag: 'allowed-origins',
    meaning: 'more allowed origins, separated by commas',
    read: readOrigins,
  },
  allowedHosts: {
    variable: 'SERVICE_RENDER_ALLOWED_HOSTS',
    flag: 'allowed-hosts',
    meaning: 'more allowed Host values, separated by commas, for use behind a proxy',
    read: readHosts,
  },
  formats: {
    variable: 'SERVICE_RENDER_FORMATS',
    flag: 'formats',
    meaning: `formats, separated by commas (default ${contractFormats.join(',')}); more: ${otherFormats.join(', ')}`,
    read: readFormats,
  },
  cache: {
    variable: 'SERVICE_RENDER_CACHE',
    flag: 'cache',
    meaning: 'folder where pieces of MP4s, stills and sheets are kept for later ones (default none)',
    read: readFolder,
  },
  cacheBytes: {
    variable: 'SERVICE_RENDER_CACHE_SIZE',
    flag: optionTable.cacheBytes.flag.name,
    meaning: 'what these may take (default 2GB); the least recently used go first',
    read: readBytes,
  },
  tools: {
    variable: 'SERVICE_RENDER_TOOLS',
    flag: 'tools',
    meaning: 'contract (default) lists three tools; all lists seven, and a page for the conversation',
    read: readTools,
  },
  toolWaitMs: {
    variable: 'SERVICE_RENDER_TOOL_WAIT_MS',
    flag: 'tool-wait-ms',
    meaning: `after this time a render returns a job for service_job, if that is listed (default ${defaultSettings.toolWaitMs})`,
    read: (text, name) => readInteger(text, name, 0, timeLimit.values.maximum),
  },
  metricsPort: {
    variable: 'SERVICE_RENDER_METRICS_PORT',
    flag: 'metrics-port',
    meaning: 'port of the Prometheus metrics (default none); 0 picks a free one and prints it',
    read: (text, name) => readInteger(text, name, 0, 65_535),
  },
  metricsHost: {
    variable: 'SERVICE_RENDER_METRICS_HOST',
    flag: 'metrics-host',
    meaning: `interface to bind for metrics (default ${defaultSettings.metricsHost})`,
    read: readHost,
  },
};

interface Setting<Value> {
  readonly variable: string;
  readonly flag: string;
  readonly meaning: string;
  /** Parses a text; throws a SettingsError that names the setting `name`. */
  readonly read: (text: string, name: string) => Value;
}

type Texts = Readonly<Record<string, string | boolean | undefined>>;

/** The settings of the tool server. */
export const toolSettings = [
  'timeoutMs',
  'formats',
  'cache',
  'cacheBytes',
  'tools',
  'toolWaitMs',
] as const satisfies readonly (keyof Settings)[];

/** The settings of the HTTP service. */
export const serviceSettings = (Object.keys(settingsTable) as (keyof Settings)[]).filter(
  (name) => name !== 'tools' && name !== 'toolWaitMs',
) as readonly (keyof ServiceSettings)[];

/** What the HTTP service is set to. */
export type ServiceSettings = Omit<Settings, 'tools' | 'toolWaitMs'>;

/**
 * Reads settings; a flag overrides its variable. Throws a SettingsError for the first invalid value, of a flag a
 * FlagError.
 */
export function readSettings<Name extends keyof Settings>(
  names: readonly Name[],
  flags: Texts,
  environment: Texts,
): Pick<Settings, Name> {
  return Object.fromEntries(
    names.map((name) => [name, readSetting(name, flags, environment)]),
  ) as unknown as Pick<Settings, Name>;
}

/** Like `readSettings`, for one setting. */
export function readSetting<Name extends keyof Settings>(
  name: Name,
  flags: Texts,
  environment: Texts,
): Settings[Name] {
  const { flag, variable, read } = settingsTable[name];
  const fromFlag = flags[flag];
  if (typeof fromFlag === 'string') return readFlag(() => read(fromFlag, `--${flag}`));
  const fromEnvironment = environment[variable];
  return typeof fromEnvironment === 'string' ? read(fromEnvironment, variable) : defaultSettings[name];
}

function readFlag<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof SettingsError ? new FlagError(error.message) : error;
  }
}

function readHost(text: string, name: string): string {
  const host = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (isIPv6(host) || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(host)) return host;
  throw invalid(name, 'a host name or address without a port', text);
}

function readInteger(text: string, name: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw invalid(name, `an integer from ${min} to ${max}`, text);
}

function readToken(text: string, name: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  // Even an invalid token must not be printed.
  throw new SettingsError(`${name} must be printable ASCII without spaces, at least one character`);
}

function readOrigins(text: string, name: string): readonly string[] {
  return readList(text).map((origin) => {
    if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*,\s]+$/i.test(origin) && URL.canParse(origin)) {
      // In the form that browsers send: without the default port, with names in ASCII. URL gives no origin for app
      // schemes.
      const { origin: sent } = new URL(origin);
      return sent === 'null' ? origin.toLowerCase() : sent;
    }
    throw invalid(name, 'origins such as https://studio.example, separated by commas', origin);
  });
}

function readHosts(text: string, name: string): readonly string[] {
  return readList(text).map((host) => {
    if (isHostValue(host)) return host.toLowerCase();
    throw invalid(
      name,
      'Host values such as render.example or render.example:8080, separated by commas',
      host,
    );
  });
}

function readFormats(text: string, name: string): readonly OutputFormat[] {
  const names = readList(text);
  const isComplete = contractFormats.every((format) => names.includes(format));
  if (isComplete && names.every((one) => outputFormats.some((format) => format === one)))
    return outputFormats.filter((format) => names.includes(format));
  const rule = `${contractFormats.join(',')}, and may also list ${joinWords(otherFormats, 'or')}`;
  throw new SettingsError(`${name} must list ${rule}, but is ${JSON.stringify(text)}`);
}

function readFolder(text: string, name: string): string {
  if (text !== '' && !/^s3:/i.test(text)) return text;
  throw invalid(name, 'the path of a folder', text);
}

function readBytes(text: string, name: string): number {
  const read = readText(optionTable.cacheBytes.values, text);
  if (read.ok) return read.value as number;
  throw new SettingsError(`${name} ${read.problems[0]}`);
}

function readTools(text: string, name: string): Settings['tools'] {
  if (text === 'contract' || text === 'all') return text;
  throw invalid(name, 'contract or all', text);
}

function readList(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

/** Whether a text is a valid Host header: a name or address, and optionally a port. */
export function isHostValue(text: string): boolean {
  const match =
    /^(?:\[(?<address>[^\]]+)\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\.?)(?::(?<port>\d{1,5}))?$/.exec(
      text,
    );
  if (!match) return false;
  const { address, port } = match.groups ?? {};
  return (address === undefined || isIPv6(address)) && (port === undefined || Number(port) <= 65_535);
}

function invalid(name: string, rule: string, value: string): SettingsError {
  return new SettingsError(`${name} must be ${rule}, but is ${JSON.stringify(value)}`);
}
