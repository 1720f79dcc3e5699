import type { ColoredOutline } from '../colored-outline.ts';
import type { SetEquation } from '../draw-equation.ts';
import type { EquationLayout, EquationTerm } from '../equation/equation-layout.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { dividesLine } from './match-dividers.ts';
import type { MorphContent, MorphItem, MorphUnit } from './morph-units.ts';
import { type SymbolKind, symbolKind } from './symbol-kinds.ts';

/** MathML elements that only group; their children belong to the row around them. */
const groupings = new Set(['math', 'mrow', 'TeXAtom', 'mstyle', 'mpadded', 'mphantom', 'semantics', 'mtd']);

/** MathML elements that are one symbol, however many glyphs it has. */
const symbols = new Set(['mi', 'mn', 'mo', 'mtext', 'ms', 'mspace']);

/** MathML elements whose children are one row inside a frame. */
const spreads = new Set(['msqrt', 'menclose']);

/** The roles of the children of an element; an empty one is that of the element itself. */
const rolesOf: Readonly<Record<string, readonly string[]>> = {
  mfrac: ['num', 'den'],
  msup: ['', 'sup'],
  msub: ['', 'sub'],
  msubsup: ['', 'sub', 'sup'],
  mover: ['', 'over'],
  munder: ['', 'under'],
  munderover: ['', 'under', 'over'],
  mroot: ['root', 'index', 'root'],
  msqrt: [],
  mtable: [''],
  mtr: [''],
  mlabeledtr: [''],
};

/** Roles in smaller type. */
const scripts = new Set(['sup', 'sub', 'over', 'under', 'index', 'mmultiscripts']);

/** Where the symbols of a term are. */
interface Around {
  readonly roles: readonly string[];
  readonly terms: readonly number[];
  readonly line: number;
}

/** Returns the symbols of an equation in their terms. */
export const equationContent = memoizeByObject(
  (equation: SetEquation, layout: EquationLayout): MorphContent => new Reader(equation, layout).read(),
);

class Reader {
  readonly #equation: SetEquation;
  readonly #layout: EquationLayout;
  readonly #units: MorphUnit[] = [];
  #termCount = 0;
  /** The line around each row of a table. A row without a relation belongs to it. */
  readonly #outerLines: number[] = [0];

  constructor(equation: SetEquation, layout: EquationLayout) {
    this.#equation = equation;
    this.#layout = layout;
  }

  read(): MorphContent {
    const row = this.#row(this.#layout.root, { roles: [], terms: [], line: 0 });
    const divided = new Set(this.#units.filter(dividesLine).map(({ symbol }) => symbol?.line));
    const units = this.#units.map((unit) => {
      let line = unit.symbol?.line ?? 0;
      while (line > 0 && !divided.has(line)) line = this.#outerLines[line] ?? 0;
      return unit.symbol === undefined ? unit : { ...unit, symbol: { ...unit.symbol, line } };
    });
    return { row, units, keepsOrder: false };
  }

  #row({ kind, children }: EquationTerm, around: Around): MorphItem[] {
    if (symbols.has(kind)) {
      const indexes = glyphsOf(children);
      const codes = indexes.map((index) => this.#layout.glyphs[index]?.symbol ?? '');
      return indexes.length === 0
        ? []
        : [this.#add(codes.join(' '), symbolKind(kind, codes), indexes, around)];
    }
    const isGrouping = groupings.has(kind);
    const terms = isGrouping ? around.terms : [...around.terms, ++this.#termCount];
    const line =
      kind === 'mtr' || kind === 'mlabeledtr' ? this.#outerLines.push(around.line) - 1 : around.line;
    const parts = children.map((child, index): MorphItem[] => {
      if (typeof child === 'number')
        return [this.#add(`rule of ${kind}`, 'frame', [child], { ...around, terms, line })];
      const role = isGrouping ? '' : roleOf(kind, index);
      const roles = role === '' ? around.roles : [...around.roles, role];
      // The sign of a root is drawn as its first child.
      const isSign = child.kind === 'mo' && index === 0 && (kind === 'msqrt' || kind === 'mroot');
      return this.#row(child, { roles: isSign ? around.roles : roles, terms, line });
    });
    if (isGrouping) return parts.flat();
    const rows = (spreads.has(kind) ? rowAndFrame(children, parts) : parts).filter((row) => row.length > 0);
    return rows.length === 0 ? [] : [{ kind, rows }];
  }

  #add(key: string, kind: SymbolKind, indexes: readonly number[], { roles, terms, line }: Around): number {
    const glyphs = indexes.map((index) => ({
      ...glyphAt(this.#equation.glyphs, index),
      isStroked: false,
      place: index,
    }));
    const first = this.#layout.glyphs[indexes[0] ?? 0];
    const script = roles.slice(roles.findIndex((role) => scripts.has(role))).join(' ');
    const symbol = {
      ...{ kind, role: roles.join(' '), line, terms, mark: first?.mark, size: first?.matrix[0] ?? 1 },
      script: roles.some((role) => scripts.has(role)) ? script : '',
    };
    return this.#units.push({ key, weight: 1, glyphs, symbol }) - 1;
  }
}

function rowAndFrame(children: EquationTerm['children'], parts: readonly MorphItem[][]): MorphItem[][] {
  const isFrame = (index: number) => typeof children[index] === 'number';
  return [
    parts.filter((_, index) => !isFrame(index)).flat(),
    parts.filter((_, index) => isFrame(index)).flat(),
  ];
}

function roleOf(kind: string, index: number): string {
  const roles = rolesOf[kind];
  if (roles === undefined) return kind;
  return roles[index] ?? (kind === 'msqrt' ? 'root' : (roles.at(-1) ?? ''));
}

function glyphsOf(children: EquationTerm['children']): number[] {
  return children.flatMap((child) => (typeof child === 'number' ? [child] : glyphsOf(child.children)));
}

function glyphAt(glyphs: readonly ColoredOutline[], index: number): ColoredOutline {
  const glyph = glyphs[index];
  if (glyph === undefined) throw new RangeError(`an equation has no glyph ${index}`);
  return glyph;
}
