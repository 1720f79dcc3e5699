import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { FolderStore } from './folder-store.ts';
import type { SharedStore } from './output-store.ts';
import { isS3Url, normalS3Url, readS3Url, S3Store } from './s3-store.ts';
import { StoreError } from './store-error.ts';

export type OpenedStore = SharedStore & AsyncDisposable;

/** Returns a folder as an absolute path, or the canonical URL of a bucket. Throws a RenderError `invalid-option`. */
export function normalDestination(destination: string): string {
  return isS3Url(destination) ? normalS3Url(destination) : resolve(destination);
}

/** Opens a folder, creating it if necessary, or `s3://bucket/prefix`. Rejects with a RenderError. */
export function openOutputStore(destination: string): Promise<OpenedStore> {
  return isS3Url(destination) ? S3Store.open(destination) : FolderStore.open(destination);
}

/**
 * Opens a destination that a job names. Rejects with a StoreError for a folder that does not exist on this machine,
 * since other machines would not see the files in a new one, and for a destination outside `within`, if given.
 */
export async function openKnownStore(destination: string, within?: string): Promise<OpenedStore> {
  if (within !== undefined && destination !== within && !(await isWithin(destination, within))) {
    throw new StoreError(
      'setup',
      `the output must go to ${within} or below, but goes to ${destination}; see --out-dir of the worker`,
    );
  }
  if (!isS3Url(destination) && !(await isFolder(destination))) {
    throw new StoreError(
      'setup',
      `there is no folder ${destination} on this machine; mount it where the batch was started, and on every worker`,
    );
  }
  return openOutputStore(destination);
}

async function isWithin(destination: string, within: string): Promise<boolean> {
  if (isS3Url(within) !== isS3Url(destination)) return false;
  if (isS3Url(within)) {
    const outer = readS3Url(within);
    const inner = readS3Url(destination);
    const isBelow = outer.prefix === '' || `${inner.prefix}/`.startsWith(`${outer.prefix}/`);
    return inner.bucket === outer.bucket && isBelow;
  }
  // A link must not lead out of the folder.
  const [inner, outer] = await Promise.all(
    [destination, within].map((folder) => realpath(folder).catch(() => undefined)),
  );
  if (inner === undefined || outer === undefined) return false;
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
