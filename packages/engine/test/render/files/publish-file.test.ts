import { execFileSync } from 'node:child_process';
import type { BigIntStats } from 'node:fs';
import * as fileSystem from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import { FileExistsError, publishFile } from '../../../src/render/files/publish-file.ts';

// The real system calls, except where a test makes one fail.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fileSystem>();
  return { ...real, link: vi.fn(real.link) };
});

const { readdir, readFile, writeFile, mkdir, stat } = fileSystem;
const data = Buffer.from('whole');

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: link`), { code });
}

afterEach(() => void vi.mocked(fileSystem.link).mockReset());

describe('publishing a file', () => {
  it('publishFile creates a complete file and nothing else', async () => {
    const folder = await temporaryFolder();
    await publishFile(join(folder, 'a'), data);
    expect(await readdir(folder)).toEqual(['a']);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('whole');
  });

  it('publishFile syncs a file before naming it, and syncs the folder before it resolves', async () => {
    const folder = await temporaryFolder();
    const { link } = await vi.importActual<typeof fileSystem>('node:fs/promises');
    const handle = await fileSystem.open(folder);
    const events: string[] = [];
    await using _ = handle;
    const methods = Object.getPrototypeOf(handle);
    const spies = (['sync', 'datasync'] as const).map((name) => {
      const real = methods[name];
      return vi.spyOn(methods, name).mockImplementation(async function (this: fileSystem.FileHandle) {
        events.push((await this.stat()).isDirectory() ? 'folder' : 'file');
        await real.call(this);
      });
    });
    vi.mocked(fileSystem.link).mockImplementation(async (...paths) => {
      events.push('name');
      await link(...paths);
    });
    try {
      await publishFile(join(folder, 'a'), data);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    expect(events).toEqual(['file', 'name', 'folder']);
  });

  it('publishFile replaces an existing file only with permission', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    await writeFile(path, 'mine');
    await expect(publishFile(path, data)).rejects.toBeInstanceOf(FileExistsError);
    expect(await readFile(path, 'utf8')).toBe('mine');
    await publishFile(path, data, { replace: true });
    expect(await readFile(path, 'utf8')).toBe('whole');
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('publishFile leaves no files if it is aborted', async () => {
    const folder = await temporaryFolder();
    const reason = new Error('stopped');
    await expect(
      publishFile(join(folder, 'a'), data, { signal: AbortSignal.abort(reason) }),
    ).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('publishing that is aborted while the file gets its name', () => {
  /** Publishes at a path, acts on the file once it has its name, then aborts. */
  async function publishStopped(
    path: string,
    meanwhile: () => Promise<void> = async () => {},
  ): Promise<void> {
    const { link } = await vi.importActual<typeof fileSystem>('node:fs/promises');
    const stop = new AbortController();
    vi.mocked(fileSystem.link).mockImplementation(async (from, to) => {
      await link(from, to);
      await meanwhile();
      stop.abort(new Error('stopped'));
    });
    await expect(publishFile(path, data, { signal: stop.signal })).rejects.toThrow('stopped');
  }

  it('publishFile removes a file if it is aborted right after naming the file', async () => {
    const folder = await temporaryFolder();
    await publishStopped(join(folder, 'a'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('publishFile keeps a file that replaced the published file before an abort', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    await publishStopped(path, async () => {
      await fileSystem.rm(path);
      await writeFile(path, 'theirs');
    });
    expect(await readdir(folder)).toEqual(['a']);
    expect(await readFile(path, 'utf8')).toBe('theirs');
  });

  it('publishFile accepts that the published file was removed before an abort', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    await publishStopped(path, () => fileSystem.rm(path));
    expect(await readdir(folder)).toEqual([]);
  });
});

describe.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP'])('a file system that refuses hard links with %s', (code) => {
  it('publishFile creates a new file without hard links', async () => {
    vi.mocked(fileSystem.link).mockRejectedValue(failure(code));
    const folder = await temporaryFolder();
    await publishFile(join(folder, 'a'), data);
    expect(await readdir(folder)).toEqual(['a']);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('whole');
  });

  it('publishFile overwrites no file without hard links', async () => {
    vi.mocked(fileSystem.link).mockRejectedValue(failure(code));
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a'), 'mine');
    await expect(publishFile(join(folder, 'a'), data)).rejects.toBeInstanceOf(FileExistsError);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('mine');
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('publishFile moves a shared file without hard links, and replaces nothing', async () => {
    vi.mocked(fileSystem.link).mockRejectedValue(failure(code));
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    const identities: bigint[] = [];
    const beforePublishing = async ({ ino }: BigIntStats) => void identities.push(ino);
    await publishFile(path, data, { isShared: true, beforePublishing });
    // The same file that was written under another name.
    expect((await stat(path, { bigint: true })).ino).toBe(identities[0]);
    await expect(publishFile(path, data, { isShared: true })).rejects.toBeInstanceOf(FileExistsError);
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('publishFile leaves no files if it is aborted without hard links', async () => {
    const stop = new AbortController();
    vi.mocked(fileSystem.link).mockImplementation(async () => {
      stop.abort();
      throw failure(code);
    });
    const folder = await temporaryFolder();
    await expect(publishFile(join(folder, 'a'), data, { signal: stop.signal })).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });
});

it('publishFile rejects and leaves no files if a hard link fails for another reason', async () => {
  vi.mocked(fileSystem.link).mockRejectedValue(failure('EIO'));
  const folder = await temporaryFolder();
  await expect(publishFile(join(folder, 'a'), data)).rejects.toThrow('EIO');
  expect(await readdir(folder)).toEqual([]);
});

it.skipIf(process.platform === 'win32')('publishFile writes to a pipe instead of replacing it', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'deep'));
  const pipe = join(folder, 'deep', 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [text] = await Promise.all([readFile(pipe, 'utf8'), publishFile(pipe, data, { replace: true })]);
  expect(text).toBe('whole');
  expect(await readdir(join(folder, 'deep'))).toEqual(['pipe']);
});
