import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { Color } from '../../timeline/color.ts';
import { identityMatrix, type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';
import { emptyOutline, type Outline, transformOutline } from '../outline.ts';
import { ellipse, rectangle, roundedRectangle } from '../shapes.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { EquationGlyph, EquationLayout, EquationMark } from './equation-layout.ts';
import { isSvgText, type SvgElement, type TypesetFormula } from './mathjax-bundle.ts';
import { type ClipRectangle, clipOutline } from './outline-clip.ts';
import { closeContours, frameOutline, lineOutline } from './outline-geometry.ts';
import { strokeOutline } from './stroke-outline.ts';
import { parseNumbers, parsePath, parseTransform } from './svg-syntax.ts';
import { texColor } from './tex-color.ts';

const require = createRequire(import.meta.url);

/** Thickness of table rules in MathJax's style sheet, in MathJax's units. */
const styleSheetThickness = 70;

const unitsPerEm = 1000;

/** A shape in its own coordinates, and a key that equal shapes share. */
interface Shape {
  readonly key: string;
  readonly outline: Outline;
}

/** Size of the nearest SVG element's user space, which percentages refer to. */
interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** Placement of an element. */
interface Place {
  /** From the element's user space to em, or to the user space of `cut` if there is one. */
  readonly matrix: Matrix;
  readonly viewport: Viewport;
  /** Clips everything outside the rectangle. `matrix` leads from the rectangle's user space to em. */
  readonly cut: { readonly rectangle: ClipRectangle; readonly matrix: Matrix } | null;
  /** Null for the colour of the equation. */
  readonly color: Color | null;
  /** Undefined outside of spans. */
  readonly span?: number | undefined;
  /** Undefined outside of marked pieces. */
  readonly mark?: EquationMark | undefined;
}

/** A term while its children are added. */
interface GrowingTerm {
  readonly kind: string;
  readonly children: (GrowingTerm | number)[];
}

/**
 * Maximum number of coordinates and key characters of cached outlines, about 32 MB. The entire font needs less than
 * half.
 */
const keptOutlineWeight = 4_000_000;

/** Outlines by what they are made of, each made by the context of its first use. */
export type OutlineCache = LRUCache<string, Outline, () => Outline>;

/** Returns an empty cache of outlines, so that equal shapes of several equations share one. */
export function createOutlineCache(): OutlineCache {
  return new LRUCache({
    maxSize: keptOutlineWeight,
    sizeCalculation: ({ points }, key) => points.length + key.length,
    memoMethod: (_key, _stale, { context: make }) => make(),
  });
}

/**
 * Turns MathJax's SVG tree into outlines, in the tree's order. It supports only the SVG that MathJax emits for TeX:
 * groups, paths, rules, table lines, text, and nested SVG elements for stretched delimiters and tables.
 */
export class SvgFlattener {
  /** Characters of the drawn texts that no font has, in order of appearance. */
  readonly missing = new Set<string>();
  readonly #outlines: OutlineCache;
  readonly #texts: ReadonlyMap<string, TextLayout>;
  readonly #glyphs: EquationGlyph[] = [];
  #term: GrowingTerm = { kind: 'math', children: [] };
  #pieceCount = 0;

  /** `texts` holds the layout of every text. */
  constructor(outlines: OutlineCache, texts: ReadonlyMap<string, TextLayout>) {
    this.#outlines = outlines;
    this.#texts = texts;
  }

  /**
   * Returns the formula's glyphs in em, y down, with its box centred on the origin. Throws an UnknownColorError for an
   * unknown colour.
   */
  flatten({
    svg,
    width,
    height,
    depth,
    pixelsPerEm,
  }: TypesetFormula): Pick<EquationLayout, 'glyphs' | 'root'> {
    const perEm = pixelsPerEm ?? unitsPerEm;
    const scale = 1 / perEm;
    const top = pixelsPerEm === null ? height : 0;
    this.#children(svg, {
      matrix: [scale, 0, 0, scale, -width / 2, top - (height + depth) / 2],
      viewport: { width: width * perEm, height: (height + depth) * perEm },
      cut: null,
      color: null,
    });
    return { glyphs: this.#glyphs, root: this.#term };
  }

  #children(element: SvgElement, place: Place): void {
    const kind = attribute(element, 'data-mml-node');
    const outer = this.#term;
    if (kind !== '') {
      this.#term = { kind, children: [] };
      outer.children.push(this.#term);
    }
    for (const child of element.children) {
      if (isSvgText(child) || attribute(child, 'data-hitbox') !== '') continue;
      // MathJax draws a \rule as a space with a black background.
      const isRule = kind === 'mspace' && attribute(child, 'data-bgcolor') !== '';
      const painted = isRule ? place : withColor(place, attribute(child, 'fill'));
      this.#element(child, this.#withMark(withSpan(painted, child), child));
    }
    this.#term = outer;
  }

  /** Elements outside of marked pieces are in that of their parent. */
  #withMark(place: Place, element: SvgElement): Place {
    const name = attribute(element, 'data-mark');
    return name === '' ? place : { ...place, mark: { name, piece: this.#pieceCount++ } };
  }

  #element(element: SvgElement, parent: Place): void {
    const transform = attribute(element, 'transform');
    const matrix =
      transform === '' ? parent.matrix : multiplyMatrices(parent.matrix, parseTransform(transform));
    const inherited = { ...parent, matrix };
    if (element.kind === 'g' || element.kind === 'a') this.#children(element, inherited);
    else if (element.kind === 'svg') this.#children(element, nestedPlace(element, inherited));
    else if (element.kind === 'path') this.#path(element, inherited);
    else if (element.kind === 'ellipse') this.#ellipse(element, inherited);
    else if (element.kind === 'rect') this.#rectangle(element, inherited);
    else if (element.kind === 'line') this.#line(element, inherited);
    else if (element.kind === 'polygon') this.#polygon(element, inherited);
    else if (element.kind === 'text') this.#text(element, inherited);
  }

  #path(element: SvgElement, place: Place): void {
    const data = attribute(element, 'd');
    if (attribute(element, 'fill') !== 'none') {
      this.#add(pathShape(data, this.#outlines), place, attribute(element, 'data-c'));
    } else {
      this.#stroke({ key: data, outline: parsePath(withoutArcs(data)) }, place, element);
    }
  }

  #ellipse(element: SvgElement, place: Place): void {
    const [width, height] = [2 * numberOf(element, 'rx'), 2 * numberOf(element, 'ry')];
    const centre = shifted(place, numberOf(element, 'cx'), numberOf(element, 'cy'));
    this.#stroke({ key: `ellipse ${width} ${height}`, outline: ellipse(width, height) }, centre, element);
  }

  #stroke({ key, outline }: Shape, place: Place, element: SvgElement): void {
    const { thickness } = penOf(element);
    const strokeKey = `stroke ${thickness} ${key}`;
    const stroke = this.#shared(strokeKey, () => strokeOutline(outline, thickness));
    this.#add({ key: strokeKey, outline: stroke }, place);
  }

  #rectangle(element: SvgElement, place: Place): void {
    const width = numberOf(element, 'width');
    const height = numberOf(element, 'height');
    const corner = shifted(place, numberOf(element, 'x'), numberOf(element, 'y'));
    if (attribute(element, 'data-frame') === '' && attribute(element, 'fill') !== 'none') {
      if (width > 0 && height > 0) this.#add(rectangleShape(width, height), corner);
      return;
    }
    const { thickness, dash, period } = penOf(element);
    const radius = numberOf(element, 'rx');
    if (radius > 0) {
      const outline = roundedRectangle(width, height, radius);
      const middle = shifted(corner, width / 2, height / 2);
      this.#stroke({ key: `round ${width} ${height} ${radius}`, outline }, middle, element);
      return;
    }
    if (period === 0) {
      const outline = frameOutline(width, height, thickness);
      this.#add({ key: `frame ${width} ${height} ${thickness}`, outline }, corner);
      return;
    }
    this.#rule(corner, width, 0, thickness, dash, period);
    this.#rule(shifted(corner, width, 0), 0, height, thickness, dash, period);
    this.#rule(shifted(corner, 0, height), width, 0, thickness, dash, period);
    this.#rule(corner, 0, height, thickness, dash, period);
  }

  #line(element: SvgElement, place: Place): void {
    const x = numberOf(element, 'x1');
    const y = numberOf(element, 'y1');
    const { thickness, dash, period } = penOf(element);
    const start = shifted(place, x, y);
    this.#rule(start, numberOf(element, 'x2') - x, numberOf(element, 'y2') - y, thickness, dash, period);
  }

  #rule(start: Place, dx: number, dy: number, thickness: number, dash: number, period: number): void {
    const run = Math.hypot(dx, dy);
    if (run === 0) return;
    const along = lineOutline(run, thickness, dash, period);
    const [cos, sin] = [dx / run, dy / run];
    const outline = transformOutline(along, [cos, sin, -sin, cos, 0, 0]);
    this.#add({ key: `line ${dx} ${dy} ${thickness} ${dash} ${period}`, outline }, start);
  }

  #polygon(element: SvgElement, place: Place): void {
    const points = parseNumbers(attribute(element, 'points'));
    const verbs = points.length < 4 ? '' : `M${'L'.repeat(points.length / 2 - 1)}Z`;
    this.#add({ key: `polygon ${points.join(' ')}`, outline: { verbs, points } }, place);
  }

  #text(element: SvgElement, place: Place): void {
    const fontSize = numberOf(element, 'font-size');
    const layout = this.#texts.get(textOf(element));
    for (const character of layout?.missing ?? []) this.missing.add(character);
    const line = layout?.lines[0];
    if (line === undefined) return;
    for (const { outline, x, y } of line.glyphs) {
      if (outline.verbs === '') continue;
      const matrix = multiplyMatrices(place.matrix, [fontSize, 0, 0, fontSize, x * fontSize, y * fontSize]);
      this.#push({ outline, matrix, color: place.color, symbol: textOf(element) }, place);
    }
  }

  /** Adds a shape that is in the place's user space. */
  #add(shape: Shape, place: Place, symbol = 'rule'): void {
    const { cut, matrix } = place;
    if (cut === null) this.#addWhole(shape, matrix, place, symbol);
    else this.#addWhole(this.#clipped(shape, matrix, cut.rectangle), cut.matrix, place, symbol);
  }

  #clipped(shape: Shape, matrix: Matrix, rectangle: ClipRectangle): Shape {
    const { left, top, right, bottom } = rectangle;
    const key = `${left} ${top} ${right} ${bottom} ${matrix.join(' ')} ${shape.key}`;
    const outline = this.#shared(key, () => clipOutline(transformOutline(shape.outline, matrix), rectangle));
    return { key, outline };
  }

  /**
   * Keeps only translation and size in the matrix and applies mirroring and stretching to the outline, so that lengths
   * along the outline are proportional to visible lengths.
   */
  #addWhole(shape: Shape, matrix: Matrix, place: Place, symbol: string): void {
    if (shape.outline.verbs === '') return;
    const [a, b, c, d, e, f] = matrix;
    if (!matrix.every(Number.isFinite)) throw new RangeError('a length in the formula is out of range');
    const mirroredOnly = b === 0 && c === 0 && a > 0 && d === -a;
    const shapeMatrix: Matrix = mirroredOnly
      ? [1 / unitsPerEm, 0, 0, -1 / unitsPerEm, 0, 0]
      : [a, b, c, d, 0, 0];
    const key = `${mirroredOnly ? '' : shapeMatrix.join(' ')} ${shape.key}`;
    const outline = this.#shared(key, () => transformOutline(shape.outline, shapeMatrix));
    const size = mirroredOnly ? a * unitsPerEm : 1;
    this.#push({ outline, matrix: [size, 0, 0, size, e, f], color: place.color, symbol }, place);
  }

  #push(glyph: EquationGlyph, { span, mark }: Place): void {
    this.#term.children.push(this.#glyphs.length);
    this.#glyphs.push({ ...glyph, ...(span !== undefined && { span }), ...(mark !== undefined && { mark }) });
  }

  #shared(key: string, make: () => Outline): Outline {
    return this.#outlines.memo(key, { context: make });
  }
}

