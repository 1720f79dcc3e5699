import { describe, expect, it } from 'vitest';
import { type ObjectSpec, stillProject } from '../../../../test/support/build-project.ts';
import { composition, object, project, scene, state } from '../../../../test/support/project-parts.ts';
import type { CompositionState, Project } from '../../src/project/schema.ts';
import { adviceOn, withFix } from './advice-on.ts';

const stage = { width: 1600, height: 900, background: '#000000' };

function texts(specs: Readonly<Record<string, Partial<CompositionState>>>): Project {
  return stillProject(
    Object.fromEntries(
      Object.entries(specs).map(([id, changes]): [string, ObjectSpec] => [
        id,
        { kind: 'text', state: { text: 'Hello', fontSize: 50, x: 800, y: 450, ...changes } },
      ]),
    ),
    stage,
  );
}

/** Returns a centred text's dimensions, so that tests can place its edges. */
async function sizeOf(changes: Partial<CompositionState> = {}) {
  const [{ box }] = await adviceOn(texts({ one: { ...changes, x: -20, y: 450 } }));
  if (!box) throw new Error('the text is not outside the frame');
  return {
    beforeX: -20 - box.left,
    afterX: box.right + 20,
    beforeY: 450 - box.top,
    afterY: box.bottom - 450,
  };
}

describe('texts outside the frame', () => {
  it('advises on a text that crosses any edge of the frame, with a working fix', async () => {
    for (const place of [{ x: 20 }, { x: 1590 }, { y: 5 }, { y: 895 }]) {
      const made = texts({ one: place });
      const [advice, ...others] = await adviceOn(made);
      expect(others).toEqual([]);
      expect(advice).toMatchObject({
        path: 'scenes.scene.compositions.still.states.one',
        message: expect.stringContaining('part of the text is outside the frame of 1600 x 900'),
        fix: Object.fromEntries(Object.keys(place).map((name) => [name, expect.any(Number)])),
      });
      expect(await adviceOn(withFix(made, advice))).toEqual([]);
    }
  });

  it('gives no advice on a text that the camera crops, but on one that was outside before', async () => {
    const film = (x: number, camera: object) => ({
      shorthand: true,
      ...stage,
      objects: {
        label: { kind: 'text', x, y: 100, text: 'Hello' },
        dot: { kind: 'circle', x: 800, y: 450 },
      },
      compositions: [
        { duration: 3000, states: { label: true, dot: true } },
        { duration: 3000, enter: 500, states: { camera } },
      ],
    });
    const beyond = async (x: number, camera: object) =>
      (await adviceOn(film(x, camera))).filter(({ rule }) => rule === 'beyond-frame').map(({ path }) => path);
    expect(await beyond(340, { x: 120, y: 100, zoom: 4 })).toEqual([]);
    expect(await beyond(20, { x: 1200, y: 450, zoom: 4 })).toHaveLength(1);
  });

  it('tells a text that touches the edge of the frame from one that crosses it', async () => {
    const { beforeX, afterY } = await sizeOf();
    const ruleOf = async (place: object) => (await adviceOn(texts({ one: place }))).map(({ rule }) => rule);
    expect(await ruleOf({ x: beforeX })).toEqual(['crowded']);
    expect(await ruleOf({ x: beforeX - 1 })).toEqual(['beyond-frame']);
    expect(await ruleOf({ y: 900 - afterY })).toEqual(['crowded']);
    expect(await ruleOf({ y: 901 - afterY })).toEqual(['beyond-frame']);
  });

  it('suggests a smaller font size for a text that is too wide', async () => {
    const wide = texts({
      one: { text: 'A very long line of text that goes on and on and on and on', fontSize: 80 },
    });
    const [advice] = await adviceOn(wide);
    expect(advice?.fix?.fontSize).toBeLessThan(80);
    expect(await adviceOn(withFix(wide, advice))).toEqual([]);
  });

  it('advises only once on a text that several compositions show unchanged', async () => {
    const states = { one: state({ text: 'Hello', fontSize: 50, x: 10, y: 90 }) };
    const made = project(
      scene('s', {
        objects: [object('one', { kind: 'text' })],
        compositions: [composition('a', 600, states), composition('b', 600, states)],
      }),
    );
    expect(await adviceOn(made)).toHaveLength(1);
  });
});

describe('overlapping texts', () => {
  it('advises on two texts with overlapping boxes', async () => {
    const [advice] = await adviceOn(texts({ one: {}, other: { text: 'World', y: 470 } }));
    expect(advice).toMatchObject({
      path: 'scenes.scene.compositions.still.states.other',
      message: expect.stringContaining('overlaps the text one'),
      box: { left: expect.any(Number) },
    });
  });

  it('gives no advice on texts that only touch or on identical overlapping texts', async () => {
    const { beforeX, afterX } = await sizeOf();
    const width = beforeX + afterX;
    const beside = (gap: number) =>
      texts({ one: { x: 600 }, other: { text: 'Hello\u2060', x: 600 + width + gap } });
    expect(await adviceOn(beside(0))).toEqual([]);
    expect(await adviceOn(beside(-3))).toHaveLength(1);
    expect(await adviceOn(texts({ one: {}, other: { x: 804, y: 454 } }))).toEqual([]);
  });

  it('gives no advice on rotated texts side by side or on a text over a large symbol', async () => {
    const turned = { rotation: 45, text: 'A rather long line', fontSize: 60 };
    expect(
      await adviceOn(texts({ one: turned, other: { ...turned, text: 'Another long line', x: 900 } })),
    ).toEqual([]);
    expect(await adviceOn(texts({ one: { text: '◢', fontSize: 300 }, other: {} }))).toEqual([]);
  });
});

describe('small text', () => {
  it('advises on letters smaller than 2.4% of the frame height and suggests a legible size', async () => {
    const small = texts({ one: { fontSize: 21.5 } });
    const [advice] = await adviceOn(small);
    expect(advice).toMatchObject({
      message: expect.stringContaining('hard to read'),
      fix: { fontSize: 21.6 },
    });
    expect(await adviceOn(withFix(small, advice))).toEqual([]);
    expect(await adviceOn(texts({ one: { fontSize: 43, scaleY: 0.5 } }))).toHaveLength(1);
  });

  it('gives no advice on letters of at least 2.4% of the frame height', async () => {
    expect(await adviceOn(texts({ one: { fontSize: 21.6 } }))).toEqual([]);
    expect(await adviceOn(texts({ one: { fontSize: 43.2, scaleY: 0.5 } }))).toEqual([]);
  });
});

it('a text that the camera crops is no fault if its own place is in the frame elsewhere', async () => {
  const objects = {
    title: { kind: 'text', text: 'A long line of words', y: 300, fontSize: 80 },
    dot: { kind: 'circle', y: 700 },
  };
  const film = (x: number) => ({
    shorthand: true,
    background: '#101820',
    objects,
    compositions: [
      { duration: 3000, states: { '*': true } },
      { duration: 3000, states: { title: { fill: '#ffcc00', x }, camera: { zoom: 4, x: 960, y: 300 } } },
    ],
  });
  const beyond = async (x: number) =>
    (await adviceOn(film(x))).filter(({ rule }) => rule === 'beyond-frame').length;
  expect([await beyond(960), await beyond(970)]).toEqual([0, 1]);
});
