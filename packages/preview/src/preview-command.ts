import { spawn } from 'node:child_process';
import { RenderError } from '@render-service/engine';
import { readRegularFile, untilAborted } from '@render-service/engine/files';
import { DataFile, type RowOrProblem, readRows, variablesOfRow } from '@render-service/engine/tables';
import { escapeControls, failure } from '@render-service/engine/text';
import {
  argumentsOf,
  describeOption,
  onlyInput,
  parseArguments,
  printHelpOrVersion,
  printNotice,
  readOptions,
  readVariables,
  SettingsError,
  setHelp,
  UsageError,
} from '@render-service/service/command-line';
import { type Editor, readEditor } from './editors.ts';
import { recallUrl, rememberUrl, type UrlParts } from './remembered-url.ts';
import { type PreviewServer, startPreviewServer } from './server.ts';
import { PreviewSession } from './session.ts';
import type { DataRow, DataRows } from './tried-variables.ts';

export const previewHelp = `Usage: render-service preview INPUT [options]

Shows a project in the browser while you edit its file in any editor, or on the page: prints the URL of a page on this
machine, with the picture at any time, the film with its sound, and the problems of the project. The page updates as
soon as you save. The preview changes the file only when you change something on the page. Nobody else can open the
page: it needs the token in the URL. The next preview of the same file has the same URL.

Options:
  --port PORT            port of the page (default: that of the last preview of this file; 0: any free port, and a new URL)
  --open                 open the page in the browser
  --data ROWS            step through the rows of a CSV, JSON or JSON Lines file, as batch reads them
  --editor EDITOR        open places of the file in this editor: vscode, idea or another name that the page lists, or a
                         command such as "code -g" or "subl {file}:{line}:{column}" (default: the page asks)
${setHelp}
${describeOption('theme', 'preview')}
  -h, --help             print this help
  --version              print the version

Exit codes: 0 ended by a signal, 1 cannot serve, 2 wrong usage.
`;

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
    ...argumentsOf('preview'),
    port: { type: 'string' },
    data: { type: 'string' },
    editor: { type: 'string' },
    open: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    version: { type: 'boolean', default: false },
  });
  if (values.help || values.version) return printHelpOrVersion(previewHelp, values);
  const input = onlyInput('preview', positionals, 'a project file');
  if (input === '-') throw new UsageError('preview needs a file that it can watch, not standard input');
  const port = values.port === undefined ? undefined : readPort(values.port);
  const editor = values.editor === undefined ? undefined : editorFrom(values.editor);
  const variables = readVariables(values.set);
  const { theme } = readOptions('preview', values);
  // A missing file is more likely a typing error than a file that will be created later.
  await readRegularFile(input, signal);
  const rows = values.data === undefined ? undefined : await previewRows(values.data, signal);
  const session = new PreviewSession(input, { variables, theme, settings: values.set, rows, editor });
  try {
    const [server] = await Promise.all([listen(session, input, port, signal), session.start()]);
    const shown = escapeControls(input).replaceAll('\n', '\\n');
    process.stdout.write(`render-service shows ${shown} at ${server.url}\n`);
    if (values.open) openInBrowser(server.issueUrl(), server.url);
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

function editorFrom(text: string): Editor {
  const editor = readEditor(text);
  if (editor.ok) return editor.value;
  throw new UsageError(`--editor ${editor.problems.join('; ')}`);
}

/**
 * Without a port, the page has the URL of the last preview of this file, so a page that is still open continues. If
 * another program has taken that port, the page has a new URL: a page that was open may have sent that program the
 * token.
 */
async function listen(
  session: PreviewSession,
  input: string,
  port: number | undefined,
  signal: AbortSignal,
): Promise<PreviewServer> {
  const lastUrl = port === 0 ? undefined : await recallUrl(input, signal);
  const server =
    port === undefined ? await listenAgain(session, lastUrl) : await listenOn(session, port, lastUrl?.token);
  if (port !== 0) await rememberUrl(input, server.parts);
  return server;
}

async function listenAgain(session: PreviewSession, known: UrlParts | undefined): Promise<PreviewServer> {
  if (!known) return startPreviewServer(session, 0);
  try {
    return await startPreviewServer(session, known.port, known.token);
  } catch {
    return startPreviewServer(session, 0);
  }
}

async function listenOn(session: PreviewSession, port: number, token?: string): Promise<PreviewServer> {
  try {
    return await startPreviewServer(session, port, token);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const reason = code === 'EADDRINUSE' ? 'is in use' : 'is not available to this user';
    throw new SettingsError(`the port ${port} ${reason}; choose another --port, or 0 for any free one`);
  }
}

/**
 * All users of a machine can read the URL on the command lines of the opener and the browser, so it must work only
 * once. `shown` is the URL for people, in case no browser opens.
 */
function openInBrowser(url: string, shown: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  const report = () => printNotice(`no browser could be opened; open ${shown} yourself`);
  opener.on('error', report);
  // xdg-open fails in this way where it finds no browser.
  opener.on('exit', (code) => code !== 0 && report());
  opener.unref();
}

/** Maximum number of rows that the preview steps through. */
const maxRows = 10_000;

/**
 * The rows of a data file, read as `batch --data` reads them. Rejects with a RenderError if they cannot be read now,
 * and throws a UsageError for standard input.
 */
export async function previewRows(path: string, signal: AbortSignal): Promise<DataRows> {
  if (path === '-' || path === '') {
    throw new UsageError('--data needs a file that the preview can watch, not standard input');
  }
  const read = (stop: AbortSignal) => readAll(path, stop);
  await read(signal);
  return { file: path, read };
}

async function readAll(path: string, signal: AbortSignal): Promise<DataRow[]> {
  await using file = await DataFile.open(path, process.stdin, signal);
  const { rows } = await readRows(file, signal);
  const found: DataRow[] = [];
  for await (const row of rows) {
    if (found.length === maxRows) {
      throw new RenderError('failed', [`${path}: has more than ${maxRows} rows; preview a part of them`]);
    }
    found.push(dataRow(row));
  }
  return found;
}

function dataRow(row: RowOrProblem): DataRow {
  if ('problem' in row) return { line: row.line, variablesOf: () => failure(row.problem) };
  return {
    line: row.line,
    variablesOf: ({ declared, undeclared }, shared) =>
      variablesOfRow({ declared, undeclared: new Set(undeclared) }, row.fields, shared),
  };
}
