import { dirname } from 'node:path';
import { readBounded, readInputFile } from '../render/files/input-file.ts';

/**
 * The bytes of a project file, or of standard input for `-`. Rejects with a RenderError that names the file, or
 * with the signal's reason.
 */
export function readInput(path: string, signal: AbortSignal): Promise<Uint8Array> {
  return path === '-' ? readBounded(process.stdin, 'standard input', signal) : readInputFile(path, signal);
}

/** The folder that a project's relative paths start from: its own. Standard input has none. */
export function baseFolderOf(input: string): string | undefined {
  return input === '-' ? undefined : dirname(input);
}
