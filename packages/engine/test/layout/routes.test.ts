import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import type { LineEnd } from '../../src/layout/connect.ts';
import { reachFrom } from '../../src/layout/connect.ts';
import { type Cubic, pointsAlong } from '../../src/layout/cubics.ts';
import { type RouteSpec, wayBetween } from '../../src/layout/routes.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { inspect } from '../../src/render/inspect.ts';
import { boxesOf, film, problemsOf, statesOf } from './laid-out.ts';

const length = fc.double({ min: 10, max: 300, noNaN: true });
const position = fc.double({ min: -1000, max: 1000, noNaN: true });
const anyEnd = fc
  .record({
    kind: fc.constantFrom('box' as const, 'ellipse' as const),
    x: position,
    y: position,
    w: length,
    h: length,
  })
  .map(
    ({ kind, x, y, w, h }): LineEnd => ({
      kind,
      box: { left: x - w, right: x + w, top: y - h, bottom: y + h },
    }),
  );
const anySpec = fc
  .record({
    route: fc.constantFrom('straight' as const, 'curved' as const, 'elbow' as const),
    count: fc.integer({ min: 1, max: 5 }),
    isForward: fc.boolean(),
  })
  .chain(({ count, ...rest }) =>
    fc.integer({ min: 0, max: count - 1 }).map(
      (index): RouteSpec => ({
        ...{ ...rest, lane: { index, count }, isLoop: false },
        ...{ gaps: { outline: 0, point: 0 }, spacing: 32, radius: 16, detour: 60 },
        ...{ lineUp: null, sides: [undefined, undefined], obstacles: [], clearance: 16 },
      }),
    ),
  );

/** How far a point is from the outline of an end, seen from its middle; negative inside. */
function distanceTo(end: LineEnd, { x, y }: { x: number; y: number }): number {
  if ('x' in end) return Math.hypot(x - end.x, y - end.y);
  const { left, top, right, bottom } = end.box;
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const length = Math.hypot(x - middle.x, y - middle.y);
  const unit = { x: (x - middle.x) / length, y: (y - middle.y) / length };
  return length - reachFrom(end, middle, unit);
}

