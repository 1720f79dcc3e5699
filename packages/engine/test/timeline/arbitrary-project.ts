import fc from 'fast-check';
import {
  audioTrack,
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { Timing } from '../../src/project/motion-schemas.ts';
import type {
  CompositionState,
  Keyframe,
  KeyframeProperty,
  Project,
  TransitionTrack,
} from '../../src/project/schema.ts';

const objectIds = ['a', 'b', 'c', 'd', 'toString', '7'];
const timingNames = [
  'fillTiming',
  'pathTiming',
  'sizeTiming',
  'revealTiming',
  'strokeTiming',
  'opacityTiming',
  'fontSizeTiming',
  'positionTiming',
  'rotationTiming',
  'strokeWidthTiming',
  'cornerRadiusTiming',
] as const;
const numberProperties: KeyframeProperty[] = [
  'x',
  'y',
  'anchorX',
  'width',
  'scaleY',
  'rotation',
  'shear',
  'c1x',
];

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
const color = fc.constantFrom('none', 'transparent', '#fff', '#102030', '#10203040', '#00000000');
const easing = fc.oneof(
  fc.constantFrom('linear', 'easeIn', 'easeOut', 'easeInOut'),
  fc.record({ type: fc.constant('cubicBezier' as const), x1: unit, y1: unit, x2: unit, y2: unit }),
) as fc.Arbitrary<Timing['easing']>;
const point = fc.record({ x: coordinate, y: coordinate });
const controls = fc.record({ c1: point, c2: point });

const anyState: fc.Arbitrary<CompositionState> = fc
  .record(
    {
      x: coordinate,
      y: coordinate,
      width: coordinate,
      height: coordinate,
      rotation: coordinate,
      shear: coordinate,
      scaleX: coordinate,
      anchorY: coordinate,
      fill: color,
      stroke: color,
      path: controls,
      text: fc.constantFrom('A', 'B'),
      effect: fc.constantFrom('none' as const, 'glow' as const),
      opacity: fc.oneof(unit, fc.constantFrom(0, 1)),
      visible: fc.boolean(),
      // A text of size 0 may keep the lines of its neighbour.
      fontSize: fc.constantFrom(0.25, 20),
      strokeWidth: unit,
      cornerRadius: unit,
      align: fc.constantFrom('left' as const, 'right' as const),
      wrapWidth: fc.constantFrom(1, 20),
      fontWeight: fc.constantFrom(400 as const, 700 as const),
      tabularNumbers: fc.boolean(),
      textTransition: fc.constantFrom(
        'switch' as const,
        'crossfade' as const,
        'count' as const,
        'morph' as const,
      ),
      lineHeight: fc.constantFrom(0.5, 1.25, 4),
      direction: fc.constantFrom('ltr' as const, 'rtl' as const),
      verticalAlign: fc.constantFrom('top' as const, 'baseline' as const),
      sweep: fc.tuple(coordinate, coordinate),
      innerRadius: unit,
      dash: fc.array(fc.constantFrom(1, 2, 5), { minLength: 1, maxLength: 4 }),
      dashOffset: coordinate,
      heads: fc.constantFrom('none' as const, 'start' as const, 'both' as const),
      headShape: fc.constantFrom('circle' as const, 'hollowTriangle' as const),
      startShape: fc.constantFrom('cross' as const, 'zeroOrMany' as const),
      curves: fc.array(fc.array(coordinate, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 2 }),
      opening: fc.tuple(unit, unit),
      points: fc.array(fc.tuple(unit, unit), { minLength: 2, maxLength: 3 }),
      smooth: fc.boolean(),
      closed: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((changes) => state(changes));

/** Generates a span in whole milliseconds that ends before `endMs`. */
function spanBefore(endMs: number): fc.Arbitrary<Timing> {
  const time = fc.integer({ min: 0, max: Math.max(0, endMs - 1) });
  return fc.tuple(time, time, easing).map(([one, other, ease]) => ({
    start: Math.min(one, other),
    duration: Math.abs(one - other),
    easing: ease,
  }));
}

/** Kinds with fields of their own. */
const kinds = ['rectangle', 'text', 'circle', 'path'] as const;

const place = fc.oneof(unit, fc.constantFrom(0, 0.5, 1));
const anyKeyframe: fc.Arbitrary<Keyframe> = fc.oneof(
  fc.record(
    {
      property: fc.constantFrom(...numberProperties),
      at: place,
      value: coordinate,
      easing,
      deleted: fc.boolean(),
    },
    { requiredKeys: ['property', 'at', 'value', 'easing'] },
  ),
  fc.record({
    property: fc.constantFrom('opacity' as const, 'reveal' as const),
    at: place,
    value: unit,
    easing,
  }),
  fc.record({
    property: fc.constantFrom('fill' as const, 'stroke' as const),
    at: place,
    value: color,
    easing,
  }),
);

function anyTrack(objectId: string, durationMs: number): fc.Arbitrary<TransitionTrack> {
  return fc
    .record({
      span: spanBefore(durationMs),
      changes: fc.record({
        type: fc.constantFrom(
          'move' as const,
          'write' as const,
          'fade' as const,
          'grow' as const,
          'none' as const,
        ),
        order: fc.constantFrom('together' as const, 'sequential' as const),
        path: fc.option(controls),
        keyframes: fc.dictionary(fc.constantFrom('k1', 'k2', 'k3', 'K', '10', '9'), anyKeyframe),
      }),
      timings: fc.dictionary(fc.constantFrom(...timingNames), fc.option(spanBefore(durationMs))),
    })
    .map(({ span, changes, timings }) => track({ objectId, ...span, ...changes, ...timings }));
}

/** States for the same objects in each of `count` compositions, so that no state is copied from a neighbour. */
const anyStates = (count: number) =>
  fc.subarray(objectIds).chain((ids) =>
    fc.array(fc.record(Object.fromEntries(ids.map((id) => [id, anyState]))), {
      minLength: count,
      maxLength: count,
    }),
  );

/**
 * Scenes of three compositions whose transitions last 100 ms. Every object has a track, and every span ends before
 * its transition. Parents are earlier ids.
 */
export const anyProject: fc.Arbitrary<Project> = fc
  .array(
    fc.record({
      parents: fc.array(fc.option(fc.nat(objectIds.length - 1)), { minLength: 6, maxLength: 6 }),
      orders: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 6, maxLength: 6 }),
      states: anyStates(3),
      holds: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 3, maxLength: 3 }),
      tracks: fc.tuple(...objectIds.flatMap((id) => [anyTrack(id, 100), anyTrack(id, 100)])),
      soundMs: fc.option(fc.integer({ min: 0, max: 400 })),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((scenes) =>
    project(
      ...scenes.map(({ parents, orders, states, holds, tracks, soundMs }, index) =>
        scene(`s${index}`, {
          objects: objectIds.map((id, place) => {
            const parent = parents[place];
            const parentId = parent !== null && parent < place ? objectIds[parent] : null;
            return object(id, { kind: kinds[place % kinds.length], order: orders[place], parentId });
          }),
          compositions: ['one', 'two', 'three'].map((id, place) =>
            composition(id, holds[place], states[place] as Record<string, CompositionState>),
          ),
          transitions: [
            transition(
              'one',
              'two',
              100,
              tracks.filter((_, place) => place % 2 === 0),
            ),
            transition(
              'two',
              'three',
              100,
              tracks.filter((_, place) => place % 2 === 1),
            ),
          ],
          audioTracks: soundMs === null ? [] : [audioTrack('sound', 0, soundMs)],
        }),
      ),
    ),
  );