function attribute(element: SvgElement, name: string): string {
  const value = element.attributes[name];
  return value === undefined || value === null ? '' : String(value);
}

/** Returns the number at the start of an attribute; 0 if there is none. */
function numberOf(element: SvgElement, name: string): number {
  const text = attribute(element, name).replace(/px$/, '');
  return parseNumbers(text)[0] ?? 0;
}

function textOf(element: SvgElement): string {
  return element.children.map((child) => (isSvgText(child) ? child.value : '')).join('');
}

function pathShape(data: string, outlines: OutlineCache): Shape {
  if (data === '') return { key: '', outline: emptyOutline };
  return { key: data, outline: outlines.memo(data, { context: () => closeContours(parsePath(data)) }) };
}

/** Only the sign of a long division has arcs. */
function withoutArcs(data: string): string {
  if (!/a/i.test(data)) return data;
  const svgpath: typeof import('svgpath') = require('svgpath');
  return svgpath(data).unarc().toString();
}

/** Elements without a colour have that of their parent, or of the equation. */
function withColor(place: Place, fill: string): Place {
  return fill === '' || fill === 'none' || fill === 'currentColor'
    ? place
    : { ...place, color: texColor(fill) };
}

/** Elements outside of spans are in that of their parent. */
function withSpan(place: Place, element: SvgElement): Place {
  const span = attribute(element, 'data-span');
  return span === '' ? place : { ...place, span: Number(span) };
}

