import { describe, expect, it } from 'vitest';
import { loadEquationTypesetter } from '../../../src/drawing/equation/equation-typesetter.ts';
import { boundsOf, expectBounds, expectSound, layoutOf, rulesOf } from './layout-measures.ts';

const typesetter = await loadEquationTypesetter();
const layout = (tex: string) => layoutOf(typesetter.layout(tex));

/** The characters of an equation, in order. */
function charactersOf(tex: string): string {
  const codes = layout(tex).glyphs.map(({ symbol }) => Number.parseInt(symbol, 16));
  return String.fromCodePoint(...codes.filter(Number.isFinite)).normalize('NFKC');
}

describe('text in equations', () => {
  it.each([
    ['\\text{50\\%}', '50%'],
    ['\\text{50%}', '50%'],
    ['\\text{learning\\_rate}', 'learning_rate'],
    ['\\text{a_b ^ & #}', 'a_b^&#'],
    ['\\text{~km\\,h}', 'kmh'],
    ['\\textbf{c~d}', 'cd'],
    ['\\text{a \\textbf{bold} word}', 'aboldword'],
    ['\\mbox{\\$5 \\{a\\}}', '$5{a}'],
    ["\\text{``it's''}", '“it’s”'],
    ['\\text{a--b---c-d}', 'a–b—c-d'],
    ['\\texttt{a--b}', 'a--b'],
    ['\\text{\\alpha\\c c\\ss}', 'αçß'],
    ['\\text{for $x^2$ and \\(y\\)}', 'forx2andy'],
    ['\\def\\unit{km}\\text{\\unit\\%}', 'km%'],
    ['\\text{\\textdegree}', '°'],
    ['\\text{a \\fbox{b} \\LaTeX{} c}', 'abLATEXc'],
  ])('draws the text %s as %s', (tex, expected) => expect(charactersOf(tex)).toBe(expected));

  it('puts an accent over the letter that it belongs to', () => {
    const [letter, accent] = layout("\\text{\\'e}").glyphs.map(boundsOf);
    expect((accent?.left ?? 0) + (accent?.right ?? 0)).toBeCloseTo(
      (letter?.left ?? 0) + (letter?.right ?? 0),
      0,
    );
    expect(accent?.bottom).toBeLessThan(letter?.top ?? -1);
  });

  it('draws a tag and a box with the commands of text', () => {
    expect(charactersOf('x\\tag{5\\%}')).toBe('x(5%)');
    expect(charactersOf('\\fbox{5\\%}')).toBe('5%');
  });

  it('bold words in a text are bold', () => {
    const [plain, bold] = layout('\\text{n\\textbf{n}}').glyphs.map(({ outline }) => outline);
    expect(plain).toBe(layout('\\mathrm{n}').glyphs[0]?.outline);
    expect(bold).toBe(layout('\\mathbf{n}').glyphs[0]?.outline);
  });
});

