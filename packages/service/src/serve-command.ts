import { untilAborted } from '@render-service/engine/files';
import { RenderSupervisor } from '@render-service/engine/process';
import { describeSettings, printHelpOrVersion } from './command-line/help.ts';
import { noInput, parseArguments } from './command-line/parse-arguments.ts';
import {
  readSettings,
  type ServiceSettings,
  SettingsError,
  serviceSettings,
  settingsTable,
} from './contract/settings.ts';
import { boundPort, cannotListen, resolveHost } from './web/listening.ts';
import { isLoopback, urlHost } from './web/origin-policy.ts';

export const serveHelp = `Usage: render-service serve [options]

Answers HTTP requests until it is interrupted. An option wins over its environment variable.

Options:
${describeSettings(serviceSettings.map((name) => settingsTable[name]))}  -h, --help              print this help
  --version               print the version

Exit codes: 0 ended by a signal, 1 cannot serve, 2 wrong usage.
`;

/** Milliseconds that a running render may take to finish when the service stops. */
const graceMs = 10_000;

/** `serve`: runs until the signal is aborted, then ends with exit code 0. Throws UsageError or SettingsError. */
export async function serveCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const flags = serviceSettings.map((name) => [settingsTable[name].flag, { type: 'string' as const }]);
  const { values, positionals } = parseArguments(args, {
    ...(Object.fromEntries(flags) as Record<string, { type: 'string' }>),
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion(serveHelp, values);
  noInput('serve', positionals);
  const settings = readSettings(serviceSettings, values, process.env);
  const address = await addressOf(settings);
  await using renderer = new RenderSupervisor({ startsAhead: true });
  const starting = renderer.start();
  // A failure is handled by the await below.
  starting.catch(() => {});
  await using metrics = await measure(settings);
  metrics?.watch(renderer);
  // These take a while to load; the render process starts in the meantime.
  const [{ createService }, { defaultLimits }] = await Promise.all([
    import('./http/server.ts'),
    import('./http/limits.ts'),
  ]);
  const { server, end } = createService(settings, address, renderer, defaultLimits, (request) =>
    metrics?.countRequest(request),
  );
  await starting;
  try {
    await server.listen({ host: address, port: settings.port });
  } catch (error) {
    throw cannotListen(error, settings, settingsTable.port);
  }
  process.stdout.write(
    `render-service listens on http://${urlHost(settings.host)}:${boundPort(server.server)}\n`,
  );
  if (metrics) process.stdout.write(`metrics are at ${metrics.url}\n`);
  await untilAborted(signal);
  await end(graceMs);
  return 0;
}

async function measure({ metricsHost: host, metricsPort: port }: ServiceSettings) {
  if (port === undefined) return undefined;
  const { startMetrics } = await import('./metrics/start-metrics.ts');
  return startMetrics({ host, port });
}

/** Returns the IP address of the host; throws a SettingsError if the service may not listen on it. */
async function addressOf({ host, token }: ServiceSettings): Promise<string> {
  const { variable } = settingsTable.host;
  const address = await resolveHost(host, settingsTable.host);
  if (!isLoopback(address) && token === undefined) {
    throw new SettingsError(
      `${settingsTable.token.variable} must be set to listen on any address but loopback, and the host (--host, ${variable}) is ${JSON.stringify(host)}`,
    );
  }
  return address;
}
