import { spawn } from 'node:child_process';
import { SettingsError } from '../contract/settings.ts';
import { startPreviewServer } from '../preview/server.ts';
import { PreviewSession } from '../preview/session.ts';
import { escapeControls } from '../project/problem-text.ts';
import { untilAborted } from '../render/control/on-abort.ts';
import { readRegularFile } from '../render/files/input-file.ts';
import { printHelpOrVersion } from './help.ts';
import { onlyInput, parseArguments, UsageError } from './parse-arguments.ts';
import { readVariables, variableArguments } from './variable-arguments.ts';

/** Command that opens a URL in the default browser, by platform. */
const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * `preview INPUT`: serves its page until the signal is aborted, then ends with exit code 0. Throws
 * UsageError, SettingsError or RenderError.
 */
export async function previewCommand(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    ...variableArguments,
    port: { type: 'string', default: '0' },
    open: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion('preview', values);
  const input = onlyInput('preview', positionals, 'a project file');
  if (input === '-') throw new UsageError('preview needs a file that it can watch, not standard input');
  const port = readPort(values.port);
  const variables = readVariables(values.set);
  // A missing file is more likely a typing error than a file that will be created later.
  await readRegularFile(input, signal);
  const session = new PreviewSession(input, { variables, settings: values.set });
  try {
    const [server] = await Promise.all([listen(session, port), session.start()]);
    const shown = escapeControls(input).replaceAll('\n', '\\n');
    process.stdout.write(`render-service shows ${shown} at ${server.url}\n`);
    if (values.open) openInBrowser(server.issueUrl());
    await untilAborted(signal);
    await server.close();
  } finally {
    await session.close();
  }
  return 0;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65535) return port;
  throw new UsageError(`--port must be an integer from 0 to 65535, but is ${JSON.stringify(text)}`);
}

async function listen(session: PreviewSession, port: number) {
  try {
    return await startPreviewServer(session, port);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const reason = code === 'EADDRINUSE' ? 'is in use' : 'is not available to this user';
    throw new SettingsError(`the port ${port} ${reason}; choose another --port, or 0 for any free one`);
  }
}

/**
 * All users of a machine can read the URL on the command lines of the opener and the browser, so it must work only
 * once.
 */
function openInBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  opener.on('error', () => {
    process.stderr.write('render-service: the browser could not be opened; open the URL above\n');
  });
  opener.unref();
}
