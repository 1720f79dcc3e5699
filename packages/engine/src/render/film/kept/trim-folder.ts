import { appendFile, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCacache, piecesIn } from './load-cacache.ts';

/** A folder is trimmed when it may have grown by this share of its limit, down to the limit without it. */
const slack = 0.1;

/**
 * Bytes that a piece counts as, or a multiple of them: a small one needs blocks and folders of its own, and the time of a
 * trim depends on the number of pieces. Each byte of the file `growth` stands for as many, since the last trim.
 */
const unitBytes = 64 * 1024;

/** Milliseconds after which a file that no entry names was left by a process that ended. */
const leftoverAgeMs = 60 * 60 * 1000;

/** Files that are worked on at the same time, so that others need not wait for the disk. */
const atOnce = 64;

/** Records the size in bytes of a new piece in a folder. Rejects with an error of the system. */
export async function noteGrowth(folder: string, bytes: number): Promise<void> {
  await appendFile(join(folder, 'growth'), '.'.repeat(unitsOf(bytes)));
}

/**
 * Keeps the folder of a cache within its limit, if it may have grown beyond: removes files that no entry names, and the
 * pieces that were not used for the longest time. Never rejects: what cannot be removed stays until the next time.
 */
export async function trimFolder(cacheFolder: string, maxBytes: number): Promise<void> {
  const folder = piecesIn(cacheFolder);
  const growth = join(folder, 'growth');
  try {
    const { size } = await stat(growth);
    if (size * unitBytes <= maxBytes * slack) return;
    await trim(folder, maxBytes);
    // Without what other processes have added in the meantime.
    await truncate(growth, Math.max(0, (await stat(growth)).size - size));
  } catch {
    // Another process may just have cleared the cache, or nothing can be written there.
  }
}

function unitsOf(bytes: number): number {
  return Math.ceil(bytes / unitBytes);
}

async function trim(folder: string, maxBytes: number): Promise<void> {
  const { ls, rm: remove } = await loadCacache();
  // Its types lack the options.
  const removeEntry: (...given: [string, string, { removeFully: boolean }]) => Promise<unknown> =
    remove.entry;
  const entries = await ls(folder);
  const byPath = new Map(Object.values(entries).map((entry) => [entry.path, entry]));
  const files = await filesIn(folder);
  const isOld = ({ usedMs }: StoredFile) => Date.now() - usedMs > leftoverAgeMs;
  const leftovers = files.filter((file) => file.isPiece && !byPath.has(file.path) && isOld(file));
  await forEach(leftovers, ({ path }) => rm(path, { force: true }));
  const paths = new Set(files.map(({ path }) => path));
  const lost = Object.values(entries).filter(({ path }) => !paths.has(path));
  await forEach(lost, ({ key }) => removeEntry(folder, key, { removeFully: true }));
  const kept = files.filter(({ path }) => byPath.has(path)).sort((a, b) => b.usedMs - a.usedMs);
  let room = maxBytes * (1 - slack);
  const unused = kept.filter(({ bytes }) => {
    room -= unitsOf(bytes) * unitBytes;
    return room < 0;
  });
  await forEach(unused, async ({ path }) => {
    const entry = byPath.get(path);
    if (entry === undefined) return;
    await removeEntry(folder, entry.key, { removeFully: true });
    await remove.content(folder, entry.integrity);
  });
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
  const listed: StoredFile[] = [];
  await forEach(
    found.filter((one) => one.isFile()),
    async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      // Another process may just have removed it.
      const details = await stat(path).catch(() => undefined);
      if (details === undefined) return;
      const isPiece = /^[/\\](?:content-v\d+|tmp)[/\\]/.test(path.slice(folder.length));
      listed.push({ path, bytes: details.size, usedMs: details.mtimeMs, isPiece });
    },
  );
  return listed;
}

/** Does work for each item, a few at the same time. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += atOnce)
    await Promise.all(items.slice(from, from + atOnce).map(work));
}
