import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/support/random-runs.ts';
import { loadEquationTypesetter } from '../../../src/drawing/equation/equation-typesetter.ts';
import { boundsOf, expectBounds, expectSound, layoutOf, rulesOf } from './layout-measures.ts';

const typesetter = await loadEquationTypesetter();
const layout = (tex: string) => layoutOf(typesetter.layout(tex));

describe('equation boxes', () => {
  it("takes an equation letter's box from its font metrics", () => {
    // The italic x of the font: advance 0.572 em, 0.442 em high, 0.011 em deep.
    const x = layout('x');
    expect(x.width).toBeCloseTo(0.572, 9);
    expect(x.height).toBeCloseTo(0.453, 9);
    expect(x.glyphs).toHaveLength(1);
    // Its origin is half the advance left of the centre, and half of height - depth below it.
    expect(x.glyphs[0]?.matrix).toEqual([1, 0, 0, 1, expect.closeTo(-0.286, 9), expect.closeTo(0.2155, 9)]);
  });

  it("fills an equation rule's box exactly, with y down and centred on the origin", () => {
    const rule = layout('\\rule[-1em]{3em}{2em}');
    expect(rule).toMatchObject({ width: 3, height: 2 });
    expect(rule.glyphs).toHaveLength(1);
    expectBounds(rule.glyphs[0], { left: -1.5, top: -1, right: 1.5, bottom: 1 });
  });

  it('places equation rules one after another and raises one', () => {
    // Widths 1, 0.5 and 2 em, the second one raised to 4..5 em: the box is 3.5 x 5 em.
    const row = layout('\\rule{1em}{1em}\\rule[4em]{0.5em}{1em}\\rule{2em}{2em}');
    expect(row.width).toBeCloseTo(3.5, 6);
    expect(row.height).toBeCloseTo(5, 6);
    expectBounds(row.glyphs[0], { left: -1.75, top: 1.5, right: -0.75, bottom: 2.5 });
    expectBounds(row.glyphs[1], { left: -0.75, top: -2.5, right: -0.25, bottom: -1.5 });
    expectBounds(row.glyphs[2], { left: -0.25, top: 0.5, right: 1.75, bottom: 2.5 });
  });

  it('gives a blank equation an empty box', () => {
    const nothing = { width: 0, height: 0, baseline: 0, glyphs: [], root: { kind: 'math', children: [] } };
    for (const tex of ['', ' ', '\n\t ']) expect(layout(tex)).toEqual(nothing);
  });

  it('never gives an equation a box of negative width', () => {
    const back = layout('\\kern-3em\\rule{1em}{1em}');
    expect(back).toMatchObject({ width: 0, height: 1 });
    // From -3 to -2 em in a box from 0 to -2 em, whose middle is at -1 em.
    expectBounds(back.glyphs[0], { left: -2, top: -0.5, right: -1, bottom: 0.5 });
  });

  it('scales a superscript to 0.707 of its base', () => {
    const [base, script] = layout('x^x').glyphs;
    expect(base?.matrix.slice(0, 4)).toEqual([1, 0, 0, 1]);
    const scale = expect.closeTo(707 / 1000, 9);
    expect(script?.matrix.slice(0, 4)).toEqual([scale, 0, 0, scale]);
    expect(script?.outline).toBe(base?.outline);
  });
});

