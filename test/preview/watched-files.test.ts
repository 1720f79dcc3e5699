import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WatchedFiles } from '../../src/preview/watched-files.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { waitUntil } from '../support/wait-until.ts';

describe('a file in a folder of which the system tells nothing', () => {
  it('is watched by polling when CHOKIDAR_USEPOLLING says so', { tags: ['preview.watch'] }, async () => {
    vi.stubEnv('CHOKIDAR_USEPOLLING', '1');
    vi.stubEnv('CHOKIDAR_INTERVAL', '50');
    onTestFinished(() => void vi.unstubAllEnvs());
    const folder = await temporaryFolder();
    const file = join(folder, 'film.json');
    await writeFile(file, '{}');
    let changes = 0;
    const files = new WatchedFiles(file, () => changes++);
    onTestFinished(() => files.close());
    await files.ready();
    const noticed = async (what: string, change: () => Promise<unknown>) => {
      const before = changes;
      await change();
      await waitUntil(what, () => changes > before);
    };
    await noticed('a save', () => writeFile(file, '{"name":"longer"}'));
    await noticed('a replaced file', async () => {
      await writeFile(`${file}.new`, '{"name":"replaced by another"}');
      await rename(`${file}.new`, file);
    });
    await noticed('a file that is gone', () => rm(file));
    await noticed('a file that is back', () => writeFile(file, '{}'));
    expect(changes).toBeGreaterThanOrEqual(4);
  });
});
