import { rm, stat } from 'node:fs/promises';
import { isSystemError } from '../../files/system-error.ts';
import { isRecordKey } from './film-record.ts';
import { loadCacache, piecesIn } from './load-cacache.ts';

/** What a cache holds. */
export interface CacheContent {
  readonly pieces: number;
  readonly bytes: number;
}

const nothing: CacheContent = { pieces: 0, bytes: 0 };

/** Counts the pieces in a cache. Rejects with an error of the system if it cannot be read. */
export async function cacheContent(cacheFolder: string): Promise<CacheContent> {
  const folder = piecesIn(cacheFolder);
  if (!(await isThere(folder))) return nothing;
  const { ls } = await loadCacache();
  const entries = Object.values(await ls(folder)).filter(({ key }) => !isRecordKey(key));
  return { pieces: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) };
}

/** Removes all pieces of a cache, and returns what it held. Rejects as above. */
export async function clearCache(cacheFolder: string): Promise<CacheContent> {
  const content = await cacheContent(cacheFolder);
  // Another process may be writing there.
  await rm(piecesIn(cacheFolder), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  return content;
}

/** Reads all pieces of a cache, and removes those that are damaged. Returns the rest, and the number of removed pieces. */
export async function verifyCache(cacheFolder: string): Promise<CacheContent & { readonly removed: number }> {
  const before = await cacheContent(cacheFolder);
  if (before.pieces === 0) return { ...nothing, removed: 0 };
  const { verify } = await loadCacache();
  await verify(piecesIn(cacheFolder));
  const content = await cacheContent(cacheFolder);
  return { ...content, removed: before.pieces - content.pieces };
}

async function isThere(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
