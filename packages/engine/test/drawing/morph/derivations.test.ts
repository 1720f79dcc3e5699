import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import type { DisplayNode } from '../../../src/drawing/display-list.ts';
import { ObjectDrawer } from '../../../src/drawing/draw-object.ts';
import { dividesLine } from '../../../src/drawing/morph/match-dividers.ts';
import type { MorphContent } from '../../../src/drawing/morph/morph-units.ts';
import { transformOutline } from '../../../src/drawing/outline.ts';
import { loadTypesetters, type Typesetters } from '../../../src/drawing/typesetters.ts';
import { type Matrix, multiplyMatrices } from '../../../src/timeline/matrix.ts';
import { appearanceOf, letteringOf } from '../appearance-parts.ts';
import { boxesAt, morphOf, overlap, storyOf, symbolsOf } from './morph-story.ts';
import { derivations } from './school-derivations.ts';

let typesetters: Typesetters;
beforeAll(async () => {
  typesetters = await loadTypesetters({
    hasTexts: true,
    hasEquations: true,
    wrapsTexts: true,
    hasMarks: true,
  });
});

const contentOf = (tex: string) => symbolsOf(tex, typesetters);
const story = (from: string, to: string) => storyOf(contentOf(from), contentOf(to));

/** Returns the moments at which a symbol is on a relation sign, though neither of them is in its resting place. */
function meetings(from: MorphContent, to: MorphContent, count: number): string[] {
  const morph = morphOf(from, to);
  const isSign = morph.moves.map((move) => dividesLine(move.from) && dividesLine(move.to));
  const rests = [0, 1].map((progress) => boxesAt(morph, progress));
  const found: string[] = [];
  for (let moment = 1; moment < count; moment++) {
    const boxes = boxesAt(morph, moment / count);
    for (const [sign, box] of boxes.entries()) {
      if (!isSign[sign]) continue;
      for (const [other, own] of boxes.entries()) {
        const touchesAtRest = rests.some((rest) => overlap(rest[sign], rest[other]));
        if (other !== sign && !touchesAtRest && overlap(box, own))
          found.push(`${morph.moves[other]?.from.key} at ${moment / count}`);
      }
    }
  }
  return found;
}

describe.each(Object.entries(derivations))('the derivation of %s', (_name, steps) => {
  it('moves the symbols that are the same', () => {
    for (const [from, to, moves] of steps) expect([from, to, story(from, to)]).toEqual([from, to, moves]);
  });

  it('moves nothing over an equals sign', () => {
    for (const [from, to] of steps)
      expect([from, to, meetings(contentOf(from), contentOf(to), 40)]).toEqual([from, to, []]);
  });
});

describe('the sides of an equation', () => {
  it('terms that change sides go around the sign, those to the right above and those to the left below', () => {
    const morph = morphOf(contentOf('a+b=c+d'), contentOf('c+d=a+b'));
    const rises = morph.moves.map(({ from, path }) => [from.key, Math.sign(path.detour?.rise ?? 0)]);
    // 1D44E is a.
    expect(Object.fromEntries(rises)).toMatchObject({ '3D': 0, '1D44E': 1, '1D44F': 1, '1D450': -1 });
  });

  it.each([
    ['2x=4', 'x=2', 'x ='],
    ['x+2=4', 'x=2', 'x ='],
    ['(x+3)^2=4', 'x+3=\\pm 2', 'x + 3 ='],
    ['x^3', '3x^2', 'x'],
    ['\\frac{2}{x}', 'x^2', 'x(den)→x'],
  ])('a digit of %s is not taken for another one of %s', (from, to, moves) => {
    expect(story(from, to)).toBe(moves);
  });

  it.each([
    ['x=1', 'x=1\\implies y=2', 'x =→=#1 1'],
    ['a<b', 'a\\le b', 'a <→≤ b'],
    ['a=b', 'a\\to b', 'a b'],
    ['a=b=c', 'a=c', 'a =#2→= c'],
  ])('the relations of %s become those of %s', (from, to, moves) => {
    expect(story(from, to)).toBe(moves);
  });
});

