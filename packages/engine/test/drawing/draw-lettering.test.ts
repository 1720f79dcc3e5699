import { describe, expect, it } from 'vitest';
import type { Outline } from '../../src/drawing/outline.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { chordLength } from './chord-length.ts';
import { type Authored, children, drawn, extent, fill, group, stroke } from './drawn.ts';

describe('text drawing', () => {
  const text = (words: string, changes: Partial<CompositionState> = {}): Authored => ({
    kind: 'text',
    state: { text: words, fontSize: 40, ...changes },
  });

  it('centres a text with its baseline 0.3 em below the middle', async () => {
    const node = await drawn(text('HH'));
    const { x, y } = extent(fill(node?.children[0]).outline);
    // In em, with H on the baseline.
    expect(x[0] + x[1]).toBeCloseTo(0, 2);
    expect(y[1]).toBeCloseTo(0.3, 6);
    expect(node?.matrix).toEqual([40, 0, 0, 40, 0, 0]);
  });

  it('places line i of a text with n lines at (i - (n - 1) / 2) * 1.25 em', async () => {
    const bottoms = async (words: string) => extent(fill((await children(text(words)))[0]).outline).y;
    const [top] = await bottoms('H');
    expect(await bottoms('H\nH\nH')).toEqual([expect.closeTo(top - 1.25, 6), expect.closeTo(1.55, 6)]);
    expect(await bottoms('H\n')).toEqual([expect.closeTo(top - 0.625, 6), expect.closeTo(-0.325, 6)]);
  });

  it("a text's stroke width is in scene pixels rather than em", async () => {
    const node = await drawn(text('H', { strokeWidth: 8 }));
    expect(stroke(node?.children[1]).width * (node?.matrix[0] ?? 0)).toBeCloseTo(8, 9);
  });

  /** Returns the visible range of each line in em, and the columns of its complete outline. */
  async function shown(words: string, progress: number): Promise<{ clip: number[]; ink: number[] }[]> {
    const nodes = await children(text(words, { stroke: 'none' }), progress);
    return nodes.map((node) => {
      const { clip, children: inked } = group(node);
      if (!clip) throw new Error('the line is not cut');
      return { clip: extent(clip).x, ink: extent(fill(inked[0]).outline).x };
    });
  }

  it('reveals a text written together up to the share p of its width', async () => {
    const [{ clip, ink }] = await shown('HHHH', 0.25);
    expect(clip[1]).toBeCloseTo(ink[0] / 2, 1);
    expect(clip[0]).toBeLessThan(ink[0] - 1);
    expect(await children(text('HHHH', { stroke: 'none' }), 1)).toEqual([
      expect.objectContaining({ type: 'fill' }),
    ]);
  });

  it('reveals each line of a text written together up to the share p of its own width', async () => {
    const [long, short] = await shown('HHHHHHHH\n\nHH', 0.25);
    expect(long.clip[1]).toBeCloseTo(long.ink[0] / 2, 1);
    expect(short.clip[1]).toBeCloseTo(short.ink[0] / 2, 1);
    expect(short.clip[1]).toBeGreaterThan(long.clip[1] + 1);
  });

  it('does not cut the top or bottom of any of 30 lines written together', async () => {
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

  it('reveals Hebrew and Arabic written together from the right', async () => {
    for (const words of ['שלום', 'مرحبا', 'שלום abc', '1. שלום']) {
      const [{ clip, ink }] = await shown(words, 0.25);
      expect(clip[0]).toBeCloseTo(ink[1] / 2, 1);
      expect(clip[1]).toBeGreaterThan(ink[1] + 1);
    }
    const [latin, hebrew] = await shown('abc שלום\nשלום abc', 0.25);
    expect(latin.clip[1]).toBeCloseTo(latin.ink[0] / 2, 1);
    expect(hebrew.clip[0]).toBeCloseTo(hebrew.ink[1] / 2, 1);
  });

  it('draws strokes of lines written together beyond the line except at the cut, over all fills', async () => {
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

  it('writes character i of n in sequence at clamp01(n p - i), not counting newlines', async () => {
    const authored: Authored = { ...text('HHH\nH', { stroke: 'none' }), order: 'sequential' };
    const [solid, fading] = await children(authored, 0.375);
    // 4 characters at 0.375: one whole, half of the second.
    expect(fill(solid).outline.verbs.split('M')).toHaveLength(2);
    expect(group(fading).opacity).toBeCloseTo(0.5, 9);
    const last = await children(authored, 0.875);
    expect(fill(last[0]).outline.verbs.split('M')).toHaveLength(4);
    expect(group(last[1]).opacity).toBeCloseTo(0.5, 9);
  });

  it("strokes characters written in sequence with the text's full stroke width", async () => {
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

  it('writes a ligature in sequence at the mean progress of its characters', async () => {
    // Inter joins the second and third of four characters into one arrow.
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

  it('text written in sequence counts a combining sequence as one character', async () => {
    const authored: Authored = { ...text('e\u0301x', { stroke: 'none' }), order: 'sequential' };
    const nodes = await children(authored, 0.5);
    expect(nodes).toHaveLength(1);
    expect(fill(nodes[0]).outline).toEqual(
      expect.objectContaining({ verbs: expect.stringMatching(/^(M[LCZ]+)+$/) }),
    );
  });

  it('labels a text with its content and draws nothing for an empty one', async () => {
    expect((await drawn(text('<Hello> & "you"')))?.label).toBe('<Hello> & "you"');
    expect(await drawn(text(''))).toBeUndefined();
    expect(await drawn(text('H', { fontSize: 0 }))).toBeUndefined();
  });

  it('draws tiny letters with a finite stroke width or not at all', async () => {
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

function contourLengths({ verbs, points }: Outline): number[] {
  let at = 0;
  return (verbs.match(/M[^M]*/g) ?? []).map((contour) => {
    const count = Array.from(contour, (verb): number => (verb === 'C' ? 6 : verb === 'Z' ? 0 : 2));
    const start = at;
    at += count.reduce((sum, one) => sum + one, 0);
    return chordLength({ verbs: contour, points: points.slice(start, at) });
  });
}

describe('text fields', () => {
  const text = (words: string, changes: Partial<CompositionState> = {}): Authored => ({
    kind: 'text',
    state: { text: words, fontSize: 40, stroke: 'none', ...changes },
  });
  const inked = async (authored: Authored) => extent(fill((await children(authored))[0]).outline).x;

  it.each(['HH\nHHHH', 'שלום\nאב', 'HHHH\nשלום HH'])(
    'places the aligned edge of every text line at x: %s',
    async (words) => {
      for (const line of words.split('\n')) {
        const [left, right] = await inked(text(line));
        const width = right - left;
        // The ink starts and ends slightly within the advance.
        const starts = await inked(text(line, { align: 'left' }));
        expect(starts[0]).toBeGreaterThanOrEqual(-0.01);
        expect(starts[0]).toBeLessThan(0.2);
        expect(starts[1] - starts[0]).toBeCloseTo(width, 6);
        const ends = await inked(text(line, { align: 'right' }));
        expect(ends[1]).toBeLessThanOrEqual(0.01);
        expect(ends[1]).toBeGreaterThan(-0.2);
        expect(await inked(text(line, { align: 'center' }))).toEqual([left, right]);
      }
      const together = await inked(text(words, { align: 'left' }));
      expect(together[0]).toBeGreaterThanOrEqual(-0.01);
    },
  );

  it('reveals each wrapped text line from its own start under any alignment', async () => {
    for (const align of ['left', 'center', 'right'] as const) {
      for (const words of ['HHHH HH', 'אבגד הו']) {
        const looks = text(words, { align, wrapWidth: 120 });
        const whole = fill((await children(looks))[0]).outline;
        expect(new Set(whole.points.filter((_, i) => i % 2 === 1).map(Math.round)).size).toBeGreaterThan(1);
        const lines = await children(looks, 0.5);
        expect(lines).toHaveLength(2);
        for (const node of lines) {
          const { clip, children: inks } = group(node);
          if (!clip) throw new Error('the line is not cut');
          const [left, right] = extent(fill(inks[0]).outline).x;
          const cut = extent(clip).x[words.startsWith('H') ? 1 : 0];
          expect(Math.abs(cut - (left + right) / 2)).toBeLessThan(0.1);
        }
      }
    }
  });

  it('draws wrapped text like text with newlines, even while it is written', async () => {
    for (const order of ['together', 'sequential'] as const) {
      for (const progress of [0.3, 0.7, 1]) {
        const wrapped = { ...text('one two three four', { wrapWidth: 220 }), order };
        const broken = { ...text('one two\nthree four'), order };
        expect(await children(wrapped, progress)).toEqual(await children(broken, progress));
      }
    }
  });

  it('writes emoji in a text like other characters', async () => {
    const looks = text('a🟥b', { fill: '#00ff00' });
    const together = await children(looks, 0.5);
    expect(together.map((node) => group(node).children.map((child) => fill(child).color.red))).toEqual([
      [0],
      [221],
    ]);
    // Two of three characters: a is whole, the square half, b not there.
    const sequential = await children({ ...looks, order: 'sequential' }, 0.5);
    expect(sequential.map(({ type }) => type)).toEqual(['fill', 'group']);
    expect(group(sequential[1]).opacity).toBeCloseTo(0.5, 9);
    expect(fill(group(sequential[1]).children[0]).color).toMatchObject({ red: 221, green: 46, blue: 68 });
  });

  it('ignores text fields on an equation that is drawn as text', async () => {
    const looks = { text: '{', fontSize: 40, stroke: 'none' };
    const fields = { wrapWidth: 1, fontWeight: 700, tabularNumbers: true } as const;
    expect(await children({ kind: 'equation', state: { ...looks, ...fields } })).toEqual(
      await children({ kind: 'equation', state: looks }),
    );
  });

  it('draws a text the same with omitted fields as with defaults', async () => {
    const defaults = { align: 'center', fontWeight: 400, tabularNumbers: false } as const;
    expect(await children(text('Same 1 2 3\nשלום', defaults))).toEqual(
      await children(text('Same 1 2 3\nשלום')),
    );
  });
});

describe('equation drawing', () => {
  const equation = (tex: string, changes: Partial<CompositionState> = {}): Authored => ({
    kind: 'equation',
    state: { text: tex, fontSize: 50, ...changes },
  });

  it('draws an equation with only its fill, scaled by its font size', async () => {
    const node = await drawn(equation('x+1'));
    expect(node?.children.map(({ type }) => type)).toEqual(['fill']);
    expect(node?.matrix).toEqual([50, 0, 0, 50, 0, 0]);
    expect(node?.label).toBe('x+1');
  });

  it('places the part of an equation at y that verticalAlign names', async () => {
    const reach = async (verticalAlign: CompositionState['verticalAlign']) => {
      const [node] = await children(equation('\\frac{x}{g^2}', { verticalAlign }));
      return extent(fill(node).outline).y;
    };
    const [top, bottom] = await reach('middle');
    expect((await reach('top'))[0]).toBeCloseTo(0, 1);
    expect((await reach('bottom'))[1]).toBeCloseTo(0, 1);
    // The rule of a fraction is on the axis, 0.25 em above the baseline.
    const [rule] = await children(equation('\\frac{\\ }{\\ }', { verticalAlign: 'baseline' }));
    const [upper, lower] = extent(fill(rule).outline).y;
    expect((upper + lower) / 2).toBeCloseTo(-0.25, 2);
    for (const verticalAlign of ['top', 'bottom', 'baseline'] as const) {
      const [start, end] = await reach(verticalAlign);
      expect(end - start).toBeCloseTo(bottom - top, 6);
    }
  });

  it("writes an equation's glyphs with a pen of 0.018 em up to p and fades in their fill from 0.55", async () => {
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

  it("writes all contours of an equation's glyph at the same time", async () => {
    // Both bars of an equals sign, and the outer and both inner contours of a B, each up to the same share of its
    // length.
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

  it('writes glyph i of an equation with n glyphs in sequence at clamp01(n p - i)', async () => {
    const nodes = await children({ ...equation('xy'), order: 'sequential' }, 0.75);
    // The first is complete; the second is at 0.5: pen only.
    expect(nodes.map(({ type }) => type)).toEqual(['fill', 'stroke']);
  });

  it("draws emoji in an equation in the equation's fill", async () => {
    const nodes = await children({ kind: 'equation', state: { text: '\\text{😀}', fill: '#00ff00' } });
    expect(nodes.map((node) => fill(node).color.green)).toEqual([255]);
    expect(extent(fill(nodes[0]).outline).x[1]).toBeGreaterThan(0.3);
  });

  it('draws an equation as text if its TeX does not parse', async () => {
    const wrong = await drawn(equation('\\frac{1'));
    const words = await drawn({ kind: 'text', state: { text: '\\frac{1', fontSize: 50 } });
    expect(wrong).toEqual(words);
  });
});
