import { Buffer } from 'node:buffer';
import { afterAll, describe, expect, it } from 'vitest';
import { type ObjectSpec, stillProject } from '../../../../test/support/build-project.ts';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodePng, type Picture } from '../../../../test/support/picture.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import type { ObjectKind } from '../../src/language/kinds.ts';
import type { CompositionState, Keyframe } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';

const browser = new ReferenceBrowser();
afterAll(() => browser.close());

const size = { width: 1920, height: 1080 };
/** Pictures are compared at half the size of the scene. */
const half = { width: 960, height: 540 };

/** Checks that an object looks like a shape that Chromium draws from its own description in SVG. */
async function demandShape(spec: ObjectSpec, shape: string, name: string): Promise<void> {
  const { data } = await render(stillProject({ shape: spec }, { ...size, background: '#000000' }), half);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 1920 1080"><rect width="1920" height="1080"/>${shape}</svg>`;
  await demandSamePicture(await decodePng(data), await browser.draw(Buffer.from(svg), half), name);
}

const round = 'stroke-linecap="round" stroke-linejoin="round"';

/** A point of an ellipse of 800 x 600 in the middle of the picture, at an angle clockwise from the top. */
function pointAt(degrees: number, share = 1): string {
  const angle = (degrees * Math.PI) / 180;
  return `${960 + 400 * share * Math.sin(angle)} ${540 - 300 * share * Math.cos(angle)}`;
}

/** An SVG arc from one angle to another of an ellipse of 800 x 600. */
function arcTo(start: number, end: number, share = 1): string {
  const isLarge = Math.abs(end - start) > 180 ? 1 : 0;
  return `A ${400 * share} ${300 * share} 0 ${isLarge} ${end > start ? 1 : 0} ${pointAt(end, share)}`;
}

const circle = (state: Partial<CompositionState>): ObjectSpec => ({
  kind: 'circle',
  state: { x: 960, y: 540, width: 800, height: 600, fill: 'none', stroke: 'none', ...state },
});
const path = (state: Partial<CompositionState>): ObjectSpec => ({
  kind: 'path',
  state: {
    x: 360,
    y: 240,
    width: 1200,
    height: 600,
    fill: 'none',
    stroke: '#ffffff',
    strokeWidth: 12,
    ...state,
  },
});

