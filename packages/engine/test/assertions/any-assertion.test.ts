import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyFilm, anyLayeredFilm } from '../../../../test/support/any-film.ts';
import { runs, runTimeoutMs } from '../../../../test/support/random-runs.ts';
import { checkAssertions } from '../../src/advice/assertions/check-assertions.ts';
import type { Bounds } from '../../src/drawing/bounds.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import type { DisplayNode, GroupNode, ObjectNode } from '../../src/drawing/display-list.ts';
import { paintedBox } from '../../src/drawing/painted-box.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import type { Easing, Project } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import type { Timeline } from '../../src/timeline/timeline.ts';

type Boxes = (id: string, lines?: 'thin') => Bounds | null;

/** How far a relation is from true in pixels, at most 0 where it is true; written anew, to judge the engine's. */
const excess: Readonly<Record<string, (one: Bounds, other: Bounds) => number>> = {
  'is inside': (a, b) => Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom),
  'is left of': (a, b) => a.right - b.left,
  'is right of': (a, b) => b.right - a.left,
  'is above': (a, b) => a.bottom - b.top,
  'is below': (a, b) => b.bottom - a.top,
  touches: (a, b) => gapBetween(a, b) - 0.5,
  'is not overlapping': (a, b) => -gapBetween(a, b) - 0.5,
  'is wider than': (a, b) => b.right - b.left - (a.right - a.left),
  'is shorter than': (a, b) => a.bottom - a.top - (b.bottom - b.top),
};

function gapBetween(a: Bounds, b: Bounds): number {
  const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  return Math.max(across, Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom));
}

const values: Readonly<Record<string, (box: Bounds) => number>> = {
  x: ({ left, right }) => (left + right) / 2,
  y: ({ top, bottom }) => (top + bottom) / 2,
  bottom: ({ bottom }) => bottom,
  width: ({ left, right }) => right - left,
};

const id = fc.integer({ min: 0, max: 3 }).map((index) => `o${index}`);
const pixels = fc.integer({ min: -50, max: 350 });

/** A sentence, and how far it is from true for given boxes; null where it says nothing. */
interface Expected {
  readonly sentence: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly excessOf: (boxes: Boxes, frame: Bounds) => number | null;
}

const relation = fc
  .tuple(fc.constantFrom(...Object.keys(excess)), id, fc.oneof(id, fc.constant('frame')))
  .map(([words, one, other]) => ({
    words: `${one} ${words} ${other}`,
    excessOf: (boxes: Boxes, frame: Bounds) => {
      const a = boxes(one);
      const b = other === 'frame' ? frame : boxes(other);
      if (!a || !b) return null;
      // Of what is inside, half of the width of its lines may be outside, up to 0.4 % of the frame.
      const allowed = words === 'is inside' ? 0.004 * Math.min(frame.right, frame.bottom) : 0;
      const thin = (allowed > 0 && boxes(one, 'thin')) || a;
      const inner = {
        left: Math.min(thin.left, a.left + allowed),
        top: Math.min(thin.top, a.top + allowed),
        right: Math.max(thin.right, a.right - allowed),
        bottom: Math.max(thin.bottom, a.bottom - allowed),
      };
      return (excess[words] as (typeof excess)[string])(words === 'is inside' ? inner : a, b);
    },
  }));

const comparison = fc
  .tuple(id, fc.constantFrom(...Object.keys(values)), fc.constantFrom('at least', 'at most'), pixels)
  .map(([one, property, words, limit]) => ({
    words: `${one}.${property} is ${words} ${limit}`,
    excessOf: (boxes: Boxes) => {
      const box = boxes(one);
      if (box === null) return null;
      const value = (values[property] as (typeof values)[string])(box);
      return words === 'at least' ? limit - value : value - limit;
    },
  }));

/** At most 0 if something is painted inside the frame: then it is the distance from its edge. */
const visibility = id.map((one) => ({
  words: `${one} is visible`,
  excessOf: (boxes: Boxes, frame: Bounds) => {
    const box = boxes(one);
    return box === null ? 1 : gapBetween(box, frame);
  },
}));

const span = fc
  .tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }))
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other) + 1] as const);

/** A share of the film, from 0 to 1000. */
const anyExpected = fc.tuple(fc.oneof(relation, relation, comparison, visibility), span, fc.boolean());

