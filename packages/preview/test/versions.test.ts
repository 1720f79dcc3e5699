import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { wavUrl } from '../../../test/support/wav-writer.ts';
import type { FilmState } from '../src/film-state.ts';

const box = { kind: 'rectangle', state: { x: 60, y: 90, width: 40, height: 40, fill: 'gold' } };
const dot = { kind: 'circle', state: { x: 70, y: 90, width: 60, height: 60 } };
const sound = wavUrl({ sampleRate: 8000, frames: 800, channels: [() => 0] });

const moving = smallFilm({
  objects: {
    box: { kind: 'rectangle', name: 'A box', state: { x: 60, y: 90, width: 40, height: 40, fill: 'gold' } },
    dot: { kind: 'circle', name: 'A dot', state: { x: 240, y: 90, width: 60, height: 60 } },
  },
  compositions: {
    one: { name: 'First', duration: 300, states: { box: {} } },
    two: {
      name: 'Second',
      duration: 300,
      enter: {
        duration: 400,
        tracks: {
          box: { start: 100, duration: 200, easing: 'easeOut', keyframes: { y: [[0.5, 30]] } },
          dot: { type: 'grow', fillTiming: { start: 50, duration: 100 } },
        },
      },
      states: { dot: {}, box: { x: 120 } },
    },
  },
});

let stand: PreviewStand;
beforeAll(async () => {
  stand = await PreviewStand.open(moving);
});
afterAll(() => stand.close());

async function laneOf(object: string) {
  const { revision, outline } = stand.session.state;
  const scene = outline?.scenes[0]?.id;
  const answer = await stand.ask(`/api/lane?revision=${revision}&scene=${scene}&object=${object}`);
  return JSON.parse(answer.body.toString());
}

describe('the lane of an object', () => {
  it('a lane has the span, the easing, the delay and the line of a track, and its keyframes', async () => {
    const lines = moving.split('\n');
    const { spans, keyframes } = await laneOf('box');
    expect(spans).toMatchObject([
      { startMs: 400, endMs: 600, what: 'changes', type: 'move', easing: 'easeOut', delayMs: 100 },
    ]);
    expect(lines[spans[0].place.line - 1]).toContain('"box"');
    expect(keyframes).toMatchObject([{ timeMs: 500, property: 'y', value: 30 }]);
    expect(keyframes[0].place.line).toBeGreaterThan(spans[0].place.line);
  });

  it('a lane shows when an object enters, and a property with its own timing', async () => {
    const { spans, keyframes } = await laneOf('dot');
    expect(spans).toMatchObject([
      { startMs: 300, endMs: 700, what: 'enters', type: 'grow' },
      { startMs: 350, endMs: 450, what: 'fill' },
    ]);
    expect(keyframes).toEqual([]);
  });

  it('an unknown object has an empty lane', async () => {
    expect(await laneOf('nobody')).toEqual({ spans: [], keyframes: [] });
  });
});