describe('shapes compared with Chromium', () => {
  it('a line with curves and an opening looks like the same path with a dash in SVG', {
    tags: 'chromium',
  }, async () => {
    const curves = [
      [300, 0, 300, 600, 600, 600],
      [900, 600, 900, 0, 1200, 0],
    ];
    // Half of the length is before the middle, which is left out.
    const d = 'M 360 240 C 660 240 660 840 960 840 C 1260 840 1260 240 1560 240';
    await demandShape(
      path({ curves, opening: [0.4, 0.6] }),
      `<path d="${d}" pathLength="100" fill="none" stroke="#ffffff" stroke-width="12" ${round} stroke-dasharray="40 20 40"/>`,
      'curves',
    );
  });

  it('heads at both ends of a curve look like triangles without a base at its ends', {
    tags: 'chromium',
  }, async () => {
    // Straight at both ends, so that the heads point along the axis.
    const curves = [
      [200, 0, 200, 0, 200, 0],
      [600, 0, 600, 400, 1000, 400],
      [1200, 400, 1200, 400, 1200, 400],
    ];
    const [length, spread] = [36, 0.45 * 36];
    const head = (x: number, y: number, back: number) =>
      `M ${x + back} ${y - spread} L ${x} ${y} L ${x + back} ${y + spread}`;
    const shaft = 'M 360 240 L 560 240 C 960 240 960 640 1360 640 L 1560 640';
    await demandShape(
      path({ curves, heads: 'both' }),
      `<path d="${shaft} ${head(360, 240, length)} ${head(1560, 640, -length)}" fill="none" stroke="#ffffff" stroke-width="12" ${round}/>`,
      'heads',
    );
  });

  const sweeps = [
    [0, 90],
    [-30, 200],
    [90, 20],
    [45, 359],
    [720, 1000],
  ] as const;

  it.each(sweeps)('draws an arc from %d to %d degrees like Chromium', { tags: 'chromium' }, (start, end) =>
    demandShape(
      circle({ sweep: [start, end], stroke: '#ffcc66', strokeWidth: 30 }),
      `<path d="M ${pointAt(start)} ${arcTo(start, end)}" fill="none" stroke="#ffcc66" stroke-width="30" ${round}/>`,
      `arc ${start} ${end}`,
    ),
  );

  it.each(sweeps)('draws a sector from %d to %d degrees like Chromium', { tags: 'chromium' }, (start, end) =>
    demandShape(
      circle({ sweep: [start, end], fill: '#4f8cff', stroke: '#ffffff', strokeWidth: 8 }),
      `<path d="M ${pointAt(start)} ${arcTo(start, end)} L 960 540 Z" fill="#4f8cff" stroke="#fff" stroke-width="8" ${round}/>`,
      `sector ${start} ${end}`,
    ),
  );

  it.each(sweeps)(
    'draws a segment of a ring from %d to %d degrees like Chromium',
    { tags: 'chromium' },
    (start, end) =>
      demandShape(
        circle({ sweep: [start, end], innerRadius: 0.6, fill: '#4f8cff' }),
        `<path d="M ${pointAt(start)} ${arcTo(start, end)} L ${pointAt(end, 0.6)} ${arcTo(end, start, 0.6)} Z" fill="#4f8cff"/>`,
        `segment ${start} ${end}`,
      ),
  );

  it('draws a whole ring like Chromium', { tags: 'chromium' }, () =>
    demandShape(
      circle({ innerRadius: 0.4, fill: '#4f8cff' }),
      '<path fill-rule="evenodd" fill="#4f8cff" d="M 560 540 a 400 300 0 1 1 800 0 a 400 300 0 1 1 -800 0 M 800 540 a 160 120 0 1 1 320 0 a 160 120 0 1 1 -320 0"/>',
      'ring',
    ),
  );

  it.each([
    [[60, 40], 0],
    [[80, 30, 0, 30], 25],
    [[50], -70],
    [[0, 40], 0],
  ])('draws dashes of %j from %d like Chromium', { tags: 'chromium' }, async (dash, dashOffset) => {
    const dashes = `fill="none" stroke="#fff" stroke-width="12" stroke-dasharray="${dash}" stroke-dashoffset="${dashOffset}" ${round}`;
    const curve = { c1: { x: 400, y: -500 }, c2: { x: 800, y: 1100 } };
    await demandShape(
      path({ dash, dashOffset, path: curve }),
      `<path d="M 360 240 c 400 -500 800 1100 1200 600" ${dashes}/>`,
      `dashed curve ${dash}`,
    );
    await demandShape(
      {
        kind: 'rectangle',
        state: {
          x: 960,
          y: 540,
          width: 900,
          height: 500,
          fill: 'none',
          stroke: '#ffffff',
          strokeWidth: 12,
          dash,
          dashOffset,
        },
      },
      `<rect x="510" y="290" width="900" height="500" ${dashes}/>`,
      `dashed rectangle ${dash}`,
    );
  });

  it('draws lines and areas through points like Chromium', { tags: 'chromium' }, async () => {
    const points = [
      [0, 1],
      [0.25, 0.2],
      [0.5, 0.7],
      [0.75, 0],
      [1, 0.4],
    ];
    const places = points.map(([x = 0, y = 0]) => `${360 + 1200 * x},${240 + 600 * y}`).join(' ');
    await demandShape(
      path({ points }),
      `<polyline points="${places}" fill="none" stroke="#fff" stroke-width="12" ${round}/>`,
      'polyline',
    );
    await demandShape(
      path({ points, closed: true, fill: '#4f8cff' }),
      `<polygon points="${places}" fill="#4f8cff" stroke="#fff" stroke-width="12" ${round}/>`,
      'polygon',
    );
  });

  it.each([false, true])(
    'draws a curve through points that Barry and Goldman compute, closed: %s',
    { tags: 'chromium' },
    async (closed) => {
      // A line that goes one way would not overshoot them.
      const points = [
        [0, 0.5],
        [0.6, 0],
        [1, 0.5],
        [0.6, 1],
        [0.3, 0.6],
      ];
      const places = points.map(([x = 0, y = 0]): Point => [360 + 1200 * x, 240 + 600 * y]);
      const line = sampleSpline(places, closed).map((point) => point.join());
      await demandShape(
        path({ points, smooth: true, closed }),
        `<${closed ? 'polygon' : 'polyline'} points="${line.join(' ')}" fill="none" stroke="#fff" stroke-width="12" ${round}/>`,
        `smooth ${closed}`,
      );
    },
  );

  it('changes shapes, dashes and points halfway to the middle of both', { tags: 'slow' }, async () => {
    const from = circle({ sweep: [0, 60], innerRadius: 0.2, fill: '#ffffff' }).state;
    const to = circle({ sweep: [40, 300], innerRadius: 0.8, fill: '#ffffff' }).state;
    const middle = circle({ sweep: [20, 180], innerRadius: 0.5, fill: '#ffffff' }).state;
    expect(await halfway('circle', from, to)).toEqual(await halfway('circle', middle, middle));
    const keyframes = {
      a: { property: 'sweepStart', at: 0.5, value: 20, easing: 'linear' },
      b: { property: 'sweepEnd', at: 0.5, value: 180, easing: 'linear' },
      c: { property: 'innerRadius', at: 0.5, value: 0.5, easing: 'linear' },
    } as const;
    const whole = circle({ fill: '#ffffff' }).state;
    expect(await halfway('circle', whole, whole, keyframes)).toEqual(await halfway('circle', middle, middle));
    const first = path({
      points: [
        [0, 0],
        [0.5, 1],
        [1, 0],
      ],
      dash: [40, 20],
      dashOffset: 0,
    }).state;
    const last = path({
      points: [
        [0, 1],
        [0.5, 0],
        [1, 1],
      ],
      dash: [80, 60],
      dashOffset: 30,
    }).state;
    const between = path({
      points: [
        [0, 0.5],
        [0.5, 0.5],
        [1, 0.5],
      ],
      dash: [60, 40],
      dashOffset: 15,
    }).state;
    expect(await halfway('path', first, last)).toEqual(await halfway('path', between, between));
  });
});

