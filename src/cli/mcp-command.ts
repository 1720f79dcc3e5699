import { parseArgs } from 'node:util';
import { readSetting, settingsTable } from '../contract/settings.ts';
import { mcpHelp } from './help.ts';
import { UsageError } from './usage-error.ts';
import { versionLine } from './version.ts';

/** `mcp`: runs until the client or the signal ends it, with exit code 0. Throws UsageError or SettingsError. */
export async function mcpCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      [settingsTable.timeoutMs.flag]: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.version) {
    process.stdout.write(values.help ? mcpHelp : versionLine());
    return 0;
  }
  if (positionals.length > 0) throw new UsageError(`mcp takes no ${JSON.stringify(positionals[0])}`);
  const timeoutMs = readSetting('timeoutMs', values, process.env);
  const { serveTools } = await import('../mcp/serve.ts');
  await serveTools({ timeoutMs, signal });
  return 0;
}
