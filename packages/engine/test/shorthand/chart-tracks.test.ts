import { describe, expect, it } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

const layOut = await loadLayout({ hasEquations: false });

const data = { Mon: 48, Tue: -20, Wed: 30, Thu: 12 };
const days = Object.keys(data);

interface Film {
  readonly kind?: string;
  readonly state?: object;
  readonly track: object;
  /** The track with which the chart leaves. */
  readonly leaving?: object;
  /** Id of the track; that of the chart by default. */
  readonly id?: string;
  /** Whether the first composition hides the chart, instead of not mentioning it. */
  readonly isHiddenFirst?: boolean;
}

/** A chart that enters from 100 ms to 1100 ms, is held for 100 ms and leaves within 1000 ms. */
function filmOf({
  kind = 'bars',
  state = {},
  track,
  leaving = track,
  id = 'sales',
  isHiddenFirst,
}: Film): object {
  const first = { title: { opacity: 0.5 }, note: { opacity: 0.5 }, ...(isHiddenFirst && { sales: false }) };
  return {
    shorthand: true,
    objects: {
      title: { kind: 'text', state: { text: 'Sales', place: 'top' } },
      note: { kind: 'text', state: { text: 'of bread', place: 'bottom' } },
      sales: { kind, state: { data, width: 900, height: 600, ...state } },
    },
    compositions: {
      empty: { duration: 100, states: first },
      shown: {
        duration: 100,
        enter: { duration: 1000, tracks: { [id]: track } },
        states: { sales: {}, title: { opacity: 1 }, note: { opacity: 1 } },
      },
      gone: {
        duration: 100,
        enter: { duration: 1000, tracks: { sales: leaving } },
        states: { sales: false },
      },
    },
  };
}

function expanded(film: Film) {
  const result = expandProject(filmOf(film), {}, layOut);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  return result.value.project;
}

function problemsOf(film: Film): readonly string[] {
  const result = expandProject(filmOf(film), {}, layOut);
  return result.ok ? [] : result.problems.map(describeProblem);
}

/** The track of each object in the transition in which the chart enters. */
function tracksOf(film: Film) {
  const { main } = expanded(film).scenes;
  return Object.values(main?.transitions ?? {})[0]?.tracks ?? {};
}

/** The boxes of the bars at a time; none for a bar without a size. */
function barsAt(film: Film, timeMs: number) {
  const poses = compileTimeline(expanded(film)).at(timeMs).poses;
  return Object.fromEntries(
    days.flatMap((day) => {
      const pose = poses.find(({ objectId }) => objectId === `sales-${day}`);
      if (pose === undefined) return [];
      const [, , , , x, y] = pose.matrix;
      const { width, height } = pose.appearance;
      return [
        [day, { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }],
      ];
    }),
  );
}

const times = [300, 500, 600, 900, 1300, 1600, 1900];