type Point = readonly [number, number];

/** The picture in the middle of a linear transition. */
async function halfway(
  kind: ObjectKind,
  from: Partial<CompositionState>,
  to: Partial<CompositionState>,
  keyframes: Readonly<Record<string, Keyframe>> = {},
): Promise<Picture> {
  const tracks = [track({ objectId: 'shape', duration: 1000, easing: 'linear', keyframes })];
  const { data } = await render(
    project(
      scene('scene', {
        objects: [object('shape', { kind })],
        compositions: [
          composition('a', 0, { shape: state(from) }),
          composition('b', 0, { shape: state(to) }),
        ],
        transitions: [transition('a', 'b', 1000, tracks)],
      }),
    ),
    { timeMs: 500 },
  );
  return decodePng(data);
}

/** Points of a centripetal Catmull-Rom spline by Barry and Goldman's pyramid: linear steps between knots. */
function sampleSpline(points: readonly Point[], closed: boolean): Point[] {
  const count = points.length;
  const at = (index: number): Point => points[(index + count) % count] as Point;
  const samples: Point[] = [];
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const isFirst = !closed && index === 0;
    const isLast = !closed && index === count - 2;
    const four = [
      isFirst ? null : at(index - 1),
      at(index),
      at(index + 1),
      isLast ? null : at(index + 2),
    ] as const;
    for (let step = 0; step < 200; step++) samples.push(pyramid(four, step / 200));
  }
  if (!closed) samples.push(at(count - 1));
  return samples;
}

type Four = readonly [before: Point | null, from: Point, to: Point, after: Point | null];

/** At an end of the curve, the point beyond it is the end itself, so the knots before it have no length. */
function pyramid([before, from, to, after]: Four, share: number): Point {
  const knot = (one: Point, other: Point) => Math.sqrt(Math.hypot(other[0] - one[0], other[1] - one[1]));
  const t1 = 0;
  const t2 = knot(from, to);
  const t0 = before ? -knot(before, from) : t1;
  const t3 = after ? t2 + knot(to, after) : t2;
  const t = t1 + (t2 - t1) * share;
  const mix = (one: Point, other: Point, start: number, end: number): Point => {
    const weight = (t - start) / (end - start);
    return [one[0] + (other[0] - one[0]) * weight, one[1] + (other[1] - one[1]) * weight];
  };
  const a1 = before ? mix(before, from, t0, t1) : from;
  const a2 = mix(from, to, t1, t2);
  const a3 = after ? mix(to, after, t2, t3) : to;
  return mix(mix(a1, a2, t0, t2), mix(a2, a3, t1, t3), t1, t2);
}