describe('equation glyphs', () => {
  it("returns an equation's glyphs in reading order", () => {
    const fraction = layout('\\frac{f(x+h)-f(x)}{h}');
    // f ( x + h ) - f ( x ), then h, then the rule.
    expect(fraction.glyphs).toHaveLength(13);
    const outlines = fraction.glyphs.map(({ outline }) => outline);
    expect(outlines[7]).toBe(outlines[0]);
    expect(outlines[8]).toBe(outlines[1]);
    expect(outlines[9]).toBe(outlines[2]);
    expect(outlines[10]).toBe(outlines[5]);
    expect(outlines[11]).toBe(outlines[4]);
    const lefts = fraction.glyphs.slice(0, 11).map((glyph) => boundsOf(glyph).left);
    expect(lefts).toEqual([...lefts].sort((one, other) => one - other));
    expect(rulesOf(fraction).at(-1)).toBe(fraction.glyphs[12]);
  });

  it("returns an extensible arrow's glyphs before the glyphs that follow it", () => {
    // The arrow grown to one stretched shaft and a head, h -> 0 above it, then f'(x).
    const arrow = layout("\\xrightarrow{h\\to 0}\\; f'(x)");
    const prime = layout("f'(x)").glyphs.map(({ outline }) => outline);
    expect(arrow.glyphs.slice(-5).map(({ outline }) => outline)).toEqual(prime);
    expect(arrow.glyphs.slice(0, -5)).toHaveLength(5);
  });

  it('shares one outline object between all uses of an equation glyph', () => {
    const outline = layout('y').glyphs[0]?.outline;
    expect(layout('\\frac{y}{2}').glyphs[0]?.outline).toBe(outline);
    expect(layout('z_y').glyphs[1]?.outline).toBe(outline);
  });

  it('equation glyph matrices only scale uniformly and translate', () => {
    const tex = '\\left(\\rule{0em}{9em}\\right)\\overbrace{a+b+c+d+e+f}\\sqrt{\\frac{1}{2}}';
    for (const { matrix } of layout(tex).glyphs) {
      const [a, b, c, d] = matrix;
      expect(a).toBeGreaterThan(0);
      expect([b, c, d]).toEqual([0, 0, a]);
    }
  });
});

describe('equation rules', () => {
  it('draws a fraction bar between both parts, slightly wider than the wider one', () => {
    const fraction = layout('\\frac{\\rule{4em}{1em}}{\\rule{1em}{1em}}');
    const [over, under, bar] = fraction.glyphs.map(boundsOf);
    expect(fraction.glyphs).toHaveLength(3);
    if (over === undefined || under === undefined || bar === undefined) return;
    expect(bar.right - bar.left).toBeCloseTo(over.right - over.left + 0.2, 1);
    expect(bar.top).toBeGreaterThan(over.bottom);
    expect(bar.bottom).toBeLessThan(under.top);
    expect((bar.left + bar.right) / 2).toBeCloseTo(0, 3);
  });

  it("draws a root's bar over its content", () => {
    const root = layout('\\sqrt{\\rule{4em}{1em}}');
    const rules = rulesOf(root).map(boundsOf);
    expect(rules.filter((rule) => rule.right - rule.left > 3.9 && rule.bottom - rule.top < 0.1)).toHaveLength(
      1,
    );
  });

  it("draws a TeX array's frame and dashed lines", () => {
    const table = layout('\\begin{array}{|c:c|}\\hline a&b\\\\\\hdashline c&d\\\\\\hline\\end{array}');
    const [frame] = table.glyphs.filter(({ outline }) => outline.verbs === 'MLLLZMLLLZ').map(boundsOf);
    // The frame runs along the edge of the box.
    expect(frame?.right).toBeCloseTo(table.width / 2, 3);
    expect(frame?.top).toBeCloseTo(-table.height / 2, 3);
    const dashed = table.glyphs.filter(({ outline }) => outline.verbs.startsWith('MLLLZ'.repeat(6)));
    expect(dashed).toHaveLength(2);
    // Dashes of 0.14 em, every 0.28 em, 0.07 em thick.
    const points = dashed[1]?.outline.points ?? [];
    expect((points[2] ?? 0) - (points[0] ?? 0)).toBeCloseTo(0.14, 6);
    expect((points[8] ?? 0) - (points[0] ?? 0)).toBeCloseTo(0.28, 6);
    expect(Math.abs((points[5] ?? 0) - (points[3] ?? 0))).toBeCloseTo(0.07, 6);
  });

  it('draws a box around \\boxed content', () => {
    const boxed = layout('\\boxed{x}');
    expect(boxed.glyphs.map(({ outline }) => outline.verbs === 'MLLLZMLLLZ')).toEqual([false, true]);
    expectBounds(boxed.glyphs[1], {
      left: -boxed.width / 2,
      right: boxed.width / 2,
      top: -boxed.height / 2,
      bottom: boxed.height / 2,
    });
  });

  it('extends a delimiter without gaps within its box', () => {
    const fence = layout('\\left(\\rule{0em}{9em}\\right.');
    const pieces = fence.glyphs.map(boundsOf).sort((one, other) => one.top - other.top);
    expect(pieces).toHaveLength(3);
    expect(pieces[0]?.top).toBeCloseTo(-fence.height / 2, 1);
    expect(pieces[2]?.bottom).toBeCloseTo(fence.height / 2, 1);
    expect(pieces[1]?.top).toBeLessThanOrEqual(pieces[0]?.bottom ?? Number.NaN);
    expect(pieces[1]?.bottom).toBeGreaterThanOrEqual(pieces[2]?.top ?? Number.NaN);
    expect(pieces[1]?.bottom).toBeLessThan(fence.height / 2);
  });

  it('draws the background of a part of an equation behind it', () => {
    const { glyphs } = layout('\\mmlToken{mi}[mathbackground="red"]{x}');
    expect(glyphs.map(({ color }) => color?.red)).toEqual([255, undefined]);
  });
});

