import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/support/random-runs.ts';
import type { DisplayNode } from '../../../src/drawing/display-list.ts';
import { setEquation } from '../../../src/drawing/draw-equation.ts';
import { ObjectDrawer } from '../../../src/drawing/draw-object.ts';
import { drawMorph, morphBetween } from '../../../src/drawing/morph/draw-morph.ts';
import { equationContent } from '../../../src/drawing/morph/equation-content.ts';
import { type MorphContent, textContent, wordContent } from '../../../src/drawing/morph/morph-units.ts';
import { setText } from '../../../src/drawing/set-text.ts';
import { plainStyle } from '../../../src/drawing/text/text-style.ts';
import { loadTypesetters, type Typesetters } from '../../../src/drawing/typesetters.ts';
import type { LetteredKind } from '../../../src/language/kinds.ts';
import { appearanceOf, letteringOf } from '../appearance-parts.ts';

let typesetters: Typesetters;
beforeAll(async () => {
  typesetters = await loadTypesetters({ hasTexts: true, hasEquations: true, wrapsTexts: true });
});

/** The content of a text or an equation; null for a text of too many letters. */
function anyContentOf(kind: LetteredKind, text: string): MorphContent | null {
  const layout = kind === 'equation' ? typesetters.equation(text, ['objects', 'title']) : null;
  if (layout)
    return equationContent(setEquation(layout, { align: 'center', verticalAlign: 'middle' }), layout);
  const lettering = letteringOf({ text });
  return textContent(setText(typesetters.text(text), { ...lettering, lineHeight: null }));
}

function contentOf(kind: LetteredKind, text: string): MorphContent {
  const content = anyContentOf(kind, text);
  if (content === null) throw new Error('too many letters');
  return content;
}

/** Returns what moves from one content to another, by the names of the letters in its outlines. */
function moved(kind: LetteredKind, from: string, to: string): number {
  const morph = morphBetween(contentOf(kind, from), contentOf(kind, to));
  return morph === null ? 0 : morph.moves.length;
}

/** Returns the number of contours that a morph draws, by their opacity. */
function contoursAt(kind: LetteredKind, from: string, to: string, progress: number): Map<number, number> {
  const [first, last] = [letteringOf({ text: from }), letteringOf({ text: to })];
  const drawer = new ObjectDrawer({ typesetters, place: ['objects', 'title'] });
  const textChange = { kind: 'morph', from: first, to: last, progress } as const;
  const appearance = appearanceOf({ lettering: progress < 0.5 ? first : last, textChange });
  const pose = { objectId: 'title', kind, matrix: [1, 0, 0, 1, 0, 0], opacity: 1, effects: null } as const;
  const counts = new Map<number, number>();
  const count = (node: DisplayNode) => {
    if (node.type === 'group') for (const child of node.children) count(child);
    if (node.type !== 'fill') return;
    const contours = [...node.outline.verbs].filter((verb) => verb === 'M').length;
    counts.set(node.color.alpha, (counts.get(node.color.alpha) ?? 0) + contours);
  };
  for (const node of drawer.draw({ ...pose, appearance })?.children ?? []) count(node);
  return counts;
}

function contoursOf({ units }: MorphContent): number {
  const outlines = units.flatMap(({ glyphs }) => glyphs.map(({ outline }) => outline.verbs));
  return [...outlines.join('')].filter((verb) => verb === 'M').length;
}

/** Contours that are seen: a relation that becomes another one begins with an opacity of nearly 0. */
const seen = (counts: Map<number, number>) =>
  [...counts].reduce((total, [opacity, count]) => total + (opacity > 1e-3 ? count : 0), 0);

describe('morphs of equations', () => {
  it('in a morph of equations, equal single symbols never cross', () => {
    const symbols = fc.array(fc.constantFrom('x', 'y', '2', '+', '='), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(symbols, symbols, (from, to) => {
        const [first, last] = [contentOf('equation', from.join(' ')), contentOf('equation', to.join(' '))];
        const morph = morphBetween(first, last);
        const singles = morph?.moves.filter(({ isSingle }) => isSingle) ?? [];
        for (const [index, one] of singles.entries()) {
          for (const other of singles.slice(index + 1)) {
            if (one.from.key !== other.from.key) continue;
            const before = first.units.indexOf(one.from) < first.units.indexOf(other.from);
            expect(last.units.indexOf(one.to) < last.units.indexOf(other.to)).toBe(before);
          }
        }
      }),
    );
  });
});

