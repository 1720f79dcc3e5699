import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import { onLinux } from '../../../../../test/support/linux-process.ts';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import { cacheContent, clearCache } from '../../../src/render/film/kept/cache-folder.ts';
import { FolderStore } from '../../../src/render/film/kept/folder-store.ts';
import type { KeptPiece } from '../../../src/render/film/kept/piece-store.ts';
import { trimFolder } from '../../../src/render/film/kept/trim-folder.ts';

function keyOf(number: number): string {
  return number.toString(16).padStart(64, '0');
}

/** A piece whose bytes tell its number. */
function pieceOf(number: number, bytes = 3000): KeptPiece {
  const stream = Buffer.alloc(bytes, `piece ${number}, `);
  return { stream, lengths: [bytes - 10, 10], attempt: 0, changes: 1, maximumBytes: 12_345.5 };
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function bytesIn(folder: string): Promise<number> {
  const files = await filesIn(folder);
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function fill(folder: string, count: number): Promise<FolderStore> {
  const store = new FolderStore(folder);
  for (let number = 0; number < count; number++) await store.put(keyOf(number), pieceOf(number));
  return store;
}

describe('pieces in a folder', () => {
  it('a piece that was kept can be used by another process', async () => {
    const folder = await temporaryFolder();
    await fill(folder, 3);
    const store = new FolderStore(folder);
    expect(await store.get(keyOf(1))).toEqual(pieceOf(1));
    expect(await store.get(keyOf(7))).toBeUndefined();
    expect(store.problem).toBeUndefined();
  });

  it('a damaged, cut-off or foreign entry is not used, and made again', {
    tags: 'slow',
    timeout: runTimeoutMs,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat(),
        fc.constantFrom('flip', 'cut', 'swap'),
        async (which, where, how) => {
          const folder = await temporaryFolder();
          const store = await fill(folder, 3);
          const files = (await filesIn(folder)).sort();
          const file = files[which % files.length];
          const bytes = await readFile(file);
          if (how === 'cut') await truncate(file, where % bytes.length);
          else if (how === 'swap') await writeFile(file, await readFile(files[where % files.length]));
          else {
            bytes[(where >> 3) % bytes.length] ^= 1 << (where & 7);
            await writeFile(file, bytes);
          }
          // If both the entry and its bytes are damaged, the second is found when the first is whole again.
          for (let round = 0; round < 2; round++) {
            for (const number of [0, 1, 2]) {
              const found = await store.get(keyOf(number));
              if (found) expect(found).toEqual(pieceOf(number));
              else await store.put(keyOf(number), pieceOf(number));
            }
          }
          for (const number of [0, 1, 2]) expect(await store.get(keyOf(number))).toEqual(pieceOf(number));
          expect(store.problem).toBeUndefined();
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('a folder that cannot be written is one sentence, and no error', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'file');
    await writeFile(file, '');
    const store = new FolderStore(join(file, 'cache'));
    await store.put(keyOf(1), pieceOf(1));
    await store.put(keyOf(2), pieceOf(2));
    expect(await store.get(keyOf(1))).toBeUndefined();
    expect(store.problem).toMatch(/^the cache .*cache cannot be written: \S/);
  });

  it.skipIf(!onLinux)('a folder that cannot be made is one sentence, even in /proc', async () => {
    const store = new FolderStore('/proc/render-service');
    await store.put(keyOf(1), pieceOf(1));
    expect(store.problem).toMatch(/^the cache \/proc\/render-service cannot be written: \S/);
  });

  it.skipIf(!onLinux)('a folder in which other users may write is not used', async () => {
    const folder = await temporaryFolder();
    await fill(folder, 1);
    const [pieces = ''] = await readdir(folder);
    await chmod(join(folder, pieces), 0o770);
    const store = new FolderStore(folder);
    expect(await store.get(keyOf(0))).toBeUndefined();
    expect(store.problem).toBe(
      `the cache ${folder} is not used, because ${join(folder, pieces)} can be written by other users; choose another folder`,
    );
    const before = await filesIn(folder);
    await store.put(keyOf(1), pieceOf(1));
    expect(await filesIn(folder)).toEqual(before);
    await chmod(join(folder, pieces), 0o700);
    expect(await new FolderStore(folder).get(keyOf(0))).toEqual(pieceOf(0));
  });

  it('a cache that another process clears before the end of a film is no problem', async () => {
    const folder = join(await temporaryFolder(), 'cache');
    const store = new FolderStore(folder);
    await store.put(keyOf(1), pieceOf(1));
    await rm(folder, { recursive: true });
    expect(store.problem).toBeUndefined();
  });

  it('a folder that is removed is filled again', async () => {
    const folder = join(await temporaryFolder(), 'cache');
    const store = await fill(folder, 2);
    await rm(folder, { recursive: true });
    expect(await store.get(keyOf(1))).toBeUndefined();
    await store.put(keyOf(1), pieceOf(1));
    expect(await store.get(keyOf(1))).toEqual(pieceOf(1));
    expect(store.problem).toBeUndefined();
  });

  it('a full cache loses the pieces that were not used for the longest time, and leftovers', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    const limit = 1_000_000;
    const store = new FolderStore(folder);
    await store.put(keyOf(0), pieceOf(0));
    const leftover = join(folder, 'pieces', 'tmp', 'leftover');
    await writeFile(leftover, 'x').catch(() => {});
    const anHourAgo = new Date(Date.now() - 4_000_000);
    await utimes(leftover, anHourAgo, anHourAgo);
    for (let number = 1; number <= 40; number++) {
      await store.put(keyOf(number), { ...pieceOf(number, 60_000), stream: randomBytes(60_000) });
      expect(await store.get(keyOf(0))).toEqual(pieceOf(0));
      await trimFolder(folder, limit);
      expect(await bytesIn(folder)).toBeLessThan(limit * 1.1);
    }
    expect(await store.get(keyOf(1))).toBeUndefined();
    expect(await store.get(keyOf(40))).toBeDefined();
    expect(await filesIn(folder)).not.toContain(leftover);
    expect(store.problem).toBeUndefined();
  });

  it('small pieces count as 64 KB each', async () => {
    const folder = await temporaryFolder();
    const store = new FolderStore(folder);
    for (let number = 0; number < 40; number++) await store.put(keyOf(number), pieceOf(number));
    const growth = join(folder, 'pieces', 'growth');
    await trimFolder(folder, 1_000_000);
    expect((await cacheContent(folder)).pieces).toBe(13);
    expect((await stat(growth)).size).toBe(0);
    await trimFolder(join(folder, 'none'), 1_000_000);
  });

  it('a folder that is cleared while pieces are kept and made anew is no problem', {
    tags: 'slow',
  }, async () => {
    const folder = await temporaryFolder();
    const stores = [0, 1, 2, 3].map(() => new FolderStore(folder));
    let isDone = false;
    const clearing = (async () => {
      while (!isDone) await clearCache(folder);
    })();
    try {
      for (let number = 0; number < 100; number++)
        await Promise.all(
          stores.map((store, index) => store.put(keyOf(number), pieceOf(4 * number + index))),
        );
    } finally {
      isDone = true;
    }
    await clearing;
    for (const store of stores) expect(store.problem).toBeUndefined();
  });

  it('file names tell nothing of a project, and only their owner can list them', async () => {
    const folder = join(await temporaryFolder(), 'cache');
    await fill(folder, 3);
    const names = (await filesIn(folder)).map((file) => file.slice(folder.length));
    for (const name of names)
      expect(name).toMatch(/^\/pieces\/(growth|(content|index)-v\d+(\/[0-9a-f]+|\/sha256)+)$/);
    expect((await stat(join(folder, 'pieces'))).mode & 0o777).toBe(0o700);
  });

  it('processes that write at once and are killed leave a cache that works', {
    tags: 'slow',
    timeout: runTimeoutMs,
  }, async () => {
    const folder = await temporaryFolder();
    const module = new URL('../../../dist/render/film/kept/folder-store.js', import.meta.url);
    const script = `
      const { FolderStore } = await import(${JSON.stringify(module.href)});
      const { Buffer } = await import('node:buffer');
      const store = new FolderStore(${JSON.stringify(folder)});
      console.log('ready');
      for (let number = 0; ; number = (number + 1) % 50) {
        const stream = Buffer.alloc(3000, 'piece ' + number + ', ');
        const piece = { stream, lengths: [2990, 10], attempt: 0, changes: 1, maximumBytes: 12345.5 };
        await store.put(number.toString(16).padStart(64, '0'), piece);
      }`;
    for (let round = 0; round < Math.max(2, runs(10)); round++) {
      const writers = [0, 1].map(() => spawn(process.execPath, ['--input-type=module', '-e', script]));
      await Promise.all(writers.map(({ stdout }) => once(stdout, 'data')));
      await new Promise((done) => setTimeout(done, 5 + 17 * round));
      await Promise.all(
        writers.map(async (writer) => {
          const ended = once(writer, 'exit');
          writer.kill('SIGKILL');
          await ended;
        }),
      );
      const store = new FolderStore(folder);
      for (let number = 0; number < 50; number++) {
        const found = await store.get(keyOf(number));
        if (found) expect(found).toEqual(pieceOf(number));
        else {
          await store.put(keyOf(number), pieceOf(number));
          expect(await store.get(keyOf(number))).toEqual(pieceOf(number));
        }
      }
      expect(store.problem).toBeUndefined();
    }
  });
});
