import type { Buffer } from 'node:buffer';
import { lstat, utimes } from 'node:fs/promises';
import { makeFolder } from '../../files/make-folder.ts';
import { describeSystemError, isSystemError } from '../../files/system-error.ts';
import { loadCacache, piecesIn } from './load-cacache.ts';
import { packPiece, unpackPiece } from './packed-piece.ts';
import type { FilmRecords, KeptPiece, PieceStore } from './piece-store.ts';
import { noteGrowth } from './trim-folder.ts';

/** Errors of reading for which there is a reason outside the cache; others mean that a piece is not there, or not whole. */
const denied = ['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'ELOOP'];

/** Bits of the mode of a folder in which its group or everybody may write. */
const writableByOthers = 0o022;

/** Pieces in the folder of a cache, which several processes may use at the same time. */
export class FolderStore implements PieceStore {
  readonly #cacheFolder: string;
  /** Of the pieces. */
  readonly #folder: string;
  readonly records: FilmRecords = {
    get: (key) => this.#read(key),
    put: (key, record) => this.#write(key, record),
  };
  #problem: string | undefined;

  constructor(cacheFolder: string) {
    this.#cacheFolder = cacheFolder;
    this.#folder = piecesIn(cacheFolder);
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
      if (!(await this.#isOwn())) return undefined;
      const entry = await get.info(this.#folder, key);
      if (entry === null) return undefined;
      try {
        const packed = await get.byDigest(this.#folder, entry.integrity, { memoize: false });
        const now = new Date();
        // The most recently used file is removed last.
        await utimes(entry.path, now, now).catch(() => {});
        return packed;
      } catch (error) {
        // A damaged file that stays would block its replacement.
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
      // Only this user may read the pictures.
      await makeFolder(this.#folder, 0o700);
      if (!(await this.#isOwn())) return;
    } catch (error) {
      this.#fail('written', error);
      return;
    }
    try {
      const { put } = await loadCacache();
      await put(this.#folder, key, packed, { algorithms: ['sha256'] });
      await noteGrowth(this.#folder, packed.length);
    } catch (error) {
      this.#failUnlessCleared(error);
    }
  }

  /**
   * Whether only this user can have put something there; otherwise it could be anything, such as the film of another
   * document. Rejects if there is no folder.
   */
  async #isOwn(): Promise<boolean> {
    if (this.#problem !== undefined) return false;
    const { uid, mode } = await lstat(this.#folder);
    // Windows has other permissions, which Node does not report.
    if (process.getuid === undefined) return true;
    const reason =
      uid !== process.getuid()
        ? 'belongs to another user'
        : mode & writableByOthers
          ? 'can be written by other users'
          : undefined;
    if (reason === undefined) return true;
    this.#problem = `the cache ${this.#cacheFolder} is not used, because ${this.#folder} ${reason}; choose another folder`;
    return false;
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
