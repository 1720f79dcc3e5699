import { describe, expect, it } from 'vitest';
import { composition, object, project, scene, state } from '../../../../test/support/project-parts.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import type { SceneObject } from '../../src/project/object-schemas.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { type Authored, children, drawn, extent, fill, group, stroke } from './drawn.ts';

describe('circle and rectangle drawing', () => {
  it('draws circles and rectangles centred, using the absolute values of width and height', async () => {
    for (const kind of ['circle', 'rectangle'] as const) {
      const [inside, border] = await children({ kind, state: { width: -40, height: 20 } });
      expect(extent(fill(inside).outline)).toEqual({ x: [-20, 20], y: [-10, 10] });
      expect(stroke(border).outline).toEqual(fill(inside).outline);
      expect(stroke(border).width).toBe(2);
    }
  });

  it('draws no circle stroke at strokeWidth 0 or stroke none, and no fill at fill none', async () => {
    const kinds = async (changes: Partial<CompositionState>) =>
      (await children({ kind: 'circle', state: changes })).map(({ type }) => type);
    expect(await kinds({ strokeWidth: 0 })).toEqual(['fill']);
    expect(await kinds({ stroke: 'none' })).toEqual(['fill']);
    expect(await kinds({ fill: 'none' })).toEqual(['stroke']);
    expect(await kinds({ fill: 'transparent' })).toEqual(['stroke']);
  });

  it("rounds a rectangle's corners by at most half its shorter side", async () => {
    const corners = async (cornerRadius: number) => {
      const [inside] = await children({ kind: 'rectangle', state: { width: 40, height: 20, cornerRadius } });
      return fill(inside).outline;
    };
    expect((await corners(0)).points.slice(0, 4)).toEqual([-20, -10, 20, -10]);
    expect((await corners(4)).points.slice(0, 4)).toEqual([-16, -10, 16, -10]);
    expect((await corners(10)).points.slice(0, 4)).toEqual([-10, -10, 10, -10]);
    expect(await corners(500)).toEqual(await corners(10));
  });

  it("writes a rectangle's outline up to the share p and fades in its fill to p", async () => {
    for (const order of ['together', 'sequential'] as const) {
      const authored: Authored = { kind: 'rectangle', order, state: { width: 40, height: 20 } };
      const [inside, border] = await children(authored, 0.5);
      expect(fill(inside).color.alpha).toBeCloseTo(0.5, 12);
      // Half of the outline, 60 of 120, runs from the upper left to the lower right corner.
      expect(stroke(border).outline).toEqual({ verbs: 'MLL', points: [-20, -10, 20, -10, 20, 10] });
      const [, eighth] = await children(authored, 0.125);
      expect(stroke(eighth).outline).toEqual({ verbs: 'ML', points: [-20, -10, -5, -10] });
    }
  });

  it('writes a circle clockwise from the right', async () => {
    const [, quarter] = await children({ kind: 'circle', state: { width: 40, height: 40 } }, 0.25);
    const { points } = stroke(quarter).outline;
    expect(points.slice(0, 2)).toEqual([20, 0]);
    expect(points.at(-2)).toBeCloseTo(0, 6);
    expect(points.at(-1)).toBeCloseTo(20, 6);
  });

  it('does not draw a circle or rectangle without a size', async () => {
    expect(await drawn({ kind: 'circle', state: { width: 0, height: 0 } })).toBeUndefined();
    expect(await drawn({ kind: 'rectangle', state: { width: 0, height: 0 } })).toBeUndefined();
  });
});

describe('path drawing', () => {
  const authored: Authored = {
    kind: 'path',
    state: { width: 100, height: 50, path: { c1: { x: 10, y: 20 }, c2: { x: 30, y: 40 } } },
  };

  it('draws a path as a stroked cubic from the origin to (width, height)', async () => {
    const nodes = await children(authored);
    expect(nodes).toHaveLength(1);
    expect(stroke(nodes[0]).outline).toEqual({ verbs: 'MC', points: [0, 0, 10, 20, 30, 40, 100, 50] });
  });

  it('writes a path from the origin in proportion to its length', async () => {
    const straight: Authored = {
      kind: 'path',
      state: { width: 90, height: 0, path: { c1: { x: 0, y: 0 }, c2: { x: 90, y: 0 } } },
    };
    for (const progress of [0.1, 0.25, 0.5, 0.9]) {
      const [node] = await children(straight, progress);
      expect(stroke(node).outline.points.at(-2)).toBeCloseTo(90 * progress, 6);
    }
  });
});

describe('arrow drawing', () => {
  it('draws an arrowhead of length min(line, max(10, 3 strokeWidth)), 0.45 of it wide on each side', async () => {
    const tail = async (width: number, strokeWidth: number) => {
      const [node] = await children({ kind: 'arrow', state: { width, height: 0, strokeWidth } });
      return stroke(node).outline.points;
    };
    expect(await tail(100, 2)).toEqual([0, 0, 100, 0, 90, 4.5, 100, 0, 90, -4.5]);
    expect(await tail(100, 10)).toEqual([0, 0, 100, 0, 70, 13.5, 100, 0, 70, -13.5]);
    expect(await tail(6, 2)).toEqual([0, 0, 6, 0, 0, 2.7, 6, 0, 0, -2.7]);
  });

  it('draws an arrowhead at the end of its line', async () => {
    const [node] = await children({ kind: 'arrow', state: { width: 0, height: -50 } });
    expect(stroke(node).outline.points).toEqual([0, 0, 0, -50, 4.5, -40, 0, -50, -4.5, -40]);
  });

  it("writes an arrow's line first and fades in its head over the last fifth", async () => {
    const authored: Authored = { kind: 'arrow', state: { width: 100, height: 0 } };
    const half = await children(authored, 0.5);
    expect(half).toHaveLength(1);
    expect(stroke(half[0]).outline.points).toEqual([0, 0, 50, 0]);
    const [line, head] = await children(authored, 0.9);
    expect(stroke(line).outline.points[2]).toBeCloseTo(90, 9);
    expect(group(head).opacity).toBeCloseTo(0.5, 9);
    expect(stroke(group(head).children[0]).outline.points).toEqual([90, 4.5, 100, 0, 90, -4.5]);
  });

  it('does not draw an arrow or number line without a length', async () => {
    expect(await drawn({ kind: 'arrow', state: { width: 0, height: 0 } })).toBeUndefined();
    expect(await drawn({ kind: 'numberline', state: { width: 0, height: 0 } })).toBeUndefined();
  });
});

