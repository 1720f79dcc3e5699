import { lookup } from 'node:dns/promises';
import { readSettings, type Settings, SettingsError, settingsTable } from '../contract/settings.ts';
import { boundPort, createService } from '../http/server.ts';
import { ProcessRenderer } from '../render/process/renderer.ts';
import { isLoopback, urlHost } from '../web/origin-policy.ts';
import { printHelpOrVersion } from './help.ts';
import { noInput, parseArguments } from './parse-arguments.ts';

/** Milliseconds that a running render may take to finish when the service is to end. */
const graceMs = 10_000;

/** `serve`: runs until the signal is aborted, then ends with exit code 0. Throws UsageError or SettingsError. */
export async function serveCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const flags = Object.values(settingsTable).map(({ flag }) => [flag, { type: 'string' as const }]);
  const { values, positionals } = parseArguments(args, {
    ...(Object.fromEntries(flags) as Record<string, { type: 'string' }>),
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion('serve', values);
  noInput('serve', positionals);
  const settings = readSettings(values, process.env);
  const address = await resolveHost(settings);
  await using renderer = new ProcessRenderer({ startsAhead: true });
  const starting = renderer.start();
  // Made while the render process starts, whose failure is then waited for.
  const { server, end } = createService(settings, address, renderer);
  await starting;
  try {
    await server.listen({ host: address, port: settings.port });
  } catch (error) {
    throw cannotListen(settings, error);
  }
  process.stdout.write(`render-service listens on http://${urlHost(settings.host)}:${boundPort(server)}\n`);
  await aborted(signal);
  await end(graceMs);
  return 0;
}

/** The IP address of the host; throws a SettingsError for one that may not be bound. */
async function resolveHost({ host, token }: Settings): Promise<string> {
  const { variable } = settingsTable.host;
  const found = await lookup(host).catch(() => undefined);
  if (!found) throw new SettingsError(`${variable}: host not found: ${JSON.stringify(host)}`);
  if (!isLoopback(found.address) && token === undefined) {
    throw new SettingsError(
      `${settingsTable.token.variable} must be set to bind anything but loopback, and ${variable} is ${JSON.stringify(host)}`,
    );
  }
  return found.address;
}

function cannotListen({ host, port }: Settings, error: unknown): SettingsError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use; choose another with ${settingsTable.port.variable} or --port`,
    EACCES: `port ${port} may not be used by this user; choose one above 1023`,
    EADDRNOTAVAIL: 'this machine has no such interface',
  };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new SettingsError(`cannot listen on ${urlHost(host)}:${port}: ${reasons[code] ?? String(error)}`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}
