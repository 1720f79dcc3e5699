import { readSetting, settingsTable } from '../contract/settings.ts';
import { printHelpOrVersion } from './help.ts';
import { noInput, parseArguments } from './parse-arguments.ts';

/** `mcp`: runs until the client or the signal ends it, with exit code 0. Throws UsageError or SettingsError. */
export async function mcpCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    [settingsTable.timeoutMs.flag]: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion('mcp', values);
  noInput('mcp', positionals);
  const timeoutMs = readSetting('timeoutMs', values, process.env);
  const { serveTools } = await import('../mcp/serve.ts');
  await serveTools({ timeoutMs, signal });
  return 0;
}
