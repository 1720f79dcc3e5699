import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import type { DisplayNode } from '../../src/drawing/display-list.ts';
import { ObjectDrawer } from '../../src/drawing/draw-object.ts';
import { contentBox } from '../../src/drawing/painted-box.ts';
import { loadTypesetters, type Typesetters } from '../../src/drawing/typesetters.ts';
import type { Appearance } from '../../src/timeline/appearance.ts';
import type { Color } from '../../src/timeline/color.ts';
import { plainFace } from '../../src/timeline/face.ts';
import type { Lettering } from '../../src/timeline/lettering.ts';
import { identityMatrix } from '../../src/timeline/matrix.ts';
import type { PaintedSpan } from '../../src/timeline/spans.ts';
import { appearanceOf, letteringOf } from './appearance-parts.ts';

let typesetters: Typesetters;

beforeAll(async () => {
  typesetters = await loadTypesetters({ hasTexts: true, hasEquations: true, wrapsTexts: true });
});

const red: Color = { red: 255, green: 0, blue: 0, alpha: 1 };
const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 };

type Changes = Partial<Omit<Appearance, 'lettering'>>;

function draw(lettering: Partial<Lettering>, changes: Changes = {}, kind: 'text' | 'equation' = 'text') {
  const node = new ObjectDrawer({ typesetters, place: ['here'] }).draw({
    objectId: 'one',
    kind,
    matrix: identityMatrix,
    opacity: 1,
    effects: null,
    appearance: appearanceOf({ fill: white, strokeWidth: 0, ...changes, lettering: letteringOf(lettering) }),
  });
  return node;
}

const painted = (
  text: string,
  part: string,
  { fill = red, opacity = 1 }: Partial<Pick<PaintedSpan, 'fill' | 'opacity'>> = {},
): PaintedSpan => {
  const start = text.indexOf(part);
  return { start, end: start + part.length, fill, opacity };
};

interface Fill {
  readonly color: Color;
  readonly opacity: number;
  readonly coordinates: readonly number[];
}

/** All fills of a drawing, with the opacity of the groups around them. */
function fillsOf(nodes: readonly DisplayNode[], opacity = 1): Fill[] {
  return nodes.flatMap((node): Fill[] => {
    if (node.type === 'group') return fillsOf(node.children, opacity * node.opacity);
    return node.type === 'fill' ? [{ color: node.color, opacity, coordinates: node.outline.points }] : [];
  });
}

/** The coordinates of all fills, without their order. */
const inkOf = (nodes: readonly DisplayNode[]) =>
  fillsOf(nodes)
    .flatMap(({ coordinates }) => coordinates)
    .sort((one, other) => one - other);

/** The left and right end of what is painted in a colour. */
function extentOf(nodes: readonly DisplayNode[], color: Color): [left: number, right: number] {
  const xs = fillsOf(nodes)
    .filter((one) => one.color === color)
    .flatMap(({ coordinates }) => coordinates.filter((_, index) => index % 2 === 0));
  return [Math.min(...xs), Math.max(...xs)];
}

const texts = [
  'Ten times faster',
  'office affluent ﬁne',
  'two\nlines\r\nof text',
  'العربية نص with Latin',
  'שלום 12 abc',
  'e\u0301a\u0301 क्षत्रिय 한국어',
  '😀 👨‍👩‍👧 smile',
  'long words that wrap over lines in a narrow column',
];

