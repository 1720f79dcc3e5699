import { createHash } from 'node:crypto';
import { type BigIntStats, createReadStream } from 'node:fs';
import { lstat, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  describeSystemError,
  FileExistsError,
  isSystemError,
  machineName,
  makeFolder,
  publishFile,
  removeAbandonedFiles,
  temporaryPath,
} from '@render-service/engine/files';
import { sha256 } from '../batch-job.ts';
import { Manifest } from './manifest.ts';
import type { ManifestRecord } from './manifest-file.ts';
import {
  type ExistingOutput,
  OutputInTheWayError,
  OutputUnwantedError,
  type Publication,
  type SharedStore,
} from './output-store.ts';
import { storeErrorOf } from './store-error.ts';

/** Name of the subfolder that records the jobs of the outputs. */
export const manifestName = '.render-service';

/** Another batch may publish the same output in between. After this many attempts, there must be another cause. */
const maxAttempts = 5;

/**
 * Outputs in a folder, to which several batches may write at the same time. Each output is published by a rename after
 * its record is in the manifest. A batch that is killed in between leaves a superfluous record, but never an output
 * without a record.
 */
export class FolderStore implements SharedStore, AsyncDisposable {
  readonly #folder: string;
  readonly #manifest: Manifest;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#manifest = new Manifest(join(folder, manifestName), machineName());
  }

  /**
   * Opens a folder, creating it if necessary, and removes temporary files of killed batches. Rejects with a StoreError.
   */
  static async open(folder: string): Promise<FolderStore> {
    try {
      await makeFolder(folder);
      await removeAbandonedFiles(folder);
    } catch (error) {
      const reason = isSystemError(error, 'EEXIST') ? 'it is a file' : describeSystemError(error);
      throw storeErrorOf(`cannot write to the folder ${folder}`, error, reason);
    }
    return new FolderStore(folder);
  }

  describe(name: string): string {
    return join(this.#folder, name);
  }

  async existing(name: string): Promise<ExistingOutput> {
    const stats = await this.#find(name);
    if (stats === undefined) return { kind: 'none' };
    const record = stats.isFile() ? await this.#recordOf(name, stats) : undefined;
    if (record === undefined) return { kind: 'foreign' };
    if (record === 'damaged') return { kind: 'damaged' };
    return { kind: 'made', id: record.id, bytes: record.bytes };
  }

  async publish(
    name: string,
    data: Uint8Array,
    { id, force, signal, isWanted }: Publication,
  ): Promise<'published' | 'there'> {
    const path = this.describe(name);
    const digest = sha256(data);
    for (let attempt = 1; ; attempt++) {
      const existing = await this.existing(name);
      if (existing.kind === 'made' && existing.id === id) return 'there';
      const isInTheWay =
        existing.kind === 'foreign' || (existing.kind === 'damaged' && !(await this.#isStartOf(name, data)));
      if (isInTheWay && !force) throw new OutputInTheWayError(path);
      try {
        await publishFile(path, data, {
          replace: existing.kind !== 'none',
          // A link might lead out of the folder.
          followsLinks: false,
          signal,
          // The file remains: another batch may already have counted it.
          isShared: true,
          beforePublishing: async ({ mtimeNs }) => {
            if (isWanted !== undefined && !(await isWanted())) throw new OutputUnwantedError();
            await this.#manifest.append({
              name,
              id,
              bytes: data.length,
              modified: String(mtimeNs),
              sha256: digest,
            });
          },
        });
        return 'published';
      } catch (error) {
        if (signal.aborted || error instanceof OutputUnwantedError) throw error;
        if (error instanceof FileExistsError && attempt < maxAttempts) continue;
        throw storeErrorOf(`cannot write ${path}`, error);
      }
    }
  }

  async mark(token: string): Promise<void> {
    const path = this.#markOf(token);
    try {
      await makeFolder(dirname(path));
      await writeFile(path, '');
    } catch (error) {
      throw storeErrorOf(`cannot write ${path}`, error);
    }
  }

  async isMarked(token: string): Promise<boolean> {
    const path = this.#markOf(token);
    try {
      await stat(path);
      return true;
    } catch (error) {
      if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return false;
      throw storeErrorOf(`cannot read ${path}`, error);
    }
  }

  async probe(): Promise<void> {
    // If this process is killed now, the next batch removes the file.
    const path = temporaryPath(this.#folder);
    const content = basename(path);
    try {
      await writeFile(path, content, { flag: 'wx' });
      const found = await readFile(path, 'utf8').finally(() => rm(path, { force: true }));
      if (found !== content) throw new Error('the data read back differs from the data written');
    } catch (error) {
      throw storeErrorOf(`cannot write to the folder ${this.#folder}`, error);
    }
  }

  #markOf(token: string): string {
    return join(this.#folder, manifestName, `${token}.token`);
  }

  /** Does nothing: no file stays open between calls. */
  async [Symbol.asyncDispose](): Promise<void> {}

  /** Whether a shorter file is the beginning of this output rather than a user's edit of it. */
  async #isStartOf(name: string, data: Uint8Array): Promise<boolean> {
    const path = this.describe(name);
    try {
      const { size } = await stat(path);
      if (size > data.length) return false;
      const found = await readFile(path);
      return found.equals(data.subarray(0, found.length));
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return true;
      throw storeErrorOf(`cannot read ${path}`, error);
    }
  }

  /**
   * Returns the record that matches a file: usually the last one, or an older one if a batch was killed before
   * publishing; `damaged` if no record matches and the file is shorter than in the last one.
   */
  async #recordOf(name: string, stats: BigIntStats): Promise<ManifestRecord | 'damaged' | undefined> {
    try {
      const isOurs = (record: ManifestRecord) => isUntouched(record, stats);
      const storedRecord = (await this.#manifest.records(name)).find(isOurs);
      if (storedRecord !== undefined) return storedRecord;
      // Another batch may have made the file in the meantime.
      await this.#manifest.refresh();
      const latest = await this.#manifest.records(name);
      const untouched = latest.find(isOurs);
      if (untouched !== undefined || latest.length === 0) return untouched;
      // A copied folder has other times. The last records are tried first, because finding older ones requires reading
      // all.
      let digest: string | undefined;
      const hasContent = async ({ bytes, sha256 }: ManifestRecord) => {
        if (BigInt(bytes) !== stats.size) return false;
        digest ??= await digestOfFile(this.describe(name));
        return sha256 === digest;
      };
      for (const record of latest) if (await hasContent(record)) return record;
      const all = await this.#manifest.records(name, { all: true });
      const earlier = all.findLast(isOurs);
      if (earlier !== undefined) return earlier;
      for (const record of all.toReversed()) if (await hasContent(record)) return record;
      return latest.some(({ bytes }) => stats.size < BigInt(bytes)) ? 'damaged' : undefined;
    } catch (error) {
      throw storeErrorOf(`cannot compare ${this.describe(name)} with ${manifestName}`, error);
    }
  }

  async #find(name: string): Promise<BigIntStats | undefined> {
    try {
      return await lstat(this.describe(name), { bigint: true });
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return undefined;
      throw storeErrorOf(`cannot read ${this.describe(name)}`, error);
    }
  }
}

function isUntouched({ bytes, modified }: ManifestRecord, { size, mtimeNs }: BigIntStats): boolean {
  return BigInt(bytes) === size && modified === String(mtimeNs);
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