const easings: readonly Easing[] = [
  'linear',
  'easeIn',
  'easeOut',
  'easeInOut',
  { type: 'cubicBezier', x1: 0.9, y1: 0, x2: 0.1, y2: 1 },
  { type: 'cubicBezier', x1: 0, y1: 0.8, x2: 0.9, y2: 0.2 },
];

const anyMoving = fc
  .tuple(
    fc.oneof(anyFilm, anyLayeredFilm),
    fc.array(fc.constantFrom(...easings), { minLength: 1, maxLength: 5 }),
    fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), value: pixels }), { maxLength: 4 }),
  )
  .map(([film, chosen, keyframes]): Project => {
    const made = structuredClone(film);
    for (const scene of Object.values(made.scenes)) {
      for (const transition of Object.values(scene.transitions)) {
        for (const [index, track] of Object.values(transition.tracks).entries()) {
          track.easing = chosen[index % chosen.length] ?? 'linear';
          if (track.type === 'none' || index % 2 === 0) continue;
          track.keyframes = Object.fromEntries(
            keyframes.map(({ at, value }, place) => [
              `k${place}`,
              {
                at,
                value,
                property: 'x' as const,
                easing: chosen[place % chosen.length] ?? 'linear',
                id: `k${place}`,
                deleted: false,
              },
            ]),
          );
        }
      }
    }
    return made;
  });

/** The objects in a picture, those in layers too. */
function* objectsIn(nodes: readonly (ObjectNode | DisplayNode)[]): Generator<ObjectNode> {
  for (const node of nodes) {
    if (node.type !== 'group' || !('objectId' in node)) continue;
    const group = node as GroupNode & ObjectNode;
    if (group.members) yield* objectsIn(group.members);
    else yield group;
  }
}

function thinned(node: DisplayNode): DisplayNode {
  if (node.type === 'group') return { ...node, children: node.children.map(thinned) };
  return node.type === 'stroke' ? { ...node, width: 0 } : node;
}

/** Returns the boxes of a film at any time, from its pictures. */
async function viewerOf(project: Project, timeline: Timeline): Promise<(timeMs: number) => Boxes> {
  const drawing = await compileDrawing(project, timeline);
  return (timeMs) => {
    const nodes = new Map([...objectsIn(drawing.at(timeMs).nodes)].map((node) => [node.objectId, node]));
    return (one, lines) => {
      const node = nodes.get(one);
      if (node === undefined) return null;
      return paintedBox(lines === 'thin' ? (thinned(node) as ObjectNode) : node);
    };
  };
}

const moments = 1000;

