import { identityMatrix, type Matrix, multiplyMatrices } from '../../timeline/matrix.ts';
import { type Outline, OutlineBuilder } from '../outline.ts';

const numberPattern = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/giy;
const separatorPattern = /[\s,]*/y;

/** Parses a list of numbers such as `0 -750.5,1e3-2`. Throws on anything else. */
export function parseNumbers(text: string): number[] {
  const numbers: number[] = [];
  let at = skipSeparators(text, 0);
  while (at < text.length) {
    numberPattern.lastIndex = at;
    const match = numberPattern.exec(text);
    if (match === null) throw new SyntaxError(`not a number in SVG: ${text.slice(at, at + 20)}`);
    numbers.push(Number(match[0]));
    at = skipSeparators(text, numberPattern.lastIndex);
  }
  return numbers;
}

function skipSeparators(text: string, at: number): number {
  separatorPattern.lastIndex = at;
  separatorPattern.exec(text);
  return separatorPattern.lastIndex;
}

/** Parses a `transform` attribute of translate, scale, rotate and matrix. Throws on any other function. */
export function parseTransform(text: string): Matrix {
  let matrix = identityMatrix;
  for (const [whole, name, parameters] of text.matchAll(/([a-z]+)\s*\(([^)]*)\)/gi)) {
    const [a, b, c, d, e, f] = parseNumbers(parameters ?? '');
    if (name === 'translate' && a !== undefined) {
      matrix = multiplyMatrices(matrix, [1, 0, 0, 1, a, b ?? 0]);
    } else if (name === 'scale' && a !== undefined) {
      matrix = multiplyMatrices(matrix, [a, 0, 0, b ?? a, 0, 0]);
    } else if (name === 'rotate' && a !== undefined) {
      matrix = multiplyMatrices(matrix, rotation(a, b ?? 0, c ?? 0));
    } else if (
      name === 'matrix' &&
      a !== undefined &&
      b !== undefined &&
      c !== undefined &&
      d !== undefined &&
      e !== undefined &&
      f !== undefined
    ) {
      matrix = multiplyMatrices(matrix, [a, b, c, d, e, f]);
    } else {
      throw new SyntaxError(`unknown transform in SVG: ${whole}`);
    }
  }
  return matrix;
}

function rotation(degrees: number, centreX: number, centreY: number): Matrix {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const x = centreX - centreX * cos + centreY * sin;
  const y = centreY - centreX * sin - centreY * cos;
  return [cos, sin, -sin, cos, x, y];
}

const parameterCounts: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  Z: 0,
};

/**
 * Parses SVG path data of M, L, H, V, C, S, Q, T and Z in both cases (no arcs). Quadratic curves become cubic curves of
 * the same shape. Throws on anything else.
 */
export function parsePath(data: string): Outline {
  const pen = new PathPen();
  const commands = data.matchAll(/([a-z])([^a-df-z]*)/gi);
  let read = data.length - data.trimStart().length;
  for (const [whole, letter = '', parameters = ''] of commands) {
    read += whole.length;
    const command = letter.toUpperCase();
    const count = parameterCounts[command];
    const numbers = parseNumbers(parameters);
    const complete =
      count === 0 ? numbers.length === 0 : numbers.length > 0 && numbers.length % (count ?? 0) === 0;
    if (count === undefined || !complete)
      throw new SyntaxError(`not path data in SVG: ${whole.slice(0, 40)}`);
    if (count === 0) pen.close();
    for (let at = 0; at < numbers.length; at += count) {
      // Further points after a move are lines.
      const repeated = command === 'M' && at > 0 ? 'L' : command;
      pen.draw(repeated, letter !== command, numbers.slice(at, at + count));
    }
  }
  if (read !== data.length) throw new SyntaxError(`not path data in SVG: ${data.slice(0, 40)}`);
  return pen.outline();
}

class PathPen {
  readonly #builder = new OutlineBuilder();
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  /** The last control point, mirrored by the smooth commands that continue the same kind of curve. */
  #controlX = 0;
  #controlY = 0;
  #previous = '';

  draw(command: string, relative: boolean, numbers: readonly number[]): void {
    const originX = relative ? this.#x : 0;
    const originY = relative ? this.#y : 0;
    const points = numbers.map((value, index) => value + (index % 2 === 0 ? originX : originY));
    const [p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0] = points;
    if (command === 'M') this.#move(p0, p1);
    else if (command === 'L') this.#line(p0, p1);
    else if (command === 'H') this.#line(p0, this.#y);
    else if (command === 'V') this.#line(this.#x, (numbers[0] ?? 0) + originY);
    else if (command === 'C') this.#cubic(p0, p1, p2, p3, p4, p5);
    else if (command === 'S') this.#cubic(...this.#mirrored('CS'), p0, p1, p2, p3);
    else if (command === 'Q') this.#quadratic(p0, p1, p2, p3);
    else this.#quadratic(...this.#mirrored('QT'), p0, p1);
    this.#previous = command;
  }

  close(): void {
    this.#builder.close();
    this.#x = this.#startX;
    this.#y = this.#startY;
    this.#previous = 'Z';
  }

  outline(): Outline {
    return this.#builder.build();
  }

  #mirrored(kinds: string): [x: number, y: number] {
    if (this.#previous === '' || !kinds.includes(this.#previous)) return [this.#x, this.#y];
    return [2 * this.#x - this.#controlX, 2 * this.#y - this.#controlY];
  }

  #move(x: number, y: number): void {
    this.#builder.moveTo(x, y);
    this.#startX = x;
    this.#startY = y;
    this.#moveOn(x, y);
  }

  #line(x: number, y: number): void {
    this.#builder.lineTo(x, y);
    this.#moveOn(x, y);
  }

  #cubic(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void {
    this.#builder.curveTo(c1x, c1y, c2x, c2y, x, y);
    this.#moveOn(x, y);
    this.#controlX = c2x;
    this.#controlY = c2y;
  }

  #quadratic(cx: number, cy: number, x: number, y: number): void {
    const thirdOf = (from: number, to: number) => from + (2 / 3) * (to - from);
    this.#builder.curveTo(thirdOf(this.#x, cx), thirdOf(this.#y, cy), thirdOf(x, cx), thirdOf(y, cy), x, y);
    this.#moveOn(x, y);
    this.#controlX = cx;
    this.#controlY = cy;
  }

  #moveOn(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
  }
}