describe('a chart with a track of type grow', () => {
  it.each([
    ['bottom', {}, false],
    ['left', { horizontal: true }, false],
    ['bottom', {}, true],
    ['left', { horizontal: true }, true],
  ] as const)(
    'grow lets the bars of a chart grow from their line, also negative ones: from the %s, %j, hidden first: %s',
    (from, state, isHiddenFirst) => {
      for (const track of [{ type: 'grow', from }, { type: 'grow' }]) {
        const film = { state, track, isHiddenFirst };
        const whole = barsAt(film, 1150);
        for (const timeMs of times) {
          const bars = barsAt(film, timeMs);
          expect(Object.keys(bars)).toEqual(days);
          for (const [day, box] of Object.entries(bars)) {
            const last = whole[day];
            if (last === undefined) throw new Error(`no bar ${day}`);
            const isNegative = day === 'Tue';
            const [base, end, ...across] =
              from === 'bottom'
                ? ([isNegative ? 'top' : 'bottom', isNegative ? 'bottom' : 'top', 'left', 'right'] as const)
                : ([isNegative ? 'right' : 'left', isNegative ? 'left' : 'right', 'top', 'bottom'] as const);
            for (const edge of [base, ...across]) expect(box[edge]).toBeCloseTo(last[edge], 1);
            const length = Math.abs(box[end] - box[base]);
            expect(length).toBeGreaterThan(0);
            expect(length).toBeLessThan(Math.abs(last[end] - last[base]));
          }
        }
      }
    },
  );

  it('grow writes a line chart and opens a pie', () => {
    const positive = { state: { data: { Mon: 4, Tue: 9 } }, track: { type: 'grow' } };
    expect(tracksOf({ ...positive, kind: 'line' })['sales-line']?.type).toBe('write');
    const pie = compileTimeline(expanded({ ...positive, kind: 'pie' })).at(600);
    const sector = pie.poses.find(({ objectId }) => objectId === 'sales-Tue');
    expect(sector?.appearance.height).toBeGreaterThan(300);
  });

  it('a line chart is written even without a track of type grow, and fades if its track is fade', () => {
    const written = (film: Film) => {
      const { poses } = compileTimeline(expanded({ kind: 'line', ...film })).at(600);
      return poses.find(({ objectId }) => objectId === 'sales-line')?.appearance.write ?? 0;
    };
    for (const film of [
      { track: {} },
      { track: { stagger: 100 } },
      { id: 'title', track: {}, leaving: {} },
    ]) {
      expect(written(film)).toBeGreaterThan(0);
      expect(written(film)).toBeLessThan(1);
    }
    expect(written({ track: { type: 'fade' } })).toBe(1);
  });

  it('a chart grows with the track of a group or of all objects', () => {
    const track = { type: 'grow' };
    const film = { id: '*', track };
    const base = barsAt(film, 1150).Tue?.top;
    expect(barsAt(film, 600).Tue?.top).toBeCloseTo(base ?? 0, 1);
  });

  it('names an edge that is not the base of a chart once', () => {
    const leaving = { type: 'grow' };
    const place = 'compositions.shown.enter.tracks.sales.from';
    expect(problemsOf({ track: { type: 'grow', from: 'top' }, leaving })).toEqual([
      `${place}: must not be top, because the chart sales grows from its base, the bottom; remove it`,
    ]);
    const lying = { horizontal: true };
    expect(problemsOf({ state: lying, track: { type: 'grow', from: 'bottom' }, leaving })).toEqual([
      `${place}: must not be bottom, because the chart sales grows from its base, the left; remove it`,
    ]);
    expect(problemsOf({ track: { from: 'bottom' }, leaving })).toEqual([
      `${place}: is the edge from which an object grows, but the type is move; write "type": "grow"`,
    ]);
    expect(problemsOf({ id: '*', track: { type: 'grow', from: 'bottom' }, leaving })).toEqual([
      'compositions.shown.enter.tracks["*"].from: is for circles, rectangles and images, but title, one of 2 such objects, is of kind text, which grows from its position; remove it',
    ]);
  });

  it('checks the edge from which a single bar grows', () => {
    const leaving = { type: 'grow' };
    const film = (from: string) => ({ id: 'sales.Tue', track: { type: 'grow', from }, leaving });
    expect(problemsOf(film('left'))).toEqual([
      'compositions.shown.enter.tracks["sales.Tue"].from: must not be left, because the chart sales grows from its base, the bottom; remove it',
    ]);
    const whole = barsAt(film('bottom'), 1150).Tue;
    expect(barsAt(film('bottom'), 600).Tue?.top).toBeCloseTo(whole?.top ?? 0, 1);
  });
});