describe('marked pieces', () => {
  it.each([
    ['x^{\\class{n}{n}}', '\\class{n}{n}x^{\\class{n}{n}-1}', 'x n(sup)→n#1 n(sup)→n#2(sup)'],
    ['\\class{n}{n}x^{\\class{n}{n}-1}', 'x^{\\class{n}{n}}', 'n#1→n(sup) x n#2(sup)→n(sup)'],
    ['(x+3)^{\\class{root}{2}}=4', 'x+3=\\pm\\class{root}{2}', 'x + 3 2(sup)→2↷ ='],
    ['\\class{u}{x+1}=y', '\\class{u}{u}=y', 'x→u = y'],
    ['\\class{u}{x}=y', '\\class{v}{x}=y', '= y'],
    ['\\class{u}{x}=y', 'x=y', '= y'],
    ['x=y', 'x=\\class{v}{y}', 'x ='],
    ['\\class{a}{x\\class{b}{y}}', '\\class{b}{y}\\class{a}{x}', 'x y'],
  ])('%s to %s: pieces of one name become each other and nothing else', (from, to, moves) => {
    expect(story(from, to)).toBe(moves);
  });

  it('a piece that becomes a different one crosses over inside the box between both', () => {
    const morph = morphOf(contentOf('\\class{u}{x+1}=y'), contentOf('\\class{u}{u}=y'));
    const whole = morph.moves.findIndex(({ isWhole }) => isWhole);
    const widths = [0, 0.25, 0.5, 0.75, 1].map((progress) => {
      const box = boxesAt(morph, progress)[whole];
      return box ? box.right - box.left : 0;
    });
    expect(widths).toEqual(widths.toSorted((one, other) => other - one));
  });

  it.each([
    ['\\class{}{x}', /1 to 40 letters, digits, - and _, beginning with a letter, but is ""/],
    ['\\class{2a}{x}', /but is "2a"/],
    [`\\class{${'a'.repeat(200)}}{x}`, /but is "a{50}…"/],
    ['\\class{a}', /Missing argument/],
  ])('the name in %s is explained', (tex, sentence) => {
    const result = typesetters.equationResult(tex);
    expect(result.ok ? '' : result.problems.join()).toMatch(sentence);
  });

  it('a mark changes no picture, and exists only in extended documents', async () => {
    const plain = typesetters.equation('x+3=\\sqrt{2}', ['objects', 'title']);
    const marked = typesetters.equation('x\\class{a}{+3=\\sqrt{\\class{b}{2}}}', ['objects', 'title']);
    const places = (layout: typeof plain) =>
      layout?.glyphs.map(({ symbol, matrix }) => [symbol, ...matrix.map((one) => one.toFixed(6))].join(' '));
    expect(places(marked)).toEqual(places(plain));
    const base = await loadTypesetters({ hasTexts: true, hasEquations: true, wrapsTexts: true });
    expect(base.equation('\\class{a}{x}', ['objects', 'title'])).toBeNull();
  });
});

/** A contour of a picture. */
interface Contour {
  readonly opacity: number;
  readonly points: readonly number[];
}

/** Returns the contours that are drawn at a moment of a change, or at rest with null, in a fixed order. */
function pictureOf(from: string, to: string, progress: number | null): Contour[] {
  const [first, last] = [letteringOf({ text: from }), letteringOf({ text: to })];
  const drawer = new ObjectDrawer({ typesetters, place: ['objects', 'title'] });
  const textChange = progress === null ? null : ({ kind: 'morph', from: first, to: last, progress } as const);
  const appearance = appearanceOf({ lettering: first, textChange });
  const matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const node = drawer.draw({
    ...{ objectId: 'title', kind: 'equation', matrix, opacity: 1, effects: null, appearance },
  });
  const contours: Contour[] = [];
  const add = (child: DisplayNode, outer: Matrix) => {
    if (child.type === 'group')
      for (const one of child.children) add(one, multiplyMatrices(outer, child.matrix));
    if (child.type !== 'fill' || child.color.alpha < 1e-3) return;
    const { verbs, points } = transformOutline(child.outline, outer);
    let at = 0;
    for (const contour of verbs.match(/M[^M]*/g) ?? []) {
      const length = [...contour].reduce((sum, verb) => sum + (verb === 'C' ? 6 : verb === 'Z' ? 0 : 2), 0);
      contours.push({ opacity: child.color.alpha, points: points.slice(at, at + length) });
      at += length;
    }
  };
  if (node) add(node, matrix);
  const rank = ({ points: [x = 0, y = 0], points }: Contour) => points.length * 1e6 + x + Math.PI * y;
  return contours.sort((one, other) => rank(one) - rank(other));
}