describe('spans of texts', () => {
  it('the fills of spans change no outline and no place', () => {
    const span = fc.record({ start: fc.nat({ max: 40 }), length: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        span,
        fc.constantFrom(null, 4),
        fc.constantFrom(1, 0.4),
        fc.constantFrom('together' as const, 'sequential' as const),
        (text, { start, length }, wrapWidthInEm, write, writeOrder) => {
          const spans = [{ start, end: start + length, fill: red, opacity: 1 }];
          const plain = draw({ text, wrapWidthInEm }, { write, writeOrder });
          const spanned = draw({ text, wrapWidthInEm, spans }, { write, writeOrder });
          expect(inkOf(spanned?.children ?? [])).toEqual(inkOf(plain?.children ?? []));
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('a span paints only its own letters', () => {
    const text = 'one two three';
    const { children = [] } = draw({ text, spans: [painted(text, 'two')] }) ?? {};
    const [left, right] = extentOf(children, red);
    const { children: alone = [] } = draw({ text, spans: [painted(text, 'two', { opacity: 0 })] }) ?? {};
    const [first, last] = extentOf(alone, white);
    expect(first).toBeLessThan(left);
    expect(last).toBeGreaterThan(right);
    expect(right - left).toBeGreaterThan(1);
    expect(fillsOf(children).map(({ color }) => color)).toEqual([white, red]);
  });

  it('hidden letters keep their space', () => {
    const text = 'one two three';
    const hidden = draw({ text, spans: [painted(text, 'two', { opacity: 0 })] });
    const plain = draw({ text });
    expect(hidden && contentBox(hidden)).toEqual(plain && contentBox(plain));
    expect(inkOf(hidden?.children ?? []).length).toBeLessThan(inkOf(plain?.children ?? []).length);
    expect(draw({ text, spans: [painted(text, text, { opacity: 0 })] })).toBeNull();
    expect(draw({ text, spans: [painted(text, text, { fill: null })] })).toBeNull();
  });

  it('a translucent span is one picture with its stroke', () => {
    const text = 'one two';
    const stroke = { stroke: white, strokeWidth: 2 };
    const { children = [] } = draw({ text, spans: [painted(text, 'two', { opacity: 0.5 })] }, stroke) ?? {};
    expect(children.map(({ type }) => type)).toEqual(['fill', 'stroke', 'group']);
    expect(children[2]).toMatchObject({ opacity: 0.5, children: [{ type: 'fill' }, { type: 'stroke' }] });
  });

  it('a letter with its mark, and a ligature, have the paint of their start', () => {
    const marked = 'e\u0301a';
    const half = draw({ text: marked, spans: [{ start: 1, end: 2, fill: red, opacity: 1 }] });
    expect(fillsOf(half?.children ?? []).map(({ color }) => color)).toEqual([white]);
    const whole = draw({ text: marked, spans: [{ start: 0, end: 1, fill: red, opacity: 1 }] });
    expect(fillsOf(whole?.children ?? []).map(({ color }) => color)).toEqual([red, white]);
  });

  it('a span over both directions is split where the letters are', () => {
    const text = 'abc אבג';
    const { children = [] } = draw({ text, spans: [painted(text, 'c א')] }) ?? {};
    // The first Hebrew letter is the rightmost, and two others lie between it and the c.
    const [left, right] = extentOf(children, red);
    const [first, last] = extentOf(children, white);
    expect(first).toBeLessThan(left);
    expect(right).toBeGreaterThan(last);
  });

  it('a bold span is wider, and the letters of Arabic words still join', () => {
    const widthOf = (lettering: Partial<Lettering>) => {
      const node = draw(lettering);
      const box = node && contentBox(node);
      return box ? box.right - box.left : 0;
    };
    const text = 'one two three';
    const bold = { ...plainFace, weight: 700 };
    const faceRanges = [{ start: 4, end: 7, face: bold }];
    expect(widthOf({ text, faceRanges })).toBeGreaterThan(widthOf({ text }) + 0.02);
    expect(widthOf({ text, faceRanges })).toBeLessThan(widthOf({ text, face: bold }));
    expect(widthOf({ text, faceRanges: [{ start: 0, end: text.length, face: bold }] })).toBe(
      widthOf({ text, face: bold }),
    );
    expect(widthOf({ text, face: bold, faceRanges: [{ start: 0, end: text.length, face: plainFace }] })).toBe(
      widthOf({ text }),
    );
    // Isolated forms would be much wider.
    const word = 'العربية';
    const [regular, all] = [widthOf({ text: word }), widthOf({ text: word, face: bold })];
    const mixed = widthOf({ text: word, faceRanges: [{ start: 2, end: 4, face: bold }] });
    expect(mixed).toBeGreaterThan(Math.min(regular, all) * 0.98);
    expect(mixed).toBeLessThan(Math.max(regular, all) * 1.02);
  });

  it('emoji keep their colours, and those without take the fill of their span', () => {
    const text = '😀 a';
    const plain = fillsOf(draw({ text })?.children ?? []);
    const spanned = fillsOf(draw({ text, spans: [painted(text, text)] })?.children ?? []);
    expect(spanned.filter(({ color }) => color === white)).toEqual([]);
    expect(spanned.filter(({ color }) => color !== red)).toEqual(
      plain.filter(({ color }) => color !== white),
    );
  });
});

describe('spans of equations', () => {
  /** The paint of each run of glyphs: `r` for red, `.` for the rest. */
  function paintsOf(text: string, parts: readonly string[]): string {
    let end = 0;
    const spans = parts.map((part) => {
      const start = text.indexOf(part, end);
      end = start + part.length;
      return { start, end, fill: red, opacity: 1 };
    });
    const places = typesetters.equationSpans(text, spans);
    return places === null
      ? 'none'
      : places.map((span) => (span === undefined ? '.' : String(span))).join('');
  }

  it.each([
    ['a+b=c', ['b'], '..0..'],
    ['a+b=c', ['+b', 'c'], '.00.1'],
    ['\\frac{x}{y}', ['{x}'], '0..'],
    ['\\frac{x}{y}', ['y'], '.0.'],
    ['\\frac{x}{y}+1', ['\\frac{x}{y}'], '000..'],
    ['x^{2}+y', ['x'], '0...'],
    ['x^{2}+y', ['2'], '.0..'],
    ['\\sum_{i=1}^n k', ['i=1', 'n'], '.0001.'],
    ['\\sqrt{z+1}', ['z+1'], '.000.'],
    ['\\left(\\frac{x}{2}\\right)', ['\\frac{x}{2}'], '.000.'],
    ['\\begin{matrix}p&q\\\\u&v\\end{matrix}', ['q', 'v'], '.0.1'],
    ['\\text{some word} x', ['\\text{some word}'], '00000000.'],
    ['\\textcolor{red}{z}+y', ['\\textcolor{red}{z}'], '0..'],
  ])('finds the glyphs of parts of %s: %j', (tex, parts, expected) => {
    expect(paintsOf(tex, parts)).toBe(expected);
  });

  it.each([
    ['\\frac{x}{y}', '\\fr'],
    ['\\frac{x}{y}', 'x}{y'],
    ['\\frac xy', 'x'],
    ['\\left(x\\right)', '\\left('],
    ['p&q', 'p&'],
    ['\\text{some word}', 'word'],
    ['\\color{red}x+y', '\\color{red}x'],
  ])('refuses a span that is no part of %s: %s', (tex, part) => {
    expect(paintsOf(tex, [part])).toBe('none');
  });

  it('a span replaces the colours of the TeX, and a hidden one keeps its space', () => {
    const text = '\\textcolor{blue}{x}+y';
    const spans = [{ start: 0, end: 19, fill: red, opacity: 1 }];
    const drawn = draw({ text, spans }, {}, 'equation');
    expect(fillsOf(drawn?.children ?? []).map(({ color }) => color)).toEqual([red, white]);
    const hidden = draw(
      { text: 'x+y=z', spans: [{ start: 3, end: 4, fill: undefined, opacity: 0 }] },
      {},
      'equation',
    );
    const plain = draw({ text: 'x+y=z' }, {}, 'equation');
    expect(hidden && contentBox(hidden)).toEqual(plain && contentBox(plain));
  });

  it('names a span that is no part of the equation', () => {
    const spans = [{ start: 0, end: 3, fill: red, opacity: 1 }];
    expect(() => draw({ text: '\\frac{x}{y}', spans }, {}, 'equation')).toThrow(
      'here: the span "\\\\fr" is not a part of the equation with a place of its own; let it cover whole symbols, terms or groups in braces',
    );
  });

  it('TeX that does not parse is drawn as a text with its spans', () => {
    const spans = [{ start: 0, end: 3, fill: red, opacity: 1 }];
    const drawn = draw({ text: '\\frac{x}', spans }, {}, 'equation');
    expect(fillsOf(drawn?.children ?? []).map(({ color }) => color)).toEqual([red, white]);
  });
});