describe('a chart that leaves', () => {
  /** The chart at as much time after it begins to enter, and before it has left. */
  const bothWays = (film: Film, timeMs: number) => {
    const { at } = compileTimeline(expanded(film));
    const [entering, leaving] = [100 + timeMs, 2200 - timeMs].map((time) =>
      at(time)
        .poses.filter(({ objectId }) => objectId.startsWith('sales'))
        .map(({ objectId, appearance, opacity, matrix }) => {
          const { width, height, sweepStart, sweepEnd, write, lettering } = appearance;
          const arc = { start: sweepStart, end: sweepEnd };
          return { objectId, place: matrix.slice(4), opacity, width, height, arc, write, lettering };
        }),
    );
    return { entering, leaving };
  };
  const positive = { Mon: 48, Tue: 20, Wed: 30, Thu: 12 };
  const linear = { type: 'grow', easing: 'linear' };

  it.each([
    ['bars', {}, linear],
    ['bars', { horizontal: true }, linear],
    ['bars', {}, { easing: 'linear' }],
    ['line', {}, linear],
    ['pie', { data: positive }, linear],
    ['pie', { data: positive }, { ...linear, stagger: 200 }],
    ['line', {}, { ...linear, stagger: 200 }],
  ])('a chart leaves in reverse of how it enters: %s %j with %j', (kind, state, track) => {
    for (const timeMs of [250, 500, 750, 900]) {
      const { entering, leaving } = bothWays({ kind, state, track }, timeMs);
      expect(entering?.length).toBeGreaterThan(0);
      expect(leaving).toHaveLength(entering?.length ?? 0);
      for (const [index, part] of (leaving ?? []).entries()) {
        const other = entering?.[index];
        expect(part.objectId).toBe(other?.objectId);
        expect(part.opacity).toBeCloseTo(other?.opacity ?? -1, 3);
        expect(part.width).toBeCloseTo(other?.width ?? -1, 1);
        expect(part.height).toBeCloseTo(other?.height ?? -1, 1);
        expect(part.write).toBeCloseTo(other?.write ?? -1, 3);
        expect(part.arc.start).toBeCloseTo(other?.arc.start ?? NaN, 1);
        expect(part.arc.end).toBeCloseTo(other?.arc.end ?? NaN, 1);
        for (const at of [0, 1]) expect(part.place[at]).toBeCloseTo(other?.place[at] ?? -1, 1);
      }
    }
  });

  it('a chart that returns is whole, and grows again', () => {
    const document = (last: object) => ({
      shorthand: true,
      objects: { sales: { kind: 'bars', state: { data: positive, width: 900, height: 600 } } },
      compositions: {
        shown: { states: { sales: {} } },
        gone: { enter: 1000, states: { sales: false } },
        back: { enter: 1000, states: { sales: last } },
      },
    });
    for (const last of [{}, { data: { ...positive, Mon: 24 } }]) {
      const result = expandProject(document(last), {}, layOut);
      if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
      const { compositions = {} } = result.value.project.scenes.main ?? {};
      const { shown, gone, back } = compositions;
      const half = 'data' in last ? 2 : 1;
      const height = shown?.states['sales-Mon']?.height ?? 0;
      expect(height).toBeGreaterThan(100);
      expect(gone?.states['sales-Mon']).toMatchObject({ height: 0, visible: false });
      expect(back?.states['sales-Mon']?.height).toBeCloseTo(height / half, 0);
      expect(back?.states['sales-Tue']).toEqual(shown?.states['sales-Tue']);
      expect(back?.states['sales-Mon-value']).toMatchObject({ text: String(48 / half), visible: true });
    }
  });
});