/** The largest difference between two pictures of the same contours; Infinity for others. */
function differenceOf(one: readonly Contour[], other: readonly Contour[]): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  const numbersOf = (all: readonly Contour[]) => all.flatMap(({ opacity, points }) => [opacity, ...points]);
  const [first, last] = [numbersOf(one), numbersOf(other)];
  if (first.length !== last.length) return Number.POSITIVE_INFINITY;
  return first.reduce((most, value, index) => Math.max(most, Math.abs(value - (last[index] ?? 0))), 0);
}

describe('any equations', () => {
  const atom = fc.constantFrom(
    'x',
    'y',
    'a',
    '2',
    '3',
    '12',
    '\\pi',
    '\\sin x',
    '\\class{m}{x}',
    '\\class{m}{2}',
  );
  const { sum: side } = fc.letrec<{ term: string; sum: string }>((tie) => ({
    term: fc.oneof(
      { maxDepth: 2 },
      atom,
      fc.tuple(tie('sum'), tie('sum')).map(([top, bottom]) => `\\frac{${top}}{${bottom}}`),
      tie('sum').map((inside) => `\\sqrt{${inside}}`),
      fc.tuple(atom, tie('term')).map(([base, power]) => `${base}^{${power}}`),
      tie('sum').map((inside) => `\\left(${inside}\\right)`),
      fc.tuple(tie('term'), tie('term')).map(([one, other]) => `${one} ${other}`),
    ),
    sum: fc
      .array(fc.tuple(fc.constantFrom('+', '-', '\\pm'), tie('term')), { minLength: 1, maxLength: 3 })
      .map((terms) => terms.map(([sign, term], index) => (index === 0 ? term : `${sign} ${term}`)).join(' ')),
  }));
  const relation = fc.constantFrom('=', '<', '\\le', '\\equiv', '\\approx', '\\to');
  const line = (align: string) =>
    fc.tuple(side, relation, side).map(([left, sign, right]) => `${left} ${align}${sign} ${right}`);
  const equation = fc.oneof(
    { weight: 4, arbitrary: line('') },
    { weight: 1, arbitrary: side },
    {
      weight: 1,
      arbitrary: fc
        .array(line('&'), { minLength: 1, maxLength: 3 })
        .map((lines) => `\\begin{aligned}${lines.join('\\\\')}\\end{aligned}`),
    },
  );

  it(
    'begin and end a morph as they rest',
    () => {
      fc.assert(
        fc.property(equation, equation, (from, to) => {
          const [first = '', last = ''] = [from, to].map((tex) => tex.replaceAll('\\class{m}', ''));
          fc.pre(first !== last);
          const atRest = (tex: string) => pictureOf(tex, '', null);
          expect(differenceOf(pictureOf(first, last, 1e-7), atRest(first))).toBeLessThan(1e-3);
          expect(differenceOf(pictureOf(first, last, 1 - 1e-7), atRest(last))).toBeLessThan(1e-3);
        }),
        { numRuns: runs(40) },
      );
    },
    runTimeoutMs,
  );

  it(
    'never move anything over a relation sign',
    () => {
      fc.assert(
        fc.property(line(''), line(''), (from, to) => {
          expect(meetings(contentOf(from), contentOf(to), 25)).toEqual([]);
        }),
        { numRuns: runs(60) },
      );
    },
    runTimeoutMs,
  );

  it(
    'move each symbol once, and marked pieces only into pieces of their name',
    () => {
      fc.assert(
        fc.property(equation, equation, (from, to) => {
          const morph = morphOf(contentOf(from), contentOf(to));
          const unmarked = morph.moves.filter((move) => move.from.symbol?.mark === undefined);
          expect(new Set(unmarked.map((move) => move.from)).size).toBe(unmarked.length);
          for (const move of morph.moves)
            expect(move.to.symbol?.mark?.name).toBe(move.from.symbol?.mark?.name);
        }),
        { numRuns: runs(60) },
      );
    },
    runTimeoutMs,
  );
});
