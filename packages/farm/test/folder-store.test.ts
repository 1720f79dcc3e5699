import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { onLinux, openFiles } from '../../../test/support/linux-process.ts';
import { temporaryPath } from '../../engine/src/render/files/temporary-files.ts';
import { signal } from '../../engine/test/render/tables/data-files.ts';
import { FolderStore, manifestName } from '../src/outputs/folder-store.ts';
import { OutputInTheWayError } from '../src/outputs/output-store.ts';

const data = Buffer.from('whole');
const publication = { id: 'one', force: false, signal };

async function open(folder: string): Promise<FolderStore> {
  const store = await FolderStore.open(folder);
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

async function manifestFile(folder: string): Promise<string> {
  const [name = ''] = await readdir(join(folder, manifestName));
  return join(folder, manifestName, name);
}

describe('a folder of outputs', () => {
  it('a folder store recognizes its outputs, even after it is reopened', async () => {
    const folder = join(await temporaryFolder(), 'a', 'b');
    const store = await open(folder);
    expect(await store.existing('x.png')).toEqual({ kind: 'none' });
    expect(await readdir(folder)).toEqual([]);
    expect(await store.publish('x.png', data, publication)).toBe('published');
    for (const each of [store, await open(folder)]) {
      expect(await each.existing('x.png')).toEqual({ kind: 'made', id: 'one', bytes: 5 });
      expect(await each.publish('x.png', Buffer.from('other'), publication)).toBe('there');
    }
    expect(await readFile(join(folder, 'x.png'))).toEqual(data);
    expect(await readdir(folder)).toEqual([manifestName, 'x.png']);
  });

  it("a folder store replaces another job's output", async () => {
    const folder = await temporaryFolder();
    const store = await open(folder);
    await store.publish('x.png', data, publication);
    expect(await store.publish('x.png', Buffer.from('newer'), { ...publication, id: 'two' })).toBe(
      'published',
    );
    expect(await (await open(folder)).existing('x.png')).toMatchObject({ id: 'two' });
    expect(await readFile(join(folder, 'x.png'), 'utf8')).toBe('newer');
  });

  it('a folder store replaces foreign or edited files only with force', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder);
    for (const name of ['mine.png', 'edited.png', 'link.png', 'folder.png']) {
      const path = join(folder, name);
      if (name === 'mine.png') await writeFile(path, 'mine');
      else if (name === 'link.png') await symlink('mine.png', path);
      else if (name === 'folder.png') await mkdir(path);
      else await store.publish(name, data, publication);
      if (name === 'edited.png') await writeFile(path, 'other');
      expect(await store.existing(name), name).toEqual({ kind: 'foreign' });
      await expect(store.publish(name, data, publication), name).rejects.toThrow(OutputInTheWayError);
    }
    expect(await readFile(join(folder, 'mine.png'), 'utf8')).toBe('mine');
    expect(await store.publish('mine.png', data, { ...publication, force: true })).toBe('published');
    expect(await store.existing('mine.png')).toMatchObject({ kind: 'made' });
  });

  it('a folder store replaces a truncated output, but not an edited one', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder);
    for (const bytes of [0, 2, 4]) {
      const name = `${bytes}.png`;
      await store.publish(name, data, publication);
      await truncate(join(folder, name), bytes);
      expect(await store.existing(name)).toEqual({ kind: 'damaged' });
      expect(await store.publish(name, data, publication)).toBe('published');
      expect(await readFile(join(folder, name))).toEqual(data);
      expect(await store.existing(name)).toMatchObject({ kind: 'made', id: 'one' });
    }
    await store.publish('edited.png', data, publication);
    await writeFile(join(folder, 'edited.png'), 'mine');
    await expect(store.publish('edited.png', data, publication)).rejects.toThrow(OutputInTheWayError);
    expect(await readFile(join(folder, 'edited.png'), 'utf8')).toBe('mine');
  });

  it('a folder store with force replaces a symbolic link and leaves the target unchanged', async () => {
    const folder = await temporaryFolder();
    const elsewhere = join(await temporaryFolder(), 'elsewhere');
    await writeFile(elsewhere, 'mine');
    const store = await open(folder);
    for (const [name, target] of Object.entries({ 'file.png': elsewhere, 'new.png': `${elsewhere}2` })) {
      await symlink(target, join(folder, name));
      expect(await store.publish(name, data, { ...publication, force: true }), name).toBe('published');
      expect(await store.existing(name), name).toMatchObject({ kind: 'made', id: 'one' });
    }
    expect(await readFile(elsewhere, 'utf8')).toBe('mine');
    expect(await readdir(dirname(elsewhere))).toEqual(['elsewhere']);
  });

  it('a folder store with force replaces a pipe instead of writing to it', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder);
    execFileSync('mkfifo', [join(folder, 'x.png')]);
    await expect(store.publish('x.png', data, publication)).rejects.toThrow(OutputInTheWayError);
    expect(await store.publish('x.png', data, { ...publication, force: true })).toBe('published');
    expect(await store.existing('x.png')).toMatchObject({ kind: 'made', id: 'one' });
  });

  it('a folder store recognizes outputs in a copied folder with different modification times', async () => {
    const folder = await temporaryFolder();
    await (await open(folder)).publish('x.png', data, publication);
    const copy = join(await temporaryFolder(), 'copy');
    await cp(folder, copy, { recursive: true });
    await utimes(join(copy, 'x.png'), 1, 1);
    expect(await (await open(copy)).existing('x.png')).toMatchObject({ kind: 'made', id: 'one' });
  });

  it('a folder store reads and extends a manifest whose last line was cut off', async () => {
    const folder = await temporaryFolder();
    await (await open(folder)).publish('x.png', data, publication);
    const manifest = await manifestFile(folder);
    const whole = await readFile(manifest);
    for (let length = 0; length < whole.length; length += 7) {
      await writeFile(manifest, Buffer.concat([whole, whole.subarray(0, length)]));
      const store = await open(folder);
      expect(await store.existing('x.png')).toMatchObject({ id: 'one' });
      await store.publish(`${length}.png`, data, publication);
      expect(await (await open(folder)).existing(`${length}.png`)).toMatchObject({ id: 'one' });
    }
    await appendFile(manifest, `${'x'.repeat(100_000)}\n[1]\n{"name":1}\n`);
    expect(await (await open(folder)).existing('x.png')).toMatchObject({ id: 'one' });
  });

  it('a folder store recognizes an output whose replacement was recorded but never published', async () => {
    const folder = await temporaryFolder();
    await (await open(folder)).publish('x.png', data, publication);
    const manifest = await manifestFile(folder);
    const record = JSON.parse(await readFile(manifest, 'utf8'));
    await appendFile(manifest, `\n${JSON.stringify({ ...record, id: 'two', modified: '1', sha256: 'x' })}\n`);
    const store = await open(folder);
    expect(await store.existing('x.png')).toMatchObject({ id: 'one' });
    expect(await store.publish('x.png', data, { ...publication, id: 'two' })).toBe('published');
  });

  it('a folder store keeps a published output even if the batch is interrupted at that moment', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder);
    for (let time = 0; time < 50; time++) {
      const name = `${time}.png`;
      const stop = new AbortController();
      const published = store
        .publish(name, data, { ...publication, signal: stop.signal })
        .catch(() => 'interrupted');
      while (!existsSync(join(folder, name))) await setImmediate();
      stop.abort();
      expect(await published).toBe('published');
      expect(await readFile(join(folder, name))).toEqual(data);
    }
  });

  it.runIf(onLinux)(
    'a folder store keeps few files open even if 100 machines have written to the folder',
    async () => {
      const folder = await temporaryFolder();
      const store = await open(folder);
      await store.publish('x.png', data, publication);
      const manifest = await manifestFile(folder);
      for (let machine = 0; machine < 100; machine++) await cp(manifest, `${manifest}-${machine}.jsonl`);
      const openFilesThere = () => openFiles(process.pid).filter((file) => file.startsWith(folder));
      const before = openFilesThere().length;
      const other = await open(folder);
      expect(await other.existing('x.png')).toMatchObject({ kind: 'made', id: 'one' });
      expect(openFilesThere().length).toBeLessThan(before + 10);
      // If a manifest is deleted while a batch runs, its outputs count as foreign.
      await rm(join(folder, manifestName), { recursive: true });
      expect(await other.existing('x.png')).toEqual({ kind: 'foreign' });
    },
  );

  it('several folder stores can publish to the same folder at the same time', async () => {
    const folder = await temporaryFolder();
    const stores = await Promise.all([open(folder), open(folder), open(folder)]);
    const names = Array.from({ length: 20 }, (_, index) => `${index}.png`);
    const results = await Promise.all(
      stores.flatMap((store) => names.map((name) => store.publish(name, Buffer.from(name), publication))),
    );
    expect(results.filter((result) => result === 'published')).toHaveLength(names.length);
    expect((await readdir(folder)).sort()).toEqual([manifestName, ...names].sort());
    for (const name of names) {
      for (const store of stores) expect(await store.existing(name)).toMatchObject({ kind: 'made' });
    }
  });

  it('a folder never contains partial outputs while folder stores replace them', async () => {
    const folder = await temporaryFolder();
    const bodies = ['a', 'b', 'c'].map((letter) => letter.repeat(200_000));
    await Promise.all(
      bodies.map(async (body, id) => {
        const store = await open(folder);
        for (let time = 0; time < 5; time++) {
          await store.publish('x.png', Buffer.from(body), { ...publication, id: `${id} ${time}` });
          expect(bodies).toContain(await readFile(join(folder, 'x.png'), 'utf8'));
        }
      }),
    );
    expect(await (await open(folder)).existing('x.png')).toMatchObject({ kind: 'made' });
    expect(await readdir(folder)).toEqual([manifestName, 'x.png']);
  });

  it('a folder store removes temporary files of killed batches, but not of running batches', async () => {
    const folder = await temporaryFolder();
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const digits = '0123456789abcdef';
    const own = basename(temporaryPath(folder)).replace(/\w+\.tmp$/, '');
    const dead = own.replace(`-${process.pid}-`, `-${child.pid}-`);
    const reused = own.replace(/\d+-$/, '1-');
    const other = own.replace(/service-\w{8}/, 'service-00000000');
    for (const prefix of [own, dead, reused, other, `${other}old`])
      await writeFile(join(folder, `${prefix}${digits}.tmp`), '');
    const old = other.replace('-00000000', '-00000001');
    await writeFile(join(folder, `${old}${digits}.tmp`), '');
    await utimes(join(folder, `${old}${digits}.tmp`), 1, 1);
    await open(folder);
    expect((await readdir(folder)).sort()).toEqual(
      [own, other, `${other}old`].map((prefix) => `${prefix}${digits}.tmp`).sort(),
    );
  });

  it('a folder store rejects a record of outputs that is a named pipe, without waiting for it', async () => {
    const folder = await temporaryFolder();
    const store = await open(folder);
    await store.publish('x.png', Buffer.from('x'), publication);
    const pipe = join(folder, manifestName, '00000000.jsonl');
    execFileSync('mkfifo', [pipe]);
    await expect((await open(folder)).existing('x.png')).rejects.toThrow(
      `cannot read ${pipe}: it is a named pipe, not a regular file`,
    );
  });

  it('a folder store rejects a path that is a file or leads through a file', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, '');
    await expect(FolderStore.open(path)).rejects.toThrow(`cannot write to the folder ${path}: it is a file`);
    await expect(FolderStore.open(join(path, 'x'))).rejects.toThrow('a part of its path is a file');
  });

  it.runIf(process.platform === 'linux')('a folder store rejects a path below /proc', async () => {
    await expect(FolderStore.open('/proc/outputs/deeper')).rejects.toThrow(
      'cannot write to the folder /proc/outputs/deeper: there is no such file',
    );
  });
});
