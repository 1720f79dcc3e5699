import { type FillType, Path2D, type PathOp, type StrokeCap, type StrokeJoin } from '@napi-rs/canvas';
import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import svgpath from 'svgpath';
import { Budget } from '../../project/budget.ts';
import { listLimits } from '../../project/field-schemas.ts';
import { clampUnit } from '../../project/numbers.ts';
import { vectorSchema, vectorShapeSchema } from '../../project/object-schemas.ts';
import { writeVectorSvg } from '../../shorthand/kinds/icon/vector-svg.ts';
import { identityMatrix, type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';
import { nonZeroPath } from './non-zero-rule.ts';
import { takeOperation } from './path-work.ts';

/** Length of the longer side in which outlines are cut and strokes become outlines: lines of their curves stay unseen. */
const workingSide = 8192;

/** The least and the greatest length of the longer side of the result; between them it is that of the file. */
const sides = { min: 512, max: 4096 };

const maxShapes = listLimits.get(vectorSchema.shape.shapes)?.max ?? 0;
const maxPathLength = vectorShapeSchema.shape.d.maxLength ?? 0;

/** Contours of one shape that is cut, or that follows the even-odd rule. */
const maxContours = 300;

/** Characters of all outlines: more take longer to draw than a bitmap. */
const maxLength = 500_000;

/** Work of cutting the paths of a file, and of joining their contours; some half a second. */
const maxWork = 100_000;

/** Share of the longer side by which outlines may cross the border of the picture. */
const tolerance = 1 / 2000;

// The library declares these values, but does not export them.
const evenOdd: FillType = 1;
const intersect: PathOp = 1;
const caps: Readonly<Record<string, StrokeCap>> = { butt: 0, round: 1, square: 2 };
const joins: Readonly<Record<string, StrokeJoin>> = { miter: 0, round: 1, bevel: 2 };

/** Why a drawing has to be drawn as a bitmap; ends its reading. */
class Unsupported extends Error {}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The area to which drawing is limited: its outline, or only a rectangle. */
interface Clip {
  readonly bounds: Rectangle;
  readonly path: Path2D;
  readonly isRectangle: boolean;
}

interface DrawnShape {
  readonly d: string;
  fill?: string;
  stroke?: string;
  readonly strokeWidth?: number;
}

/** A group that is open while its children are read. */
interface Group {
  readonly matrix: Matrix;
  readonly opacity: number;
  readonly clips: readonly Clip[];
  /** Number of shapes before the first one of the group. */
  readonly before: number;
}

type Attributes = Readonly<Record<string, string>>;

/** A simple SVG, or what a drawing has that outlines cannot show. */
export type SvgOutlines = { readonly svg: string } | { readonly unsupported: string };

/**
 * Reads a drawing as the library that draws SVG simplifies it: groups and paths, with colours and no styles. Returns the
 * same as an SVG of nothing but outlines in colours, or what it has that outlines cannot show, as `a gradient`.
 */
export function outlinesOf(simplified: string): SvgOutlines {
  try {
    return { svg: new OutlineReader().read(simplified) };
  } catch (error) {
    if (error instanceof Unsupported) return { unsupported: error.message };
    throw error;
  }
}

class OutlineReader {
  readonly #shapes: DrawnShape[] = [];
  readonly #groups: Group[] = [];
  readonly #clips = new Map<string, Clip | undefined>();
  readonly #work = new Budget(maxWork);
  #length = 0;
  /** In the file. */
  #longerSide = 0;
  /** The size of the picture, in working units. */
  #size = { width: 0, height: 0 };
  /** The area that is being collected, and its paths; also for other definitions, which have no id. */
  #definition: { readonly id: string | undefined; readonly path: Path2D; pieces: number } | undefined;
  #depthInDefinitions = 0;

  read(simplified: string): string {
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => this.#open(name, plain(attributes)));
    parser.on('closetag', ({ name }) => this.#close(name));
    parser.write(simplified).close();
    if (this.#shapes.length === 0) throw new Unsupported('nothing that it paints');
    const scale = Math.max(sides.min, Math.min(sides.max, this.#longerSide)) / workingSide;
    return writeVectorSvg({
      width: rounded(this.#size.width * scale),
      height: rounded(this.#size.height * scale),
      shapes: this.#shapes.map(({ d, strokeWidth, ...paints }) => ({
        ...paints,
        d: svgpath(d).scale(scale).round(2).toString(),
        ...(strokeWidth !== undefined && { strokeWidth: rounded(strokeWidth * scale) }),
      })),
    });
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#depthInDefinitions > 0) {
      this.#openDefinition(name, attributes);
      return;
    }
    if (name === 'svg') this.#openPicture(attributes);
    else if (name === 'defs') this.#depthInDefinitions = 1;
    else if (name === 'g') this.#groups.push(this.#groupOf(attributes));
    else if (name === 'path') this.#draw(attributes);
    else throw new Unsupported(name === 'image' ? 'a picture' : `the element ${name}`);
  }

  #close(name: string): void {
    if (this.#depthInDefinitions > 0) {
      this.#depthInDefinitions -= 1;
      if (name === 'clipPath') this.#closeClip();
      return;
    }
    if (name !== 'g') return;
    const group = this.#groups.pop();
    if (group === undefined || group.opacity === 1) return;
    const faded = this.#shapes.slice(group.before);
    if (faded.length > 1) throw new Unsupported('a translucent group');
    for (const shape of faded) {
      if (shape.fill !== undefined) shape.fill = fade(shape.fill, group.opacity);
      if (shape.stroke !== undefined) shape.stroke = fade(shape.stroke, group.opacity);
    }
  }

  #openPicture({ width, height, viewBox = '', preserveAspectRatio = '' }: Attributes): void {
    const size = { width: Number(width), height: Number(height) };
    this.#longerSide = Math.max(size.width, size.height);
    const unit = workingSide / this.#longerSide;
    this.#size = { width: size.width * unit, height: size.height * unit };
    const [left = 0, top = 0, across = size.width, down = size.height] = viewBox.split(' ').map(Number);
    const scales = [this.#size.width / across, this.#size.height / down] as const;
    const isEven = Math.abs(scales[0] / scales[1] - 1) < 1e-4;
    if (!isEven && preserveAspectRatio !== '') throw new Unsupported('preserveAspectRatio');
    const scale = Math.min(...scales);
    const x = (this.#size.width - scale * across) / 2 - scale * left;
    const y = (this.#size.height - scale * down) / 2 - scale * top;
    const path = new Path2D();
    path.rect(0, 0, this.#size.width, this.#size.height);
    const edge = workingSide * tolerance;
    const bounds = {
      left: -edge,
      top: -edge,
      right: this.#size.width + edge,
      bottom: this.#size.height + edge,
    };
    const clips: Clip[] = [{ bounds, path, isRectangle: true }];
    this.#groups.push({ matrix: [scale, 0, 0, scale, x, y], opacity: 1, clips, before: 0 });
  }

  #groupOf(attributes: Attributes): Group {
    const { matrix, clips } = this.#groups.at(-1) ?? { matrix: identityMatrix, clips: [] };
    for (const [name, noun] of [
      ['mask', 'a mask'],
      ['filter', 'a filter'],
      ['style', 'a blend mode'],
    ] as const) {
      if (attributes[name] !== undefined) throw new Unsupported(noun);
    }
    const groupMatrix = multiplyMatrices(matrix, matrixIn(attributes.transform));
    const clip = attributes['clip-path'];
    return {
      matrix: groupMatrix,
      opacity: Number(attributes.opacity ?? 1),
      clips: clip === undefined ? clips : [...clips, this.#clipAt(clip, groupMatrix)],
      before: this.#shapes.length,
    };
  }

  #clipAt(reference: string, matrix: Matrix): Clip {
    const clip = this.#clips.get(/^url\(#(.*)\)$/.exec(reference)?.[1] ?? '');
    if (clip === undefined) throw new Unsupported('a clip path of several parts');
    const path = new Path2D(clip.path).transform(dictionary(matrix));
    const isRectangle = clip.isRectangle && ((matrix[1] === 0 && matrix[2] === 0) || matrix[0] === 0);
    return { bounds: boundsOf(path), path, isRectangle };
  }

  #openDefinition(name: string, attributes: Attributes): void {
    this.#depthInDefinitions += 1;
    if (name === 'clipPath') {
      const isPlain = attributes.transform === undefined && attributes['clip-path'] === undefined;
      const isInUnits = attributes.clipPathUnits !== 'objectBoundingBox';
      this.#definition = {
        id: isPlain && isInUnits ? attributes.id : undefined,
        path: new Path2D(),
        pieces: 0,
      };
      return;
    }
    if (this.#definition === undefined) return;
    this.#definition.pieces += 1;
    const isDrawn = name === 'path' && attributes.visibility === undefined;
    if (!isDrawn || this.#definition.pieces > 1) return;
    const matrix = matrixIn(attributes.transform);
    this.#definition.path.addPath(
      filledOutline(attributes.d ?? '', matrix, attributes['clip-rule'] === 'evenodd', this.#work),
    );
  }

  #closeClip(): void {
    const definition = this.#definition;
    this.#definition = undefined;
    if (definition?.id === undefined) return;
    const { id, path, pieces } = definition;
    const isRectangle = rectanglePattern.test(path.toSVGString());
    this.#clips.set(id, pieces === 1 ? { bounds: boundsOf(path), path, isRectangle } : undefined);
  }

  #draw(attributes: Attributes): void {
    const { matrix, clips } = this.#groups.at(-1) ?? { matrix: identityMatrix, clips: [] };
    if (attributes.visibility !== undefined) return;
    const fill = paintOf(attributes.fill ?? 'none', attributes['fill-opacity']);
    const stroke = paintOf(attributes.stroke ?? 'none', attributes['stroke-opacity']);
    const d = attributes.d ?? '';
    const steps = [
      () => fill !== undefined && this.#fill(d, attributes['fill-rule'] === 'evenodd', fill, matrix, clips),
      () => stroke !== undefined && this.#stroke(d, attributes, stroke, matrix, clips),
    ];
    for (const step of attributes['paint-order'] === undefined ? steps : steps.reverse()) step();
  }

  #fill(d: string, isEvenOdd: boolean, fill: string, matrix: Matrix, clips: readonly Clip[]): void {
    const path = filledOutline(d, matrix, isEvenOdd, this.#work);
    const cut = cutPath(path, clips, this.#work);
    if (cut === undefined) return;
    // Skia writes curves as others, so outlines are kept as they are where they can be.
    const isKept = cut === path && !isEvenOdd;
    this.#add({
      d: isKept
        ? svgpath(d)
            .matrix([...matrix])
            .toString()
        : cut.toSVGString(),
      fill,
    });
  }

  #stroke(d: string, attributes: Attributes, stroke: string, matrix: Matrix, clips: readonly Clip[]): void {
    if (attributes['stroke-dasharray'] !== undefined) throw new Unsupported('a dashed stroke');
    const width = Number(attributes['stroke-width'] ?? 1);
    const cap = attributes['stroke-linecap'] ?? 'butt';
    const join = attributes['stroke-linejoin'] ?? 'miter';
    const [a, b, c, e] = matrix;
    const scale = Math.hypot(a, b);
    const isSimilar =
      Math.abs(a * c + b * e) < 1e-4 * scale * scale && Math.abs(Math.hypot(c, e) / scale - 1) < 1e-4;
    const outline = strokeOutline(d, { width, cap, join, limit: attributes['stroke-miterlimit'] }, matrix);
    const cut = cutPath(outline, clips, this.#work);
    if (cut === undefined) return;
    // Strokes of drawings have round ends and joins.
    const isRound = cap === 'round' && join === 'round' && isSimilar && cut === outline;
    if (isRound)
      this.#add({
        d: svgpath(d)
          .matrix([...matrix])
          .toString(),
        stroke,
        strokeWidth: width * scale,
      });
    else this.#add({ d: cut.toSVGString(), fill: stroke });
  }

  #add(shape: DrawnShape): void {
    if (shape.d === '') return;
    this.#length += shape.d.length;
    const isTooLarge = shape.d.length > maxPathLength || this.#length > maxLength;
    if (isTooLarge) throw new Unsupported('very long outlines');
    if (this.#shapes.length === maxShapes) throw new Unsupported(`more than ${maxShapes} shapes`);
    this.#shapes.push(shape);
  }
}

