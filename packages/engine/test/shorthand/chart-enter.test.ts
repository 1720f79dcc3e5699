import { describe, expect, it } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

const layOut = await loadLayout({ hasEquations: false });

describe('the enter of a chart itself', () => {
  const filmWith = (kind: string, enter: object | string, more: object = {}) => ({
    shorthand: true,
    theme: 'midnight',
    objects: { sales: { kind, data: { Jan: 3, Feb: 5, Mar: 2 }, width: 900, height: 600, enter, ...more } },
    compositions: [{ duration: 500, enter: 1500, states: { sales: true } }],
  });
  /** The tracks of the entrance, and the poses of the film by time. */
  const filmOfEnter = (kind: string, enter: object | string) => {
    const result = expandProject(filmWith(kind, enter), {}, layOut);
    if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
    const { project } = result.value;
    const [transition] = Object.values(project.scenes.main?.transitions ?? {});
    const timeline = compileTimeline(project);
    const poseAt = (id: string, timeMs: number) => {
      const pose = timeline.at(timeMs).poses.find(({ objectId }) => objectId === id);
      if (pose === undefined) throw new Error(`no pose of ${id}`);
      return pose;
    };
    return { tracks: transition?.tracks ?? {}, poseAt };
  };

  it('with a theme, slides its values in their written order', () => {
    const { tracks, poseAt } = filmOfEnter('bars', { type: 'slide', from: 'left', stagger: 300 });
    const starts = ['Jan', 'Feb', 'Mar'].map((name) => tracks[`sales-${name}`]?.start);
    expect(starts).toEqual([0, 300, 600]);
    const at = (timeMs: number) => poseAt('sales-Feb', timeMs);
    const [early, late] = [at(500), at(1900)];
    expect(early.matrix[4]).toBeLessThan(late.matrix[4] - 5);
    expect(early.appearance.height).toBeCloseTo(late.appearance.height, 5);
  });

  it.each(['pop', 'fade', 'blur', 'wipe', { type: 'pop', stagger: 100 }])(
    'bars come whole with %j',
    (enter) => {
      const { poseAt } = filmOfEnter('bars', enter);
      const heights = [700, 1900].map((timeMs) => poseAt('sales-Jan', timeMs).appearance.height);
      expect(heights[0]).toBeCloseTo(heights[1] ?? 0, 5);
    },
  );

  it('a sector comes whole, and grows with the type grow', () => {
    const sweepAt = (enter: object, timeMs: number) => {
      const { sweepStart, sweepEnd } = filmOfEnter('pie', enter).poseAt('sales-Jan', timeMs).appearance;
      return sweepEnd - sweepStart;
    };
    const whole = sweepAt({ type: 'fade', stagger: 200 }, 1900);
    expect(sweepAt({ type: 'fade', stagger: 200 }, 300)).toBeCloseTo(whole, 5);
    expect(sweepAt({ type: 'grow', stagger: 200 }, 300)).toBeLessThan(0.8 * whole);
  });

  it('a line is written from dot to dot while these slide', () => {
    const { tracks } = filmOfEnter('line', { type: 'slide', stagger: 500 });
    const line = tracks['sales-line'];
    expect(line).toMatchObject({ type: 'write', start: 0, duration: 1500 });
    const reveal = Object.values(line?.keyframes ?? {}).filter(({ property }) => property === 'reveal');
    expect(reveal.map(({ at }) => at)).toEqual([0, 1 / 3, 2 / 3].map((at) => expect.closeTo(at, 6)));
    expect(reveal.map(({ value }) => value)).toEqual([0, expect.any(Number), 1]);
  });

  it('a pop scales the whole chart about its middle', () => {
    const { poseAt } = filmOfEnter('bars', 'pop');
    const placeOf = (name: string, timeMs: number) => poseAt(`sales-${name}`, timeMs).matrix[4];
    const distance = (timeMs: number) => placeOf('Mar', timeMs) - placeOf('Jan', timeMs);
    expect(distance(50) / distance(1900)).toBeLessThan(0.8);
    expect(placeOf('Feb', 50)).toBeCloseTo(placeOf('Feb', 1900), 1);
  });
});
