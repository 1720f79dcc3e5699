import { hexColor } from '../language/css-colors.ts';
import { colorSchema } from '../project/field-schemas.ts';
import { rounded } from '../project/numbers.ts';
import { showValue } from '../project/problem-text.ts';
import { maxGradientStops, maxShadowBlur, maxShadows } from '../project/properties/values.ts';
import { failure, type Result, success } from '../project/result.ts';
import type { GradientField, ShadowField } from '../project/schema.ts';

/** Reads a color by name or in CSS; undefined if it is none. */
export type ReadColor = (text: string) => string | undefined;

/** Whether a text is meant as a gradient. */
export function isGradient(value: unknown): value is string {
  return typeof value === 'string' && /^\s*[a-z-]*-gradient\(/i.test(value);
}

/** Splits at commas, or at spaces, outside of brackets. */
function split(text: string, separator: ',' | ' '): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    const isEnd = depth === 0 && (separator === ',' ? character === ',' : /\s/.test(character));
    if (!isEnd) {
      part += character;
      continue;
    }
    parts.push(part.trim());
    part = '';
  }
  parts.push(part.trim());
  return separator === ' ' ? parts.filter((one) => one !== '') : parts;
}

const sides: Readonly<Record<string, number>> = { top: 0, right: 90, bottom: 180, left: 270 };
const angleUnits: Readonly<Record<string, number>> = { deg: 1, turn: 360, rad: 180 / Math.PI, grad: 0.9 };

/**
 * Reads a gradient of CSS. Lengths are shares, because the size of the box is not known. Fails with the rest of a
 * sentence.
 */
export function readCssGradient(text: string, readColor: ReadColor = cssColor): Result<GradientField> {
  const written = /^\s*(linear|radial)-gradient\(([\s\S]*)\)\s*$/i.exec(text);
  if (written === null)
    return failure(`must be linear-gradient(…) or radial-gradient(…), as in CSS, but is ${showValue(text)}`);
  const type = written[1]?.toLowerCase() === 'linear' ? 'linear' : 'radial';
  const parts = split(written[2] ?? '', ',');
  const line = type === 'linear' ? readAngle(parts[0] ?? '') : readShape(parts[0] ?? '');
  if (!line.ok) return line;
  if (line.value !== null) parts.shift();
  const stops = readStops(parts, readColor);
  if (!stops.ok) return stops;
  return success({ type, ...line.value, stops: stops.value });
}

/** Reads the direction of a linear gradient; null if the first part is a stop. */
function readAngle(part: string): Result<{ angle: number } | null> {
  const angle = /^([+-]?[\d.]+)(deg|turn|rad|grad)$/i.exec(part);
  if (angle) {
    const degrees = Number(angle[1]) * (angleUnits[String(angle[2]).toLowerCase()] ?? 1);
    return Number.isFinite(degrees) ? success({ angle: rounded(degrees, 4) }) : failure(notRead(part));
  }
  if (/^[+-]?[\d.]/.test(part)) return failure(notRead(part));
  if (!/^to\s/i.test(part)) return success(null);
  const words = part.toLowerCase().split(/\s+/).slice(1);
  const turns = words.map((word) => ownValue(sides, word));
  const [first, second] = turns;
  if (first !== undefined && words.length === 1) return success({ angle: first });
  const isCorner =
    first !== undefined && second !== undefined && words.length === 2 && (first + second) % 180 !== 0;
  if (!isCorner) return failure(notRead(part));
  // The angle of a corner depends on the box; that of a square is the nearest.
  const mean = Math.abs(first - second) === 270 ? 315 : (first + second) / 2;
  return success({ angle: mean });
}

type Shape = Pick<GradientField, 'shape' | 'center' | 'radius'>;

