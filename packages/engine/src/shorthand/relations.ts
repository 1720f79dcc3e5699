import { isRound, isTypeset } from '../language/kinds.ts';
import type { Path } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { ResolvedState } from './schema.ts';
import { groupTable, relationTable } from './state-fields.ts';

// See docs/decisions.md, "Relations become numbers before transitions are made".

/** The id of the frame in `inside`, unless an object has it. */
export const frameId = 'frame';

/** Fields of a state that place the object by words instead of numbers. */
export const relationFields = Object.keys(relationTable) as readonly RelationField[];

type RelationField = keyof typeof relationTable;

const fieldsOfGroups = Object.keys(groupTable);

export type RelationFields = Readonly<Pick<ResolvedState, RelationField>>;

/** The relations that put an object next to another one. */
export const sides = ['above', 'below', 'leftOf', 'rightOf'] as const;

/** Relations that name other objects. */
export const targetFields = [...sides, 'around', 'inside', 'from', 'to', 'on'] as const;
export type Side = (typeof sides)[number];

/** The source of an object's position on an axis. */
export type PositionRule = 'group' | 'place' | Side | 'around' | 'inside' | 'line' | 'on';

/** The source of an object's width or height, beside a number. */
export type SizeRule = 'around' | 'fill';

/** The relations of an object in one composition. */
export interface Relations {
  /** The fields with the values that they have in this composition. */
  readonly fields: RelationFields;
  /** The sources of x and y; undefined where a number sets them. */
  readonly x: PositionRule | undefined;
  readonly y: PositionRule | undefined;
  readonly width: SizeRule | undefined;
  readonly height: SizeRule | undefined;
  /** Whether `inside` wraps a text, and limits the font size. */
  readonly wraps: boolean;
  readonly fits: boolean;
  /** With `on`: the share of the line before the object; null for its middle, or the top of a circle; and the pixels beside it; null beside it on the upper side. */
  readonly along: number | null;
  readonly beside: number | null;
}

export const noRelations: Relations = {
  fields: {},
  x: undefined,
  y: undefined,
  width: undefined,
  height: undefined,
  wraps: false,
  fits: false,
  along: null,
  beside: null,
};

/** Whether relations set anything. */
export function setsAnything({ x, y, width, height, wraps, fits }: Relations): boolean {
  return x !== undefined || y !== undefined || width !== undefined || height !== undefined || wraps || fits;
}

type Axis = 'x' | 'y';

const axisOf: Readonly<Record<Side, Axis>> = { above: 'y', below: 'y', leftOf: 'x', rightOf: 'x' };

/**
 * A relation's claim to an axis. A strong claim is the purpose of the relation; a weak one lines the boxes up or
 * centres them.
 */
interface Claim {
  readonly rule: PositionRule;
  readonly field: RelationField;
  readonly isStrong: boolean;
}

/**
 * Adds the relations of a state to those before it. A later relation replaces the rules of its axes, and so does a
 * number.
 */
export function withRelations(
  before: Relations,
  written: ResolvedState | undefined,
  path: Path,
  problems: Problems,
): Relations {
  if (written === undefined) return before;
  const changed = relationFields.filter((field) => written[field] !== undefined);
  const isNumber = (field: keyof ResolvedState) =>
    written[field] !== undefined || Object.hasOwn(written.formulas ?? {}, field);
  if (changed.length === 0 && !setsAnything(before)) return before;
  const fields: Record<string, unknown> = { ...before.fields };
  for (const field of changed) fields[field] = written[field];
  const ruleOf = (axis: Axis): PositionRule | undefined => {
    if (written.on !== undefined || (before[axis] === 'on' && isNumber(axis))) return 'on';
    if (isNumber(axis)) return undefined;
    const claims = claimsTo(axis, written);
    const strong = claims.filter(({ isStrong }) => isStrong);
    if (strong.length > 1) {
      const [one, other] = strong;
      problems.add(
        [...path, other.field],
        'conflict',
        `sets ${axis}, which ${one.field} sets already; keep one of the two`,
      );
    }
    const [claim] = [...strong, ...claims];
    if (claim !== undefined) return claim.rule;
    const isLineNow = isNumber('width') || isNumber('height');
    return before[axis] === 'line' && isLineNow ? undefined : before[axis];
  };
  const isAround = written.around !== undefined;
  const sizeOf = (field: 'width' | 'height', rule: PositionRule | undefined) => {
    if (isNumber(field) || written.from !== undefined || written.to !== undefined) return undefined;
    if (isAround) return 'around';
    const isFilled = rule === 'place' && fields.place === 'fill';
    if (isFilled && written.place !== undefined) return 'fill';
    return before[field] === 'fill' && !isFilled ? undefined : before[field];
  };
  const isInside = written.inside !== undefined;
  const [x, y] = [ruleOf('x'), ruleOf('y')];
  return {
    fields: fields as RelationFields,
    x,
    y,
    width: sizeOf('width', x),
    height: sizeOf('height', y),
    wraps: isNumber('wrapWidth') ? false : isInside || before.wraps,
    fits: isInside || before.fits,
    along: x === 'on' ? (written.x ?? before.along) : before.along,
    beside: y === 'on' ? (written.y ?? before.beside) : before.beside,
  };
}