describe('a version and the previous one', () => {
  it('after a save, the preview names the changed objects and still draws the previous version', {
    tags: 'slow',
  }, async () => {
    const film = await PreviewStand.open(smallFilm());
    onTestFinished(() => film.close());
    const first = film.session.state;
    expect(first.before).toBeNull();
    const stillOf = (revision: number) =>
      film.ask(`/api/still?revision=${revision}&timeMs=900&width=160`).then(({ body }) => body);
    const picture = await stillOf(first.revision);
    await film.save(smallFilm().replace('gold', 'navy'));
    const second = await film.until('the save', ({ revision }) => revision > first.revision);
    expect(second.before).toEqual({ revision: first.revision, durationMs: first.outline?.durationMs });
    const { body } = await film.ask(`/api/changes?revision=${second.revision}`);
    const { objects, segments } = JSON.parse(body.toString());
    expect(objects.map(({ id }: { id: string }) => id)).toEqual(['box']);
    expect(segments).toEqual([0, 1, 2]);
    expect(await stillOf(first.revision)).toEqual(picture);
    expect(await stillOf(second.revision)).not.toEqual(picture);
    expect(film.session.stillProcessId).toBeDefined();
  });

  it('a version that another one overtook leaves the changes from the one on the page', {
    tags: 'slow',
  }, async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    const written = smallFilm({ variables: { x: 120 } }).replace('"x": 120\n', '"x": "${x}"\n');
    const film = await PreviewStand.open(written);
    onTestFinished(() => film.close());
    const tryX = (x: number) => film.order('/api/variables', { values: { x } });
    for (let waitMs = 0; waitMs < 30; waitMs += 2) {
      const before = film.session.state.revision;
      // Depending on the wait, the first version is being read, opened or already on the page.
      void tryX(130 + waitMs);
      await setTimeout(waitMs);
      await tryX(131 + waitMs);
      const isLast = ({ variables: [x] }: FilmState) => x?.value === 131 + waitMs;
      const { revision } = await film.until(
        'the last version',
        (state) => isLast(state) && !state.isOpening && state.revision > before,
      );
      const { status } = await film.ask(`/api/changes?revision=${revision}`);
      expect(status, `${waitMs} ms`).toBe(200);
    }
  });

  it('a changed composition marks its own segments and the transitions beside it', async () => {
    const film = await PreviewStand.open(smallFilm());
    onTestFinished(() => film.close());
    await film.save(smallFilm().replace('"x": 120', '"x": 130'));
    const { revision } = await film.until('the save', (state) => state.revision === 2);
    const { body } = await film.ask(`/api/changes?revision=${revision}`);
    expect(JSON.parse(body.toString()).segments).toEqual([1, 2]);
  });

  it.each([
    [
      'a new object between two others',
      { objects: { box, fresh: box, dot } },
      { fresh: {} },
      [1, 2],
      ['fresh'],
    ],
    ['another name of an object', { objects: { box: { ...box, name: 'Frame' }, dot } }, {}, [], []],
    ['another position of a hidden object', {}, { one: { box: { x: 90, visible: false } } }, [1], ['box']],
    ['another order of the objects', { objects: { dot, box } }, {}, [1, 2], ['box', 'dot']],
    ['a sound', { audioTracks: { voice: { asset: { src: sound } } } }, {}, [], []],
  ])('after a save, %s marks only what looks different', async (_, changes, states, segments, ids) => {
    const { one = { box: { visible: false } }, ...two }: Record<string, object> = states;
    const version = (first: object, second: object, more: object) =>
      smallFilm({
        objects: { box, dot },
        compositions: {
          one: { duration: 300, states: { dot: {}, ...first } },
          two: { duration: 300, states: { dot: {}, box: { x: 60, visible: true }, ...second } },
        },
        ...more,
      });
    const film = await PreviewStand.open(version({ box: { visible: false } }, {}, {}));
    onTestFinished(() => film.close());
    await film.save(version(one, two, changes));
    const { revision } = await film.until('the save', (state) => state.revision === 2);
    const { body } = await film.ask(`/api/changes?revision=${revision}`);
    const found = JSON.parse(body.toString());
    expect(found.segments).toEqual(segments);
    expect(found.objects.map(({ id }: { id: string }) => id).sort()).toEqual(ids);
  });

  it('nothing is answered, and no error, for what belonged to a version that was replaced', async () => {
    const lasting = (duration: number) =>
      smallFilm({ objects: { box }, compositions: { one: { duration, states: { box: {} } } } });
    const film = await PreviewStand.open(lasting(300));
    onTestFinished(() => film.close());
    const { revision } = film.session.state;
    const paths = ['changes?', 'movie?', 'spoken?', 'moment?timeMs=0&', 'written?path=compositions&'];
    const ask = (path: string, number: number) => film.ask(`/api/${path}revision=${number}`);
    for (const later of [1, 2]) {
      await film.save(lasting(300 + later));
      await film.until('the save', (state) => state.revision === revision + later);
    }
    for (const path of paths) {
      expect((await ask(path, revision)).status, path).toBe(204);
      expect((await ask(path, revision + 9)).status, path).toBe(404);
    }
  });

  it('the first version has no changes and no previous version', async () => {
    const { revision } = stand.session.state;
    expect((await stand.ask(`/api/changes?revision=${revision}`)).status).toBe(404);
  });
});

it('advice names its object and the values before and after its fix, inherited ones included', {
  tags: 'slow',
}, async () => {
  const title = { kind: 'text', state: { x: 300, y: 90, text: 'Hello world', fontSize: 20 } };
  const film = smallFilm({
    objects: { title },
    compositions: { one: { duration: 900, states: { title: {} } } },
  });
  const beyond = await PreviewStand.open(film);
  onTestFinished(() => beyond.close());
  const { remarks } = await beyond.until('the advice', ({ isAdvised }) => isAdvised);
  expect(remarks).toMatchObject([{ kind: 'advice', object: 'title', box: { bottom: 96.23 }, fix: 0 }]);
  expect(remarks[0]?.message).not.toContain('(x ');
  expect(remarks[0]?.changes).toEqual([{ field: 'x', before: 300, after: 260 }]);
});