/** Path data of Skia for one rectangle along the axes. */
const rectanglePattern = /^M(\S+) (\S+)(?:L(\S+) \2L\3 (\S+)L\1 \4|L\1 (\S+)L(\S+) \5L\6 \2)(?:L\1 \2)?Z$/;

function plain(attributes: Readonly<Record<string, string | SaxesAttributePlain>>): Attributes {
  return attributes as Attributes;
}

/** Returns a color in hexadecimal with its opacity; undefined for none, and for one that is not seen. */
function paintOf(paint: string, opacity = '1'): string | undefined {
  if (paint === 'none') return undefined;
  if (!/^#[0-9a-f]{6}$/.test(paint)) throw new Unsupported('a gradient or a pattern');
  const color = fade(paint, Number(opacity));
  return color.endsWith('00') && color.length > 7 ? undefined : color;
}

function fade(color: string, opacity: number): string {
  const alpha = opacity * (color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1);
  const byte = Math.round(255 * clampUnit(alpha));
  return byte === 255 ? color.slice(0, 7) : color.slice(0, 7) + byte.toString(16).padStart(2, '0');
}

function rounded(length: number): number {
  return Number(length.toFixed(3));
}

function matrixIn(transform: string | undefined): Matrix {
  const numbers = /^matrix\((.*)\)$/
    .exec(transform ?? '')?.[1]
    ?.split(' ')
    .map(Number);
  return numbers?.length === 6 ? (numbers as unknown as Matrix) : identityMatrix;
}

function dictionary([a, b, c, d, e, f]: Matrix) {
  return { a, b, c, d, e, f };
}

function boundsOf(path: Path2D): Rectangle {
  const [left, top, right, bottom] = path.computeTightBounds();
  return { left, top, right, bottom };
}

function filledOutline(d: string, matrix: Matrix, isEvenOdd: boolean, work: Budget): Path2D {
  if (d.length > maxPathLength) throw new Unsupported('very long outlines');
  const path = new Path2D(d).transform(dictionary(matrix));
  if (!isEvenOdd) return path;
  path.setFillType(evenOdd);
  return nonZero(path, work);
}

function nonZero(path: Path2D, work: Budget): Path2D {
  if (!takeOperation(work, path)) throw new Unsupported('lines that cross very often');
  const converted = nonZeroPath(path, work, maxContours);
  if (converted === undefined) throw new Unsupported('very many outlines in one shape');
  return converted;
}

interface StrokeStyle {
  readonly width: number;
  readonly cap: string;
  readonly join: string;
  readonly limit: string | undefined;
}

/** Returns the outline of a stroke, which may be distorted by the matrix. */
function strokeOutline(d: string, { width, cap, join, limit }: StrokeStyle, matrix: Matrix): Path2D {
  if (d.length > maxPathLength) throw new Unsupported('very long outlines');
  const [a, b, c, e, x, y] = matrix;
  // Before the distortion, but as large as after it, because curves become lines at this size.
  const scale = Math.sqrt(Math.abs(a * e - b * c)) || 1;
  const outline = new Path2D(d).transform(dictionary([scale, 0, 0, scale, 0, 0])).stroke({
    width: width * scale,
    cap: caps[cap] ?? 0,
    join: joins[join] ?? 0,
    miterLimit: Number(limit ?? 4),
  });
  return outline.transform(dictionary([a / scale, b / scale, c / scale, e / scale, x, y]));
}

/** Cuts a path to the areas around it. Returns the path itself if all of it is inside, undefined if nothing is. */
function cutPath(path: Path2D, clips: readonly Clip[], work: Budget): Path2D | undefined {
  let cut = path;
  for (const clip of clips) {
    const { left, top, right, bottom } = boundsOf(cut);
    const { bounds } = clip;
    const isOutside =
      right <= bounds.left || left >= bounds.right || bottom <= bounds.top || top >= bounds.bottom;
    if (isOutside) return undefined;
    const isInside =
      left >= bounds.left && top >= bounds.top && right <= bounds.right && bottom <= bounds.bottom;
    if (clip.isRectangle && isInside) continue;
    if (!takeOperation(work, cut, clip.path)) throw new Unsupported('lines that cross very often');
    // The result follows the other rule.
    cut = nonZero(new Path2D(cut).op(clip.path, intersect), work);
  }
  return cut;
}
