import { describe, expect, it } from 'vitest';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import type { DisplayNode, FillNode, GroupNode, StrokeNode } from '../../src/drawing/display-list.ts';
import type { Outline } from '../../src/drawing/outline.ts';
import type { CompositionState, SceneObject, TransitionTrack } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { composition, object, project, scene, state, track, transition } from '../timeline/authored.ts';
import { chordLength } from './chord-length.ts';

interface Authored {
  kind: SceneObject['kind'];
  state?: Partial<CompositionState>;
  order?: TransitionTrack['order'];
  image?: SceneObject['image'];
}

/** The object as drawn when it is written to `progress` (1: as it stands in its composition). */
async function drawn(authored: Authored, progress = 1): Promise<GroupNode | undefined> {
  const { kind, image, order = 'together' } = authored;
  const authoredState = { stroke: '#ffffff', strokeWidth: 2, fill: '#ff0000', ...authored.state };
  const made = project(
    scene('scene', {
      objects: [object('box', { kind, image })],
      compositions: [
        composition('before', 0, { box: state({ ...authoredState, visible: false }) }),
        composition('after', 100, { box: state(authoredState) }),
      ],
      transitions: [transition('before', 'after', 1000, [track({ type: 'write', order, duration: 1000 })])],
    }),
  );
  const drawing = await compileDrawing(made, compileTimeline(made));
  return drawing.at(progress * 1000).nodes[0];
}

async function children(authored: Authored, progress = 1): Promise<readonly DisplayNode[]> {
  return (await drawn(authored, progress))?.children ?? [];
}

function stroke(node: DisplayNode | undefined): StrokeNode {
  if (node?.type !== 'stroke') throw new Error(`expected a stroke, got ${node?.type}`);
  return node;
}

function fill(node: DisplayNode | undefined): FillNode {
  if (node?.type !== 'fill') throw new Error(`expected a fill, got ${node?.type}`);
  return node;
}

function group(node: DisplayNode | undefined): GroupNode {
  if (node?.type !== 'group') throw new Error(`expected a group, got ${node?.type}`);
  return node;
}

function extent({ points }: Outline): { x: [number, number]; y: [number, number] } {
  const xs = points.filter((_, index) => index % 2 === 0);
  const ys = points.filter((_, index) => index % 2 === 1);
  return { x: [Math.min(...xs), Math.max(...xs)], y: [Math.min(...ys), Math.max(...ys)] };
}

function contourLengths({ verbs, points }: Outline): number[] {
  let at = 0;
  return (verbs.match(/M[^M]*/g) ?? []).map((contour) => {
    const count = Array.from(contour, (verb): number => (verb === 'C' ? 6 : verb === 'Z' ? 0 : 2));
    const start = at;
    at += count.reduce((sum, one) => sum + one, 0);
    return chordLength({ verbs: contour, points: points.slice(start, at) });
  });
}

describe('circle and rectangle', () => {
  it('are centred and as large as the absolute width and height [drawing.circle drawing.rectangle]', async () => {
    for (const kind of ['circle', 'rectangle'] as const) {
      const [inside, border] = await children({ kind, state: { width: -40, height: 20 } });
      expect(extent(fill(inside).outline)).toEqual({ x: [-20, 20], y: [-10, 10] });
      expect(stroke(border).outline).toEqual(fill(inside).outline);
      expect(stroke(border).width).toBe(2);
    }
  });

  it('have no stroke at strokeWidth 0 or with stroke none, and no fill with fill none [drawing.stroke.none]', async () => {
    const kinds = async (changes: Partial<CompositionState>) =>
      (await children({ kind: 'circle', state: changes })).map(({ type }) => type);
    expect(await kinds({ strokeWidth: 0 })).toEqual(['fill']);
    expect(await kinds({ stroke: 'none' })).toEqual(['fill']);
    expect(await kinds({ fill: 'none' })).toEqual(['stroke']);
    expect(await kinds({ fill: 'transparent' })).toEqual(['stroke']);
  });

  it('round corners by at most half the shorter side [drawing.rectangle]', async () => {
    const corners = async (cornerRadius: number) => {
      const [inside] = await children({ kind: 'rectangle', state: { width: 40, height: 20, cornerRadius } });
      return fill(inside).outline;
    };
    expect((await corners(0)).points.slice(0, 4)).toEqual([-20, -10, 20, -10]);
    expect((await corners(4)).points.slice(0, 4)).toEqual([-16, -10, 16, -10]);
    expect((await corners(10)).points.slice(0, 4)).toEqual([-10, -10, 10, -10]);
    expect(await corners(500)).toEqual(await corners(10));
  });

  it('write their outline up to p of its length and fade their fill in by p [drawing.write.shapes]', async () => {
    for (const order of ['together', 'sequential'] as const) {
      const authored: Authored = { kind: 'rectangle', order, state: { width: 40, height: 20 } };
      const [inside, border] = await children(authored, 0.5);
      expect(fill(inside).color.alpha).toBeCloseTo(0.5, 12);
      // Half of the way round, 60 of 120, runs from the upper left to the lower right corner.
      expect(stroke(border).outline).toEqual({ verbs: 'MLL', points: [-20, -10, 20, -10, 20, 10] });
      const [, eighth] = await children(authored, 0.125);
      expect(stroke(eighth).outline).toEqual({ verbs: 'ML', points: [-20, -10, -5, -10] });
    }
  });

  it('draw a circle clockwise from the right when written', async () => {
    const [, quarter] = await children({ kind: 'circle', state: { width: 40, height: 40 } }, 0.25);
    const { points } = stroke(quarter).outline;
    expect(points.slice(0, 2)).toEqual([20, 0]);
    expect(points.at(-2)).toBeCloseTo(0, 6);
    expect(points.at(-1)).toBeCloseTo(20, 6);
  });

  it('of no size draw nothing', async () => {
    expect(await drawn({ kind: 'circle', state: { width: 0, height: 0 } })).toBeUndefined();
    expect(await drawn({ kind: 'rectangle', state: { width: 0, height: 0 } })).toBeUndefined();
  });
});