function rectangleShape(width: number, height: number): Shape {
  return { key: `rectangle ${width} ${height}`, outline: rectangle(0, 0, width, height) };
}

function shifted(place: Place, x: number, y: number): Place {
  return { ...place, matrix: multiplyMatrices(place.matrix, [1, 0, 0, 1, x, y]) };
}

/** Style of a line or frame. A period of 0 means solid, a dash of 0 means round dots. */
function penOf(element: SvgElement): { thickness: number; dash: number; period: number } {
  const styled = /stroke-width:\s*([\d.]+)/.exec(attribute(element, 'style'))?.[1];
  const given =
    Number(styled ?? 0) || numberOf(element, 'stroke-width') || numberOf(element, 'stroke-thickness');
  const thickness = given || styleSheetThickness;
  const style = attribute(element, 'class');
  if (style.includes('mjx-dotted')) return { thickness, dash: 0, period: 2 * thickness };
  if (style.includes('mjx-dashed')) return { thickness, dash: 2 * thickness, period: 4 * thickness };
  const [dash = 0, gap = dash] = parseNumbers(attribute(element, 'stroke-dasharray'));
  return { thickness, dash, period: dash + gap };
}

/**
 * Returns the placement of a nested SVG element's content, by SVG's rules for x, y, width, height, viewBox and
 * preserveAspectRatio. An element with a width is a piece of a stretched delimiter and clips its content; one without
 * holds a table and does not clip.
 */
