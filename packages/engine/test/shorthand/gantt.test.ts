import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import type { Scene } from '../../src/project/schema.ts';
import { adviceOn } from '../advice/advice-on.ts';
import { expand, plain, problemsOf } from './expand.ts';

const film = (text: unknown, later?: unknown, fields: object = {}) => ({
  shorthand: true,
  objects: { p: { kind: 'gantt', width: 1000, height: 500, text, ...fields } },
  compositions: [
    { states: { p: true } },
    ...(later === undefined ? [] : [{ enter: 500, states: { p: { text: later } } }]),
  ],
});

function sceneOf(document: object): Scene {
  const [scene] = Object.values(plain(expand(document).project).scenes);
  if (scene === undefined) throw new Error('no scene');
  return scene;
}

function statesIn(document: object, index = 0) {
  const { compositions, compositionOrder } = sceneOf(document);
  return compositions[compositionOrder[index] ?? '']?.states ?? {};
}

/** The left and right edges of a bar. */
function edgesOf(document: object, name: string, index = 0): readonly [number, number] {
  const state = statesIn(document, index)[`p-${name}`];
  if (state === undefined) throw new Error(`no part ${name}`);
  return [state.x - state.width / 2, state.x + state.width / 2];
}

/** The times of tasks as days since the first one, from the places of their bars; "ref" is ten days long. */
function daysOf(lines: readonly string[], ...names: readonly string[]): number[][] {
  const document = film(['Ref: ref, 2026-01-05, 2026-01-15', ...lines]);
  const [start, end] = edgesOf(document, 'ref');
  return names.map((name) =>
    edgesOf(document, name).map((x) => Math.round(((x - start) * 100) / (end - start)) / 10 + 0),
  );
}