describe('number line drawing', () => {
  const authored: Authored = { kind: 'numberline', state: { width: 100, height: 0 } };

  it('draws a number line as an arrow with 11 ticks that extend 6 to each side', async () => {
    const [node] = await children(authored);
    const { verbs, points } = stroke(node).outline;
    expect(verbs).toBe(`MLMLL${'ML'.repeat(11)}`);
    expect(points.slice(0, 10)).toEqual([0, 0, 100, 0, 90, 4.5, 100, 0, 90, -4.5]);
    for (let index = 0; index < 11; index++) {
      const [x1, y1, x2, y2] = points.slice(10 + 4 * index, 14 + 4 * index);
      expect([x1, x2]).toEqual([10 * index, 10 * index]);
      expect([y1, y2].sort((a, b) => a - b)).toEqual([-6, 6]);
    }
  });

  it("fades in a number line's tick i at clamp01(11 p - i)", async () => {
    // The line, then the ticks; the head comes after p = 0.8.
    const [, ...ticks] = await children(authored, 0.5);
    expect(ticks.map((node) => group(node).opacity)).toEqual([1, 1, 1, 1, 1, 0.5]);
  });
});

describe('image drawing', () => {
  const image = { src: '', width: 10, height: 10 };

  it('stretches an image to its absolute size, with rounded corners and a border on top', async () => {
    const [picture, border] = await children({
      kind: 'image',
      image,
      state: { width: -40, height: 20, cornerRadius: 5 },
    });
    const cut = group(picture);
    expect(cut.children).toEqual([{ type: 'image', asset: image, width: 40, height: 20 }]);
    expect(cut.clip).toEqual(stroke(border).outline);
    expect(extent(stroke(border).outline)).toEqual({ x: [-20, 20], y: [-10, 10] });
  });

  it('reveals an image from the left up to the share p of its width in both write orders', async () => {
    for (const order of ['together', 'sequential'] as const) {
      const node = await drawn({ kind: 'image', image, order, state: { width: 40, height: 20 } }, 0.25);
      if (!node?.clip) throw new Error('the image is not cut');
      expect(extent(node.clip).x[1]).toBe(-10);
      expect(extent(node.clip).x[0]).toBeLessThanOrEqual(-21);
      // Half of the border extends above and below too.
      expect(extent(node.clip).y[0]).toBeLessThanOrEqual(-11);
      expect(extent(node.clip).y[1]).toBeGreaterThanOrEqual(11);
    }
    expect((await drawn({ kind: 'image', image }))?.clip).toBeNull();
  });
});

describe('all drawn objects', () => {
  it('a drawn circle keeps its opacity and glow', async () => {
    const node = await drawn({ kind: 'circle', state: { opacity: 0.25, effect: 'glow' } });
    expect(node).toEqual(
      expect.objectContaining({
        opacity: 0.25,
        effects: { blur: 0, mask: null, shadows: [{ x: 0, y: 0, sigma: 4, color: null }], blend: 'normal' },
      }),
    );
  });

  it('draws nothing for any kind of object at write progress 0', async () => {
    for (const kind of ['circle', 'rectangle', 'path', 'arrow', 'numberline', 'text', 'equation'] as const) {
      const authored: Authored = { kind, state: { width: 50, height: 40, text: 'x' } };
      expect(await drawn(authored, 0)).toBeUndefined();
      expect(await drawn(authored, 0.5)).toBeDefined();
    }
  });
});

it('does not draw an object whose combined scale exceeds 32-bit floats', async () => {
  const scaled = (kind: SceneObject['kind'], count: number) => {
    const ids = Array.from({ length: count }, (_, index) => `parent-${index}`);
    const large = { scaleX: 100_000, scaleY: 100_000, x: 10, visible: false };
    const states = Object.fromEntries(ids.map((id) => [id, state(large)]));
    return project(
      scene('scene', {
        objects: [...ids, 'box'].map((id, index) => object(id, { kind, parentId: ids[index - 1] ?? null })),
        compositions: [composition('still', 100, { ...states, box: state({ text: 'H', fontSize: 1000 }) })],
      }),
    );
  };
  const nodesOf = async (kind: SceneObject['kind'], count: number) => {
    const made = scaled(kind, count);
    return (await compileDrawing(made, compileTimeline(made))).at(0).nodes;
  };
  expect(await nodesOf('rectangle', 7)).toHaveLength(1);
  expect(await nodesOf('rectangle', 8)).toEqual([]);
  expect(await nodesOf('text', 6)).toHaveLength(1);
  // A thousand times as large as a rectangle, measured in em.
  expect(await nodesOf('text', 7)).toEqual([]);
});
