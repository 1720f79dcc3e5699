// @module-tag ffmpeg
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { checkOptions } from '../../engine/src/render/options/check-options.ts';
import { render } from '../../engine/src/render/render.ts';
import { makeClip, numberedPictures, numberedSize } from '../../engine/test/media/video/support.ts';
import { signal } from '../../engine/test/render/tables/data-files.ts';
import type { BatchSource } from '../src/batch-source.ts';
import { InputSource } from '../src/input-source.ts';
import type { Outcome } from '../src/make-output.ts';
import { NameTemplate } from '../src/names/name-template.ts';
import { FolderStore } from '../src/outputs/folder-store.ts';
import { rowsToAdd } from '../src/queue/rows-to-add.ts';
import { runBatch } from '../src/run-batch.ts';

const { width, height } = numberedSize;
const film = {
  ...{ shorthand: true, width, height },
  objects: { clip: { kind: 'video', src: 'clip.mp4', width, height } },
  compositions: [{ duration: 1000, states: { clip: true } }],
};

async function folderWithClip(): Promise<string> {
  const folder = await temporaryFolder();
  const coding = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
  await makeClip(...numberedPictures('30', 2), ...coding, join(folder, 'clip.mp4'));
  await makeClip('-f', 'lavfi', '-i', 'testsrc2=d=2', ...coding, join(folder, 'other.mp4'));
  await writeFile(join(folder, 'film.json'), JSON.stringify(film));
  return folder;
}

function sourceIn(folder: string): BatchSource {
  const settings = {
    name: new NameTemplate('film.png', undefined),
    options: checkOptions({}),
    variables: {},
  };
  return new InputSource([join(folder, 'film.json')], settings);
}

async function outcomeIn(folder: string): Promise<Outcome | undefined> {
  await using store = await FolderStore.open(join(folder, 'out'));
  let made: Outcome | undefined;
  await runBatch(
    sourceIn(folder),
    { processes: 1, processorsEach: 1 },
    { store, timeoutMs: 60_000, force: false, signal },
    {
      onProgress: () => {},
      onOutcome: (_, outcome) => {
        made = outcome;
      },
    },
  );
  return made;
}

it('a batch opens clips beside the project, and makes outputs anew when they change', async () => {
  const folder = await folderWithClip();
  expect(await outcomeIn(folder)).toMatchObject({ kind: 'made' });
  const { data } = await render(film, { baseFolder: folder });
  expect(await readFile(join(folder, 'out', 'film.png'))).toEqual(Buffer.from(data));
  expect(await outcomeIn(folder)).toMatchObject({ kind: 'skipped' });
  await copyFile(join(folder, 'other.mp4'), join(folder, 'clip.mp4'));
  expect(await outcomeIn(folder)).toMatchObject({ kind: 'made' });
});

it('a queue gets documents with their clips, for workers without access to files', async () => {
  const folder = await folderWithClip();
  const options = {
    ...{ destination: '/out', batch: 1, token: 'x', force: false, timeoutMs: 60_000, strict: false, signal },
    onFailed: (_: unknown, outcome: Outcome) => expect(outcome).toBeUndefined(),
  };
  const documents: Uint8Array[] = [];
  for await (const { document } of rowsToAdd(sourceIn(folder), options)) documents.push(document);
  expect(documents).toHaveLength(1);
  const { data } = await render(documents[0] ?? '');
  expect(Buffer.compare(data, (await render(film, { baseFolder: folder })).data)).toBe(0);
});
