import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { readDescription } from './documented-response.ts';
import { childrenOf, isRunning, onLinux } from './linux-process.ts';
import { sleep, waitUntil } from './wait-until.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface ServiceOptions {
  /** Settings in the environment; the port is a free one unless given. Null omits a setting. */
  readonly env?: Readonly<Record<string, string | null>>;
  /** Arguments after `serve`. */
  readonly flags?: readonly string[];
  /** The folder of the package to start, if different from this one. */
  readonly packageFolder?: string;
  /** The address to connect to, if different from the one that the service prints. */
  readonly address?: string;
  /** The Host of requests, if different from the address with the port; `{port}` is replaced by the port. */
  readonly host?: string;
}

export interface FinishedService {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A line of the service's log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** The address of a service. */
export interface ServiceAddress {
  /** As printed, e.g. `http://127.0.0.1:8799`. */
  readonly url: string;
  readonly address: string;
  readonly port: number;
  /** The Host of requests by default. */
  readonly host: string;
}

export interface Service extends ServiceAddress {
  readonly pid: number;
  /** All lines that the service has logged so far; throws for a line that is not a JSON object. */
  readonly logs: readonly LogLine[];
  /** Everything on stderr so far. */
  readonly logText: string;
  /** The process id of the one render process; waits while there is none, or more than one. */
  renderProcess(): Promise<number>;
  signal(name: NodeJS.Signals): void;
  /** Ends the service as its user would, and throws unless it ends cleanly and leaves no process behind. */
  stop(): Promise<void>;
  readonly finished: Promise<FinishedService>;
}

/** Starts the built service and ends it with the test. */
export async function startService(
  options: ServiceOptions = {},
  onFinished: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Service> {
  const service = await launch(options);
  onFinished(() => service.stop());
  return service;
}

/** One service for all tests of a file or `describe`: started before the first, ended after the last. */
export function useService(options: ServiceOptions = {}): () => Service {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await launch(options);
  });
  afterAll(() => service?.stop());
  return () => {
    if (!service) throw new Error('the service runs only during tests');
    return service;
  };
}

/** Milliseconds for a start, of which some tests make dozens at once. */
const longestStart = 40_000;

/** Runs the service to its end; for settings with which it must not start. */
export async function serveToEnd(options: ServiceOptions): Promise<FinishedService> {
  const { child, finished } = spawnService(options);
  const tooLong = setTimeout(() => child.kill('SIGKILL'), longestStart);
  try {
    return await finished;
  } finally {
    clearTimeout(tooLong);
  }
}

async function launch(options: ServiceOptions): Promise<Service> {
  const { child, finished, output } = spawnService(options);
  const ended = finished.then(({ code, stderr }) => {
    throw new Error(`the service ended with ${code} before it listened: ${stderr}`);
  });
  const listening = waitUntil(
    'the service prints where it listens',
    () => /^render-service listens on (http:\/\/(\S+):(\d+))$/m.exec(output.stdout),
    longestStart,
  );
  // Both may fail, but only the first failure is of interest.
  ended.catch(() => {});
  listening.catch(() => {});
  const [, url, boundHost, port] = await Promise.race([listening, ended]).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  const pid = child.pid ?? 0;
  const service: Service = {
    url,
    address: options.address ?? boundHost.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port),
    host: options.host?.replace('{port}', port) ?? `${options.address ?? boundHost}:${port}`,
    pid,
    get logs() {
      return logLines(output.stderr);
    },
    get logText() {
      return output.stderr;
    },
    renderProcess: () =>
      waitUntil('the service has exactly one child process', () => {
        const children = childrenOf(pid);
        return children.length === 1 && children[0];
      }),
    signal: (name) => process.kill(pid, name),
    stop: () => stop(pid, finished),
    finished,
  };
  await readDescription(service);
  return service;
}

function spawnService({ env, flags = [], packageFolder = root }: ServiceOptions) {
  const main = join(packageFolder, 'packages/render-service/dist/cli/main.js');
  const child = spawn(process.execPath, [main, 'serve', ...flags], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const finished = new Promise<FinishedService>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => done({ code, signal, ...output }));
  });
  return { child, finished, output };
}

/** The environment of the tests without its settings, and with a free port. */
function environment(settings: ServiceOptions['env'] = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_RENDER_'));
  const given = Object.entries({ SERVICE_RENDER_PORT: '0', ...settings }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return Object.fromEntries([...inherited, ...given]);
}

/** Ignores a last line that is still incomplete. */
function logLines(text: string): LogLine[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) throw new Error(`a line of the log is ${line}`);
    return { ...value };
  });
}

async function stop(pid: number, finished: Promise<FinishedService>): Promise<void> {
  if (!isThere(pid)) return;
  const children = onLinux ? childrenOf(pid) : [];
  process.kill(pid, 'SIGTERM');
  const end = await Promise.race([finished, sleep(15_000)]);
  if (!end) {
    for (const one of [pid, ...children]) if (isThere(one)) process.kill(one, 'SIGKILL');
    throw new Error('the service did not end within 15 s of SIGTERM');
  }
  if (end.code !== 0) throw new Error(`the service ended with ${end.code ?? end.signal}: ${end.stderr}`);
  if (onLinux) await waitUntil('the render process ends with its service', () => !children.some(isRunning));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
