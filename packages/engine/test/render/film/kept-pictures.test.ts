import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyEditedFilm, CountingStore } from '../../../../../test/support/kept-films.ts';
import { composition, object, project, scene, state } from '../../../../../test/support/project-parts.ts';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import type { Project } from '../../../src/project/schema.ts';
import { KeptPictures } from '../../../src/render/film/kept/kept-pictures.ts';
import { type RenderTaskOptions, render } from '../../../src/render/render.ts';
import { sheet } from '../../../src/render/sheet/sheet.ts';
import { OpenedFilm } from '../../../src/render/view/opened-film.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';

const inMemory = { keepsPieces: true };

/** Two compositions of a second each, and what the test changes in them. */
function film({
  first = {},
  second = {},
  name = 'two',
}: Readonly<Record<string, object | string>> = {}): Project {
  const title = (text: string, own: object | string) =>
    state({ x: 160, y: 90, text, fontSize: 30, ...Object(own) });
  return {
    ...project(
      scene('scene', {
        objects: [object('title', { kind: 'text' })],
        compositions: [
          composition('first', 1000, { title: title('one', first) }),
          composition('second', 1000, { title: title('two', second) }),
        ],
      }),
    ),
    name: String(name),
  };
}

/** A store with the picture of the film at 500 ms, and how often it finds one for another film, time or form. */
async function storeOf(made: Project) {
  const store = new CountingStore();
  const find = async (
    other: Project,
    times: readonly number[] = [500],
    form: readonly unknown[] = ['png'],
  ) => {
    const pictures = new KeptPictures(store, other, compileTimeline(other));
    const { hits } = store;
    await pictures.at(times, form, async () => Buffer.from('picture'));
    return store.hits > hits;
  };
  expect(await find(made)).toBe(false);
  return find;
}

const message = (error: unknown) => String(error);

describe('pictures that are kept', () => {
  it('a picture is found again by what it shows, at any time and under any names', async () => {
    const find = await storeOf(film());
    expect(await find(film())).toBe(true);
    expect(await find(film({ second: { text: 'three' } }))).toBe(true);
    expect(await find(film(), [100])).toBe(true);
    const renamed = JSON.stringify(film({ name: 'other' })).replaceAll('"title"', '"heading"');
    expect(await find(JSON.parse(renamed))).toBe(true);
  });

  it.each<[string, Parameters<Awaited<ReturnType<typeof storeOf>>>]>([
    ['another word', [film({ first: { text: 'One' } })]],
    ['another colour', [film({ first: { fill: '#ff0001' } })]],
    ['another place', [film({ first: { x: 160.001 } })]],
    ['another time', [film(), [1500]]],
    ['more times', [film(), [500, 1500]]],
    ['another form', [film(), [500], ['png', { width: 100, height: 50 }]]],
    [
      'another background',
      [{ ...film(), scenes: { scene: { ...film().scenes.scene, background: '#123' } } }],
    ],
  ])('a picture with %s is drawn anew', async (_, given) => {
    const find = await storeOf(film());
    expect(await find(...given)).toBe(false);
  });

  it('an object in a layer is not one without, whatever the id of the layer is', async () => {
    const layered = (layerId: string | null) =>
      project(
        scene('scene', {
          objects: [
            object('undefined', { kind: 'layer' }),
            object('dot', { layerId: 'undefined' }),
            object('box', { layerId, order: 9 }),
          ],
          compositions: [
            composition('only', 1000, { undefined: state({ opacity: 0.3 }), dot: state(), box: state() }),
          ],
        }),
      );
    const find = await storeOf(layered('undefined'));
    expect(await find(layered('undefined'))).toBe(true);
    expect(await find(layered(null))).toBe(false);
  });

  it('stills, thumbnails and sheets of any edited film equal those that are drawn anew', {
    tags: 'slow',
    timeout: runTimeoutMs,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEditedFilm,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async ({ film: made, edits }, share) => {
          for (const edit of [undefined, ...edits]) {
            edit?.change(made);
            const timeMs = share * compileTimeline(made).durationMs;
            const still = (kept: RenderTaskOptions) =>
              render(made, { format: 'png', width: 160, timeMs, ...kept }).then(({ data }) => data, message);
            const anew = await still({});
            expect(await still(inMemory)).toEqual(anew);
            expect(await still(inMemory)).toEqual(anew);
            const sheetOf = (kept: object) =>
              sheet(made, { moments: 3, width: 400, ...kept }).then(({ data }) => data, message);
            const drawn = await sheetOf({});
            expect(await sheetOf(inMemory)).toEqual(drawn);
            expect(await sheetOf(inMemory)).toEqual(drawn);
          }
        },
      ),
      { numRuns: runs(15) },
    );
  });

  it('an open film shows a moment as the version before did, unless it changed', async () => {
    const { signal } = new AbortController();
    const stillOf = async (made: Project, timeMs: number) => {
      const opened = await OpenedFilm.open(JSON.stringify(made), {}, signal);
      return opened.answer({ kind: 'still', timeMs, width: 100 }, signal);
    };
    const before = await stillOf(film(), 500);
    const edited = film({ second: { text: 'three' } });
    expect(await stillOf(edited, 500)).toBe(before);
    expect(await stillOf(edited, 1500)).not.toEqual(before);
  });

  it('a sheet with other names, or another choice of moments, is drawn anew', async () => {
    const bytesOf = async (made: Project, options: object) => Buffer.from((await sheet(made, options)).data);
    const options = { moments: 2, width: 400 };
    const first = await bytesOf(film(), { ...options, ...inMemory });
    const named = film();
    named.scenes.scene.compositions.first.name = 'Welcome';
    const others: readonly [Project, object][] = [
      [film({ name: 'other' }), options],
      [named, options],
      [film(), { ...options, width: 401 }],
      [film(), { ...options, columns: 1 }],
      [film(), { times: [0, 1500], width: 400 }],
    ];
    for (const [made, choice] of others) {
      const drawn = await bytesOf(made, choice);
      expect(drawn.equals(first)).toBe(false);
      expect((await bytesOf(made, { ...choice, ...inMemory })).equals(drawn)).toBe(true);
    }
  });
});