function nestedPlace(element: SvgElement, { matrix, viewport, color, span, mark }: Place): Place {
  const sized = attribute(element, 'width') !== '';
  const width = sized ? numberOf(element, 'width') : viewport.width;
  const height = sized ? numberOf(element, 'height') : viewport.height;
  const [left = 0, top = 0, boxWidth = width, boxHeight = height] = parseNumbers(
    attribute(element, 'viewBox'),
  );
  const fitting = Math.min(width / boxWidth, height / boxHeight);
  const scale = fitting > 0 && fitting < Infinity ? fitting : 1;
  const spare = width - boxWidth * scale;
  const aspect = attribute(element, 'preserveAspectRatio');
  const x =
    numberOf(element, 'x') + (aspect.startsWith('xMin') ? 0 : aspect.startsWith('xMax') ? spare : spare / 2);
  const y = numberOf(element, 'y') + (height - boxHeight * scale) / 2;
  const inside = multiplyMatrices(matrix, [scale, 0, 0, scale, x - left * scale, y - top * scale]);
  const rectangle = { left, top, right: left + boxWidth, bottom: top + boxHeight };
  const inner = { width: boxWidth, height: boxHeight };
  return sized
    ? { matrix: identityMatrix, viewport: inner, cut: { rectangle, matrix: inside }, color, span, mark }
    : { matrix: inside, viewport: inner, cut: null, color, span, mark };
}
