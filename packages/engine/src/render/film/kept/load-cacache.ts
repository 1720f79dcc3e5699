import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of the pieces in the folder of a cache, so that nothing else there is ever read or removed. */
export function piecesIn(cacheFolder: string): string {
  return join(cacheFolder, 'pieces');
}

/** Whether there may be pieces in a cache, which a new one has not. */
export function mayHavePieces(cacheFolder: string): boolean {
  return existsSync(piecesIn(resolve(cacheFolder)));
}

/** Loaded by films and commands with a folder only. */
export async function loadCacache() {
  const { default: cacache } = await import('cacache');
  return cacache;
}
