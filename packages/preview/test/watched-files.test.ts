import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { writePng } from '../../../test/support/png-writer.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { WatchedFiles } from '../src/watched-files.ts';

describe('a folder without notifications', () => {
  it('the preview notices changes to a file by polling if CHOKIDAR_USEPOLLING is set', async () => {
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

describe('a folder that does not exist yet', () => {
  it.each([false, true])(
    'the preview shows a file once the file and its missing folder are created, with polling: %s',
    { tags: 'slow' },
    async (polls) => {
      if (polls) {
        vi.stubEnv('CHOKIDAR_USEPOLLING', '1');
        vi.stubEnv('CHOKIDAR_INTERVAL', '50');
        onTestFinished(() => void vi.unstubAllEnvs());
      }
      const image = { kind: 'image', image: { src: 'media/pictures/red.png' }, state: { x: 160, y: 90 } };
      const compositions = { one: { duration: 300, states: { image: {} } } };
      await using stand = await PreviewStand.open(smallFilm({ objects: { image }, compositions }));
      const pictures = join(stand.folder, 'media', 'pictures');
      const file = join(pictures, 'red.png');
      const png = writePng({ width: 2, height: 2, colorType: 2, bitDepth: 8, pixel: () => [255, 0, 0] });
      const becomes = (wanted: string) => stand.until(wanted, ({ status }) => status === wanted);
      await becomes('broken');
      await mkdir(join(stand.folder, 'media'));
      await mkdir(pictures);
      await writeFile(file, png);
      await becomes('ready');
      await rm(join(stand.folder, 'media'), { recursive: true });
      await becomes('broken');
      await mkdir(pictures, { recursive: true });
      await writeFile(file, png);
      await becomes('ready');
      await rename(pictures, `${pictures}-old`);
      await becomes('broken');
      await mkdir(pictures);
      await writeFile(file, png);
      await becomes('ready');
      await writeFile(file, 'no picture');
      await stand.until('another picture', ({ remarks }) => remarks.some(({ kind }) => kind === 'problem'));
    },
  );
});

it('the preview watches the first of very many files', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'film.json');
  await writeFile(file, '{}');
  let changes = 0;
  const files = new WatchedFiles(file, () => changes++);
  onTestFinished(() => files.close());
  await files.ready();
  await mkdir(join(folder, 'first'));
  const names = Array.from({ length: 20_000 }, (_, index) => `folder-${index}/picture.png`);
  files.add(['first/picture.png', ...names]);
  expect(files.watched).toBeLessThanOrEqual(1000);
  await waitUntil('a change of the first is noticed', async () => {
    await writeFile(join(folder, 'first', 'picture.png'), String(changes));
    return changes > 0;
  });
});