describe('path', () => {
  const authored: Authored = {
    kind: 'path',
    state: { width: 100, height: 50, path: { c1: { x: 10, y: 20 }, c2: { x: 30, y: 40 } } },
  };

  it('is a cubic from the origin to (width, height), stroke only [drawing.path]', async () => {
    const nodes = await children(authored);
    expect(nodes).toHaveLength(1);
    expect(stroke(nodes[0]).outline).toEqual({ verbs: 'MC', points: [0, 0, 10, 20, 30, 40, 100, 50] });
  });

  it('is written from the origin by length [drawing.write.shapes]', async () => {
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

describe('arrow', () => {
  it('has a head of length min(line, max(10, 3 strokeWidth)), opened by 0.45 of it to each side [drawing.arrow]', async () => {
    const tail = async (width: number, strokeWidth: number) => {
      const [node] = await children({ kind: 'arrow', state: { width, height: 0, strokeWidth } });
      return stroke(node).outline.points;
    };
    expect(await tail(100, 2)).toEqual([0, 0, 100, 0, 90, 4.5, 100, 0, 90, -4.5]);
    expect(await tail(100, 10)).toEqual([0, 0, 100, 0, 70, 13.5, 100, 0, 70, -13.5]);
    expect(await tail(6, 2)).toEqual([0, 0, 6, 0, 0, 2.7, 6, 0, 0, -2.7]);
  });

  it('points where it leads [drawing.arrow]', async () => {
    const [node] = await children({ kind: 'arrow', state: { width: 0, height: -50 } });
    expect(stroke(node).outline.points).toEqual([0, 0, 0, -50, 4.5, -40, 0, -50, -4.5, -40]);
  });

  it('is written line first, its head fading in over the last fifth [drawing.write.arrow]', async () => {
    const authored: Authored = { kind: 'arrow', state: { width: 100, height: 0 } };
    const half = await children(authored, 0.5);
    expect(half).toHaveLength(1);
    expect(stroke(half[0]).outline.points).toEqual([0, 0, 50, 0]);
    const [line, head] = await children(authored, 0.9);
    expect(stroke(line).outline.points[2]).toBeCloseTo(90, 9);
    expect(group(head).opacity).toBeCloseTo(0.5, 9);
    expect(stroke(group(head).children[0]).outline.points).toEqual([90, 4.5, 100, 0, 90, -4.5]);
  });

  it('of no length draws nothing', async () => {
    expect(await drawn({ kind: 'arrow', state: { width: 0, height: 0 } })).toBeUndefined();
    expect(await drawn({ kind: 'numberline', state: { width: 0, height: 0 } })).toBeUndefined();
  });
});

describe('numberline', () => {
  const authored: Authored = { kind: 'numberline', state: { width: 100, height: 0 } };

  it('is an arrow with eleven ticks of 6 to each side from start to end [drawing.numberline]', async () => {
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

  it('fades tick i in at clamp01(11 p - i) [drawing.write.numberline]', async () => {
    // The line, then the ticks; the head comes after p = 0.8.
    const [, ...ticks] = await children(authored, 0.5);
    expect(ticks.map((node) => group(node).opacity)).toEqual([1, 1, 1, 1, 1, 0.5]);
  });
});

describe('image', () => {
  const image = { src: '', width: 10, height: 10 };

  it('is stretched to the absolute size, cut to its corners, with its border on top [drawing.image]', async () => {
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

  it('is revealed from the left up to p of its width in both orders [drawing.write.image]', async () => {
    for (const order of ['together', 'sequential'] as const) {
      const node = await drawn({ kind: 'image', image, order, state: { width: 40, height: 20 } }, 0.25);
      if (!node?.clip) throw new Error('the image is not cut');
      expect(extent(node.clip).x[1]).toBe(-10);
      expect(extent(node.clip).x[0]).toBeLessThanOrEqual(-21);
      // Half of the border stands out above and below too.
      expect(extent(node.clip).y[0]).toBeLessThanOrEqual(-11);
      expect(extent(node.clip).y[1]).toBeGreaterThanOrEqual(11);
    }
    expect((await drawn({ kind: 'image', image }))?.clip).toBeNull();
  });
});

describe('text', () => {
  const text = (words: string, changes: Partial<CompositionState> = {}): Authored => ({
    kind: 'text',
    state: { text: words, fontSize: 40, ...changes },
  });

  it('is centred, its baseline 0.3 em below the middle [drawing.text.baseline]', async () => {
    const node = await drawn(text('HH'));
    const { x, y } = extent(fill(node?.children[0]).outline);
    // In em, with H standing on the baseline.
    expect(x[0] + x[1]).toBeCloseTo(0, 2);
    expect(y[1]).toBeCloseTo(0.3, 6);
    expect(node?.matrix).toEqual([40, 0, 0, 40, 0, 0]);
  });

  it('sets line i of n at (i - (n - 1) / 2) * 1.25 em [drawing.text.baseline]', async () => {
    const bottoms = async (words: string) => extent(fill((await children(text(words)))[0]).outline).y;
    const [top] = await bottoms('H');
    expect(await bottoms('H\nH\nH')).toEqual([expect.closeTo(top - 1.25, 6), expect.closeTo(1.55, 6)]);
    expect(await bottoms('H\n')).toEqual([expect.closeTo(top - 0.625, 6), expect.closeTo(-0.325, 6)]);
  });

  it('is stroked in scene pixels whatever its font size [drawing.text.paint]', async () => {
    const node = await drawn(text('H', { strokeWidth: 8 }));
    expect(stroke(node?.children[1]).width * (node?.matrix[0] ?? 0)).toBeCloseTo(8, 9);
  });

  /** From where to where each line shows, in em, and the columns of its whole outline. */
  async function shown(words: string, progress: number): Promise<{ clip: number[]; ink: number[] }[]> {
    const nodes = await children(text(words, { stroke: 'none' }), progress);
    return nodes.map((node) => {
      const { clip, children: inked } = group(node);
      if (!clip) throw new Error('the line is not cut');
      return { clip: extent(clip).x, ink: extent(fill(inked[0]).outline).x };
    });
  }

  it('written together is revealed up to p of its width [drawing.write.text.together]', async () => {
    const [{ clip, ink }] = await shown('HHHH', 0.25);
    expect(clip[1]).toBeCloseTo(ink[0] / 2, 1);
    expect(clip[0]).toBeLessThan(ink[0] - 1);
    expect(await children(text('HHHH', { stroke: 'none' }), 1)).toEqual([
      expect.objectContaining({ type: 'fill' }),
    ]);
  });

  it('written together shows each line up to p of its own width [drawing.write.text.together]', async () => {
    const [long, short] = await shown('HHHHHHHH\n\nHH', 0.25);
    expect(long.clip[1]).toBeCloseTo(long.ink[0] / 2, 1);
    expect(short.clip[1]).toBeCloseTo(short.ink[0] / 2, 1);
    expect(short.clip[1]).toBeGreaterThan(long.clip[1] + 1);
  });

  it('written together shows the first and the last of many lines', async () => {
    const nodes = await children(text('Åg\n'.repeat(30).trim(), { strokeWidth: 2 }), 0.5);
    expect(nodes).toHaveLength(60);
    for (const node of nodes) {
      const { clip, children: inked } = group(node);
      const [drawnNode] = inked;
      if (!clip || (drawnNode.type !== 'fill' && drawnNode.type !== 'stroke')) throw new Error('no ink');
      expect(extent(clip).y[0]).toBeLessThan(extent(drawnNode.outline).y[0] - 0.5);
      expect(extent(clip).y[1]).toBeGreaterThan(extent(drawnNode.outline).y[1] + 0.5);
    }
  });

  it('written together comes from the right in Hebrew and Arabic [drawing.write.text.together]', async () => {
    for (const words of ['שלום', 'مرحبا', 'שלום abc', '1. שלום']) {
      const [{ clip, ink }] = await shown(words, 0.25);
      expect(clip[0]).toBeCloseTo(ink[1] / 2, 1);
      expect(clip[1]).toBeGreaterThan(ink[1] + 1);
    }
    const [latin, hebrew] = await shown('abc שלום\nשלום abc', 0.25);
    expect(latin.clip[1]).toBeCloseTo(latin.ink[0] / 2, 1);
    expect(hebrew.clip[0]).toBeCloseTo(hebrew.ink[1] / 2, 1);
  });

  it('written together shows strokes beyond the line but for the cut, over the fills of all lines', async () => {
    const nodes = await children(text('HH\nHH', { strokeWidth: 400 }), 0.5);
    expect(nodes.map((node) => group(node).children[0].type)).toEqual(['fill', 'fill', 'stroke', 'stroke']);
    for (const node of nodes) {
      const { clip, children: inked } = group(node);
      if (!clip) throw new Error('the line is not cut');
      const [drawnNode] = inked;
      if (drawnNode.type !== 'fill' && drawnNode.type !== 'stroke') throw new Error('no ink');
      const ink = extent(drawnNode.outline);
      // 400 pixels are 10 em: half of them to each side.
      expect(extent(clip).x[0]).toBeLessThan(ink.x[0] - 5);
      expect(extent(clip).x[1]).toBeCloseTo(0, 9);
      expect(extent(clip).y[0]).toBeLessThan(ink.y[0] - 5);
      expect(extent(clip).y[1]).toBeGreaterThan(ink.y[1] + 5);
    }
  });

  it('written in sequence shows character i of n with clamp01(n p - i), newlines not counted [drawing.write.text.sequential]', async () => {
    const authored: Authored = { ...text('HHH\nH', { stroke: 'none' }), order: 'sequential' };
    const [solid, fading] = await children(authored, 0.375);
    // 4 characters at 0.375: one whole, half of the second.
    expect(fill(solid).outline.verbs.split('M')).toHaveLength(2);
    expect(group(fading).opacity).toBeCloseTo(0.5, 9);
    const last = await children(authored, 0.875);
    expect(fill(last[0]).outline.verbs.split('M')).toHaveLength(4);
    expect(group(last[1]).opacity).toBeCloseTo(0.5, 9);
  });

  it('written in sequence strokes each character, by as much as the whole [drawing.write.text.sequential drawing.text.paint]', async () => {
    const authored: Authored = { ...text('HHHH', { strokeWidth: 60 }), order: 'sequential' };
    const [filled, stroked, fading] = await children(authored, 0.625);
    expect(stroke(stroked).outline).toEqual(fill(filled).outline);
    expect(stroke(stroked).width).toBe(1.5);
    const faint = group(fading);
    expect(faint.opacity).toBeCloseTo(0.5, 9);
    expect(faint.clip).toBeNull();
    expect(faint.children.map(({ type }) => type)).toEqual(['fill', 'stroke']);
    expect(stroke(faint.children[1]).width).toBe(1.5);
  });

  it('written in sequence shows a ligature at the mean of its characters [drawing.write.text.sequential]', async () => {
    // Inter makes one arrow of the second and third of four characters.
    const opacities = async (charactersWritten: number) => {
      const nodes = await children(
        { ...text('a->b', { stroke: 'none' }), order: 'sequential' },
        charactersWritten / 4,
      );
      return nodes.map((node) => (node.type === 'group' ? node.opacity : fill(node).color.alpha));
    };
    expect(await opacities(1)).toEqual([1]);
    expect(await opacities(1.5)).toEqual([1, expect.closeTo(0.25, 9)]);
    expect(await opacities(2)).toEqual([1, expect.closeTo(0.5, 9)]);
    expect(await opacities(2.5)).toEqual([1, expect.closeTo(0.75, 9)]);
    expect(await opacities(3)).toEqual([1]);
    expect(await opacities(3.5)).toEqual([1, expect.closeTo(0.5, 9)]);
  });

  it('counts a combining sequence as one character [drawing.write.text.sequential]', async () => {
    const authored: Authored = { ...text('e\u0301x', { stroke: 'none' }), order: 'sequential' };
    const nodes = await children(authored, 0.5);
    expect(nodes).toHaveLength(1);
    expect(fill(nodes[0]).outline).toEqual(
      expect.objectContaining({ verbs: expect.stringMatching(/^(M[LCZ]+)+$/) }),
    );
  });

  it('is labelled with its words, and draws nothing when there are none', async () => {
    expect((await drawn(text('<Hello> & "you"')))?.label).toBe('<Hello> & "you"');
    expect(await drawn(text(''))).toBeUndefined();
    expect(await drawn(text('H', { fontSize: 0 }))).toBeUndefined();
  });

  it('has a stroke of finite width however small its letters are, or draws nothing', async () => {
    for (const kind of ['text', 'equation'] as const) {
      for (const fontSize of [5e-324, 1e-300, 1e-31, 1e-30, 1e-9]) {
        const node = await drawn({ kind, state: { text: 'H', fontSize, strokeWidth: 10_000 } });
        for (const child of node?.children ?? []) {
          if (child.type === 'stroke') expect(child.width).toBeLessThan(1e37);
        }
        expect(node === undefined).toBe(fontSize < 1e-30);
      }
    }
  });
});

describe('equation', () => {
  const equation = (tex: string, changes: Partial<CompositionState> = {}): Authored => ({
    kind: 'equation',
    state: { text: tex, fontSize: 50, ...changes },
  });

  it('is filled, not stroked, and scaled by the font size [drawing.equation.paint drawing.equation.size]', async () => {
    const node = await drawn(equation('x+1'));
    expect(node?.children.map(({ type }) => type)).toEqual(['fill']);
    expect(node?.matrix).toEqual([50, 0, 0, 50, 0, 0]);
    expect(node?.label).toBe('x+1');
  });

  it('writes each glyph: a pen of 0.018 em up to p, the fill from 0.55 on [drawing.write.equation.together]', async () => {
    const early = await children(equation('xy'), 0.5);
    expect(early.map(({ type }) => type)).toEqual(['stroke', 'stroke']);
    expect(early.map((node) => stroke(node).width)).toEqual([0.018, 0.018]);
    expect(stroke(early[0]).color).toEqual(
      expect.objectContaining({ red: 255, green: 0, blue: 0, alpha: 1 }),
    );
    const late = await children(equation('xy'), 0.775);
    expect(late.map(({ type }) => type)).toEqual(['fill', 'stroke', 'fill', 'stroke']);
    expect(fill(late[0]).color.alpha).toBeCloseTo(0.5, 9);
  });

  it('draws all contours of a glyph at the same time [drawing.write.equation.together]', async () => {
    // Both bars of an equals sign, and the outside and both insides of a B, each up to the same share of its length.
    for (const [tex, contours] of [
      ['=', 2],
      ['B', 3],
    ] as const) {
      const [whole] = await children(equation(tex));
      const lengths = contourLengths(fill(whole).outline);
      expect(lengths).toHaveLength(contours);
      for (const progress of [0.2, 0.5]) {
        const [pen] = await children(equation(tex), progress);
        const drawnLengths = contourLengths(stroke(pen).outline);
        expect(drawnLengths).toHaveLength(contours);
        for (const [index, length] of drawnLengths.entries()) {
          expect(length / lengths[index]).toBeCloseTo(progress, 2);
        }
      }
    }
  });

  it('in sequence gives glyph i of n the progress clamp01(n p - i) [drawing.write.equation.sequential]', async () => {
    const nodes = await children({ ...equation('xy'), order: 'sequential' }, 0.75);
    // The first is done; the second stands at 0.5: pen only.
    expect(nodes.map(({ type }) => type)).toEqual(['fill', 'stroke']);
  });

  it('that does not parse is drawn as text [drawing.equation.unparsable]', async () => {
    const wrong = await drawn(equation('\\frac{1'));
    const words = await drawn({ kind: 'text', state: { text: '\\frac{1', fontSize: 50 } });
    expect(wrong).toEqual(words);
  });
});

describe('the object as a whole', () => {
  it('carries opacity and glow', async () => {
    const node = await drawn({ kind: 'circle', state: { opacity: 0.25, effect: 'glow' } });
    expect(node).toEqual(expect.objectContaining({ opacity: 0.25, glow: true }));
  });

  it('draws nothing at write progress 0 [drawing.write.ends]', async () => {
    for (const kind of ['circle', 'rectangle', 'path', 'arrow', 'numberline', 'text', 'equation'] as const) {
      const authored: Authored = { kind, state: { width: 50, height: 40, text: 'x' } };
      expect(await drawn(authored, 0)).toBeUndefined();
      expect(await drawn(authored, 0.5)).toBeDefined();
    }
  });
});

it('draws nothing of an object so large that 32-bit numbers do not hold its size or place', async () => {
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