describe('TeX packages that are loaded when a formula names a command of them', () => {
  it.each([
    '\\begin{CD}A @>f>> B\\\\@VVV @VVV\\\\C @>>> D\\end{CD}',
    '\\bbox[yellow,5px,border:2px solid red]{x+y}',
    '\\boldsymbol{\\alpha+x}+\\bm{\\beta}',
    '\\bra{x}\\ket{y}\\braket{a|b}\\Set{x|y}',
    '\\begin{prooftree}\\AxiomC{A}\\AxiomC{B}\\BinaryInfC{C}\\end{prooftree}',
    '\\begin{numcases}{x=}1&\\text{if }a\\\\2&b\\end{numcases}',
    '\\begin{array}{c}\\rowcolor{red}a\\\\b\\end{array}',
    '\\begin{empheq}[left=\\empheqlbrace]{align}a&=b\\\\c&=d\\end{empheq}',
    '5\\degree+3\\micro\\ohm',
    '\\begin{dcases}x&y\\end{dcases}\\coloneqq\\underbracket{xy}_z\\prescript{1}{2}{X}',
    '\\dv{f}{x}+\\pdv{f}{x}+\\abs{x}+\\qty(\\frac{1}{2})',
    '\\upalpha\\units[5]{km}\\nicefrac{1}{2}\\verb|a b|\\unicode{x41}\\char65',
    '\\R\\infin\\KaTeX\\argmin\\raisebox{1em}{x}\\llbracket x\\rrbracket\\widecheck{AB}\\Overrightarrow{AB}',
    '\\require{cancel}\\cancel{x}',
    '\\bigtimes\\xrightequilibrium{x}\\ratio\\red{x}',
    '\\ce{A ->[x] B <=>> C}',
  ])('typesets the equation %s', (tex) => {
    const result = typesetter.layout(tex);
    expect(result).toMatchObject({ ok: true, value: { missing: [] } });
    expectSound(layoutOf(result));
  });

  it('strikes out with a line over the whole width, in the colour of the formula', () => {
    const { glyphs } = layout('\\color{red}\\cancel{\\rule{3em}{1em}}');
    const [rule, strike] = glyphs.map(boundsOf);
    expect(strike.left).toBeLessThan(rule.left);
    expect(strike.right).toBeGreaterThan(rule.right);
    expect(glyphs[1]?.color).toMatchObject({ red: 255, green: 0 });
  });

  it('turns the arrow of \\cancelto upwards', () => {
    const [, arrow] = layout('\\cancelto{0}{\\rule{3em}{1em}}').glyphs.map(boundsOf);
    expect(arrow.right - arrow.left).toBeGreaterThan(3);
    expect(arrow.bottom - arrow.top).toBeGreaterThan(1);
  });

  it.each([
    ['a circle', 'circle', 2],
    ['a box with round corners', 'roundedbox', 2],
    ['the sign of a long division', 'longdiv', 1],
    ['an angle', 'phasorangle', 1],
  ])('draws %s as the outline of its line', (_name, notation, contours) => {
    const drawn = layout(`\\enclose{${notation}}{\\rule{2em}{1em}}`).glyphs;
    expect(drawn).toHaveLength(2);
    expect(drawn[1]?.outline.verbs.match(/M/g)).toHaveLength(contours);
    const [content, line] = drawn.map(boundsOf);
    expect(line.left).toBeLessThan(content.left);
    expect(line.right).toBeGreaterThanOrEqual(content.right);
  });

  it('typesets chemical formulas', () => {
    expect(charactersOf('\\ce{SO4^2-}')).toBe('SO42−');
    const arrow = layout('\\ce{A ->[x] B}');
    expect(arrow.width).toBeGreaterThan(layout('\\ce{AB}').width + 1);
  });

  it('accepts the star of \\hspace', () => {
    expect(layout('\\hspace*{2em}\\rule{1em}{1em}').width).toBeCloseTo(3, 6);
  });

  it('changes no command of every equation', () => {
    const quotient = layout('a\\div b').glyphs[1]?.outline;
    expect(layout('a\\div b\\dv{x}{y}').glyphs[1]?.outline).toBe(quotient);
  });
});

describe('definitions in an equation', () => {
  it('expands macros with arguments, and environments', () => {
    expect(charactersOf('\\newcommand{\\twice}[1]{#1+#1}\\twice{x}')).toBe('x+x');
    expect(charactersOf('\\def\\half#1{(#1/2)}\\half y')).toBe('(y/2)');
    expect(charactersOf('\\newenvironment{set}{\\{}{\\}}\\begin{set}a\\end{set}')).toBe('{a}');
    expect(charactersOf('\\renewcommand{\\vec}[1]{#1}\\vec a')).toBe('a');
  });

  it('commands of packages can be defined', () => {
    expect(charactersOf('\\DeclarePairedDelimiter\\abs{\\lvert}{\\rvert}\\abs{x}')).toBe('|x|');
    expect(charactersOf('\\newcommand{\\R}{r}\\def\\N{n}\\let\\Z=z\\R\\N\\Z')).toBe('rnz');
    expect(charactersOf('\\DeclareMathOperator*{\\argmax}{am}\\argmax')).toBe('am');
  });

  it('definitions do not outlive their equation', () => {
    expect(charactersOf('\\newcommand{\\leaking}{x}\\leaking')).toBe('x');
    expect(typesetter.layout('\\leaking').ok).toBe(false);
    expect(layout('\\vec a').glyphs).toHaveLength(2);
  });
});

describe('aligned pairs', () => {
  it.each([
    ['flalign', ''],
    ['flalign*', ''],
    ['xalignat', '{2}'],
    ['xxalignat', '{2}'],
  ])('%s has the gaps of align', (environment, count) => {
    const rows = 'a&=b&c&=d\\\\e&=f&g&=h';
    const expected = layout(`\\begin{align*}${rows}\\end{align*}`);
    const pairs = layout(`\\begin{${environment}}${count}${rows}\\end{${environment}}`);
    expect(pairs.width).toBeCloseTo(expected.width, 6);
    for (const [index, glyph] of pairs.glyphs.entries()) {
      expectBounds(glyph, boundsOf(expected.glyphs[index]));
    }
  });

  it('flalign without pairs has the width of its columns', () => {
    expect(layout('\\begin{flalign}a&=b\\end{flalign}').width).toBeCloseTo(layout('a=b').width, 6);
    expect(rulesOf(layout('\\begin{flalign}a&=b\\tag{1}\\end{flalign}'))).toEqual([]);
  });
});