describe('the TeX packages of every equation', () => {
  const formulas = [
    '\\mathbb{R}\\mathcal{A}\\mathfrak{g}\\mathscr{L}\\mathbf{x}\\mathsf{S}\\mathtt{t}\\mathit{w}\\mathrm{d}',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}\\begin{vmatrix}1\\end{vmatrix}',
    '\\begin{align}a&=b\\\\c&=d\\end{align}',
    '\\begin{cases}x&\\text{if }y\\\\0&\\text{otherwise, déjà, żółw, Привет}\\end{cases}',
    '\\sqrt[3]{x}\\overbrace{a+b}^{n}\\underbrace{c}_{d}\\widehat{xyz}\\widetilde{ab}\\vec v',
    '\\binom{n}{k}\\int\\limits_0^1\\sum_{i}\\lim_{x\\to 0}\\oint\\iint\\varlimsup',
    '\\left(\\frac{\\frac12}{\\frac34}\\right)\\Bigg\\uparrow\\left\\Updownarrow x\\right\\rangle',
    '\\xrightarrow[under]{over}\\overleftrightarrow{AB}\\digamma\\yen\\leqslant\\blacklozenge\\circledR',
    '\\DeclareMathOperator{\\foo}{foo}\\foo x\\operatorname{bar}\\pmod{n}\\not=\\dots',
    '\\begin{multline}a+b\\\\+c\\end{multline}',
    '\\begin{flalign}a&=b\\end{flalign}',
    '\\sideset{_a}{^b}\\sum\\cfrac{1}{2}\\genfrac{[}{]}{0pt}{}{a}{b}\\substack{a\\\\b}',
  ];
  it.each(formulas)('typesets the equation %s', (tex) => {
    const result = typesetter.layout(tex);
    expect(result).toMatchObject({ ok: true, value: { missing: [] } });
    expectSound(layoutOf(result));
    expect(layoutOf(result).glyphs.length).toBeGreaterThan(2);
  });

  it('typesets equations in display style', () => {
    const scaleOf = (tex: string) => layout(tex).glyphs[0]?.matrix[0];
    expect(scaleOf('\\frac{1}{2}')).toBe(1);
    expect(scaleOf('\\tfrac{1}{2}')).toBeCloseTo(707 / 1000, 9);
    // The limits of a sum are above and below it: it is higher and narrower than in a line of text.
    const [displayed, inline] = [layout('\\sum_{i=1}^n'), layout('\\textstyle\\sum_{i=1}^n')];
    expect(displayed.height).toBeGreaterThan(1.5 * inline.height);
    expect(displayed.width).toBeLessThan(inline.width);
  });

  it("places an equation's tag on the right and keeps the equation centred", () => {
    const tagged = layout('\\rule{4em}{1em}\\tag{1}');
    expect(tagged.glyphs).toHaveLength(4);
    const [rule, open, one, close] = tagged.glyphs.map(boundsOf);
    if (rule === undefined || open === undefined || one === undefined || close === undefined) return;
    expect(rule.left).toBeCloseTo(-2, 2);
    expect(rule.right).toBeCloseTo(2, 2);
    expect(open.left).toBeGreaterThan(2);
    expect(one.left).toBeGreaterThan(open.left);
    expect(close.left).toBeGreaterThan(one.left);
    expect(close.right).toBeLessThanOrEqual(tagged.width / 2);
    expect(tagged.width).toBeLessThan(9);
  });

  it.each([
    '\\tag{}',
    'x\\tag{}',
    '\\smash{x}\\tag{1}',
    '\\begin{align}\\tag{1}\\end{align}',
    '\\phantom{x}\\tag*{}',
  ])('gives the tagged equation %s a layout with finite numbers', (tex) => expectSound(layout(tex)));
});

