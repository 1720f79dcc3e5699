import { execFileSync } from 'node:child_process';
import * as fileSystem from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import { onLinux, openFiles } from '../../../../../test/support/linux-process.ts';
import { sleep } from '../../../../../test/support/wait-until.ts';
import { readRegularFile } from '../../../src/render/files/input-file.ts';

// The real system calls, except that a test may act between the check of a file and its opening.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fileSystem>();
  return { ...real, stat: vi.fn(real.stat) };
});

const { stat, rename, symlink, truncate, writeFile } = fileSystem;
const { stat: realStat } = await vi.importActual<typeof fileSystem>('node:fs/promises');

afterEach(() => void vi.mocked(stat).mockReset());

/** Does something as soon as the next file has been checked. */
function afterCheck(act: () => Promise<void>): void {
  vi.mocked(stat).mockImplementationOnce(async (path) => {
    const seen = await realStat(path);
    await act();
    return seen;
  });
}

/** Rejects if the reader waits for the file. */
function readSoon(path: string): Promise<Uint8Array> {
  const late = sleep(5000).then(() => {
    throw new Error('the reader waits');
  });
  return Promise.race([readRegularFile(path, new AbortController().signal), late]);
}

describe.skipIf(!onLinux)('a file that is replaced before it is opened', () => {
  it.each<[string, (other: string) => Promise<void>]>([
    ['a named pipe, not a regular file', async (other) => void execFileSync('mkfifo', [other])],
    ['a device, not a regular file', (other) => symlink('/dev/zero', other)],
    ['a folder', async (other) => void (await fileSystem.mkdir(other))],
  ])(
    'rejects an input file that is replaced by %s before it is opened, at once and without leaks',
    async (kind, make) => {
      const folder = await temporaryFolder();
      const path = join(folder, 'a.json');
      const other = join(folder, 'other');
      await writeFile(path, '{}');
      await make(other);
      afterCheck(async () => {
        await rename(path, join(folder, 'first'));
        await rename(other, path);
      });
      await expect(readSoon(path)).rejects.toMatchObject({
        code: 'failed',
        message: `cannot read ${path}: it is ${kind}`,
      });
      expect(
        openFiles(process.pid).filter((file) => file.startsWith(folder) || file === '/dev/zero'),
      ).toEqual([]);
    },
  );

  it('rejects an input file that grows beyond 32 MiB before it is opened', async () => {
    const path = join(await temporaryFolder(), 'a.json');
    await writeFile(path, '{}');
    afterCheck(() => truncate(path, 33_554_433));
    await expect(readSoon(path)).rejects.toMatchObject({
      code: 'too-large',
      message: `${path} must be at most 32 MiB (33554432 bytes), but has 33554433 bytes`,
    });
  });

  it('reads an input file that is replaced by another regular file before it is opened', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.json');
    await writeFile(path, '{"first": 1}');
    await writeFile(join(folder, 'other'), '{"other": 2}');
    afterCheck(() => rename(join(folder, 'other'), path));
    expect(Buffer.from(await readSoon(path)).toString()).toBe('{"other": 2}');
  });
});
