import { familyNames } from '../../language/font-families.ts';
import { hasLetters, isLine } from '../../language/kinds.ts';
import { readMilliseconds } from '../../language/written-times.ts';
import type { Fix, JsonValue } from '../../project/problem.ts';
import { type Holder, plainName } from './field-meanings.ts';

/** Shorter times are probably in seconds: nobody can see 20 milliseconds. */
export const minMs = 20;

/** Fields that are times in milliseconds. */
export const timeFields: ReadonlySet<string> = new Set(['start', 'duration', 'stagger', 'offset', 'enter']);

/** Names whose values have another unit than those of the intended field, and therefore cannot be kept. */
const otherMeasures =
  /^(left|right|top|bottom|translate[xy]|offset[xy]|d[xy]|origin[xy]|pivot[xy]|skewx?|end|trimafter|hold|transparency|index|depth)$/;

/** The meaning of an unknown field, in fields of the same object. */
export interface Meant {
  /** The known fields, in the words of a message. */
  readonly fields: string;
  /** Their values; null if the value of the unknown field cannot be converted. */
  readonly values: Fix | null;
  /** A note on the values. */
  readonly note?: string;
}

const both = (one: string, other: string, values: Fix | null): Meant => ({
  fields: `${one} and ${other}`,
  values,
});

/** Returns the meaning of a field of a state that depends on its kind of object, or that takes two fields. */
function meantInState(name: string, value: unknown, kind: unknown): Meant | null {
  const number = toNumber(value);
  const equal = (one: string, other: string, length: number | null) =>
    both(one, other, length === null ? null : { [one]: length, [other]: length });
  const isLettered = hasLetters(kind);
  switch (name) {
    case 'scale':
    case 'scalexy':
    case 'zoom':
      return equal('scaleX', 'scaleY', number);
    case 'radius':
    case 'r':
      return kind === 'circle' ? equal('width', 'height', number === null ? null : 2 * number) : null;
    case 'diameter':
      return equal('width', 'height', number);
    case 'size':
    case 'dimensions': {
      if (isLettered) return null;
      return number === null ? pairOf('width', 'height', value) : equal('width', 'height', number);
    }
    case 'position':
    case 'pos':
    case 'coordinates':
    case 'point':
    case 'location':
    case 'xy':
      return typeof value === 'string' ? null : pairOf('x', 'y', value);
    case 'color':
    case 'colour':
      return isLine(kind) ? { fields: 'stroke', values: fits('state', 'stroke', name, value) } : null;
    case 'background':
    case 'backgroundcolor':
    case 'backgroundcolour':
    case 'bg':
    case 'bgcolor':
      return isLettered
        ? { fields: '"around" of a rectangle', values: null, note: 'letters have no background' }
        : null;
    default:
      return null;
  }
}

function pairOf(one: string, other: string, value: unknown): Meant {
  const fields = Object(value);
  const [first, second] = Array.isArray(value) ? value : [fields[one], fields[other]];
  const [a, b] = [toNumber(first), toNumber(second)];
  return both(one, other, a === null || b === null ? null : { [one]: a, [other]: b });
}

/** Returns the meaning of an unknown field of an object of this kind, if a new name is not enough. */
export function meantByValue(holder: Holder, name: string, value: unknown, kind: unknown): Meant | null {
  const plain = plainName(name);
  if (holder === 'state') return meantInState(plain, value, kind);
  const isFrame = holder === 'scene' || holder === 'project';
  if (isFrame && ['resolution', 'size', 'dimensions'].includes(plain))
    return pairOf('width', 'height', value);
  return null;
}

/** Converts the value of an unknown field for the field that it means. Returns null if it cannot stay. */
export function fits(holder: Holder, field: string, name: string, value: unknown): Fix | null {
  const plain = plainName(name);
  if (otherMeasures.test(plain) || plain.includes('frames')) return null;
  const converted = holder === 'group' && field === 'align' ? toSide(value) : convert(field, plain, value);
  return converted === undefined ? null : { [field]: converted as JsonValue };
}

function convert(field: string, name: string, value: unknown): unknown {
  switch (field) {
    case 'fill':
    case 'stroke':
    case 'background':
    case 'accent':
      return typeof value === 'string' ? toColor(value) : value;
    case 'easing':
      return toEasing(value);
    case 'fontWeight':
      return toWeight(value);
    case 'fontFamily':
      return toFamily(value);
    case 'italic':
      return typeof value === 'string' ? { italic: true, oblique: true, normal: false }[value] : value;
    case 'underline':
      return typeof value === 'string' ? { underline: true, none: false }[value] : value;
    case 'textTransform':
      return value === true && name === 'uppercase' ? 'uppercase' : value;
    case 'align':
      return typeof value === 'string' ? (alignments[value.toLowerCase()] ?? value) : value;
    case 'verticalAlign':
      return typeof value === 'string' ? (verticalAlignments[value.toLowerCase()] ?? value) : value;
    case 'dash':
      return toLengths(value);
    case 'visible':
      return toVisible(name, value);
    case 'effect':
      return name === 'glow' && value === true ? 'glow' : value;
    case 'type':
      return typeof value === 'string' ? (trackTypes[plainName(value)] ?? value) : value;
    case 'tabularNumbers':
      return value === 'tabular-nums' ? true : value;
    case 'text':
      return typeof value === 'number' ? String(value) : value;
    case 'fontSize':
    case 'letterSpacing':
    case 'strokeWidth':
    case 'cornerRadius':
    case 'wrapWidth':
    case 'lineHeight':
    case 'dashOffset':
    case 'innerRadius':
    case 'width':
    case 'height':
    case 'rotation':
    case 'x':
    case 'y':
    case 'opacity':
    case 'volume':
    case 'order':
      return toNumber(value) ?? value;
    default:
      return timeFields.has(field) ? toMilliseconds(name, value) : value;
  }
}

