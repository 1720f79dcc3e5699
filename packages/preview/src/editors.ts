import { spawn } from 'node:child_process';
import { failure, type Result, success } from '@render-service/engine/text';

/** An editor that opens a place in a file when the browser follows a URL. */
export interface UrlEditor {
  readonly id: string;
  readonly name: string;
  /** With `{file}` for the absolute path with a leading slash, `{line}` and `{column}`. */
  readonly url: string;
}

/** Constant, so that every state contains the same object. */
export const urlEditors: readonly UrlEditor[] = [
  { id: 'vscode', name: 'Visual Studio Code', url: 'vscode://file{file}:{line}:{column}' },
  { id: 'vscodium', name: 'VSCodium', url: 'vscodium://file{file}:{line}:{column}' },
  { id: 'cursor', name: 'Cursor', url: 'cursor://file{file}:{line}:{column}' },
  { id: 'windsurf', name: 'Windsurf', url: 'windsurf://file{file}:{line}:{column}' },
  { id: 'zed', name: 'Zed', url: 'zed://file{file}:{line}:{column}' },
  { id: 'idea', name: 'IntelliJ IDEA', url: 'idea://open?file={file}&line={line}&column={column}' },
  { id: 'webstorm', name: 'WebStorm', url: 'webstorm://open?file={file}&line={line}&column={column}' },
  { id: 'textmate', name: 'TextMate', url: 'txmt://open?url=file://{file}&line={line}&column={column}' },
];

/** The editor that `--editor` names: the id of an editor that opens URLs, or a program with its arguments. */
export type Editor =
  | { readonly kind: 'url'; readonly id: string }
  | { readonly kind: 'command'; readonly program: string; readonly args: readonly string[] };

export interface FilePlace {
  /** The absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Milliseconds that a request waits for an editor to fail. */
const defaultWaitMs = 400;

/**
 * Reads the value of `--editor`. Quotes keep spaces together. Fails with the rest of a sentence for a value without a
 * program.
 */
export function readEditor(text: string): Result<Editor> {
  const id = text.trim();
  if (urlEditors.some((editor) => editor.id === id)) return success({ kind: 'url', id });
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)];
  const [program, ...args] = words.map(([, double, single, plain]) => double ?? single ?? plain ?? '');
  if (!program) return failure('must name an editor or a command, but is empty');
  return success({ kind: 'command', program, args });
}

/**
 * Starts the program of an editor with a place. `{file}`, `{line}` and `{column}` in its arguments are replaced;
 * without `{file}` the place follows as the last argument, as `file:line:column`. No shell reads the path. Fails with a
 * sentence if the program does not start, or ends with an error within `waitMs`.
 */
export function openInEditor(
  { program, args }: Extract<Editor, { kind: 'command' }>,
  place: FilePlace,
  waitMs = defaultWaitMs,
): Promise<Result<void>> {
  const { file, line, column } = place;
  const values: Readonly<Record<string, string>> = { file, line: String(line), column: String(column) };
  const filled = args.map((arg) =>
    arg.replace(/\{(file|line|column)\}/g, (_, name: string) => values[name] ?? ''),
  );
  const hasFile = args.some((arg) => arg.includes('{file}'));
  const given = hasFile ? filled : [...filled, `${file}:${line}:${column}`];
  return new Promise((done) => {
    const child = spawn(program, given, { stdio: 'ignore', detached: true });
    const finish = (result: Result<void>) => {
      clearTimeout(timer);
      done(result);
    };
    const timer = setTimeout(() => finish(success(undefined)), waitMs);
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no such program' : error.message;
      finish(failure(`the editor ${program} could not be started: ${reason}`));
    });
    child.on('exit', (code) => {
      const hasFailed = code !== 0 && code !== null;
      finish(hasFailed ? failure(`the editor ${program} ended with exit code ${code}`) : success(undefined));
    });
    child.unref();
  });
}
