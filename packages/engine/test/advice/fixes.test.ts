import { describe, expect, it } from 'vitest';
import { adviceOn } from './advice-on.ts';
import { expectFixesToWork, repaired } from './follow-fixes.ts';

describe('fixes', () => {
  it('a fix moves an anchored, rotated or wrapped text into the frame', async () => {
    for (const [x, y] of [
      [-40, -20],
      [700, 380],
      [-40, 380],
      [700, -20],
    ]) {
      for (const more of [
        {},
        { rotation: 45 },
        { align: 'left', wrapWidth: 200 },
        { anchorX: 90, scaleX: 2 },
      ]) {
        const one = { kind: 'text', state: { text: 'Bread and butter', x, y, ...more } };
        const frame = { shorthand: true, width: 640, height: 360 };
        expect(await expectFixesToWork({ ...frame, objects: { one }, compositions: { only: {} } })).toBe(1);
      }
    }
  });

  it('a fix moves an object to a 4% margin at the edge that it crossed', async () => {
    const at = async (state: object) => {
      const one = { kind: 'rectangle', state: { width: 100, height: 50, ...state } };
      const [advice] = await adviceOn({
        shorthand: true,
        width: 1000,
        height: 500,
        objects: { one },
        compositions: { only: {} },
      });
      return advice?.fix;
    };
    expect(await at({ x: -60.5, y: 200 })).toEqual({ x: 70 });
    expect(await at({ x: 1060.5, y: 200 })).toEqual({ x: 930 });
    expect(await at({ x: 300, y: -30 })).toEqual({ y: 45 });
    expect(await at({ x: 300, y: 530 })).toEqual({ y: 455 });
    expect(await at({ x: 1060, y: 530 })).toEqual({ x: 930, y: 455 });
    expect(await at({ x: 1500, width: 990, y: 200 })).toBeUndefined();
    expect(await at({ x: 1500, width: 960, y: 200 })).toEqual({ x: 500 });
    expect(await at({ x: 1500, width: 961, y: 200 })).toBeUndefined();
  });

  it('a fix changes only the coordinate that lies outside the frame', async () => {
    const at = async (kind: string, state: object) => {
      const one = { kind, state: { width: 100, height: 50, ...state } };
      const frame = {
        shorthand: true,
        width: 1000,
        height: 500,
        objects: { one },
        compositions: { only: {} },
      };
      return (await adviceOn(frame))[0]?.fix;
    };
    expect(await at('rectangle', { x: 50, y: -30 })).toEqual({ y: 45 });
    expect(await at('rectangle', { x: 950, y: 530 })).toEqual({ y: 455 });
    expect(await at('rectangle', { x: -60, y: 25 })).toEqual({ x: 70 });
    expect(await at('rectangle', { x: 1060, y: 475 })).toEqual({ x: 930 });
    expect(await at('rectangle', { x: 300, y: 900, height: 460 })).toEqual({ y: 250 });
    expect(await at('rectangle', { x: 300, y: 900, height: 461 })).toBeUndefined();
    expect(await at('rectangle', { x: 300, y: -900, width: 960 })).toEqual({ x: 500, y: 45 });
  });

  it('gives no fix that would need a position out of range', async () => {
    const at = async (state: object) => {
      const one = { kind: 'rectangle', state: { width: 100, height: 50, ...state } };
      const frame = {
        shorthand: true,
        width: 1000,
        height: 500,
        objects: { one },
        compositions: { only: {} },
      };
      return (await adviceOn(frame))[0];
    };
    for (const state of [
      { anchorX: 90_000, scaleX: 2 },
      { anchorX: -90_000, scaleX: 2 },
      { anchorY: 90_000, scaleY: 2 },
      { anchorY: -90_000, scaleY: 2 },
    ]) {
      const advice = await at(state);
      expect(advice?.message).toContain('this object is never seen');
      expect(advice?.fix).toBeUndefined();
    }
    expect((await at({ anchorX: 40_000, scaleX: 2 }))?.fix).toEqual({ x: expect.any(Number) });
  });

  it('a fix changes the font size only as far as needed and keeps text legible', async () => {
    const fixOf = async (state: object) => {
      const one = { kind: 'text', state };
      const film = {
        shorthand: true,
        width: 1000,
        height: 500,
        objects: { one },
        compositions: { only: {} },
      };
      const [advice] = await adviceOn(film);
      const { fix } = advice ?? {};
      if (!advice || !fix) return null;
      expect(await adviceOn(repaired(film, advice))).toEqual([]);
      return fix;
    };
    const wide = await fixOf({ text: 'Wide words '.repeat(5), fontSize: 100 });
    expect(wide?.fontSize).toBeGreaterThan(30);
    expect(wide?.fontSize).toBeLessThan(50);
    expect(await fixOf({ text: 'Too wide words '.repeat(60), fontSize: 100 })).toBeNull();
    expect(await fixOf({ text: 'small', fontSize: 11.9 })).toEqual({ fontSize: 12 });
    expect(await fixOf({ text: 'small', fontSize: 3, scaleX: 0.5, scaleY: 0.5 })).toEqual({ fontSize: 24 });
  });

  it('gives no fix for a path without a stroke, and none that would make texts overlap', async () => {
    const line = { kind: 'path', state: { stroke: 'none', width: 300, strokeWidth: 3 } };
    const [advice] = await adviceOn({ shorthand: true, objects: { line }, compositions: { only: {} } });
    expect(advice?.message).toContain('set a stroke');
    expect(advice?.fix).toBeUndefined();
    const text = (state: object) => ({ kind: 'text', state: { fontSize: 60, ...state } });
    const objects = {
      shown: text({ text: 'Here already', x: 200, y: 180 }),
      beyond: text({ text: 'Not here', x: -110, y: 180 }),
    };
    const frame = { shorthand: true, width: 640, height: 360, compositions: { only: {} } };
    const [beyond] = await adviceOn({ ...frame, objects });
    expect(beyond).toMatchObject({
      path: 'objects.beyond.state',
      message: expect.stringContaining('outside the frame'),
    });
    expect(beyond?.fix).toBeUndefined();
  });
});