describe('a stagger of a chart', () => {
  const startsOf = (film: Film) => {
    const tracks = tracksOf(film);
    return Object.fromEntries(Object.entries(tracks).map(([id, { start }]) => [id, start]));
  };

  it('a stagger counts the bars of a chart, and starts each with its label and its value', () => {
    const starts = startsOf({ state: { ticks: true }, track: { stagger: 200 } });
    for (const [index, day] of days.entries()) {
      for (const part of ['', '-value', '-label']) {
        expect(starts[`sales-${day}${part}`]).toBe(index * 200);
      }
    }
    expect(starts['sales-tick-1']).toBe(0);
    expect(tracksOf({ track: { stagger: 200 } })['sales-Thu']?.duration).toBe(400);
  });

  it('a stagger writes the line of a chart while its dots appear', () => {
    const line = tracksOf({ kind: 'line', track: { type: 'grow', stagger: 200 } })['sales-line'];
    expect([line?.start, line?.duration]).toEqual([0, 1000]);
  });

  it.each([
    ['opens', 0, [200, 300, 400, 600, 700]],
    ['closes', 1200, [300, 400, 600, 700, 850]],
  ] as const)('with a stagger, each sector of a pie %s in its place', (_, start, times) => {
    const state = { data: { yes: 55, no: 30, maybe: 15 } };
    const film = { kind: 'pie', state, track: { type: 'grow', stagger: 250, duration: 400 } };
    const { at } = compileTimeline(expanded(film));
    const arcsAt = (timeMs: number) =>
      at(timeMs).poses.flatMap(({ kind, appearance: { sweepStart: start, sweepEnd: end } }) =>
        kind === 'circle' ? [{ start, end }] : [],
      );
    const whole = arcsAt(1150);
    expect(whole.map(({ end }) => end)).toEqual([198, 306, 360]);
    for (const timeMs of times) {
      const arcs = arcsAt(start + timeMs).filter(({ start, end }) => start !== end);
      expect(arcs.length).toBeGreaterThan(0);
      for (const [index, arc] of arcs.entries()) {
        expect(arc.start).toBeCloseTo(whole[index]?.start ?? -1, 1);
        expect(arc.end).toBeLessThanOrEqual((whole[index]?.end ?? 0) + 0.01);
      }
    }
  });

  it('with a stagger, the dots of a line chart leave from its end, like the line', () => {
    const film = { kind: 'line', track: { type: 'grow', stagger: 200 } };
    const { main } = expanded(film).scenes;
    const tracks = Object.values(main?.transitions ?? {})[1]?.tracks ?? {};
    expect(days.map((day) => tracks[`sales-${day}`]?.start)).toEqual([600, 400, 200, 0]);
    expect([tracks['sales-line']?.start, tracks['sales-line']?.duration]).toEqual([0, 1000]);
  });

  it('a stagger counts the bars of a chart among all objects', () => {
    const starts = startsOf({ id: '*', track: { stagger: 100 } });
    expect([starts.title, starts.note, starts['sales-Mon'], starts['sales-Thu-label']]).toEqual([
      0, 100, 200, 500,
    ]);
  });

  it('reports the number of bars that do not fit into a stagger', () => {
    expect(problemsOf({ track: { stagger: 400 }, leaving: {} })).toEqual([
      'compositions.shown.enter.tracks.sales.stagger: 4 objects start one after another, the last at 1200 ms, but the transition lasts 1000 ms; lower the stagger to at most 333 ms or make the transition longer',
    ]);
  });
});

describe('charts that enter without a track', () => {
  const films: Readonly<Record<string, readonly object[]>> = {
    'in the first composition': [{ duration: 0, enter: 1000 }],
    'after false at the beginning': [
      { duration: 0, states: { '*': false } },
      { enter: 1000, states: { sales: true } },
    ],
    'after false at the beginning, for longer': [
      { duration: 0, states: { sales: false } },
      { duration: 0 },
      { enter: 1000, states: { sales: true } },
    ],
    'in the first composition, in a row': [{ duration: 0, enter: 1000, states: { row: true } }],
  };

  it.each(Object.keys(films))('bars, lines and pies grow from their base %s', (name) => {
    const before = (kind: string) => {
      const objects = {
        sales: { kind, data: { Mon: 48, Tue: 20 }, width: 900, height: 600 },
        ...(name.endsWith('row') && { row: { kind: 'row', children: ['sales'] } }),
      };
      const result = expandProject({ shorthand: true, objects, compositions: films[name] }, {}, layOut);
      if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
      const { compositions, compositionOrder, transitions } = result.value.project.scenes.main ?? {};
      const id = compositionOrder?.at(-2) ?? '';
      const last = Object.values(transitions ?? {}).at(-1);
      return { states: compositions?.[id]?.states, tracks: last?.tracks };
    };
    expect(before('bars').states?.['sales-Mon']).toMatchObject({ visible: false, height: 0 });
    expect(before('pie').states?.['sales-Tue']).toMatchObject({ visible: false, sweep: [0, 0] });
    expect(before('line').tracks?.['sales-line']).toMatchObject({ type: 'write' });
  });
});
