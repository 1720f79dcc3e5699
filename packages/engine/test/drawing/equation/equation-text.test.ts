import { describe, expect, it } from 'vitest';
import { loadEquationTypesetter } from '../../../src/drawing/equation/equation-typesetter.ts';
import { type Outline, OutlineBuilder } from '../../../src/drawing/outline.ts';
import type { TextLayout } from '../../../src/drawing/text/text-layout.ts';
import { boundsOf, expectBounds, layoutOf } from './layout-measures.ts';

/** From the baseline to 0.9 em above it and 0.1 em below. */
const square: Outline = new OutlineBuilder()
  .moveTo(0, -0.9)
  .lineTo(1, -0.9)
  .lineTo(1, 0.1)
  .lineTo(0, 0.1)
  .close()
  .build();

/** A font in which every character is a square of 1 em, advancing by 1.25 em. */
function squareFont(asked: string[], missing: readonly string[] = []): (text: string) => TextLayout {
  return (text) => {
    asked.push(text);
    const glyphs = [...text].map((_character, index) => ({
      outline: square,
      script: 'Zyyy',
      x: index * 1.25,
      y: 0,
      firstGrapheme: index,
      endGrapheme: index + 1,
    }));
    const width = glyphs.length * 1.25;
    const lines = [{ width, isRightToLeft: false, glyphs }];
    return { lines, lineHeight: 1.25, width, graphemeCount: glyphs.length, missing };
  };
}

describe('equation text missing from the mathematics font', () => {
  it("typesets equation text missing from the mathematics font with the given font's metrics", async () => {
    const asked: string[] = [];
    const typesetter = await loadEquationTypesetter({ setText: squareFont(asked) });
    const layout = layoutOf(typesetter.layout('\\text{日本}\\rule{2em}{0.5em}'));
    expect(asked).toEqual(['日本']);
    expect(layout.width).toBeCloseTo(4.5, 6);
    expect(layout.height).toBeCloseTo(1, 6);
    expect(layout.glyphs.slice(0, 2).map(({ outline }) => outline)).toEqual([square, square]);
    expect(layout.glyphs[0]?.outline).toBe(square);
    expectBounds(layout.glyphs[0], { left: -2.25, top: -0.5, right: -1.25, bottom: 0.5 });
    expectBounds(layout.glyphs[1], { left: -1, top: -0.5, right: 0, bottom: 0.5 });
    expectBounds(layout.glyphs[2], { left: 0.25, top: -0.1, right: 2.25, bottom: 0.4 });
  });

  it("shrinks text set in another font when it is an equation's subscript", async () => {
    const typesetter = await loadEquationTypesetter({ setText: squareFont([]) });
    const layout = layoutOf(typesetter.layout('\\rule{1em}{1em}_{\\text{本}}\\rule{1em}{1em}'));
    const [before, script, after] = layout.glyphs.map(boundsOf);
    expect(layout.glyphs).toHaveLength(3);
    if (before === undefined || script === undefined || after === undefined) return;
    expect(script.right - script.left).toBeCloseTo(707 / 1000, 6);
    expect(script.left).toBeGreaterThanOrEqual(before.right);
    expect(after.left).toBeGreaterThanOrEqual(script.right);
  });

  it('typesets each run of equation text missing from the mathematics font only once', async () => {
    const asked: string[] = [];
    const typesetter = await loadEquationTypesetter({ setText: squareFont(asked) });
    typesetter.layout('\\frac{\\text{日 日}}{\\text{本}}');
    expect(asked.sort()).toEqual(['日', '本']);
  });

  it('reports equation characters missing from all fonts', async () => {
    const typesetter = await loadEquationTypesetter({ setText: squareFont([], ['日']) });
    expect(typesetter.layout('\\text{日}+x')).toMatchObject({ ok: true, value: { missing: ['日'] } });
  });

  it('leaves a space for equation characters that cannot be typeset and reports them', async () => {
    for (const typesetter of [
      await loadEquationTypesetter(),
      await loadEquationTypesetter({ setText: () => null }),
    ]) {
      const result = typesetter.layout('\\text{日本日}\\rule{1em}{1em}');
      expect(result).toMatchObject({ ok: true, value: { missing: ['日', '本'] } });
      const layout = layoutOf(result);
      // Three spaces of 0.6 em before the rule.
      expect(layout.width).toBeCloseTo(2.8, 6);
      expect(layout.glyphs).toHaveLength(1);
      // The box is the rule's 1 em high and the blank's 0.2 em deep.
      expectBounds(layout.glyphs[0], { left: 0.4, top: -0.6, right: 1.4, bottom: 0.4 });
    }
  });

  it('typesets equation characters of the mathematics font without the fallback fonts', async () => {
    const asked: string[] = [];
    const typesetter = await loadEquationTypesetter({ setText: squareFont(asked) });
    expect(typesetter.layout('\\text{déjà żółw Ελλάδα Привет “§”}\\textbf{é}∑→∀').ok).toBe(true);
    expect(asked).toEqual([]);
  });
});
