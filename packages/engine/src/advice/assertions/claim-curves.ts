import type { Claim, NumberProperty, Operand, Relation, Subject } from '../../assertions/assertion.ts';
import { type Bounds, heightOf, widthOf } from '../../drawing/bounds.ts';
import { type Color, parseColor } from '../../timeline/color.ts';
import type { FilmSampler } from './film-sampler.ts';
import type { Curve } from './smooth-pieces.ts';

/** Lengths in pixels and angles in degrees that differ by less are equal. */
export const lengthTolerance = 0.01;
/** Opacities and scales that differ by less are equal. */
export const shareTolerance = 0.001;
/** Two boxes touch if the gap between them is at most this, and overlap only if they share more. In pixels. */
export const touchTolerance = 0.5;

/** A claim holds while its curve is at least this. */
export const limit = -1;

const yes = 1e6;
const no = -1e6;

/**
 * Returns by how much a claim holds, in units of the tolerance: it holds from -1 on. Null while one of its objects paints
 * nothing, and the claim says nothing.
 */
export function claimCurve(claim: Claim, sampler: FilmSampler): Curve {
  switch (claim.kind) {
    case 'relation':
      return relationCurve(claim.relation, claim.subject, claim.target, sampler);
    case 'visible':
      return switching((timeMs) => sampler.isSeen(claim.subject, timeMs) === claim.isVisible);
    case 'compare':
      return compareCurve(claim, sampler);
    case 'color': {
      const { subject, property, value } = claim;
      const wanted = value.kind === 'color' ? parseColor(value.color) : undefined;
      return switching((timeMs) => {
        const color = sampler.colorOf(subject, property, timeMs);
        const other =
          value.kind === 'color' ? wanted : sampler.colorOf(value.subject, value.property, timeMs);
        return color === undefined || other === undefined ? null : isSameColor(color, other);
      });
    }
  }
}

/** A curve that is either true or false, or neither. */
function switching(isTrue: (timeMs: number) => boolean | null): Curve {
  const measure = (timeMs: number) => {
    const answer = isTrue(timeMs);
    return answer === null ? null : [answer ? yes : no];
  };
  return { measure, combine: (parts) => parts?.[0] ?? null, tolerance: 1 };
}

/** The curve of a claim that is expected to be false. */
export function negated({ combine, ...curve }: Curve): Curve {
  return {
    ...curve,
    combine: (parts) => {
      const value = combine(parts);
      return value === null ? null : 2 * limit - value;
    },
  };
}

/** The curve of the opposite of a boundary: more than the tolerance apart. */
const strict = (length: number) => length / lengthTolerance - 2;
const weak = (length: number) => length / lengthTolerance;

function relationCurve(relation: Relation, subject: Subject, target: Subject, sampler: FilmSampler): Curve {
  if (relation === 'in front of' || relation === 'behind') {
    const [front, back] = relation === 'behind' ? [target, subject] : [subject, target];
    return switching((timeMs) => {
      const lowest = sampler.rankOf(front, 'lowest', timeMs);
      const highest = sampler.rankOf(back, 'highest', timeMs);
      return lowest === null || highest === null ? null : lowest > highest;
    });
  }
  if (relation === 'inside') return insideCurve(subject, target, sampler);
  const compare = boxMeasures[relation];
  return {
    tolerance: lengthTolerance,
    measure: (timeMs) => {
      const box = sampler.boxOf(subject, timeMs);
      const other = box && sampler.boxOf(target, timeMs);
      return box && other && [...sidesFrom(box, box), ...sidesFrom(box, other)];
    },
    combine: (parts) => parts && compare(boxOf(parts, 0), boxOf(parts, 4)),
  };
}

/** An object is inside although half of its lines' width is not, up to this share of the frame's shorter side. */
const lineReach = 0.004;

function insideCurve(subject: Subject, target: Subject, sampler: FilmSampler): Curve {
  return {
    tolerance: lengthTolerance,
    measure: (timeMs) => {
      const box = sampler.boxOf(subject, timeMs);
      const other = box && sampler.boxOf(target, timeMs);
      const inner = other && sampler.innerBoxOf(subject, timeMs);
      const { right, bottom } = sampler.frameAt(timeMs);
      return (
        box &&
        other && [
          ...sidesFrom(box, box),
          ...sidesFrom(box, other),
          ...sidesFrom(box, inner ?? box),
          lineReach * Math.min(right, bottom),
        ]
      );
    },
    combine: (parts) => {
      if (parts === null) return null;
      const [own, other, inner] = [boxOf(parts, 0), boxOf(parts, 4), boxOf(parts, 8)];
      const reach = parts[12] ?? 0;
      return weak(
        Math.min(
          Math.min(inner.left, own.left + reach) - other.left,
          other.right - Math.max(inner.right, own.right - reach),
          Math.min(inner.top, own.top + reach) - other.top,
          other.bottom - Math.max(inner.bottom, own.bottom - reach),
        ),
      );
    },
  };
}