describe('routes', () => {
  it('without a gap, every line begins and ends on the outlines of its objects', () => {
    let found = 0;
    fc.assert(
      fc.property(anyEnd, anyEnd, anySpec, (from, to, spec) => {
        const way = wayBetween(from, to, spec);
        if (way === null) return;
        found++;
        expect(distanceTo(from, way.start)).toBeCloseTo(0, 5);
        expect(distanceTo(to, way.end)).toBeCloseTo(0, 5);
        const last = way.cubics?.at(-1);
        if (last) expect([last[4], last[5]]).toEqual([way.end.x, way.end.y]);
      }),
      { numRuns: runs(500) },
    );
    expect(found).toBeGreaterThan(0);
  });

  it('curves and elbows leave and enter objects at right angles', () => {
    const box = (x: number, y: number): LineEnd => ({
      kind: 'box',
      box: { left: x - 50, right: x + 50, top: y - 30, bottom: y + 30 },
    });
    fc.assert(
      fc.property(position, position, anySpec, (x, y, given) => {
        const spec: RouteSpec = { ...given, route: given.route === 'straight' ? 'curved' : given.route };
        const way = wayBetween(box(0, 0), box(x, y), spec);
        if (way?.cubics === null || way === null) return;
        const [first, last] = [way.cubics[0], way.cubics.at(-1)];
        const isUpright = (fromX: number, fromY: number, toX: number, toY: number) =>
          Math.abs(fromX - toX) < 1e-6 || Math.abs(fromY - toY) < 1e-6;
        expect(isUpright(way.start.x, way.start.y, first?.[0] ?? 0, first?.[1] ?? 0)).toBe(true);
        expect(isUpright(last?.[2] ?? 0, last?.[3] ?? 0, way.end.x, way.end.y)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});

const boxes = {
  a: { kind: 'rectangle', x: 150, y: 300, width: 120, height: 160 },
  b: { kind: 'rectangle', x: 750, y: 300, width: 120, height: 160 },
};

function stateOf(states: Record<string, Record<string, CompositionState>>, composition: string, id: string) {
  const state = states[composition]?.[id];
  if (state === undefined) throw new Error(`no ${id}`);
  return state;
}

describe('lines between objects', () => {
  it('lines between the same two objects run side by side and those in turn share one place', async () => {
    const lines = { one: { kind: 'arrow', from: 'a', to: 'b' }, two: { kind: 'arrow', from: 'b', to: 'a' } };
    const together = await statesOf(film({ ...boxes, ...lines }));
    expect(stateOf(together, 'a', 'one').y).toBe(291);
    expect(stateOf(together, 'a', 'two').y).toBe(309);
    const inTurn = await statesOf(
      film(
        { ...boxes, ...lines },
        {
          compositions: { a: { states: { one: {} } }, b: { states: { one: false, two: {} } } },
        },
      ),
    );
    expect(stateOf(inTurn, 'a', 'one').y).toBe(300);
    expect(stateOf(inTurn, 'b', 'two').y).toBe(300);
  });

  it('a line from an object to itself is a loop above it, with its label above the loop', async () => {
    const loop = { kind: 'arrow', from: 'a', to: 'a', text: 'again', fontSize: 20 };
    const { a: shown } = await boxesOf(film({ ...boxes, loop }));
    expect(shown?.loop?.bottom).toBeLessThan(220);
    expect(
      Object.entries(shown ?? {}).find(([id]) => id.startsWith('loop') && id !== 'loop')?.[1].bottom ??
        Infinity,
    ).toBeLessThan(shown?.loop?.top ?? 0);
  });

  it('a route changes gradually into another one: both states have as many curves', async () => {
    const line = { kind: 'arrow', from: 'a', to: 'b' };
    const moved = {
      compositions: {
        a: { states: { a: true, b: true, line: true } },
        b: { states: { b: { y: 500 }, line: { route: 'elbow' } } },
      },
    };
    const states = await statesOf(film({ ...boxes, line }, moved));
    expect(stateOf(states, 'b', 'line').curves).toHaveLength(5);
    expect(stateOf(states, 'a', 'line').curves).toHaveLength(5);
    expect(stateOf(states, 'a', 'line').curves?.at(-1)?.slice(4)).toEqual([
      stateOf(states, 'a', 'line').width,
      0,
    ]);
  });

  it('a margin counts from coordinates, too', async () => {
    const line = { kind: 'arrow', from: [100, 100], to: [400, 100], margin: 40 };
    expect(stateOf(await statesOf(film({ line })), 'a', 'line')).toMatchObject({
      x: 140,
      y: 100,
      width: 220,
      height: 0,
    });
  });

  it('a line opens for a label on it, and closes when the label is hidden', async () => {
    const line = { kind: 'arrow', from: 'a', to: 'b', text: 'label', fontSize: 40 };
    const changes = {
      compositions: {
        a: { states: { a: true, b: true, line: true, 'line.label': { y: 0 } } },
        b: { states: { 'line.label': false } },
      },
    };
    const states = await statesOf(film({ ...boxes, line }, changes));
    const [start = 0, end = 0] = stateOf(states, 'a', 'line').opening ?? [];
    expect(start).toBeGreaterThan(0.3);
    expect(end).toBeCloseTo(1 - start, 1);
    const closed = stateOf(states, 'b', 'line').opening ?? [];
    expect(closed[0]).toBe(closed[1]);
  });

  it('a label that runs along its line is never upside down', async () => {
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const angle = (degrees * Math.PI) / 180;
      const [x, y] = [Math.round(200 * Math.cos(angle)), Math.round(200 * Math.sin(angle))];
      const line = { kind: 'arrow', from: [500, 300], to: [500 + x, 300 + y], text: 'along', upright: false };
      const states = await statesOf(film({ line }));
      const [label] = Object.entries(states.a ?? {}).filter(([id]) => id !== 'line');
      expect(Math.abs(label?.[1].rotation ?? 180)).toBeLessThanOrEqual(90);
    }
  });

  it('the label of a curve is not crossed by it', async () => {
    const bent = {
      b: { kind: 'rectangle', x: 750, y: 450, width: 120, height: 160 },
      line: {
        kind: 'arrow',
        from: 'a',
        to: 'b',
        route: 'curved',
        text: 'a long label of a curve',
        fontSize: 30,
      },
    };
    const { advice } = await inspect(JSON.stringify(film({ ...boxes, ...bent })), { advice: true });
    expect(advice?.filter(({ rule }) => rule === 'crossed')).toEqual([]);
  });

  it('a brace spans its object on every side', async () => {
    const braces = Object.fromEntries(
      ['above', 'below', 'leftOf', 'rightOf'].map((side) => [
        side,
        { kind: 'brace', [side]: 'a', margin: 10 },
      ]),
    );
    const { a: shown = {} } = await boxesOf(film({ ...boxes, ...braces }));
    expect(shown.below?.top).toBeCloseTo(380 + 10, -1);
    expect((shown.below?.right ?? 0) - (shown.below?.left ?? 0)).toBeCloseTo(120, -1);
    expect((shown.rightOf?.bottom ?? 0) - (shown.rightOf?.top ?? 0)).toBeCloseTo(160, -1);
    expect(shown.leftOf?.right).toBeLessThan(90);
    expect(shown.above?.bottom).toBeLessThan(220);
  });

  it('refuses routes of other objects, with a sentence', async () => {
    expect(await problemsOf(film({ a: { kind: 'rectangle', route: 'elbow' } }))).toEqual([
      expect.stringContaining('is for arrows and paths, but a is of kind rectangle'),
    ]);
  });
});

/** Points along a line with curves, in scene coordinates. */
function pointsOf({ x, y, curves = [] }: CompositionState): { x: number; y: number }[] {
  return pointsAlong({ x: 0, y: 0 }, curves as unknown as readonly Cubic[]).map((point) => ({
    x: x + point.x,
    y: y + point.y,
  }));
}

describe('sides and detours', () => {
  it('a line begins and ends at the places on sides that its ends name', async () => {
    const ends = {
      elbow: { kind: 'arrow', from: 'a.top', to: 'b.bottom 25%', route: 'elbow', margin: 0 },
      curved: { kind: 'arrow', from: 'a.right 75%', to: 'dot.left', route: 'curved', margin: 0 },
      straight: { kind: 'path', from: 'dot.top', to: [900, 40], margin: 0 },
    };
    const dot = { kind: 'circle', x: 450, y: 480, width: 100 };
    const { a } = await statesOf(film({ ...boxes, dot, ...ends }));
    const places = Object.fromEntries(
      Object.keys(ends).map((id) => {
        const { x, y, width, height } = stateOf({ a: a ?? {} }, 'a', id);
        return [id, [x, y, x + width, y + height]];
      }),
    );
    expect(places).toEqual({
      elbow: [150, 220, 720, 380],
      curved: [210, 340, 400, 480],
      straight: [450, 430, 900, 40],
    });
  });

  it('a later end without a side is the object again, and words of a text come before sides', async () => {
    const line = { kind: 'arrow', from: 'a.top', to: 'word.right', margin: 0 };
    const word = { kind: 'text', text: 'turn right here', x: 600, y: 100 };
    const changed = {
      compositions: {
        a: { states: { '*': true } },
        b: { states: { line: { from: 'a' }, word: { text: 'go' } } },
      },
    };
    const states = await statesOf(film({ ...boxes, word, line }, changed));
    expect(stateOf(states, 'a', 'line')).toMatchObject({ x: 150, y: 220 });
    expect(stateOf(states, 'b', 'line').y).not.toBe(220);
    const { width: toWord, x } = stateOf(states, 'a', 'line');
    expect(x + toWord).toBeLessThan(640);
  });

  it('elbows lead around everything that is not theirs, and curves choose the sides that cross nothing', async () => {
    const columns = [120, 370, 620, 870];
    const rows = [90, 250, 410, 560];
    const cells = columns.flatMap((x) => rows.map((y) => ({ x, y })));
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...cells.keys()], { minLength: 2, maxLength: 12 }),
        async (chosen) => {
          const all = Object.fromEntries(
            chosen.map((cell, index) => [
              `n${index}`,
              { kind: 'rectangle', ...cells[cell], width: 110, height: 60 },
            ]),
          );
          const line = { kind: 'arrow', from: 'n0', to: 'n1', route: 'elbow', margin: 8 };
          const states = await statesOf(film({ ...all, line }, { compositions: { a: {} } }));
          const points = pointsOf(stateOf(states, 'a', 'line'));
          for (const cell of chosen.slice(2)) {
            const { x, y } = cells[cell] ?? { x: 0, y: 0 };
            const inside = points.filter((one) => Math.abs(one.x - x) < 55 && Math.abs(one.y - y) < 30);
            expect(inside).toEqual([]);
          }
        },
      ),
      { numRuns: runs(60) },
    );
    const middle = { kind: 'rectangle', x: 450, y: 300, width: 120, height: 160 };
    const curve = { kind: 'arrow', from: 'a', to: 'b', route: 'curved' };
    const { a } = await statesOf(film({ ...boxes, middle, curve }));
    const crossed = pointsOf(stateOf({ a: a ?? {} }, 'a', 'curve')).filter(
      ({ x, y }) => Math.abs(x - 450) < 60 && Math.abs(y - 300) < 80,
    );
    expect(crossed).toEqual([]);
  });

  it('a line that leads around something has its label on the outside, and is straight again without it', async () => {
    const middle = { kind: 'rectangle', x: 450, y: 300, width: 120, height: 200 };
    const line = { kind: 'arrow', from: 'a', to: 'b', route: 'elbow', text: 'goes', fontSize: 24 };
    const compositions = { a: { states: { '*': true } }, b: { states: { middle: { y: 520, height: 60 } } } };
    const shown = await boxesOf(film({ ...boxes, middle, line }, { compositions }));
    const label = Object.entries(shown.a ?? {}).find(([id]) => id.startsWith('line') && id !== 'line')?.[1];
    const { top = 0, bottom = 0 } = shown.a?.line ?? {};
    expect(bottom - top).toBeGreaterThan(20);
    expect((label?.bottom ?? 0) <= top || (label?.top ?? 0) >= bottom).toBe(true);
    const states = await statesOf(film({ ...boxes, middle, line }, { compositions }));
    expect(stateOf(states, 'b', 'line').height).toBe(0);
    expect(new Set(pointsOf(stateOf(states, 'b', 'line')).map(({ y }) => Math.round(y)))).toEqual(
      new Set([300]),
    );
  });

  it('lines between rows of a column leave downwards and share their trunk, whatever the heights', async () => {
    const box = (width: number, height: number) => ({ kind: 'rectangle', width, height });
    const chart = {
      kind: 'column',
      gap: 60,
      children: {
        lead: box(160, 60),
        team: {
          kind: 'row',
          gap: 200,
          children: { one: box(100, 60), two: box(100, 120), three: box(100, 60) },
        },
      },
    };
    const lines = Object.fromEntries(
      ['one', 'two', 'three'].map((name) => [
        `to-${name}`,
        { kind: 'path', from: 'chart.lead', to: `chart.team.${name}`, route: 'elbow' },
      ]),
    );
    const { a } = await statesOf(film({ chart, ...lines }));
    const shown = await boxesOf(film({ chart, ...lines }));
    const { bottom = 0, left = 0, right = 0 } = shown.a?.['chart.lead'] ?? shown.a?.['chart-lead'] ?? {};
    const rowTop = shown.a?.['chart.team.two']?.top ?? shown.a?.['chart-team-two']?.top ?? 0;
    for (const id of ['to-one', 'to-three']) {
      const points = pointsOf(stateOf({ a: a ?? {} }, 'a', id));
      expect(points[0]?.x).toBeCloseTo((left + right) / 2);
      expect(points[0]?.y).toBeGreaterThan(bottom);
      const level = points.filter(
        ({ x }) => Math.abs(x - (points[0]?.x ?? 0)) > 30 && Math.abs(x - (points.at(-1)?.x ?? 0)) > 30,
      );
      expect(new Set(level.map(({ y }) => Math.round(y)))).toEqual(
        new Set([Math.round((bottom + rowTop) / 2)]),
      );
    }
  });

  it('names the sides for a wrong one', async () => {
    const line = { kind: 'arrow', from: 'a.rigth', to: 'b.left 120%' };
    expect(await problemsOf(film({ ...boxes, line }))).toEqual([
      'objects.line.from: is "a.rigth", which does not exist: a has "a.top", "a.right", "a.bottom", "a.left"; did you mean "a.right"?',
      'objects.line.to: is "b.left 120%", which does not exist: b has "b.top", "b.right", "b.bottom", "b.left"',
    ]);
  });
});

describe('texts along lines', () => {
  it('a text bends around a circle from its top, outside of it, and below it is not upside down', async () => {
    const ring = { kind: 'circle', x: 500, y: 300, width: 300, height: 300 };
    const top = { kind: 'text', on: 'ring', bend: true, text: 'around the top', fontSize: 30 };
    const bottom = { ...top, x: 0.5, text: 'around the bottom' };
    const { a: shown = {} } = await boxesOf(film({ ring, top, bottom }));
    expect(shown.top?.top).toBeLessThan(150);
    expect(shown.top?.bottom).toBeGreaterThan(150);
    expect(((shown.top?.left ?? 0) + (shown.top?.right ?? 0)) / 2).toBeCloseTo(500, -1);
    expect(shown.bottom?.bottom).toBeGreaterThan(450);
  });

  it('an object on a circle is at a share of it, clockwise from the top', async () => {
    const ring = { kind: 'circle', x: 500, y: 300, width: 300, height: 300 };
    const dot = { kind: 'circle', on: 'ring', x: 0.25, y: 0, width: 10, height: 10 };
    expect(stateOf(await statesOf(film({ ring, dot })), 'a', 'dot')).toMatchObject({ x: 650, y: 300 });
  });
});
