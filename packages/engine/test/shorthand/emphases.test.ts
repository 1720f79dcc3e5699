import { expect, it } from 'vitest';
import { inspect } from '../../src/render/inspect.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { adviceOn } from '../advice/advice-on.ts';
import { expandedFilm, film, problemsOf } from './expand.ts';

/** A film whose second composition has this `enter` and these states. */
const emphasized = (enter: object | undefined, states: object = {}, objects: object = {}) =>
  film({
    objects: {
      a: { kind: 'text', text: 'Ten times faster' },
      box: { kind: 'rectangle', y: 900 },
      ...objects,
    },
    compositions: { first: {}, second: { ...(enter && { enter }), states }, third: {} },
  });

const expanded = (document: object) => expandedFilm(document).scenes.main;
const trackOf = (document: object, id: string) => {
  const { tracks = {} } = expanded(document)?.transitions['to-second'] ?? {};
  return Object.values(tracks).find(({ objectId }) => objectId === id);
};
const propertiesOf = (document: object, id: string) => [
  ...new Set(Object.values(trackOf(document, id)?.keyframes ?? {}).map(({ property }) => property)),
];

it.each([
  ['pulse', ['scaleX', 'scaleY']],
  ['pop', ['scaleX', 'scaleY']],
  ['shake', ['anchorX']],
  ['wiggle', ['rotation']],
  ['flash', ['opacity']],
])('the emphasis %s moves an object that stays, which ends as it began', (name, properties) => {
  for (const document of [
    emphasized({ tracks: { box: name } }),
    emphasized(undefined, { box: { emphasis: name } }),
    emphasized({ duration: 900 }, { box: { emphasis: { type: name, start: 100 } } }),
  ]) {
    expect(propertiesOf(document, 'box')).toEqual(properties);
    const { compositions } = expanded(document) ?? {};
    expect(compositions?.third?.states.box).toEqual(compositions?.first?.states.box);
    const timeline = compileTimeline(expandedFilm(document));
    const poseAt = (timeMs: number) => timeline.at(timeMs).poses.find(({ objectId }) => objectId === 'box');
    expect(poseAt(timeline.durationMs)).toEqual(poseAt(0));
    expect(poseAt(1300)).not.toEqual(poseAt(0));
  }
});

it.each(['ring', 'underline', 'mark'])(
  'the emphasis %s is an object that is drawn in the transition and then gone',
  (name) => {
    const document = emphasized({ tracks: { a: name, 'a.times': name } });
    const timeline = compileTimeline(expandedFilm(document));
    const seenAt = (timeMs: number) =>
      timeline
        .at(timeMs)
        .poses.filter(({ opacity }) => opacity > 0)
        .map(({ objectId }) => objectId);
    const still = ['a', 'box'];
    expect(seenAt(0)).toEqual(still);
    expect(seenAt(1700).sort()).toEqual([...still, `a-times-whole-${name}`, `a-whole-${name}`].sort());
    expect(seenAt(2500)).toEqual(still);
    expect(trackOf(document, 'a')).toBeUndefined();
  },
);

it('a mark is behind its text, a ring in front of it, an underline below it', () => {
  const { objects = {}, compositions } =
    expanded(emphasized({ tracks: { a: 'mark', box: 'ring', 'a.Ten': 'underline' } })) ?? {};
  const order = (id: string) => objects[id]?.order ?? NaN;
  expect(order('a-whole-mark')).toBeLessThan(order('a'));
  expect(order('box-whole-ring')).toBeGreaterThan(order('box'));
  const { a, 'a-Ten-whole-underline': line } = compositions?.second?.states ?? {};
  expect(line?.y).toBeGreaterThan((a?.y ?? 0) + 10);
  expect(line?.x).toBeLessThan(a?.x ?? 0);
});

it('pop lets an object enter, and emphasises one that stays while its text changes', () => {
  const scales = (document: object, id: string) =>
    Object.values(trackOf(document, id)?.keyframes ?? {}).flatMap(({ property, at, value }) =>
      property === 'scaleX' ? [[at, value]] : [],
    );
  const entering = emphasized({ tracks: { box: 'pop' } }, { box: true });
  expect(scales(entering, 'box')[0]).toEqual([0, 0.6]);
  const changing = film({
    theme: 'midnight',
    objects: { a: { kind: 'text', text: '3', fontSize: 300 } },
    compositions: [
      { duration: 500, states: { a: true } },
      { duration: 500, enter: { duration: 1000, tracks: { a: 'pop' } }, states: { a: { text: '2' } } },
    ],
  });
  const { transitions, compositions } = expanded(changing) ?? {};
  const [track] = Object.values(transitions?.['to-2']?.tracks ?? {});
  expect(Object.values(track?.keyframes ?? {}).some(({ property }) => property === 'scaleX')).toBe(true);
  expect([compositions?.['1']?.states.a?.text, compositions?.['2']?.states.a?.text]).toEqual(['3', '2']);
});

it('a group is emphasised as a whole, and its parts with .* each by itself', () => {
  const row = { row: { kind: 'row', data: 2, each: { kind: 'rectangle', text: 'Card' } } };
  const whole = emphasized({ tracks: { row: 'pulse' } }, {}, row);
  expect(propertiesOf(whole, 'row-0')).toEqual(['scaleX', 'scaleY', 'x', 'y']);
  expect(propertiesOf(whole, 'row-0-label')).toEqual([]);
  const each = emphasized({ tracks: { 'row.*': { type: 'pulse', stagger: 100 } } }, {}, row);
  expect(propertiesOf(each, 'row-0')).toEqual(['scaleX', 'scaleY']);
  expect([trackOf(each, 'row-0')?.start, trackOf(each, 'row-1')?.start]).toEqual([0, 100]);
  const parts = emphasized(undefined, { 'row.*': { emphasis: 'shake' } }, row);
  expect([propertiesOf(parts, 'row-0'), propertiesOf(parts, 'row-1')]).toEqual([['anchorX'], ['anchorX']]);
});