/** The sides of a box, measured from the corner of another one: between two that move together nothing changes. */
function sidesFrom(own: Bounds, { left, top, right, bottom }: Bounds): readonly number[] {
  return [left - own.left, top - own.top, right - own.left, bottom - own.top];
}

function boxOf(sides: readonly number[], first: number): Bounds {
  const [left = 0, top = 0, right = 0, bottom = 0] = sides.slice(first, first + 4);
  return { left, top, right, bottom };
}

/** The shorter side of what two boxes share; negative is the gap between them. */
export function sharedSide(one: Bounds, other: Bounds): number {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.min(across, down);
}

const boxMeasures: Readonly<
  Record<Exclude<Relation, 'inside' | 'in front of' | 'behind'>, (one: Bounds, other: Bounds) => number>
> = {
  outside: (one, other) => weak(-sharedSide(one, other)),
  'left of': (one, other) => weak(other.left - one.right),
  'right of': (one, other) => weak(one.left - other.right),
  above: (one, other) => weak(other.top - one.bottom),
  below: (one, other) => weak(one.top - other.bottom),
  overlaps: (one, other) => strict(sharedSide(one, other) - touchTolerance),
  touches: (one, other) => weak(sharedSide(one, other) + touchTolerance),
  borders: (one, other) => weak(touchTolerance - Math.abs(sharedSide(one, other))),
  'wider than': (one, other) => strict(widthOf(one) - widthOf(other)),
  'narrower than': (one, other) => strict(widthOf(other) - widthOf(one)),
  'taller than': (one, other) => strict(heightOf(one) - heightOf(other)),
  'shorter than': (one, other) => strict(heightOf(other) - heightOf(one)),
  'larger than': (one, other) => strict(rootArea(one) - rootArea(other)),
  'smaller than': (one, other) => strict(rootArea(other) - rootArea(one)),
};

function rootArea(box: Bounds): number {
  return Math.sqrt(Math.max(0, widthOf(box) * heightOf(box)));
}

/** The tolerance of a property. */
export function toleranceOf(property: NumberProperty): number {
  return /^(?:opacity|scale[XY]?)$/.test(property) ? shareTolerance : lengthTolerance;
}

/** Returns the value of an operand over time. */
function operandAt(operand: Operand, timeMs: number, sampler: FilmSampler): number | null {
  return operand.kind === 'number'
    ? operand.value
    : sampler.numberOf(operand.subject, operand.property, timeMs);
}

function compareCurve(
  { subject, property, comparison, value, end }: Extract<Claim, { kind: 'compare' }>,
  sampler: FilmSampler,
): Curve {
  const tolerance = toleranceOf(property);
  const measure = (timeMs: number) => {
    const seen = sampler.numberOf(subject, property, timeMs);
    const operand = seen === null ? null : operandAt(value, timeMs, sampler);
    const other = operand === null ? null : operandAt(end, timeMs, sampler);
    return seen === null || operand === null || other === null ? null : [seen - operand, seen - other];
  };
  const combine = (parts: readonly number[] | null) => {
    if (parts === null) return null;
    const [fromOne = 0, fromOther = 0] = parts;
    const above = fromOne / tolerance;
    switch (comparison) {
      case 'equal':
        return -Math.abs(above);
      case 'range':
        return Math.min(Math.max(fromOne, fromOther), -Math.min(fromOne, fromOther)) / tolerance;
      case 'more':
        return above - 2;
      case 'less':
        return -above - 2;
      case 'at-least':
        return above;
      case 'at-most':
        return -above;
    }
  };
  return { measure, combine, tolerance };
}

/** Whether nobody sees a difference between two colours: half a step of each channel. */
function isSameColor(one: Color | null, other: Color | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    Math.abs(one.red - other.red) <= 0.5 &&
    Math.abs(one.green - other.green) <= 0.5 &&
    Math.abs(one.blue - other.blue) <= 0.5 &&
    Math.abs(one.alpha - other.alpha) <= 0.002
  );
}
