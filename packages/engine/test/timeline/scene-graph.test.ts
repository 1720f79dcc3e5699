import { describe, expect, it } from 'vitest';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { SceneObject } from '../../src/project/object-schemas.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { plainFace } from '../../src/timeline/face.ts';
import type { Matrix } from '../../src/timeline/matrix.ts';
import type { Pose } from '../../src/timeline/pose.ts';
import { poseOf, positionOf } from './box-in-transition.ts';

function held(objects: SceneObject[], states: Record<string, CompositionState>): readonly Pose[] {
  return compileTimeline(project(scene('s', { objects, compositions: [composition('a', 100, states)] }))).at(
    0,
  ).poses;
}

const idsOf = (poses: readonly Pose[]) => poses.map((pose) => pose.objectId);
const only = (changes: Partial<CompositionState>): Matrix =>
  held([object('box')], { box: state(changes) })[0].matrix;

describe('holds', () => {
  it('draws objects by order and then by id in code-unit order', () => {
    const ids = ['b', 'a', 'B', '10', '9', '_', 'toString', '-'];
    const objects = [
      ...ids.map((id) => object(id)),
      object('first', { order: -0.5 }),
      object('last', { order: 2 }),
    ];
    const states = Object.fromEntries(objects.map(({ id }) => [id, state()]));
    expect(idsOf(held(objects, states))).toEqual([
      'first',
      '-',
      '10',
      '9',
      'B',
      '_',
      'a',
      'b',
      'toString',
      'last',
    ]);
  });

  it('draws only objects with a visible state and an opacity above 0', () => {
    const objects = ['none', 'hidden', 'clear', 'faint', 'valueOf'].map((id) => object(id));
    const poses = held(objects, {
      hidden: state({ visible: false }),
      clear: state({ opacity: 0 }),
      faint: state({ opacity: 0.01 }),
    });
    expect(idsOf(poses)).toEqual(['faint']);
  });

  it("a pose contains an object's complete appearance", () => {
    const poses = held([object('box', { kind: 'path' })], {
      box: state({
        x: 7,
        y: 8,
        width: -3,
        height: 4,
        opacity: 0.5,
        fill: '#0a141e33',
        stroke: 'transparent',
        strokeWidth: 2,
        cornerRadius: 3,
        fontSize: 9,
        text: 'hi',
        effect: 'glow',
        path: { c1: { x: 1, y: 2 }, c2: { x: 3, y: 4 } },
      }),
    });
    expect(poses).toEqual([
      {
        objectId: 'box',
        kind: 'path',
        matrix: [1, 0, 0, 1, 7, 8],
        opacity: 0.5,
        effects: { blend: 'normal', blur: 0, shadows: [{ x: 0, y: 0, sigma: 4, color: null }] },
        appearance: {
          width: -3,
          height: 4,
          fontSize: 9,
          strokeWidth: 2,
          cornerRadius: 3,
          fill: { red: 10, green: 20, blue: 30, alpha: 0.2 },
          stroke: { red: 0, green: 0, blue: 0, alpha: 0 },
          fillGradient: null,
          strokeGradient: null,
          c1x: 1,
          c1y: 2,
          c2x: 3,
          c2y: 4,
          sweepStart: 0,
          sweepEnd: 360,
          innerRadius: 0,
          dash: null,
          dashOffset: 0,
          points: null,
          smooth: false,
          closed: false,
          heads: 'none',
          headShape: 'arrow',
          startShape: 'same',
          curves: null,
          opening: null,
          fit: 'stretch',
          focusX: 0.5,
          focusY: 0.5,
          zoom: 1,
          letterSpacing: 0,
          wordSpacing: 0,
          played: null,
          lineHeight: null,
          // Only texts and equations have letters.
          lettering: {
            text: '',
            align: 'center',
            wrapWidthInEm: null,
            face: plainFace,
            spacingInEm: { letters: 0, words: 0 },
            textTransform: 'none',
            tabularNumbers: false,
            direction: 'auto',
            verticalAlign: 'middle',
            spans: null,
            faceRanges: null,
            underlines: null,
            spoken: null,
            ground: null,
          },
          textChange: null,
          write: 1,
          writeOrder: 'together',
          wipe: null,
          partsNow: null,
          axes: null,
          plot: null,
        },
      },
    ]);
  });

  it('a hold returns the same frame object throughout', () => {
    const timeline = compileTimeline(
      project(
        scene('s', { objects: [object('box')], compositions: [composition('a', 100, { box: state() })] }),
      ),
    );
    expect(timeline.at(50)).toBe(timeline.at(0));
    expect(timeline.at(100)).toBe(timeline.at(0));
  });
});

