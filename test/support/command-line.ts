import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The folder where commands store their state, so that tests leave nothing in the home folder. */
const stateFolder = join(tmpdir(), 'render-service-test-state');

/** No folder can be there, so that commands keep no pieces of films for other tests. */
const noCacheFolder = '/dev/null';

const main = fileURLToPath(new URL('../../packages/render-service/dist/cli/main.js', import.meta.url));

/** The program and the arguments of the built command line. */
export function commandOf(args: readonly string[]): readonly string[] {
  return [process.execPath, main, ...args];
}

export interface Finished {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

export interface RunningCommand {
  process: ChildProcess;
  /** Its standard output so far. */
  printed: () => string;
  finished: Promise<Finished>;
}

/** Starts the built command line in a folder. Its standard input is `input` and then ends; null leaves it open. */
export function start(
  args: readonly string[],
  input: string | Uint8Array | null = '',
  environment: NodeJS.ProcessEnv = {},
  cwd?: string,
): RunningCommand {
  const env = {
    ...process.env,
    XDG_STATE_HOME: stateFolder,
    XDG_CACHE_HOME: noCacheFolder,
    ...environment,
  };
  const child = spawn(process.execPath, [main, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env, cwd });
  onTestFinished(() => void child.kill('SIGKILL'));
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  // A command that fails at once may have ended before its input is written.
  child.stdin.on('error', () => {});
  if (input !== null) child.stdin.end(input);
  const finished = new Promise<Finished>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) =>
      done({ code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() }),
    );
  });
  return { process: child, printed: () => Buffer.concat(stdout).toString(), finished };
}

/** Runs the built command line to its end. */
export function run(args: readonly string[], input?: string | Uint8Array): Promise<Finished> {
  return start(args, input).finished;
}

export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of Node to its end. */
export function runProgram(
  script: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ProgramResult> {
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { cwd, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** An empty folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'render-service-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
