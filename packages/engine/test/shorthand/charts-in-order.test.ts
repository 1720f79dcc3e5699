import { describe, expect, it } from 'vitest';
import { polyline, smoothCurve } from '../../src/drawing/shapes.ts';
import { trimOutline } from '../../src/drawing/trim-outline.ts';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

const layOut = await loadLayout({ hasEquations: false });
const labels = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];

function filmOf(chart: object, enter: unknown, extra: object = {}) {
  const data = { Mon: 20, Tue: 45, Wed: 12, Thu: 60, Fri: 52 };
  const film = {
    shorthand: true,
    theme: 'midnight',
    objects: { sales: { kind: 'line', data, width: 900, height: 480, ...chart } },
    compositions: [
      { enter, duration: 500, states: { sales: true }, ...extra },
      { enter, duration: 500, states: { sales: false } },
    ],
  };
  const result = expandProject(film, {}, layOut);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  return compileTimeline(result.value.project);
}

/** The x of the tip of the line, and of each dot and value that is seen, at a time. */
function seenAt(timeline: ReturnType<typeof filmOf>, timeMs: number) {
  const poses = timeline.at(timeMs).poses;
  const poseOf = (id: string) => poses.find(({ objectId, opacity }) => objectId === id && opacity > 0.01);
  const line = poseOf('sales-line');
  const xOf = (id: string) => poseOf(id)?.matrix[4];
  let tip = -Infinity;
  if (line !== undefined && line.appearance.write > 0) {
    const { points, width, height, smooth, write } = line.appearance;
    const places = (points ?? []).map((share, index) => share * (index % 2 === 0 ? width : height));
    const outline = trimOutline((smooth ? smoothCurve : polyline)(places, false), write);
    tip = line.matrix[4] + (outline.points.at(-2) ?? 0);
  }
  const seen = labels.flatMap((label) =>
    [xOf(`sales-${label}`) ?? [], xOf(`sales-${label}-value`) ?? []].flat(),
  );
  return { tip, seen };
}

const forms: [string, object, unknown][] = [
  ['a line', {}, 1500],
  ['a smooth line', { smooth: true }, 1500],
  ['a line that starts late', {}, { duration: 2000, easing: 'linear', tracks: { sales: { start: 400 } } }],
  ['a line with a short stagger', {}, { duration: 2000, stagger: 80 }],
  ['a line with a stagger', {}, { duration: 2000, stagger: 350 }],
  ['a smooth line with a stagger', { smooth: true }, { duration: 2000, stagger: 250 }],
];

describe('a chart of a line', () => {
  it.each(forms)('%s is never behind its dots and values', (_, chart, enter) => {
    const timeline = filmOf(chart, enter);
    const counts = new Set<number>();
    for (let time = 20; time < timeline.durationMs; time += 20) {
      const { tip, seen } = seenAt(timeline, time);
      counts.add(seen.length);
      expect(Math.max(-Infinity, ...seen), `at ${time} ms`).toBeLessThanOrEqual(tip + 3);
    }
    // All of them were seen, and one after another.
    expect(Math.max(...counts)).toBe(10);
    expect(counts.size).toBeGreaterThanOrEqual(5);
  });

  it('has its axis before half of the line is drawn', () => {
    const timeline = filmOf({}, 1500);
    const axisAt = (timeMs: number) =>
      timeline
        .at(timeMs)
        .poses.filter(({ objectId }) => /base|-label$/.test(objectId))
        .map(({ opacity }) => opacity);
    expect(axisAt(700)).toHaveLength(6);
    expect(axisAt(700)).toEqual(axisAt(1700));
    expect(axisAt(100)).not.toEqual(axisAt(1700));
  });

  it('leaves a dot with a track of its own alone', () => {
    const timeline = filmOf({}, { duration: 1500, tracks: { 'sales.Fri': { duration: 200 } } });
    expect(timeline.at(210).poses.find(({ objectId }) => objectId === 'sales-Fri')?.opacity).toBe(1);
  });
});
