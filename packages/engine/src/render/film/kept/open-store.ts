import { resolve } from 'node:path';
import type { Project } from '../../../project/schema.ts';
import type { Timeline } from '../../../timeline/timeline.ts';
import type { OpenedFiles } from '../../open-footage.ts';
import type { KeptPictures } from './kept-pictures.ts';
import type { PieceStore } from './piece-store.ts';
import type { StoreOptions } from './store-options.ts';

/** Bytes of pieces in the memory of a process that makes many films. */
const memoryBytes = 64 * 1024 ** 2;

let memory: PieceStore | undefined;

/** Opens the place where pieces are kept; undefined without one. Loads nothing for which there is no use. */
export async function openStore({
  cache,
  keepsPieces = false,
  store,
}: StoreOptions): Promise<PieceStore | undefined> {
  if (store !== undefined) return store;
  if (typeof cache === 'string') {
    const { FolderStore } = await import('./folder-store.ts');
    return new FolderStore(resolve(cache));
  }
  if (!keepsPieces) return undefined;
  const { MemoryStore } = await import('./memory-store.ts');
  memory ??= new MemoryStore(memoryBytes);
  return memory;
}

/**
 * Opens the place where single pictures of a project are kept; undefined without one. A place of the caller may be a
 * bucket, which takes as long as drawing does.
 */
export async function openPictures(
  { cache, keepsPieces }: StoreOptions,
  project: Project,
  timeline: Timeline,
  files?: OpenedFiles,
): Promise<KeptPictures | undefined> {
  const store = await openStore({ cache, keepsPieces });
  if (store === undefined) return undefined;
  const { KeptPictures } = await import('./kept-pictures.ts');
  return new KeptPictures(store, project, timeline, files);
}