it('an assertion about random films agrees with 1,000 moments of them', {
  tags: 'slow',
  timeout: runTimeoutMs,
}, async () => {
  let failures = 0;
  let checks = 0;
  await fc.assert(
    fc.asyncProperty(
      anyMoving,
      fc.array(anyExpected, { minLength: 4, maxLength: 4 }),
      async (film, given) => {
        const parsed = parseProject(film);
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
        const { project } = parsed;
        const timeline = compileTimeline(project);
        const { durationMs } = timeline;
        const known = new Set(Object.values(project.scenes).flatMap(({ objects }) => Object.keys(objects)));
        const expected = given
          .map(([{ words, excessOf }, [from, to], isAlways]): Expected => {
            const fromMs = isAlways ? 0 : Math.min(durationMs - 1, Math.round((durationMs * from) / 1001));
            const toMs = isAlways ? durationMs : Math.max(fromMs + 1, Math.round((durationMs * to) / 1001));
            const when = isAlways ? 'always' : `from ${fromMs}ms to ${toMs}ms`;
            return { sentence: `${words} ${when}`, fromMs, toMs, excessOf };
          })
          .filter(({ sentence }) => (sentence.match(/\bo\d/g) ?? []).every((one) => known.has(one)));
        if (expected.length === 0) return;
        const checked = await checkAssertions(
          { ...project, expect: expected.map(({ sentence }) => sentence) },
          timeline,
        );
        const lookAt = await viewerOf(project, timeline);
        const { width = 0, height = 0 } = timeline.scenes[0] ?? {};
        const frame = { left: 0, top: 0, right: width, bottom: height };
        const pictures = Array.from({ length: moments }, (_, index) => {
          const timeMs = (durationMs * index) / moments;
          return { timeMs, boxes: lookAt(timeMs) };
        });
        for (const [index, { sentence, fromMs, toMs, excessOf }] of expected.entries()) {
          const { status, failure } = checked[index] ?? {};
          checks++;
          const seen = pictures.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
          // A mirrored object is nothing at one instant, which no span of time contains.
          const isWrongAt = (timeMs: number) => (excessOf(lookAt(timeMs), frame) ?? 0) > 0.013;
          const wrong = seen.find(
            ({ timeMs, boxes }) =>
              (excessOf(boxes, frame) ?? 0) > 0.013 &&
              [timeMs - 0.002, timeMs + 0.002].some((near) => near >= 0 && isWrongAt(near)),
          );
          const first = failure?.atMs ?? Infinity;
          if (status === 'passes') {
            expect(wrong?.timeMs, sentence).toBe(undefined);
            continue;
          }
          failures++;
          // It fails no later than at the first wrong moment, and is wrong where it fails. Moments are exact to 0.001 ms.
          expect(first, sentence).toBeLessThanOrEqual((wrong?.timeMs ?? Infinity) + 1e-3);
          const there = [0, 1e-3, 2e-3].map((later) =>
            excessOf(lookAt(Math.min(durationMs, first + later)), frame),
          );
          if (/are not seen together|is not seen (at|from)/.test(failure?.message ?? '')) {
            expect(
              seen.every(({ boxes }) => excessOf(boxes, frame) === null),
              sentence,
            ).toBe(true);
            continue;
          }
          const isWrong = there.some((value) => value !== null && value > -0.013);
          expect(isWrong, `${sentence} ${failure?.message} ${there}`).toBe(true);
        }
      },
    ),
    { numRuns: runs(150), endOnFailure: true },
  );
  // Neither all true nor all false.
  expect(failures).toBeGreaterThan(checks / 10);
  expect(failures).toBeLessThan(checks * 0.95);
});

it('a number of random films that never turns back at 1,000 moments increases, and no other', {
  tags: 'slow',
  timeout: runTimeoutMs,
}, async () => {
  const seen = { passes: 0, fails: 0 };
  await fc.assert(
    fc.asyncProperty(
      anyMoving,
      id,
      fc.constantFrom(...Object.keys(values)),
      fc.constantFrom('increases', 'decreases', 'stays'),
      async (film, one, property, trend) => {
        const parsed = parseProject(film);
        if (!parsed.ok || !Object.values(film.scenes).some(({ objects }) => one in objects)) return;
        const { project } = parsed;
        const timeline = compileTimeline(project);
        const [checked] = await checkAssertions(
          { ...project, expect: [`${one}.${property} ${trend}`] },
          timeline,
        );
        const lookAt = await viewerOf(project, timeline);
        const valueAt = (timeMs: number) => {
          const box = lookAt(timeMs)(one);
          return box === null ? [] : [(values[property] as (typeof values)[string])(box)];
        };
        const numbers = Array.from({ length: moments }, (_, index) =>
          valueAt((timeline.durationMs * index) / moments),
        ).flat();
        const [first = 0] = numbers;
        const sign = trend === 'decreases' ? -1 : 1;
        let most = -Infinity;
        let back = 0;
        for (const number of numbers) {
          most = Math.max(most, sign * number);
          back = Math.max(back, trend === 'stays' ? Math.abs(number - first) : most - sign * number);
        }
        const change = sign * ((numbers.at(-1) ?? 0) - first);
        if (checked?.status === 'passes') {
          seen.passes++;
          expect(back).toBeLessThan(0.013);
          if (trend !== 'stays') expect(change).toBeGreaterThan(0);
        } else {
          seen.fails++;
          // It turns back a little, between two of the moments, or does not change.
          const isSteady = trend !== 'stays' && change < 0.02;
          expect(numbers.length === 0 || back > 0.005 || isSteady, checked?.failure?.message).toBe(true);
        }
      },
    ),
    { numRuns: runs(100), endOnFailure: true },
  );
  expect(Math.min(seen.passes, seen.fails)).toBeGreaterThan(0);
});