describe('morphs of texts', () => {
  it('a morph of texts moves words whole, then letters in their order', () => {
    expect(moved('text', 'The quick brown fox', 'The brown fox is quick')).toBe(16);
    expect(moved('text', 'Hello world', 'World hello')).toBe(8);
    expect(moved('text', 'abc', 'cba')).toBe(1);
  });

  it('a morph of texts moves joined scripts only by words', () => {
    expect(moved('text', 'नमस्ते दुनिया', 'दुनिया नमस्ते')).toBe(2);
    expect(moved('text', 'مرحبا بالعالم', 'العالم')).toBe(0);
  });

  it('a morph crossfades texts of more than 800 letters', () => {
    expect(morphBetween(contentOf('text', 'a'.repeat(800)), contentOf('text', 'a'))).not.toBeNull();
    expect(morphBetween(anyContentOf('text', 'a'.repeat(801)), contentOf('text', 'a'))).toBeNull();
    expect(morphBetween(contentOf('text', 'a'), anyContentOf('text', 'a b'.repeat(401)))).toBeNull();
  });
});

describe('morphs', () => {
  const terms = fc.array(
    fc.constantFrom(
      'x',
      'a',
      '2',
      '+',
      '=',
      '-',
      '\\frac{a}{x}',
      '\\frac{2}{a}',
      'x^2',
      '\\sqrt{x}',
      '(',
      ')',
    ),
    { minLength: 1, maxLength: 10 },
  );
  const words = fc.array(fc.constantFrom('the', 'fox', 'is', 'quick', 'brown', 'سلام', 'दुनिया', '好', '👍'), {
    minLength: 1,
    maxLength: 6,
  });

  it.each([
    ['equations', 'equation', terms],
    ['texts', 'text', words],
  ] as const)('a morph of %s neither loses nor duplicates anything at any time', (_what, kind, parts) => {
    fc.assert(
      fc.property(parts, parts, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (from, to, progress) => {
        const [first, last] = [from.join(' '), to.join(' ')];
        fc.pre(first !== last);
        const [before, after] = [contentOf(kind, first), contentOf(kind, last)];
        const morph = morphBetween(before, after);
        // Each unit moves, leaves or enters, and none does so twice.
        expect(new Set(morph?.moves.map((move) => move.from)).size).toBe(morph?.moves.length);
        expect(new Set(morph?.moves.map((move) => move.to)).size).toBe(morph?.moves.length);
        expect(seen(contoursAt(kind, first, last, 1e-6))).toBe(contoursOf(before));
        expect(seen(contoursAt(kind, first, last, 1 - 1e-6))).toBe(contoursOf(after));
        // What both have is never faded: what a bracket of another size shows of both sums up to one.
        const solid = contoursAt(kind, first, last, 0.5).get(1) ?? 0;
        expect(contoursAt(kind, first, last, progress).get(1) ?? 0).toBeGreaterThanOrEqual(solid);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('a morph of words', () => {
  const wordsOf = (text: string) => {
    const layout = typesetters.text(text, { ...plainStyle, findsGraphemes: true });
    const content = wordContent(setText(layout, { ...letteringOf({ text }), lineHeight: null }), text);
    if (content === null) throw new Error('too many letters');
    return content;
  };

  it.each([
    ['const next = count();', 'const numbers = count();', 6],
    ['next', 'numbers', 0],
    ['total(items)', 'items.total(tax)', 4],
    ['sum += 10;', 'sum += 100;', 4],
  ])('the words, numbers and signs of %s move as wholes to %s, and no letters', (from, to, count) => {
    const morph = morphBetween(wordsOf(from), wordsOf(to));
    expect(morph?.moves).toHaveLength(count);
  });

  it('a text is divided into words and signs', () => {
    expect(wordsOf('a_1 = f(xs[0]);').units.map(({ weight }) => weight)).toEqual([
      3, 1, 1, 1, 2, 1, 1, 1, 1, 1,
    ]);
  });
});

it('words leave before others move, and enter after them, so that no two meet', () => {
  const wordsOf = (text: string): MorphContent | null => {
    const lettering = letteringOf({ text });
    return wordContent(setText(typesetters.text(text), { ...lettering, lineHeight: null }), text);
  };
  const morph = morphBetween(
    wordsOf('Too small: drop the left half'),
    wordsOf('Look 2: the middle of what is left'),
  );
  if (morph === null) throw new Error('too many words');
  const drawn = (part: 'moves' | 'leaving' | 'entering', progress: number) => {
    const alone = { ...morph, moves: [], leaving: [], entering: [], [part]: morph[part] };
    return drawMorph(appearanceOf({}), alone, progress, { from: null, to: null });
  };
  for (let progress = 0.02; progress < 1; progress += 0.02) {
    const isMoving = !isDeepStrictEqual(drawn('moves', progress), drawn('moves', progress < 0.5 ? 0 : 1));
    const fades = [...drawn('leaving', progress), ...drawn('entering', progress)];
    expect([progress, isMoving && fades.length > 0]).toEqual([progress, false]);
  }
  expect(drawn('leaving', 0.1)).not.toEqual([]);
  expect(drawn('entering', 0.9)).not.toEqual([]);
});
