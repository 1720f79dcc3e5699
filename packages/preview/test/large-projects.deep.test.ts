import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { start, temporaryFolder } from '../../../test/support/command-line.ts';
import { eventsOf } from '../../../test/support/preview-events.ts';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

const crowd = await readFile(
  new URL('../../../test/fixtures/projects/crowd-500.json', import.meta.url),
  'utf8',
);
const preload = fileURLToPath(new URL('../../../test/support/main-thread-time.mjs', import.meta.url));

interface Project {
  sceneOrder: string[];
  scenes: Record<string, { id: string; objects: Record<string, { kind: string }> }>;
  note?: string;
}

/** A project of 26 MB: 88 scenes of 500 objects each, the last twenty of an unknown kind. */
function manyProblems(): string {
  const project: Project = JSON.parse(crowd);
  const [scene] = Object.values(project.scenes);
  project.scenes = {};
  for (let index = 0; index < 88; index++)
    project.scenes[`s${index}`] = { ...structuredClone(scene), id: `s${index}` };
  project.sceneOrder = Object.keys(project.scenes);
  for (const object of Object.values(project.scenes.s87.objects).slice(-20)) object.kind = 'unknown';
  return JSON.stringify(project);
}

/** A project of 26 MB with letters of two and three bytes. */
function manyLetters(): string {
  const project: Project = JSON.parse(crowd);
  return JSON.stringify({ note: 'é—漢'.repeat(26e6 / 8), ...project });
}

describe('places in a large project', () => {
  it('the preview finds the places of all 500 objects of a film at each moment', async () => {
    await using stand = await PreviewStand.open(crowd);
    const { revision } = stand.session.state;
    for (const timeMs of [0, 1700, 2500, 4000]) {
      const { body } = await stand.ask(`/api/moment?revision=${revision}&timeMs=${timeMs}`);
      const {
        objects,
      }: { objects: { id: string; places: { path: string; place: { column: number } }[] }[] } = JSON.parse(
        body.toString(),
      );
      expect(objects).toHaveLength(500);
      for (const { id, places } of objects) {
        for (const { place } of places)
          expect(crowd.slice(place.column - 1)).toMatch(new RegExp(`^"${id}":`));
      }
    }
  });
});

describe.skipIf(process.platform !== 'linux')('the preview process', () => {
  it('the preview process never blocks for 50 ms while it opens, searches and checks projects of 26 MB', {
    timeout: 240_000,
  }, async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'film.json');
    const noted = join(folder, 'noted');
    await writeFile(file, manyLetters());
    const environment = { NODE_OPTIONS: `--import ${pathToFileURL(preload)}`, MAIN_THREAD_TIME: noted };
    const preview = start(['preview', file], '', environment);
    const url = await waitUntil('the URL', () => /http:\S+/.exec(preview.printed())?.[0]);
    const states = await eventsOf(url);
    const { revision } = await states.next(({ status }) => status === 'ready');
    for (const timeMs of [0, 1700, 2500]) {
      const answer = await fetch(`${url}api/moment?revision=${revision}&timeMs=${timeMs}`);
      expect(((await answer.json()) as { objects: unknown[] }).objects).toHaveLength(500);
    }
    await states.next(({ isAdvised }) => isAdvised);
    await writeFile(file, manyProblems());
    const { remarks } = await states.next(({ status }) => status === 'broken');
    expect(remarks).toHaveLength(20);
    for (const { place } of remarks) expect(place?.column).toBeGreaterThan(25e6);
    await states.close();
    preview.process.kill('SIGINT');
    expect(await preview.finished).toMatchObject({ code: 0, stderr: '' });
    expect(Number(await readFile(noted, 'utf8'))).toBeLessThan(50);
  });
});