describe('fixes to a state shared by several compositions', () => {
  const text = (text: string, state: object) => ({ kind: 'text', state: { text, fontSize: 60, ...state } });
  const film = (y: number) => ({
    shorthand: true,
    width: 640,
    height: 360,
    objects: { pale: text('Not seen', { opacity: 0 }), late: text('Comes later', { y }) },
    compositions: { first: {}, second: { states: { late: {} } } },
  });
  const fixOfPale = async (y: number) =>
    (await adviceOn(film(y))).find(({ path }) => path === 'objects.pale.state')?.fix;

  it('gives no fix that would cover a text in a later composition', async () => {
    expect(await fixOfPale(180)).toBeUndefined();
  });

  it('gives a fix to a shared state if it is harmless in all compositions', async () => {
    expect(await fixOfPale(60)).toEqual({ opacity: 1 });
    expect(await expectFixesToWork(film(60))).toBe(1);
  });
});

describe("tracks in a scene's enter", () => {
  const film = (last: object) => ({
    shorthand: true,
    objects: { box: { kind: 'rectangle', state: { x: 300 } }, dot: { kind: 'circle', state: { x: 900 } } },
    enter: { duration: 500, tracks: { box: { easing: 'easeOut' } } },
    compositions: {
      a: { states: { box: {}, dot: {} } },
      b: { states: { dot: { y: 300 } } },
      c: { states: last },
    },
  });

  it("gives no advice on a scene's enter track that one transition needs", async () => {
    expect(await adviceOn(film({ box: { x: 600 } }))).toEqual([]);
  });

  it("gives one piece of advice on a scene's enter track that no transition needs", async () => {
    expect(await adviceOn(film({ dot: { y: 500 } }))).toEqual([
      {
        rule: 'idle-track',
        path: 'enter.tracks',
        message: expect.stringContaining('this track has no effect'),
        fix: { box: null },
      },
    ]);
  });
});

describe('short transitions given as a number', () => {
  it("gives one piece of advice on a scene's short enter, with a fix for its duration", async () => {
    const film = {
      shorthand: true,
      objects: { box: { kind: 'rectangle' }, rest: { kind: 'circle', y: 400 } },
      enter: 25,
      compositions: {
        a: { states: { rest: true } },
        b: { states: { box: { x: 50 } } },
        c: { states: { box: { x: 90 } } },
      },
    };
    const advice = await adviceOn(film);
    expect(advice).toEqual([
      {
        rule: 'short-transition',
        path: 'project',
        message: expect.stringContaining('the transition lasts 25 ms'),
        fix: { enter: 34 },
      },
    ]);
    expect(await expectFixesToWork(film)).toBe(1);
  });
});
