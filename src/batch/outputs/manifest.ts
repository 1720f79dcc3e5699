import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../../render/files/system-error.ts';
import { ManifestFile, type ManifestRecord } from './manifest-file.ts';

const extension = '.jsonl';

/**
 * What batches wrote down about the outputs in a folder, each record before its output appeared. Every machine has a file
 * of its own, because appending is not atomic between the machines of a network file system; on one machine several
 * batches append to the same file.
 */
export class Manifest {
  readonly #folder: string;
  readonly #own: string;
  readonly #files = new Map<string, ManifestFile>();
  #hasFolder = false;
  #lastRefresh: Promise<void> = Promise.resolve();

  /** A folder of manifests, which need not be there, and the name of this machine in it. */
  constructor(folder: string, machine: string) {
    this.#folder = folder;
    this.#own = machine + extension;
  }

  /** The last record of an output on each machine, or with `all` every record. */
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

  /** Takes note of what this and other batches wrote since. */
  refresh(): Promise<void> {
    const refreshed = this.#lastRefresh.then(() => this.#readFolder());
    this.#lastRefresh = refreshed.catch(() => {});
    return refreshed;
  }

  async append(record: ManifestRecord): Promise<void> {
    if (!this.#hasFolder) await mkdir(this.#folder, { recursive: true });
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
