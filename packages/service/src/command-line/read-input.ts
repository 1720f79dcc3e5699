import { dirname } from 'node:path';
import { readBounded, readInputFile } from '@render-service/engine/files';

/**
 * Reads a project file, or standard input for `-`. Rejects with a RenderError that names the file, or with the
 * signal's reason.
 */
export function readInput(path: string, signal: AbortSignal): Promise<Uint8Array> {
  return path === '-' ? readBounded(process.stdin, 'standard input', signal) : readInputFile(path, signal);
}

/** The base of a project's relative paths: the folder of its file. Standard input has none. */
export function baseFolderOf(input: string): string | undefined {
  return input === '-' ? undefined : dirname(input);
}
