import { Buffer } from 'node:buffer';
import { type BigIntStats, fstat, fstatSync, readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { RenderError } from '@render-service/engine';
import { checkOutputFile, writeOutputFile } from '@render-service/engine/files';

const standardInput = 0;
const standardOutput = 1;
const statOpen = promisify(fstat);

/**
 * Rejects with a RenderError if input and output are the same file, even under different names, because writing the
 * output would destroy the project. `-` means standard input or standard output.
 */
export async function refuseSameFile(input: string, output: string): Promise<void> {
  const [from, to] = await Promise.all([identify(input, standardInput), identify(output, standardOutput)]);
  if (!from?.isFile() || !to?.isFile() || from.dev !== to.dev || from.ino !== to.ino) return;
  const outputName = output === '-' ? 'standard output' : output;
  const inputName = input === '-' ? 'standard input' : input;
  throw new RenderError('failed', [
    `cannot write ${outputName}: it is the input, ${inputName}; choose another output`,
  ]);
}

/** The file at a path, if it exists. Uses bigints because inode numbers exceed 53 bits on some systems. */
async function identify(path: string, descriptor: number): Promise<BigIntStats | undefined> {
  try {
    return path === '-' ? await statOpen(descriptor, { bigint: true }) : await stat(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** The access mode of a file that is open for reading and writing, and the bits of the modes (fcntl.h of Linux). */
const readAndWrite = 2;
const accessMode = 3;

/**
 * Throws a RenderError when standard output is closed. Node opens /dev/null in its place, for reading and writing, so
 * all output would seem to be written. With `> /dev/null`, shells open it for writing only. Only checked on Linux.
 */
export function checkStandardOutput(): void {
  if (!isStandIn()) return;
  throw new RenderError('failed', [
    'cannot write to standard output because it is closed; name a file with -o, or use > /dev/null',
  ]);
}

function isStandIn(): boolean {
  try {
    if (fstatSync(1).rdev !== statSync('/dev/null').rdev) return false;
    const flags = /^flags:\s*(?<octal>[0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.groups
      ?.octal;
    return flags !== undefined && (Number.parseInt(flags, 8) & accessMode) === readAndWrite;
  } catch {
    return false;
  }
}

/** Writes to standard output. Rejects with the signal's reason when aborted. */
export function writeToStandardOutput(data: Uint8Array | string, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    if (signal.aborted) failed(signal.reason);
    // An interrupted command must end even if the reader has stopped reading.
    signal.addEventListener('abort', () => failed(signal.reason));
    process.stdout.write(data, (error) => (error ? failed(error) : done()));
  });
}

export interface TextOutputRules {
  /** The input file, which is never overwritten, or `-`. */
  readonly input?: string;
  /** Whether an existing file is replaced. */
  readonly force: boolean;
  /** Advice for the message about an existing file. */
  readonly adviceIfExists?: string;
  readonly signal: AbortSignal;
}

/** Writes a text to a file, or to standard output for `-`. Rejects with a RenderError, or with the signal's reason. */
export async function writeTextOutput(
  output: string,
  text: string,
  { input, force, adviceIfExists = 'use --force to replace it', signal }: TextOutputRules,
): Promise<void> {
  if (output === '-') {
    checkStandardOutput();
    return writeToStandardOutput(text, signal);
  }
  if (input !== undefined) await refuseSameFile(input, output);
  const rules = { replace: force, adviceIfExists };
  await checkOutputFile(output, rules);
  await writeOutputFile(output, Buffer.from(text), { ...rules, signal });
}
