import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeSettings, printHelpOrVersion } from './command-line/help.ts';
import { noInput, parseArguments } from './command-line/parse-arguments.ts';
import { readSettings, settingsTable, toolSettings } from './contract/settings.ts';
import type { OpenFilmPage } from './mcp/film-page.ts';

const flags = toolSettings.map((name) => settingsTable[name].flag);

export const mcpHelp = `Usage: render-service mcp [options]

Runs a tool server for agents: speaks the Model Context Protocol on standard input and output, and ends when its
input ends. The agent's program starts it: put the entry that --config prints into its configuration.
docs/guides/agents.md lists the configuration files of common clients.

Options:
  --config                print the entry for a client's configuration, and exit
${describeSettings(toolSettings.map((name) => settingsTable[name]))}  -h, --help              print this help
  --version               print the version

Exit codes: 0 ended by the client or a signal, 1 cannot serve, 2 wrong usage.
`;

/**
 * `mcp`: runs until the client or the signal ends it, with exit code 0. With `--config`, prints the entry for a
 * client's configuration instead. `openPage` makes the page that shows films. Throws UsageError or SettingsError.
 */
export async function mcpCommand(
  args: readonly string[],
  signal: AbortSignal,
  openPage?: OpenFilmPage,
): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...(Object.fromEntries(flags.map((flag) => [flag, { type: 'string' }])) as Record<
      string,
      { type: 'string' }
    >),
    config: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion(mcpHelp, values);
  noInput('mcp', positionals);
  const settings = readSettings(toolSettings, values, process.env);
  if (values.config) {
    const texts: Readonly<Record<string, unknown>> = values;
    const given = flags.flatMap((flag) => {
      const value = texts[flag];
      if (typeof value !== 'string') return [];
      return [`--${flag}`, flag === settingsTable.cache.flag ? resolve(value) : value];
    });
    const { flag } = settingsTable.tools;
    process.stdout.write(clientEntry(texts[flag] === undefined ? [`--${flag}`, 'all', ...given] : given));
    return 0;
  }
  const { serveTools } = await import('./mcp/serve.ts');
  await serveTools({ ...settings, openPage, signal });
  return 0;
}

/**
 * The entry that most clients expect in their configuration. Paths are absolute because clients may start it in any
 * folder.
 */
function clientEntry(options: readonly string[]): string {
  const main = realpathSync(process.argv[1]);
  const entry = { command: process.execPath, args: [main, 'mcp', ...options] };
  return `${JSON.stringify({ mcpServers: { 'render-service': entry } }, null, 2)}\n`;
}
