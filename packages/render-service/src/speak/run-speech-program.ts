import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';

/** Milliseconds that a program has to end after it is asked to; then it is killed. */
const graceMs = 1500;

/** Milliseconds between two looks at the size of a file that a program writes. */
const lookMs = 100;

const maxErrorLetters = 2000;

export interface SpeechCall {
  readonly program: string;
  readonly args: readonly string[];
  /** What is spoken, on standard input. */
  readonly text: string;
  /** The file that the program writes; undefined for one that writes to standard output. */
  readonly file: string | undefined;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export type SpeechOutcome =
  | { readonly output: Buffer }
  /** `isMissing` if there is no such program, so that others sentences would fail, too. */
  | { readonly problem: string; readonly isMissing?: boolean };

/**
 * Runs a speech program once, without a shell. Returns what it wrote to standard output, or why it failed. Ends the program and
 * everything that it has started if it takes too long or writes too much. Rejects with the signal's reason.
 */
export function runSpeechProgram(call: SpeechCall): Promise<SpeechOutcome> {
  const { program, args, text, file, timeoutMs, maxBytes, signal } = call;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    // A group of its own, so that its children end with it.
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const output: Buffer[] = [];
    let length = 0;
    let errors = '';
    let stopped: string | undefined;
    let killer: NodeJS.Timeout | undefined;
    const stop = (reason: string) => {
      if (stopped !== undefined) return;
      stopped = reason;
      end(child.pid, 'SIGTERM');
      killer = setTimeout(() => end(child.pid, 'SIGKILL'), graceMs);
    };
    // This program ends soon after the signal, so it could not send another one later.
    const abort = () => {
      stop('was interrupted');
      end(child.pid, 'SIGKILL');
    };
    const timer = setTimeout(() => stop(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
    const looks =
      file === undefined
        ? undefined
        : setInterval(async () => {
            const size = await stat(file).then(
              ({ size: bytes }) => bytes,
              () => 0,
            );
            if (size > maxBytes) stop(`wrote more than ${maxBytes} bytes`);
          }, lookMs);
    signal.addEventListener('abort', abort, { once: true });
    const finish = (outcome: SpeechOutcome) => {
      child.stdout.destroy();
      clearTimeout(timer);
      clearTimeout(killer);
      clearInterval(looks);
      signal.removeEventListener('abort', abort);
      // What it has started may still run.
      end(child.pid, 'SIGKILL');
      if (signal.aborted) reject(signal.reason);
      else resolve(outcome);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        output.length = 0;
        stop(`wrote more than ${maxBytes} bytes`);
      } else if (stopped === undefined) output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString('utf8')).slice(-maxErrorLetters);
    });
    // A program that does not read its input closes it.
    child.stdin.on('error', () => {});
    child.stdin.end(`${text}\n`);
    child.on('error', (error) => {
      const isMissing = 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES');
      finish({ problem: isMissing ? 'cannot be started: is it installed?' : error.message, isMissing });
    });
    // `exit` comes even if a child of the program keeps its output open.
    child.on('exit', (code, by) => {
      setImmediate(() => {
        const said = errors.trim().split('\n').at(-1) ?? '';
        const because = said === '' ? '' : `: ${said}`;
        if (stopped !== undefined) finish({ problem: stopped });
        else if (code !== 0) finish({ problem: `ended with ${by ?? `code ${code}`}${because}` });
        else if (child.stdout.readableEnded) finish({ output: Buffer.concat(output) });
        else if (file !== undefined) finish({ output: Buffer.alloc(0) });
        else {
          // Something that it has started may keep the output open.
          const wait = setTimeout(() => finish({ problem: 'ended, but left its output open' }), graceMs);
          child.stdout.once('end', () => {
            clearTimeout(wait);
            finish({ output: Buffer.concat(output) });
          });
        }
      });
    });
  });
}

/** Ends a process and its group; one that has ended is left alone. */
function end(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has ended.
  }
}
