import { execFileSync } from 'node:child_process';
import type { BigIntStats } from 'node:fs';
import * as fileSystem from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FileExistsError, publishFile } from '../../../src/render/files/publish-file.ts';
import { temporaryFolder } from '../../support/command-line.ts';

// The system calls themselves, except where a test lets one fail.
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
  it('makes it whole, and nothing else', async () => {
    const folder = await temporaryFolder();
    await publishFile(join(folder, 'a'), data);
    expect(await readdir(folder)).toEqual(['a']);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('whole');
  });

  it('has it on the disk before it takes its name, and the name before it ends', async () => {
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

  it('replaces only what it may', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    await writeFile(path, 'mine');
    await expect(publishFile(path, data)).rejects.toBeInstanceOf(FileExistsError);
    expect(await readFile(path, 'utf8')).toBe('mine');
    await publishFile(path, data, { replace: true });
    expect(await readFile(path, 'utf8')).toBe('whole');
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('leaves nothing when it is stopped', async () => {
    const folder = await temporaryFolder();
    const reason = new Error('stopped');
    await expect(
      publishFile(join(folder, 'a'), data, { signal: AbortSignal.abort(reason) }),
    ).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('stopped while the file takes its name', () => {
  /** Publishes at a path, and is stopped once the file has its name and something else has been done with it. */
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

  it('takes it away again', async () => {
    const folder = await temporaryFolder();
    await publishStopped(join(folder, 'a'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves what others have put in its place', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    await publishStopped(path, async () => {
      await fileSystem.rm(path);
      await writeFile(path, 'theirs');
    });
    expect(await readdir(folder)).toEqual(['a']);
    expect(await readFile(path, 'utf8')).toBe('theirs');
  });

  it('does not mind when others have taken it away', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    await publishStopped(path, () => fileSystem.rm(path));
    expect(await readdir(folder)).toEqual([]);
  });
});

describe.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP'])('where links are refused with %s', (code) => {
  it('a new file is made all the same', async () => {
    vi.mocked(fileSystem.link).mockRejectedValue(failure(code));
    const folder = await temporaryFolder();
    await publishFile(join(folder, 'a'), data);
    expect(await readdir(folder)).toEqual(['a']);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('whole');
  });

  it('nothing is overwritten', async () => {
    vi.mocked(fileSystem.link).mockRejectedValue(failure(code));
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a'), 'mine');
    await expect(publishFile(join(folder, 'a'), data)).rejects.toBeInstanceOf(FileExistsError);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('mine');
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('a shared file is moved there, and replaces nothing', async () => {
    vi.mocked(fileSystem.link).mockRejectedValue(failure(code));
    const folder = await temporaryFolder();
    const path = join(folder, 'a');
    const identities: bigint[] = [];
    const beforePublishing = async ({ ino }: BigIntStats) => void identities.push(ino);
    await publishFile(path, data, { isShared: true, beforePublishing });
    // The very file that was written under another name.
    expect((await stat(path, { bigint: true })).ino).toBe(identities[0]);
    await expect(publishFile(path, data, { isShared: true })).rejects.toBeInstanceOf(FileExistsError);
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('a file that is stopped before it is whole is taken away', async () => {
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

it('where a link fails otherwise, says so and leaves nothing', async () => {
  vi.mocked(fileSystem.link).mockRejectedValue(failure('EIO'));
  const folder = await temporaryFolder();
  await expect(publishFile(join(folder, 'a'), data)).rejects.toThrow('EIO');
  expect(await readdir(folder)).toEqual([]);
});

it.skipIf(process.platform === 'win32')(
  'writes to a pipe that may be replaced, and never replaces it',
  async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'deep'));
    const pipe = join(folder, 'deep', 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [text] = await Promise.all([readFile(pipe, 'utf8'), publishFile(pipe, data, { replace: true })]);
    expect(text).toBe('whole');
    expect(await readdir(join(folder, 'deep'))).toEqual(['pipe']);
  },
);
