import { expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';
import { expand, film, problemsOf } from './expand.ts';

const slide = { type: 'slide', from: 'left', stagger: 300, duration: 500 };

/** The tracks of a row of three circles, which enters and later leaves, and the lengths of both transitions. */
function tracksOf(track: unknown, { enter = slide, exit, duration }: Record<string, unknown> = {}) {
  const row = { kind: 'row', data: 3, each: { kind: 'circle' }, enter, ...(exit !== undefined && { exit }) };
  const entrance = { ...(duration !== undefined && { duration }), tracks: { g: track } };
  const compositions = [
    { states: {} },
    { enter: entrance, states: { g: true } },
    { enter: { tracks: { g: track } }, states: { g: false } },
  ];
  const { transitions } = expand(film({ objects: { g: row }, compositions })).project.scenes.main ?? {};
  return Object.values(transitions ?? {}).map(({ tracks, duration }) => ({
    duration,
    all: Object.values(tracks),
  }));
}

it('a track with only a start keeps the animation of its object, and the transition ends with it', () => {
  const [entering] = tracksOf({ start: 100 });
  expect(entering?.duration).toBe(1200);
  expect(entering?.all.map(({ start, duration }) => [start, duration])).toEqual([
    [100, 500],
    [400, 500],
    [700, 500],
  ]);
  expect(Object.values(entering?.all[0]?.keyframes ?? {})).toMatchObject([{ at: 0, property: 'x' }]);
});

it('a track may replace the type, the easing or the stagger alone', () => {
  const [faded] = tracksOf({ type: 'fade' });
  expect(faded?.all.map(({ type, start, duration }) => [type, start, duration])).toEqual([
    ['fade', 0, 500],
    ['fade', 300, 500],
    ['fade', 600, 500],
  ]);
  const [eased] = tracksOf({ easing: 'linear', stagger: 50 });
  expect(eased?.all.map(({ easing, start }) => [easing, start])).toEqual([
    ['linear', 0],
    ['linear', 50],
    ['linear', 100],
  ]);
});

it('the enter of an object is not for what leaves, which has its exit', () => {
  const [, leaving] = tracksOf({ start: 100 }, { exit: { type: 'fade', duration: 250 } });
  expect(leaving?.all.map(({ type, start, duration }) => [type, start, duration])).toEqual(
    Array.from({ length: 3 }, () => ['fade', 100, 250]),
  );
});

it('a labelled line on axes may end at a formula, with its label beyond its end', async () => {
  const objects = {
    plane: { kind: 'axes', width: 800, height: 500 },
    m: { kind: 'path', on: 'plane', from: [1, 0], to: [1, '=n'], text: 'mean' },
  };
  const compositions = [
    { states: { plane: true } },
    { enter: 500, variables: { n: 3 }, states: { m: true } },
  ];
  const document = film({ variables: { n: 1 }, objects, compositions });
  expect(problemsOf(document)).toEqual([]);
  const { layout = [], advice } = await inspect(document, { layout: true, advice: true });
  const boxes = new Map(layout.at(-1)?.objects.map(({ id, box }) => [id, box]));
  expect(boxes.get('m.label')?.bottom).toBeLessThanOrEqual(boxes.get('m')?.top ?? 0);
  expect(advice?.filter(({ rule }) => rule === 'crossed')).toEqual([]);
});

it('messages name the field of shorthand, once', () => {
  const one = (a: object) =>
    problemsOf(
      film({ objects: { a }, compositions: [{ states: { a: true } }, { states: { a: { y: 3 } } }] }),
    );
  expect(one({ kind: 'image' })).toEqual(['objects.a.src: is required for kind image']);
  const twice = [
    ['x', 1],
    ['x', 2],
  ];
  const rule = 'has the label "x" twice; give each value a label of its own';
  const data = `objects.a.data: ${rule}`;
  expect(one({ kind: 'bars', data: twice })).toEqual([data]);
  const filled = [{ states: { a: { fill: 'tomato' } } }, { states: { a: { width: 300 } } }];
  expect(problemsOf(film({ objects: { a: { kind: 'bars', data: twice } }, compositions: filled }))).toEqual([
    data,
  ]);
});

it('grows a labelled box or a card from an edge, on which its words fade in when most of it is there', () => {
  const enter = { type: 'grow', from: 'left', duration: 1000 };
  const objects = {
    box: { kind: 'rectangle', text: 'Forty', enter },
    card: { kind: 'column', fill: '#204060', children: [{ kind: 'text', text: 'Words' }], enter },
    line: { kind: 'path', text: 'no', enter },
  };
  const grown = film({
    objects: { box: objects.box, card: objects.card },
    compositions: [{ states: {} }, { states: { '*': true } }],
  });
  const { transitions } = expand(grown).project.scenes.main ?? {};
  const [entering] = Object.values(transitions ?? {});
  const shown = Object.values(entering?.tracks ?? {}).map(({ objectId, type, start, duration }) => [
    objectId,
    type,
    start,
    duration,
  ]);
  expect(new Set(shown.map((one) => one.join(' ')))).toEqual(
    new Set(['box grow 0 1000', 'box-label fade 500 500', 'card-box grow 0 1000', 'card-0 fade 500 500']),
  );
  expect(
    problemsOf(
      film({ objects: { line: objects.line }, compositions: [{ states: {} }, { states: { line: true } }] }),
    ),
  ).toEqual([
    'objects.line.enter.from: is for circles, rectangles and images, but line is of kind path, which grows from its position; remove it',
  ]);
});