/** The claims of the relations in a state, the strongest first among the weak ones. */
function claimsTo(axis: Axis, written: ResolvedState): Claim[] {
  const claims: Claim[] = [];
  if (written.from !== undefined || written.to !== undefined) {
    claims.push({ rule: 'line', field: written.from === undefined ? 'to' : 'from', isStrong: true });
  }
  if (written.around !== undefined) claims.push({ rule: 'around', field: 'around', isStrong: true });
  if (written.place !== undefined) {
    const names = axis === 'x' ? /left|right|fill/ : /top|bottom|fill/;
    claims.push({ rule: 'place', field: 'place', isStrong: names.test(written.place) });
  }
  if (written.inside !== undefined) claims.push({ rule: 'inside', field: 'inside', isStrong: false });
  for (const side of sides) {
    if (written[side] === undefined) continue;
    claims.push({ rule: side, field: side, isStrong: axisOf[side] === axis });
  }
  return claims;
}

/** Returns a state without its relations. */
export function withoutRelations(state: ResolvedState): ResolvedState {
  const numbers: Record<string, unknown> = { ...state };
  for (const field of [...relationFields, ...fieldsOfGroups]) delete numbers[field];
  return numbers as ResolvedState;
}

/** Whether a state has relations. */
export function hasRelations(state: ResolvedState | undefined | false): boolean {
  return state !== undefined && state !== false && relationFields.some((field) => state[field] !== undefined);
}

/** Whether an equation gets another text, whose baseline has to be that of the text before. */
export function changesEquations(
  objects: Readonly<Record<string, { readonly kind: string }>>,
  compositions: readonly { readonly states?: Readonly<Record<string, ResolvedState | false>> | undefined }[],
): boolean {
  return compositions.some(({ states = {} }) =>
    Object.entries(states).some(
      ([id, state]) => isTypeset(objects[id]?.kind) && state !== false && state.text !== undefined,
    ),
  );
}

/** The share of a line before an object on it. */
export function shareAlong({ along }: Relations, kind: string | undefined): number {
  return along ?? (isRound(kind) ? 0 : 0.5);
}

/** The ids that a relation names. */
export function targetsOf(value: RelationFields[keyof RelationFields]): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** The sides of a box, clockwise from the top. */
export const boxSides = ['top', 'right', 'bottom', 'left'] as const;

/** A place on a side of an object: its share of the side, from the left or the top. */
export interface SidePlace {
  readonly side: (typeof boxSides)[number];
  readonly share: number;
}

const sideWords = /^(left|right|top|bottom)(?: (\d+(?:\.\d+)?)%)?$/;

/** Reads what follows the dot in the end of a line, such as `right` or `top 25%`; undefined for other words. */
export function readSidePlace(words: string): SidePlace | undefined {
  const [, side, percent = '50'] = sideWords.exec(words) ?? [];
  const share = Number(percent) / 100;
  return side === undefined || share > 1 ? undefined : { side: side as SidePlace['side'], share };
}
