import { describe, expect, it } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

const layOut = await loadLayout({ hasEquations: true });

const card = (price: string) => ({
  ...{ kind: 'column', fill: 'surface', padding: 40 },
  children: [{ kind: 'text', text: price }],
});

const objects = {
  title: { kind: 'text', style: 'title', place: 'top', text: 'Three plans' },
  cards: { kind: 'row', gap: 40, children: ['x', 'y', 'z'] },
  ...{ x: card('$0'), y: card('$9'), z: card('$29') },
  law: { kind: 'equation', text: 'E = mc^2', place: 'bottom left' },
  arrow: { kind: 'arrow', from: [1300, 900], to: [1700, 700], text: 'up' },
  dot: { kind: 'circle', width: 120, height: 120, place: 'bottom right', fill: 'accent2' },
  ground: { kind: 'rectangle', width: 1800, height: 1000, fill: 'surface', order: 0 },
};

function posesOf(
  enter: unknown,
  { theme = 'midnight', film = objects }: { theme?: string; film?: object } = {},
) {
  const document = {
    ...{ shorthand: true, theme, objects: film },
    compositions: [{ enter, duration: 500, states: { '*': true } }],
  };
  const result = expandProject(document, {}, layOut);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  const timeline = compileTimeline(result.value.project);
  return (id: string, timeMs: number) => {
    const pose = timeline.at(timeMs).poses.find(({ objectId }) => objectId === id);
    if (pose === undefined) throw new Error(`no ${id} at ${timeMs} ms`);
    return pose;
  };
}

const places = (pose: ReturnType<ReturnType<typeof posesOf>>) => ({
  scale: pose.matrix[0],
  y: pose.matrix[5],
});

describe('the entrance that a film with a theme does not name', () => {
  it('lets a title rise, cards grow, and shapes grow where they are', () => {
    const pose = posesOf(1000);
    const [title, titleAtRest] = [places(pose('title', 100)), places(pose('title', 1200))];
    expect(title.scale).toBe(1);
    expect(title.y).toBeGreaterThan(titleAtRest.y + 20);
    const [x, xAtRest] = [places(pose('x-box', 100)), places(pose('x-box', 1200))];
    expect(x.scale).toBeLessThan(0.99);
    expect(x.y).toBeCloseTo(xAtRest.y, 3);
    const [dot, dotAtRest] = [places(pose('dot', 100)), places(pose('dot', 1200))];
    expect(dot.scale).toBeLessThan(0.98);
    expect(dot.y).toBeCloseTo(dotAtRest.y, 3);
  });

  it('only fades what covers most of the frame', () => {
    const pose = posesOf(1000);
    expect(places(pose('ground', 100))).toEqual(places(pose('ground', 1200)));
    expect(pose('ground', 100).opacity).toBeLessThan(1);
  });

  it('draws lines and equations, and the label of a line after its tip', () => {
    const pose = posesOf(1000);
    for (const id of ['law', 'arrow']) {
      const { write } = pose(id, 200).appearance;
      expect(write).toBeGreaterThan(0);
      expect(write).toBeLessThan(1);
      expect(pose(id, 200).opacity).toBe(1);
    }
    expect(posesAt(pose, 'arrow-label', 400)).toBe(0);
    expect(posesAt(pose, 'arrow-label', 1200)).toBe(1);
  });

  /** The opacity of an object; 0 if it is not there. */
  function posesAt(pose: ReturnType<typeof posesOf>, id: string, timeMs: number): number {
    try {
      return pose(id, timeMs).opacity;
    } catch {
      return 0;
    }
  }

  it('lets the members of a list of three take turns, and ends with the transition', () => {
    const line = (text: string) => ({ kind: 'text', text });
    const film = {
      list: { kind: 'column', children: ['a', 'b', 'c'] },
      ...{ a: line('One'), b: line('Two'), c: line('Three') },
    };
    const pose = posesOf(1000, { film });
    const [a, b, c] = ['a', 'b', 'c'].map((id) => posesAt(pose, id, 240));
    expect(a).toBeGreaterThan(b + 0.05);
    expect(b).toBeGreaterThan(c + 0.05);
    for (const id of ['a', 'b', 'c']) expect(places(pose(id, 1000))).toEqual(places(pose(id, 1400)));
    const { c: _, ...two } = { ...film, list: { kind: 'column', children: ['a', 'b'] } };
    const pair = posesOf(1000, { film: two });
    expect(posesAt(pair, 'a', 240)).toBe(posesAt(pair, 'b', 240));
  });

  it('has the character of the theme', () => {
    const calm = posesOf(1000);
    const playful = posesOf(1000, { theme: 'neon' });
    const most = (pose: ReturnType<typeof posesOf>) =>
      Math.max(...[300, 400, 500, 600, 700, 800].map((time) => places(pose('dot', time)).scale));
    expect(most(calm)).toBeLessThanOrEqual(1);
    expect(most(playful)).toBeGreaterThan(1);
  });

  it.each(['fade', 'slide', 'pop', 'blur'])('is not used where the film names %s', (type) => {
    const pose = posesOf({ type, duration: 1000 });
    expect(pose('law', 200).appearance.write).toBe(1);
    const { scale } = places(pose('dot', 100));
    expect(scale === 1).toBe(type !== 'pop');
  });
});
