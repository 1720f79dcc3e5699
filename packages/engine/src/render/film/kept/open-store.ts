import { resolve } from 'node:path';
import { defaultCacheBytes } from '../../capabilities.ts';
import type { RenderOptions } from '../../options/render-options.ts';
import { FolderStore } from './folder-store.ts';
import type { PieceStore } from './kept-piece.ts';

/** Bytes of pieces in the memory of a process that makes many films. */
const memoryBytes = 64 * 1024 ** 2;

export interface StoreOptions extends Pick<RenderOptions, 'cache' | 'cacheBytes'> {
  /** Keeps pieces in the memory of this process, unless there is a folder for them. */
  readonly keepsPieces?: boolean | undefined;
}

let memory: PieceStore | undefined;

/** Opens the place where pieces are kept; undefined without one. */
export async function openStore({
  cache,
  cacheBytes = defaultCacheBytes,
  keepsPieces = false,
}: StoreOptions): Promise<PieceStore | undefined> {
  if (typeof cache === 'string') return new FolderStore(resolve(cache), cacheBytes);
  if (!keepsPieces) return undefined;
  const { MemoryStore } = await import('./memory-store.ts');
  memory ??= new MemoryStore(memoryBytes);
  return memory;
}