describe('TeX that does not parse', () => {
  it.each([
    ['\\zzz', 'Undefined control sequence \\zzz'],
    ['x^{\\frac{1}{\\nothing}}', 'Undefined control sequence \\nothing; did you mean \\varnothing?'],
    ['\\cance{x}', 'Undefined control sequence \\cance; did you mean \\cancel?'],
    ['\\begin{algned}\\end{algned}', "Unknown environment 'algned'; did you mean aligned?"],
    ['\\frac{1}{2', 'Missing close brace'],
    ['\\color{redd}x', 'the color redd is unknown; use a CSS name in lower case, #rgb or #rrggbb'],
    ['\\textcolor{url(#x)}x', 'the color url(#x) is unknown; use a CSS name in lower case, #rgb or #rrggbb'],
    ['\\textcolor[cmyk]{1,0,0,0}x', "Color model 'cmyk' not defined"],
    ['\\href{http://example.org}{x}', 'Undefined control sequence \\href; did you mean \\ref?'],
    ['\\text{\\sqrt x}', '\\sqrt is only supported in math mode'],
    ['\\begin{nonsense}\\end{nonsense}', "Unknown environment 'nonsense'"],
    ['\\text{$\\zzz$}', 'Undefined control sequence \\zzz'],
    ['x^2^3', 'Double exponent: use braces to clarify'],
    ['\\left( x', 'Extra \\left or missing \\right'],
  ])('reports the TeX problem in %s', (tex, problem) => {
    expect(typesetter.layout(tex)).toEqual({ ok: false, timedOut: false, problems: [problem] });
  });

  it('reports TeX that does not parse in one short line', () => {
    const result = typesetter.layout(`\\${'a'.repeat(9000)}\n`);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    const [problem] = result.problems;
    expect(problem).toMatch(/^Undefined control sequence \\a+…$/);
    expect(problem.length).toBeLessThan(210);
  });
});