describe('object matrices', () => {
  it('rotates objects clockwise, with exact matrices at right angles', () => {
    expect(only({ rotation: 90 })).toEqual([0, 1, -1, 0, 0, 0]);
    expect(only({ rotation: -90, x: 5 })).toEqual([0, -1, 1, 0, 5, 0]);
    expect(only({ rotation: 540 }).slice(0, 2)).toEqual([-1, 0]);
    const quarters = [
      [1, 0, 0, 1],
      [0, 1, -1, 0],
      [-1, 0, 0, -1],
      [0, -1, 1, 0],
    ];
    for (let quarter = -9; quarter <= 9; quarter++) {
      const [a, b, c, d] = only({ rotation: 90 * quarter });
      expect([a, b, c, d], `at ${90 * quarter} degrees`).toEqual(quarters[(quarter + 12) % 4]);
    }
    const [a, b, c, d] = only({ rotation: 30 });
    expect(a).toBeCloseTo(Math.sqrt(3) / 2, 15);
    expect(b).toBeCloseTo(0.5, 15);
    expect(c).toBeCloseTo(-0.5, 15);
    expect(d).toBeCloseTo(Math.sqrt(3) / 2, 15);
  });

  it('scales and shears an object and places its anchor at x, y', () => {
    // c = cos 0 * 0.5 - 0; e = 100 - 2*10 - 0.5*4 = 78; f = 50 - 0 - 3*4 = 38
    expect(only({ scaleX: 2, scaleY: 3, shear: 0.5, anchorX: 10, anchorY: 4, x: 100, y: 50 })).toEqual([
      2, 0, 0.5, 3, 78, 38,
    ]);
    // r = 90: a = 0, b = 2, c = -3, d = 0.5; e = 0*10 + 3*4 = 12; f = -2*10 - 0.5*4 = -22
    expect(only({ rotation: 90, scaleX: 2, scaleY: 3, shear: 0.5, anchorX: 10, anchorY: 4 })).toEqual([
      0, 2, -3, 0.5, 12, -22,
    ]);
  });
});