/** Reads numbers as CSS writes them: `24px`, `50%` of 1, `90deg`. */
function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const [, digits, unit] = /^\s*(-?\d*\.?\d+)\s*(px|deg|%)?\s*$/.exec(value) ?? [];
  if (digits === undefined) return null;
  return unit === '%' ? Number(digits) / 100 : Number(digits);
}

function toColor(value: string): string {
  const channels = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(value)?.slice(1);
  if (channels === undefined) return value.startsWith('#') ? value : value.toLowerCase();
  return `#${channels.map((one) => Number(one).toString(16).padStart(2, '0')).join('')}`;
}

const easingNames: Readonly<Record<string, string>> = {
  ease: 'easeInOut',
  easein: 'easeIn',
  easeout: 'easeOut',
  easeinout: 'easeInOut',
  linear: 'linear',
  smooth: 'easeInOut',
};

function toEasing(value: unknown): unknown {
  if (typeof value === 'string') {
    const points = /^cubic-bezier\(([^()]*)\)$/.exec(value.trim())?.[1]?.split(',').map(Number);
    return points ? toCurve(points) : (easingNames[plainName(value)] ?? value);
  }
  return Array.isArray(value) ? toCurve(value) : value;
}

function toCurve(points: readonly unknown[]): unknown {
  const [x1, y1, x2, y2] = points;
  return points.length === 4 ? { type: 'cubicBezier', x1, y1, x2, y2 } : points;
}

function toWeight(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 700 : 400;
  if (typeof value === 'string' && /bold|black|heavy/i.test(value)) return 700;
  if (typeof value === 'string' && /normal|regular|light|medium/i.test(value)) return 400;
  const number = toNumber(value);
  if (number === null || number < 100 || number > 1000) return value;
  return Math.min(900, Math.round(number));
}

/** Returns the bundled family that is closest to a list of families in CSS. */
function toFamily(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const first = value.split(',')[0]?.trim().replace(/["']/g, '') ?? '';
  if (familyNames.includes(first)) return first;
  if (/mono|courier|consolas|menlo/i.test(value)) return 'mono';
  if (/sans/i.test(value)) return 'Inter';
  return /serif|georgia|times/i.test(value) ? 'serif' : undefined;
}

const alignments: Readonly<Record<string, string>> = {
  middle: 'center',
  centre: 'center',
  start: 'left',
  'flex-start': 'left',
  end: 'right',
  'flex-end': 'right',
};

const verticalAlignments: Readonly<Record<string, string>> = {
  center: 'middle',
  centre: 'middle',
  central: 'middle',
  alphabetic: 'baseline',
  hanging: 'top',
};

/** Reads dashes as SVG writes them: `8 4` or `8px, 4px`. */
function toLengths(value: unknown): unknown {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') return value;
  const lengths = value
    .trim()
    .split(/[\s,]+/)
    .map(toNumber);
  return lengths.includes(null) ? value : lengths;
}

/** Reads how the members of a group line up, as CSS and design programs write it. */
function toSide(value: unknown): unknown {
  const word = plainName(String(value));
  if (word === 'centre' || word === 'middle') return 'center';
  return ['start', 'center', 'end'].find((side) => word.endsWith(side)) ?? value;
}

const shownWords: Readonly<Record<string, boolean>> = {
  none: false,
  hidden: false,
  collapse: false,
  visible: true,
  block: true,
  inline: true,
};

function toVisible(name: string, value: unknown): unknown {
  const shown = typeof value === 'string' ? shownWords[value] : value;
  const isOpposite = name.includes('hid');
  return isOpposite && typeof shown === 'boolean' ? !shown : shown;
}

const trackTypes: Readonly<Record<string, string>> = {
  fadein: 'fade',
  fadeout: 'fade',
  opacity: 'fade',
  slide: 'move',
  slidein: 'move',
  typewriter: 'write',
  draw: 'write',
  reveal: 'write',
  scale: 'grow',
  scalein: 'grow',
  zoom: 'grow',
  zoomin: 'grow',
  growin: 'grow',
};

/** Reads times as other languages write them: `0.3s`, `300ms`, and small numbers as seconds. */
function toMilliseconds(name: string, value: unknown): unknown {
  if (typeof value === 'string') return readMilliseconds(value) ?? value;
  if (typeof value !== 'number') return value;
  const isMilliseconds = name.endsWith('ms');
  const isSeconds = name.includes('seconds') || (value > 0 && value < minMs);
  return isSeconds && !isMilliseconds ? Math.round(value * 1e6) / 1000 : value;
}