describe('independence of equations', () => {
  it('an equation cannot use operators or column types defined by an earlier one', () => {
    expect(typesetter.layout('\\DeclareMathOperator{\\leaked}{x}\\leaked').ok).toBe(true);
    expect(typesetter.layout('\\leaked')).toMatchObject({
      problems: ['Undefined control sequence \\leaked'],
    });
    expect(typesetter.layout('\\newcolumntype{W}{c}\\begin{array}{W}x\\end{array}').ok).toBe(true);
    expect(typesetter.layout('\\begin{array}{W}x\\end{array}').ok).toBe(false);
  });

  it('an equation has no access to the labels and tags of an earlier equation', () => {
    const unknown = layout('\\ref{here}').glyphs.length;
    expect(typesetter.layout('x\\tag{7}\\label{here}').ok).toBe(true);
    expect(typesetter.layout('y\\tag{7}\\label{here}').ok).toBe(true);
    expect(layout('{}\\ref{here}').glyphs).toHaveLength(unknown);
  });

  it('lays out equations the same in forward and reverse order', async () => {
    const sources = [
      'x\\tag{1}\\label{a}',
      '\\ref{a}',
      '\\hsize=2em a+b',
      'abcdef\\tag{1}',
      '\\DeclareMathOperator{\\q}{q}\\q',
      '\\q',
      '\\begin{multline}a\\\\b\\end{multline}',
      '\\mathbb{R}\\text{é}',
      '\\frac{1}{\\sqrt{2}}',
      '\\frac{1}{',
      '\\unicode[.5,.1][Other]{x41}',
      '\\unicode{x41}',
      '\\ce{H2O ->[x] A}',
      '\\longrightarrow\\div',
      '\\dv{x}{y}(\\div)',
      '\\renewcommand{\\div}{x}\\div\\text{\\%}',
      '\\begin{prooftree}\\AxiomC{A}\\UnaryInfC{B}\\end{prooftree}',
      '\\begin{prooftree}\\AxiomC{A}',
      '\\mathtoolsset{centercolon}a:b\\coloneqq c',
      'a:b\\coloneqq c',
      '\\DeclarePairedDelimiter{\\q}{|}{|}\\q{x}',
      '\\Newextarrow{\\q}{5,5}{8594}\\q{x}',
    ];
    const forwards = sources.map((tex) => typesetter.layout(tex));
    const other = await loadEquationTypesetter();
    const backwards = [...sources].reverse().map((tex) => other.layout(tex));
    expect(backwards.reverse()).toEqual(forwards);
  });

  it('typesets each TeX source only once', () => {
    expect(typesetter.layout('a+b=c')).toBe(typesetter.layout('a+b=c'));
    expect(typesetter.layout('\\oops')).toBe(typesetter.layout('\\oops'));
  });
});

describe('any TeX string', () => {
  const words = fc.constantFrom(
    ...[
      '{',
      '}',
      '^',
      '_',
      '&',
      '\\\\',
      '$',
      '#',
      '~',
      '%',
      '\\',
      ' ',
      'x',
      '12',
      '\n',
      "'",
      'é',
      '日',
      '\u0000',
    ],
    ...['\\cancel', '\\ce{', '\\newcommand{\\a}', '\\def\\a', '\\a', '\\qty(', '\\dv', '\\enclose{circle}'],
    ...['\\begin{CD}', '@>>>', '\\end{CD}', '\\AxiomC{', '\\bm', '\\bbox[2px]', '\\pu{', '\\textbf', '\\%'],
    ...['\\frac', '\\sqrt', '\\left(', '\\right)', '\\over', '\\text{', '\\begin{matrix}', '\\end{matrix}'],
    ...[
      '\\tag{1}',
      '\\rule{1em}',
      '{2em}',
      '\\hline',
      '\\limits',
      '\\sum',
      '\\hat',
      '\\mathbb',
      '\\kern1',
      'em',
    ],
    ...[
      '\\begin{array}{c|c}',
      '\\end{array}',
      '\\mmlToken{mi}',
      '[',
      ']',
      '\\hspace{-99999em}',
      '\\Big',
      '\\phantom',
    ],
  );
  it('lays out any TeX string or reports a problem without throwing', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
        const result = typesetter.layout(parts.join(''));
        if (result.ok) expectSound(result.value.layout);
        else expect(result.problems[0]).toMatch(/\S/);
      }),
      { numRuns: runs(400) },
    );
  });
});