describe('Gantt charts', () => {
  it('place tasks at dates, after others, until others, and after the one before', () => {
    const lines = [
      'A: a, 2026-01-06, 2d',
      'B: b, after a, 48h',
      'C: c, after b, 12h',
      'D: d, after a b, 1w',
      'E: e, 2026-01-05, until late',
      'F: f, after late, 12h',
      'Late: late, 2026-01-09, 1d',
    ];
    expect(daysOf(lines, 'a', 'b', 'c', 'd', 'e', 'f')).toEqual([
      [1, 3],
      [3, 5],
      [5, 5.5],
      [5, 12],
      [0, 4],
      [5, 5.5],
    ]);
  });

  it('make tasks longer by the days that they exclude', () => {
    // January 5, 2026 is a Monday.
    expect(
      daysOf(['excludes weekends 2026-01-13', 'A: a, 2026-01-08, 3d', 'B: b, after a, 1d'], 'a', 'b'),
    ).toEqual([
      [3, 8],
      [8, 10],
    ]);
  });

  it('read formats of dates, months and years', () => {
    const document = film([
      'gantt',
      'dateFormat DD.MM.YYYY HH:mm',
      'axisFormat %Y',
      'A: a, 31.01.2024 00:00, 1M',
      'B: b, 29.02.2024 00:00, 1y',
    ]);
    const [[, end], [start]] = [edgesOf(document, 'a'), edgesOf(document, 'b')];
    expect(end).toBeCloseTo(start, 1);
    const texts = Object.entries(statesIn(document)).flatMap(([id, { text }]) =>
      /^p-time/.test(id) ? [text] : [],
    );
    expect(texts.filter(Boolean)).toEqual(expect.arrayContaining(['2024']));
  });

  it('colour tasks by their states, and turn milestones', () => {
    const states = statesIn(
      film(
        ['A: 2026-01-05, 3d', 'B: active, 3d', 'C: done, 1d', 'D: crit, d, 2d', 'E: milestone, 0d'],
        undefined,
        { colors: ['#111111', '#222222', '#333333', '#444444'] },
      ),
    );
    expect(['A', 'B', 'C', 'd'].map((name) => states[`p-${name}`]?.fill)).toEqual([
      ...['#111111', '#222222', '#333333', '#444444'],
    ]);
    expect(states['p-E']).toMatchObject({ rotation: 45, fill: '#111111' });
  });

  it('write names into bars or beside them, and never dates over each other', () => {
    const long = 'A task with a very long name';
    const states = statesIn(film([`${long}: a, 2026-01-05, 1d`, 'Wide: w, after a, 60d']));
    const [, right] = edgesOf(film([`${long}: a, 2026-01-05, 1d`, 'Wide: w, after a, 60d']), 'a');
    expect(states['p-a-label']).toMatchObject({ text: long, align: 'left' });
    expect(states['p-a-label']?.x).toBeGreaterThan(right);
    expect(states['p-w-label']?.x).toBe(states['p-w']?.x);
    for (const interval of ['', 'tickInterval 1day', 'tickInterval 1millisecond', 'tickInterval 2week']) {
      const dates = Object.entries(statesIn(film([interval, 'W: 2026-01-05, 200d'])))
        .filter(([id, { text }]) => id.startsWith('p-time') && text)
        .map(([, { x, text, fontSize }]) => ({ x, half: (text.length * fontSize * 0.5) / 2 }))
        .toSorted((one, other) => one.x - other.x);
      expect(dates.length).toBeGreaterThan(1);
      for (const [index, { x, half }] of dates.entries()) {
        const next = dates[index + 1];
        if (next !== undefined) expect(next.x - next.half).toBeGreaterThan(x + half);
      }
    }
  });

  it('draw a band and a name for each section, and name all parts', () => {
    const document = film(['section One', 'A: a, 2026-01-05, 3d', 'section Two', 'B: 2d', 'B: 2d']);
    const { objects } = sceneOf(document);
    expect(Object.keys(objects)).toEqual(
      expect.arrayContaining(['p-legend-1', 'p-legend-2-name', 'p-a', 'p-a-label', 'p-B']),
    );
    const parts = { 'p.a': { fill: '#ff0000' }, 'p.B 2.label': { fill: '#00ff00' }, 'p.Two.section': false };
    const named = { ...document, compositions: [{ states: { p: true, ...parts } }] };
    expect(problemsOf(named)).toEqual([]);
    expect(statesIn(named)['p-a']).toMatchObject({ fill: '#ff0000' });
  });

  it('move bars, and add and remove tasks, with a later text', () => {
    const document = film(['A: a, 2026-01-05, 3d', 'B: b, 3d'], ['A: a, 2026-01-05, 6d', 'C: c, 3d']);
    const [before, after] = [edgesOf(document, 'a'), edgesOf(document, 'a', 1)];
    expect(after[0]).toBeCloseTo(before[0], 1);
    expect(after[1] - after[0]).toBeCloseTo(2 * (before[1] - before[0]), 0);
    expect(statesIn(document, 1)['p-b']).toMatchObject({ visible: false });
    expect(statesIn(document, 1)['p-c']).toMatchObject({ visible: true });
  });

  it('say what is not drawn', async () => {
    const advice = await adviceOn(
      film(['title A plan', 'todayMarker off', 'click a href "x"', 'A: a, 2026-01-05, 3d']),
    );
    const messages = advice.map(({ message }) => message).join('\n');
    for (const word of ['title', 'todayMarker', 'click']) expect(messages).toContain(`${word} is not drawn`);
  });

  it.each([
    [undefined, 'is required for a Gantt chart'],
    ['', 'has no tasks'],
    ['A', 'in line 1, letter 1 cannot be read; there are Name : 2026-01-05, 3d'],
    ['A: 3d', 'needs a start, such as YYYY-MM-DD, because no task is before it'],
    ['A: 2026-02-30, 3d', 'must start at a date YYYY-MM-DD or after a task, but starts at 2026-02-30'],
    ['A: 2026-01-05, soon', 'but ends at soon'],
    ['A: 2026-01-05, -3d', 'but ends at -3d'],
    ['A: 2026-01-05, 1000000000d', 'lasts 1000000000d, but a task lasts at most 100 years'],
    ['A: 2026-01-05, 2026-01-01', 'ends before it starts'],
    ['A: 9999-12-01, 99y', 'ends after the year 9999'],
    ['A: after b, 3d', 'names the task b, but no task has that id'],
    ['A: a, after b, 3d\nB: b, after a, 3d', 'waits for itself: a, b'],
    ['A: a, after a, 3d', 'waits for itself: a'],
    ['A: a, b, c, d', 'must have an id, a start and an end'],
    ['dateFormat QQ\nA: 2026-01-05, 3d', 'must be a format of YYYY'],
    ['tickInterval often\nA: 2026-01-05, 3d', 'must be a number with millisecond'],
    ['excludes sometimes\nA: 2026-01-05, 3d', 'excludes sometimes, but can weekends'],
    [
      'excludes monday tuesday wednesday thursday friday weekends\nA: 2026-01-05, 3d',
      'excludes every day of the week',
    ],
    ['A: vert, 2026-01-05, 3d', 'is a vertical marker'],
    ['sequenceDiagram', 'is a sequenceDiagram, which "kind": "sequence" reads'],
    [
      Array.from({ length: 300 }, (_, index) => `T${index}: 2026-01-05, 3d`).join('\n'),
      'must have at most 100 tasks, but has 300',
    ],
    [7, 'must be a text or a list of lines'],
  ])('refuse %j', (text, message) => {
    expect(problemsOf(film(text)).join('\n')).toContain(message);
  });

  it('any text is read, or is a problem with its place', () => {
    const word = fc.constantFrom(
      ...[
        'A',
        ' : ',
        'a',
        ', ',
        '2026-01-05',
        '3d',
        '1M',
        'after ',
        'until ',
        '\n',
        'section ',
        'excludes ',
        'weekends',
      ],
      ...[
        'dateFormat ',
        'YYYY',
        'axisFormat %',
        'tickInterval 1day',
        'done, ',
        'crit, ',
        'milestone, ',
        '0d',
        '99y',
        '%%',
        '---',
      ],
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        for (const problem of problemsOf(film(words.join('')))) expect(problem).toMatch(/^objects\.p\.text/);
      }),
      { numRuns: runs(200) },
    );
  });
});