it('parts of charts, code, graphs and tables are emphasised by their names', async () => {
  const document = emphasized(
    { tracks: { 'sales.Tue': 'pop', 'code.2': 'mark', 'flow.a-b': 'shake', 't.0.name': 'ring' } },
    { 'sales.Mon': { emphasis: 'ring' } },
    {
      sales: { kind: 'bars', data: { Mon: 3, Tue: 5 }, place: 'left', width: 300, height: 200 },
      code: { kind: 'code', place: 'right', language: 'js', text: 'a\nb\nc' },
      flow: { kind: 'graph', place: 'top', text: 'a --> b' },
      t: { kind: 'table', place: 'bottom left', data: [{ name: 'Ada', age: 36 }] },
    },
  );
  const { plan = [] } = await inspect(document, { plan: true });
  expect(plan[1]).toMatchObject({ enters: [], leaves: [] });
  expect([...(plan[1]?.changes ?? [])].sort()).toEqual(
    ['code.2', 'flow.a-b', 'sales.Mon', 'sales.Tue', 't.0.name'].sort(),
  );
});

it('without a duration, a transition lasts as long as its emphases, and a longer one does not slow them down', () => {
  const lengthOf = (document: object) => expanded(document)?.transitions['to-second']?.duration;
  expect(lengthOf(emphasized({ tracks: { box: 'pulse' } }))).toBe(600);
  expect(lengthOf(emphasized({ tracks: { box: 'ring' } }))).toBe(1400);
  expect(trackOf(emphasized({ tracks: { box: 'pulse', a: 'ring' } }), 'box')?.duration).toBe(600);
  const { duration } = trackOf(emphasized({ duration: 2000, tracks: { box: 'pulse' } }), 'box') ?? {};
  expect(duration).toBe(600);
});

it('an emphasis is no mention: it does not let an object enter', () => {
  const { compositions } = expanded(emphasized(undefined, { box: { emphasis: 'pulse' } })) ?? {};
  expect(compositions?.first?.states.box?.visible).toBe(true);
});

it('what is drawn for an emphasis is there only when that is there', () => {
  const document = film({
    objects: { a: { kind: 'text', text: 'Hello' }, row: { kind: 'row', children: [{ kind: 'circle' }] } },
    compositions: {
      first: { states: { a: false, row: false } },
      second: { enter: 300, states: { a: true, row: true } },
      third: { enter: { tracks: { a: 'ring', 'row.0': 'ring' } } },
      fourth: { states: { a: false, row: false } },
    },
  });
  const { compositions = {} } = expanded(document) ?? {};
  const shown = Object.values(compositions).map(({ states }) =>
    ['a-whole-ring', 'row-0-whole-ring'].map((id) => states[id]?.visible),
  );
  expect(shown).toEqual([
    [false, false],
    [true, true],
    [true, true],
    [false, false],
  ]);
});

it('the layout of a film lists nothing that emphases draw in its transitions', async () => {
  const { layout = [] } = await inspect(emphasized({ tracks: { box: 'ring', a: 'mark' } }), { layout: true });
  expect(layout.map(({ objects }) => objects.map(({ id }) => id))).toEqual(Array(3).fill(['a', 'box']));
});

it('a film with emphases has no advice', async () => {
  const document = {
    ...emphasized({ tracks: { box: 'ring', a: 'pulse' } }, { 'a.faster': { emphasis: 'mark' } }),
    theme: 'midnight',
  };
  expect((await adviceOn(document)).map(({ rule }) => rule).filter((rule) => rule !== 'empty-frame')).toEqual(
    [],
  );
});

const names = 'pulse, pop, shake, flash, wiggle, ring, underline, mark';

it.each<[string, object]>([
  [
    `compositions.second.states.box.emphasis: must be one of ${names} or an object with such a type, but is "puls"; did you mean pulse?`,
    emphasized(undefined, { box: { emphasis: 'puls' } }),
  ],
  [
    `compositions.second.states.box.emphasis.type: must be one of ${names}, but is "slide"`,
    emphasized(undefined, { box: { emphasis: { type: 'slide' } } }),
  ],
  [
    'compositions.second.enter: is "pulse", an emphasis of one object that stays; write it in the tracks of a composition, or as "emphasis" in its states',
    film({ compositions: { first: {}, second: { enter: 'pulse' } } }),
  ],
  [
    'objects.box.enter: is "shake", an emphasis of one object that stays; write it in the tracks of a composition, or as "emphasis" in its states',
    film({ objects: { box: { kind: 'circle', enter: 'shake' } } }),
  ],
  [
    'compositions.second.enter.tracks["a.times"]: is "shake", but words of a text can only have ring, underline or mark',
    emphasized({ tracks: { 'a.times': 'shake' } }),
  ],
  [
    'compositions.first.states.box.emphasis: is in the first composition, which no transition leads to; write it in a later one, or give this one an "enter"',
    film({ compositions: { first: { states: { box: { emphasis: 'pulse' } } }, second: {} } }),
  ],
  [
    'compositions.second.states.box.emphasis: has no time, because the "enter" of the composition is 0; give it a duration',
    film({ compositions: { first: {}, second: { enter: 0, states: { box: { emphasis: 'pulse' } } } } }),
  ],
  [
    'compositions.second.states.box.emphasis: is beside a track of the same object with an emphasis; keep one of the two',
    emphasized({ tracks: { box: 'pulse' } }, { box: { emphasis: 'shake' } }),
  ],
])('%s', (problem, document) => {
  expect(problemsOf(document)).toEqual([problem]);
});