/** Reads the shape and the center of a radial gradient; null if the first part is a stop. */
function readShape(part: string): Result<Shape | null> {
  const shaped =
    /^(?:(circle|ellipse)\b\s*)?(farthest-corner\b|[\d.]+%)?\s*(?:at\s+(\S+)(?:\s+(\S+))?)?$/i.exec(part);
  if (part === '' || !shaped) {
    return /^(circle|ellipse|closest|farthest|at)\b/i.test(part) ? failure(notRead(part)) : success(null);
  }
  const [, shape, size, across, down] = shaped;
  const result: Shape = {};
  if (shape?.toLowerCase() === 'circle') result.shape = 'circle';
  if (size?.endsWith('%')) result.radius = Number(size.slice(0, -1)) / 100;
  if (across !== undefined) {
    const center = centerOf(across, down);
    if (center === undefined) return failure(notRead(part));
    result.center = center;
  }
  return success(result);
}

function centerOf(across: string, down: string | undefined): [number, number] | undefined {
  const isSwapped = /^(top|bottom)$/i.test(across) || /^(left|right)$/i.test(down ?? '');
  const [horizontal, vertical] = isSwapped ? [down ?? 'center', across] : [across, down ?? 'center'];
  const x = shareOf(horizontal, { left: 0, center: 0.5, right: 1 });
  const y = shareOf(vertical, { top: 0, center: 0.5, bottom: 1 });
  return x === undefined || y === undefined ? undefined : [x, y];
}

function shareOf(text: string, words: Readonly<Record<string, number>>): number | undefined {
  if (/^-?[\d.]+%$/.test(text)) return rounded(Number(text.slice(0, -1)) / 100, 4);
  return ownValue(words, text.toLowerCase());
}

function ownValue(values: Readonly<Record<string, number>>, word: string): number | undefined {
  return Object.hasOwn(values, word) ? values[word] : undefined;
}

function readStops(parts: readonly string[], readColor: ReadColor): Result<GradientField['stops']> {
  const read: { color: string; offset: number | undefined }[] = [];
  for (const part of parts) {
    const words = split(part, ' ');
    const shares = words
      .slice(1)
      .map((word) => (/^-?[\d.]+%$/.test(word) ? Number(word.slice(0, -1)) / 100 : undefined));
    const color = readColor(words[0] ?? '');
    if (color === undefined) return failure(`has a stop without a color: ${showValue(part)}`);
    if (shares.length > 2 || shares.some((share) => share === undefined || !(share >= 0 && share <= 1)))
      return failure(`has a stop whose place is no share from 0% to 100%: ${showValue(part)}`);
    if (shares.length === 0) read.push({ color, offset: undefined });
    for (const offset of shares) read.push({ color, offset });
  }
  if (read.length < 2 || read.length > maxGradientStops)
    return failure(`must have 2 to ${maxGradientStops} colors, but has ${read.length}`);
  return success(spread(read));
}

/** Gives stops without a place theirs: the first and the last one at the ends, others evenly between neighbours. */
function spread(stops: readonly { color: string; offset: number | undefined }[]): GradientField['stops'] {
  const offsets = stops.map(({ offset }) => offset);
  offsets[0] ??= 0;
  offsets[offsets.length - 1] ??= 1;
  for (const [index, offset] of offsets.entries()) {
    if (offset !== undefined) continue;
    const next = offsets.findIndex((one, at) => at > index && one !== undefined);
    const before = offsets[index - 1] ?? 0;
    offsets[index] = before + (Math.max(before, offsets[next] ?? 1) - before) / (next - index + 1);
  }
  return stops.map(({ color }, index) => [rounded(offsets[index] ?? 0, 4), color]);
}

