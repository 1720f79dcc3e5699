import { resolve } from 'node:path';
import { defaultCacheBytes } from '../../capabilities.ts';
import { FolderStore } from './folder-store.ts';
import type { PieceStore } from './piece-store.ts';
import type { StoreOptions } from './store-options.ts';

/** Bytes of pieces in the memory of a process that makes many films. */
const memoryBytes = 64 * 1024 ** 2;

let memory: PieceStore | undefined;

/** Opens the place where pieces are kept; undefined without one. */
export async function openStore({
  cache,
  cacheBytes = defaultCacheBytes,
  keepsPieces = false,
  store,
}: StoreOptions): Promise<PieceStore | undefined> {
  if (store !== undefined) return store;
  if (typeof cache === 'string') return new FolderStore(resolve(cache), cacheBytes);
  if (!keepsPieces) return undefined;
  const { MemoryStore } = await import('./memory-store.ts');
  memory ??= new MemoryStore(memoryBytes);
  return memory;
}
