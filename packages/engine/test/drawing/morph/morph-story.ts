import type { Bounds } from '../../../src/drawing/bounds.ts';
import { plainGroup } from '../../../src/drawing/display-list.ts';
import { setEquation } from '../../../src/drawing/draw-equation.ts';
import { drawMorph, type Morph, morphBetween } from '../../../src/drawing/morph/draw-morph.ts';
import { equationContent } from '../../../src/drawing/morph/equation-content.ts';
import type { MorphContent, MorphUnit } from '../../../src/drawing/morph/morph-units.ts';
import { contentBox } from '../../../src/drawing/painted-box.ts';
import type { Typesetters } from '../../../src/drawing/typesetters.ts';
import { appearanceOf } from '../appearance-parts.ts';

/** The symbols of TeX. */
export function symbolsOf(tex: string, typesetters: Typesetters): MorphContent {
  const layout = typesetters.equation(tex, ['objects', 'title']);
  if (layout === null) throw new Error(`${tex} does not parse`);
  return equationContent(setEquation(layout, { align: 'center', verticalAlign: 'middle' }), layout);
}

/** The morph between two equations. */
export function morphOf(from: MorphContent, to: MorphContent): Morph {
  const morph = morphBetween(from, to);
  if (morph === null) throw new Error('too many symbols');
  return morph;
}

/**
 * Says what moves where, in the order of the first equation: `5↷` goes around a sign, `x#2→x` is the second of several,
 * and `b→b(num)` becomes a numerator. Everything else fades.
 */
export function storyOf(from: MorphContent, to: MorphContent): string {
  const place = (unit: MorphUnit) => from.units.findIndex(({ glyphs }) => glyphs[0] === unit.glyphs[0]);
  return morphOf(from, to)
    .moves.toSorted((one, other) => place(one.from) - place(other.from))
    .map(({ from: one, to: other, path }) => {
      const [before, after] = [nameOf(one, from), nameOf(other, to)];
      return `${before === after ? before : `${before}→${after}`}${path.detour?.isAroundSign ? '↷' : ''}`;
    })
    .join(' ');
}

function nameOf(unit: MorphUnit, { units }: MorphContent): string {
  const equal = units.filter(({ key }) => key === unit.key);
  const number = equal.findIndex(({ glyphs }) => glyphs[0] === unit.glyphs[0]) + 1;
  const role = unit.symbol?.role ?? '';
  return `${letterOf(unit)}${equal.length > 1 ? `#${number}` : ''}${role === '' ? '' : `(${role})`}`;
}

function letterOf({ key }: MorphUnit): string {
  if (key.startsWith('rule')) return '―';
  const codes = key.split(' ').map((code) => Number.parseInt(code, 16));
  return codes.map((code) => String.fromCodePoint(code).normalize('NFKD')).join('');
}

/** Returns the box of each moving unit at a progress from 0 to 1, in em. */
export function boxesAt(morph: Morph, progress: number): (Bounds | null)[] {
  const appearance = appearanceOf({});
  return morph.moves.map((move) => {
    const alone = { ...morph, moves: [move], leaving: [], entering: [] };
    const children = drawMorph(appearance, alone, progress, { from: null, to: null });
    return contentBox({ ...plainGroup, children });
  });
}

/** Whether two boxes overlap by more than half a hundredth of an em. */
export function overlap(one: Bounds | null | undefined, other: Bounds | null | undefined): boolean {
  if (!one || !other) return false;
  const touch = 0.005;
  return (
    one.left + touch < other.right &&
    other.left + touch < one.right &&
    one.top + touch < other.bottom &&
    other.top + touch < one.bottom
  );
}