describe('parent objects', () => {
  const family = [
    object('leaf', { parentId: 'middle' }),
    object('middle', { parentId: 'root' }),
    object('root'),
  ];

  it("applies a parent's translation, rotation, scale and shear to its children", () => {
    const poses = held(family, {
      root: state({ x: 100, y: 50, rotation: 90 }),
      middle: state({ x: 10, scaleX: 2, scaleY: 3, shear: 1 }),
      leaf: state({ x: 1, y: 2 }),
    });
    // middle: (1, 2) -> (2*1 + 1*2 + 10, 3*2) = (14, 6); root: (x, y) -> (100 - y, 50 + x)
    expect(poses.find((pose) => pose.objectId === 'leaf')?.matrix).toEqual([0, 2, -3, 1, 94, 64]);
  });

  it('ignores a parent without a state when placing its children', () => {
    const poses = held(family, { root: state({ x: 100 }), leaf: state({ x: 1 }) });
    expect(poses.map((pose) => [pose.objectId, pose.matrix[4]])).toEqual([
      ['leaf', 101],
      ['root', 100],
    ]);
  });

  it("does not apply a parent's opacity, visibility or effect to its children", () => {
    const poses = held(family, {
      root: state({ x: 100, visible: false }),
      middle: state({ x: 10, opacity: 0, effect: 'glow' }),
      leaf: state({ x: 1 }),
    });
    expect(idsOf(poses)).toEqual(['leaf']);
    expect(poses[0]).toMatchObject({ opacity: 1, effects: null, matrix: [1, 0, 0, 1, 111, 0] });
  });

  it('rotates and scales a child through 100 chained parents in holds and transitions', () => {
    const count = 100;
    // Neither the order of the list nor the drawing order puts parents first.
    const objects = Array.from({ length: count + 1 }, (_, index) =>
      object(`o${count - index}`, {
        order: (7 * index) % 11,
        parentId: index === count ? null : `o${count - index - 1}`,
      }),
    );
    const link = (rotation: number) =>
      Object.fromEntries(
        objects.map(({ id }) => [id, state({ x: 10, rotation, scaleX: 0.99, scaleY: 0.99 })]),
      );
    const timeline = compileTimeline(
      project(
        scene('s', {
          objects,
          compositions: [composition('a', 100, link(2)), composition('b', 100, link(6))],
          transitions: [transition('a', 'b', 400)],
        }),
      ),
    );
    // Half of easeInOut is halfway: 4 degrees.
    for (const [timeMs, degrees] of [
      [0, 2],
      [300, 4],
      [500, 6],
    ]) {
      let [x, y] = [0, 0];
      for (let link = 0; link <= count; link++) {
        const angle = (degrees * link * Math.PI) / 180;
        x += 10 * 0.99 ** link * Math.cos(angle);
        y += 10 * 0.99 ** link * Math.sin(angle);
      }
      const leaf = poseOf(timeline.at(timeMs), `o${count}`);
      const turned = (degrees * (count + 1) * Math.PI) / 180;
      const size = 0.99 ** (count + 1);
      const expected = [
        size * Math.cos(turned),
        size * Math.sin(turned),
        -size * Math.sin(turned),
        size * Math.cos(turned),
        x,
        y,
      ];
      for (const [index, value] of expected.entries()) expect(leaf?.matrix[index]).toBeCloseTo(value, 9);
    }
  });

  it('places an object in a chain of 10,000 objects', () => {
    const count = 10_000;
    const objects = Array.from({ length: count }, (_, index) =>
      object(`o${index}`, { order: index % 7, parentId: index === 0 ? null : `o${index - 1}` }),
    );
    const states = Object.fromEntries(objects.map(({ id }) => [id, state({ x: 1, visible: false })]));
    states[`o${count - 1}`] = state({ x: 1 });
    const poses = held(objects, states);
    expect(poses.map((pose) => [pose.objectId, pose.matrix[4]])).toEqual([['o9999', 10_000]]);
  });

  it("does not draw an object if its parents' combined scale is not finite", () => {
    const objects = Array.from({ length: 70 }, (_, index) =>
      object(`o${index}`, { order: index, parentId: index === 0 ? null : `o${index - 1}` }),
    );
    const states = Object.fromEntries(objects.map(({ id }) => [id, state({ scaleX: 100_000 })]));
    // 1e5 to the power of 61 is 1e305, the 62nd passes 1.8e308.
    expect(held(objects, states)).toHaveLength(61);
  });

  it("does not draw an object in a transition while its parents' combined scale is not finite", () => {
    const objects = [object('leaf', { parentId: 'o0' })];
    for (let index = 0; index < 62; index++) objects.push(object(`o${index}`, { parentId: `o${index + 1}` }));
    objects.push(object('o62'));
    const states = (scaleX: number) =>
      Object.fromEntries(objects.map(({ id }) => [id, state({ scaleX, visible: id === 'leaf' })]));
    const timeline = compileTimeline(
      project(
        scene('s', {
          objects,
          compositions: [composition('a', 100, states(1)), composition('b', 100, states(100_000))],
          transitions: [transition('a', 'b', 100)],
        }),
      ),
    );
    expect([100, 199.9].map((timeMs) => idsOf(timeline.at(timeMs).poses))).toEqual([['leaf'], []]);
  });

  it('moves the children of a parent that is hidden on both sides of a transition', () => {
    const timeline = compileTimeline(
      project(
        scene('s', {
          objects: [object('leaf', { parentId: 'box' }), object('box')],
          compositions: [
            composition('a', 100, { box: state({ x: 0, visible: false }), leaf: state({ x: 5 }) }),
            composition('b', 100, { box: state({ x: 200, visible: false }), leaf: state({ x: 5 }) }),
          ],
          transitions: [
            transition('a', 'b', 400, [
              // A motion path applies only to objects visible on both sides, so not to this one.
              track({ path: { c1: { x: 900, y: 900 }, c2: { x: 900, y: 900 } } }),
            ]),
          ],
        }),
      ),
    );
    expect(timeline.at(200).poses).toHaveLength(1);
    expect(positionOf(poseOf(timeline.at(200), 'leaf'))).toEqual([55, 0]);
  });

  it('skips a parent without a state on either side of a transition', () => {
    const timeline = compileTimeline(
      project(
        scene('s', {
          objects: [object('leaf', { parentId: 'box' }), object('box')],
          compositions: [
            composition('a', 100, { leaf: state({ x: 5 }) }),
            composition('b', 100, { leaf: state({ x: 7 }) }),
          ],
          transitions: [transition('a', 'b', 100, [track({ duration: 100 })])],
        }),
      ),
    );
    const { poses } = timeline.at(150);
    expect(idsOf(poses)).toEqual(['leaf']);
    expect(positionOf(poses[0])).toEqual([6, 0]);
  });

  it("keeps a parent's position through a transition if it has a state on only one side", () => {
    const timeline = compileTimeline(
      project(
        scene('s', {
          objects: [object('leaf', { parentId: 'box' }), object('box')],
          compositions: [
            composition('a', 100, { box: state({ x: 50 }), leaf: state() }),
            composition('b', 100, { leaf: state() }),
          ],
          transitions: [transition('a', 'b', 100)],
        }),
      ),
    );
    const leafAt = (timeMs: number) => positionOf(poseOf(timeline.at(timeMs), 'leaf'));
    expect([99, 150, 200].map(leafAt)).toEqual([
      [50, 0],
      [50, 0],
      [0, 0],
    ]);
    expect(poseOf(timeline.at(150), 'box')?.opacity).toBe(0.5);
    expect(poseOf(timeline.at(200), 'box')).toBeUndefined();
  });
});
