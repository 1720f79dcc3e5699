import { type BigIntStats, fstat } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { RenderError } from '../render/render-error.ts';

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