/** The shadows that have a name, as shares of the frame's shorter side, from a small card to one that floats. */
const namedShadows: Readonly<Record<string, readonly Omit<ShadowField, 'x'>[]>> = {
  soft: [
    { y: 0.002, blur: 0.006, color: '#0000001f' },
    { y: 0.008, blur: 0.026, color: '#00000024' },
  ],
  medium: [
    { y: 0.004, blur: 0.011, color: '#00000026' },
    { y: 0.015, blur: 0.048, color: '#00000038' },
  ],
  strong: [
    { y: 0.006, blur: 0.017, color: '#00000033' },
    { y: 0.028, blur: 0.085, color: '#00000059' },
  ],
};

/**
 * Reads shadows as in CSS, or by a name: `soft`, `medium` or `strong`, whose size follows that of the frame. Fails with
 * the rest of a sentence.
 */
export function readCssShadows(
  text: string,
  shorterSide: number,
  readColor: ReadColor = cssColor,
): Result<ShadowField[]> {
  const word = text.trim().toLowerCase();
  if (word === 'none') return success([]);
  const named = Object.hasOwn(namedShadows, word) ? namedShadows[word] : undefined;
  if (named) {
    const scaled = (share: number) => rounded(share * shorterSide, 1);
    return success(named.map(({ y, blur, color }) => ({ x: 0, y: scaled(y), blur: scaled(blur), color })));
  }
  const parts = split(text, ',');
  if (parts.length > maxShadows) return failure(`has ${parts.length} shadows; write at most ${maxShadows}`);
  const shadows: ShadowField[] = [];
  for (const part of parts) {
    const shadow = readShadow(part, readColor);
    if (!shadow.ok) return shadow;
    shadows.push(shadow.value);
  }
  return success(shadows);
}

function readShadow(part: string, readColor: ReadColor): Result<ShadowField> {
  const words = split(part, ' ');
  const lengths = words
    .filter((word) => /^[+-]?(\d+\.?\d*|\.\d+)(px)?$/i.test(word))
    .map((word) => Number.parseFloat(word));
  const others = words.filter((word) => !/^[+-]?(\d+\.?\d*|\.\d+)(px)?$/i.test(word));
  const [x, y, blur = 0, spreadBy = 0] = lengths;
  const color =
    others.length === 1 ? readColor(others[0] ?? '') : others.length === 0 ? '#000000' : undefined;
  const isRead = x !== undefined && y !== undefined && lengths.length <= 4 && color !== undefined;
  if (!isRead)
    return failure(
      `must be soft, medium, strong, none, or x, y, blur and a color as in CSS, such as "0 12px 40px #0006", but is ${showValue(part)}`,
    );
  if (spreadBy !== 0) return failure(`has a spread, which does not exist; leave the fourth length out`);
  if (!(blur >= 0 && blur <= maxShadowBlur && Math.abs(x) <= 100_000 && Math.abs(y) <= 100_000))
    return failure(
      `must have a blur from 0 to ${maxShadowBlur} and an offset of at most 100000, but is ${showValue(part)}`,
    );
  return success({ x, y, blur, color });
}

function cssColor(text: string): string | undefined {
  const color = hexColor(text);
  return colorSchema.safeParse(color).success ? color : undefined;
}

/** Returns the color between those of a gradient, for letters on it and for readers that show one color. */
export function middleColor({ stops }: GradientField): string {
  const visible = stops.map(([, color]) => hexColor(color)).filter((color) => color.startsWith('#'));
  if (visible.length === 0) return 'transparent';
  const channels = visible.map((color) => {
    const digits = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);
    return [0, 2, 4, 6].map((at) => Number.parseInt(digits.slice(at, at + 2) || 'ff', 16));
  });
  const mean = [0, 1, 2, 3].map((channel) =>
    Math.round(channels.reduce((sum, one) => sum + (one[channel] ?? 255), 0) / channels.length),
  );
  const hex = Buffer.from(mean).toString('hex');
  return `#${hex.endsWith('ff') ? hex.slice(0, 6) : hex}`;
}

function notRead(part: string): string {
  return `has ${showValue(part)}, which is not understood; write an angle such as 90deg, or "circle at 30% 40%"`;
}
