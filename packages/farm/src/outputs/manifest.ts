import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError, makeFolder } from '@render-service/engine/files';
import { ManifestFile, type ManifestRecord } from './manifest-file.ts';

// See docs/decisions.md, "A batch records its outputs before they appear".

const extension = '.jsonl';

/**
 * The records of the outputs in a folder; each is written before its output appears. Every machine has its own file,
 * because appending is not atomic between machines on a network file system. Batches on one machine append to the same
 * file.
 */
export class Manifest {
  readonly #folder: string;
  readonly #own: string;
  readonly #files = new Map<string, ManifestFile>();
  #hasFolder = false;
  #lastRefresh: Promise<void> = Promise.resolve();

  /** `folder` has the manifests and need not exist; `machine` is the name of this machine in it. */
  constructor(folder: string, machine: string) {
    this.#folder = folder;
    this.#own = machine + extension;
  }

  /** Returns the last record of an output on each machine, or every record with `all`. */
  async records(name: string, { all = false } = {}): Promise<readonly ManifestRecord[]> {
    const found: ManifestRecord[] = [];
    for (const file of this.#files.values()) {
      if (all) found.push(...(await file.all(name)));
      else {
        const last = await file.last(name);
        if (last !== undefined) found.push(last);
      }
    }
    return found;
  }

  /** Indexes the records that this and other batches have written since the last call. */
  refresh(): Promise<void> {
    const refreshed = this.#lastRefresh.then(() => this.#readFolder());
    this.#lastRefresh = refreshed.catch(() => {});
    return refreshed;
  }

  async append(record: ManifestRecord): Promise<void> {
    if (!this.#hasFolder) await makeFolder(this.#folder);
    this.#hasFolder = true;
    const path = join(this.#folder, this.#own);
    await new ManifestFile(path).append(record);
  }

  async #readFolder(): Promise<void> {
    for (const name of await this.#fileNames()) {
      if (!name.endsWith(extension)) continue;
      const file = this.#files.get(name) ?? new ManifestFile(join(this.#folder, name));
      this.#files.set(name, file);
      await file.refresh();
    }
  }

  async #fileNames(): Promise<readonly string[]> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return [];
      throw error;
    }
  }
}
