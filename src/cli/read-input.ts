import { open } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { maxInputBytes } from '../project/limits.ts';
import { isSystemError } from '../render/publish-file.ts';
import { RenderError } from '../render/render-error.ts';

/**
 * The bytes of a project file, or of standard input for `-`. Rejects with a RenderError that names the file, or
 * with the signal's reason.
 */
export async function readInput(path: string, signal: AbortSignal): Promise<Uint8Array> {
  if (path === '-') return readStream(addAbortSignal(signal, process.stdin), 'standard input');
  try {
    const file = await open(path, 'r');
    try {
      return await readStream(addAbortSignal(signal, file.createReadStream()), path);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof RenderError || signal.aborted) throw error;
    throw new RenderError('failed', [`cannot read ${path}: ${reason(error)}`]);
  }
}

async function readStream(stream: AsyncIterable<Buffer>, name: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxInputBytes) {
      throw new RenderError('too-large', [`${name} must be at most 32 MiB (${maxInputBytes} bytes)`]);
    }
  }
  return Buffer.concat(chunks);
}

function reason(error: unknown): string {
  if (isSystemError(error, 'ENOENT')) return 'there is no such file';
  if (isSystemError(error, 'EISDIR')) return 'it is a folder';
  if (isSystemError(error, 'EACCES')) return 'permission denied';
  return error instanceof Error ? error.message : String(error);
}
