import type { Buffer } from 'node:buffer';
import { appendFile, readdir, rm, stat, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { describeSystemError, isSystemError } from '../../files/system-error.ts';
import { loadCacache, piecesIn } from './load-cacache.ts';
import { packPiece, unpackPiece } from './packed-piece.ts';
import type { FilmRecords, KeptPiece, PieceStore } from './piece-store.ts';

/** The cache is trimmed when it may have grown by this share of its limit, down to the limit without it. */
const slack = 0.1;

/** Each byte of the file `growth` stands for as many bytes of pieces, rounded up, since the cache was last trimmed. */
const growthUnit = 64 * 1024;

/** Milliseconds after which a file that no entry names was left by a process that ended. */
const leftoverAgeMs = 60 * 60 * 1000;

/** Errors of reading for which there is a reason outside the cache; others mean that a piece is not there, or not whole. */
const denied = ['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'ELOOP'];

/** Pieces in the folder of a cache, which several processes may use at the same time. */
export class FolderStore implements PieceStore {
  readonly #cacheFolder: string;
  /** Of the pieces. */
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly records: FilmRecords = {
    get: (key) => this.#read(key),
    put: (key, record) => this.#write(key, record),
  };
  #problem: string | undefined;
  #hasGrown = false;

  constructor(cacheFolder: string, maxBytes: number) {
    this.#cacheFolder = cacheFolder;
    this.#folder = piecesIn(cacheFolder);
    this.#maxBytes = maxBytes;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  async get(key: string): Promise<KeptPiece | undefined> {
    const packed = await this.#read(key);
    return packed && unpackPiece(key, packed);
  }

  async put(key: string, piece: KeptPiece): Promise<void> {
    await this.#write(key, packPiece(key, piece));
  }

  async #read(key: string): Promise<Buffer | undefined> {
    const { get, rm: remove } = await loadCacache();
    try {
      const entry = await get.info(this.#folder, key);
      if (entry === null) return undefined;
      try {
        const packed = await get.byDigest(this.#folder, entry.integrity, { memoize: false });
        const now = new Date();
        // What was used last is removed last.
        await utimes(entry.path, now, now).catch(() => {});
        return packed;
      } catch (error) {
        // Otherwise the damaged file would stay in the way of a whole one.
        if (isSystemError(error, 'EINTEGRITY')) await remove.content(this.#folder, entry.integrity);
        throw error;
      }
    } catch (error) {
      if (isSystemError(error, ...denied)) this.#fail('read', error);
      return undefined;
    }
  }

  async #write(key: string, packed: Uint8Array): Promise<void> {
    if (this.#problem !== undefined) return;
    try {
      // Only for this user, as its pictures are nobody else's business.
      await makeFolder(this.#folder, 0o700);
    } catch (error) {
      this.#fail('written', error);
      return;
    }
    try {
      const { put } = await loadCacache();
      await put(this.#folder, key, packed, { algorithms: ['sha256'] });
      // Now, because a film that is interrupted never finishes.
      await appendFile(join(this.#folder, 'growth'), '.'.repeat(Math.ceil(packed.length / growthUnit)));
      this.#hasGrown = true;
    } catch (error) {
      this.#failUnlessCleared(error);
    }
  }

  async finish(): Promise<void> {
    if (!this.#hasGrown) return;
    this.#hasGrown = false;
    const growth = join(this.#folder, 'growth');
    try {
      const { size } = await stat(growth);
      if (size * growthUnit <= this.#maxBytes * slack) return;
      await truncate(growth);
      await this.#trim();
    } catch (error) {
      this.#failUnlessCleared(error);
    }
  }

  /** Removes files that no entry names, and then the entries that were not used for the longest time. */
  async #trim(): Promise<void> {
    const { ls, rm: remove } = await loadCacache();
    // Its types lack the options.
    const removeEntry: (...given: [string, string, { removeFully: boolean }]) => Promise<unknown> =
      remove.entry;
    const entries = await ls(this.#folder);
    const byPath = new Map(Object.values(entries).map((entry) => [entry.path, entry]));
    const files = await filesIn(this.#folder);
    const isOld = ({ usedMs }: StoredFile) => Date.now() - usedMs > leftoverAgeMs;
    const leftovers = files.filter((file) => file.isPiece && !byPath.has(file.path) && isOld(file));
    await Promise.all(leftovers.map(({ path }) => rm(path, { force: true })));
    const paths = new Set(files.map(({ path }) => path));
    for (const { path, key } of Object.values(entries)) {
      if (!paths.has(path)) await removeEntry(this.#folder, key, { removeFully: true });
    }
    const kept = files.filter(({ path }) => byPath.has(path)).sort((a, b) => a.usedMs - b.usedMs);
    let bytes = kept.reduce((sum, file) => sum + file.bytes, 0);
    for (const { path, bytes: length } of kept) {
      if (bytes <= this.#maxBytes * (1 - slack)) return;
      const entry = byPath.get(path);
      if (entry === undefined) continue;
      await removeEntry(this.#folder, entry.key, { removeFully: true });
      await remove.content(this.#folder, entry.integrity);
      bytes -= length;
    }
  }

  /** Another process may just have cleared the cache, which prevents nothing. */
  #failUnlessCleared(error: unknown): void {
    if (!isSystemError(error, 'ENOENT')) this.#fail('written', error);
  }

  #fail(done: 'read' | 'written', error: unknown): void {
    const reason = error instanceof Error ? describeSystemError(error) : String(error);
    this.#problem ??= `the cache ${this.#cacheFolder} cannot be ${done}: ${reason}`;
  }
}

interface StoredFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
  /** Whether it is the content of an entry, or on the way to become one. */
  readonly isPiece: boolean;
}

async function filesIn(folder: string): Promise<StoredFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile());
  const listed = await Promise.all(
    files.map(async ({ parentPath, name }): Promise<StoredFile | []> => {
      const path = join(parentPath, name);
      const within = path.slice(folder.length);
      // Another process may just have removed it.
      const details = await stat(path).catch(() => undefined);
      if (details === undefined) return [];
      const isPiece = /^[/\\](?:content-v\d+|tmp)[/\\]/.test(within);
      return { path, bytes: details.size, usedMs: details.mtimeMs, isPiece };
    }),
  );
  return listed.flat();
}
