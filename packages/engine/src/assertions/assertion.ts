/** Maximum number of assertions in a project, and of characters in one of them. */
export const maxAssertions = 500;
export const maxAssertionLength = 10_000;

/** One or more objects that are measured as one: the box around all of them. */
export interface Subject {
  /** As the sentence names them. */
  readonly name: string;
  /** The ids of the objects, with a dot and words for parts of a text; none for the frame. */
  readonly ids: readonly string[];
  readonly isFrame: boolean;
}

/** A time of the film, which depends on its compositions. */
export type Moment = {
  readonly shiftMs: number;
} & (
  | { readonly kind: 'time' | 'before-end' }
  | {
      readonly kind: 'composition';
      readonly scene: string;
      readonly composition: string;
      /** When the transition into it begins, when it is reached, or when it is left. */
      readonly edge: 'enters' | 'reached' | 'left';
    }
);

/** When a claim is expected to be true. */
export interface When {
  /** `sometimes` expects one moment, `never` expects the opposite throughout. */
  readonly quantity: 'always' | 'never' | 'sometimes';
  /** The same object for a single moment. */
  readonly from: Moment;
  readonly to: Moment;
}

export type Relation =
  | 'inside'
  | 'outside'
  | 'left of'
  | 'right of'
  | 'above'
  | 'below'
  | 'overlaps'
  | 'touches'
  | 'borders'
  | 'wider than'
  | 'narrower than'
  | 'taller than'
  | 'shorter than'
  | 'larger than'
  | 'smaller than'
  | 'in front of'
  | 'behind';

/** Properties with a number. Places and sizes are those of painted boxes, in pixels of the frame. */
export const numberProperties = [
  'x',
  'y',
  'left',
  'right',
  'top',
  'bottom',
  'width',
  'height',
  'opacity',
  'rotation',
  'scale',
  'scaleX',
  'scaleY',
] as const;
export type NumberProperty = (typeof numberProperties)[number];

export const colorProperties = ['fill', 'stroke'] as const;
export type ColorProperty = (typeof colorProperties)[number];

/** A property of an object, or a number. */
export type Operand =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'property'; readonly subject: Subject; readonly property: NumberProperty };

export type ColorOperand =
  /** Hexadecimal, or `none`. */
  | { readonly kind: 'color'; readonly color: string }
  | { readonly kind: 'property'; readonly subject: Subject; readonly property: ColorProperty };

/** What can be true or false of one picture. */
export type Claim =
  | {
      readonly kind: 'relation';
      readonly relation: Relation;
      readonly subject: Subject;
      readonly target: Subject;
    }
  | { readonly kind: 'visible'; readonly subject: Subject; readonly isVisible: boolean }
  | {
      readonly kind: 'compare';
      readonly subject: Subject;
      readonly property: NumberProperty;
      /** `range` is from `value` to `end`. */
      readonly comparison: 'equal' | 'range' | 'more' | 'less' | 'at-least' | 'at-most';
      readonly value: Operand;
      readonly end: Operand;
    }
  | {
      readonly kind: 'color';
      readonly subject: Subject;
      readonly property: ColorProperty;
      readonly value: ColorOperand;
    };

/** How a number changes over a span of time. */
export interface Trend {
  readonly kind: 'trend';
  readonly subject: Subject;
  readonly property: NumberProperty;
  readonly trend: 'increases' | 'decreases' | 'stays' | 'changes';
  /** The difference between both ends, for `changes`. */
  readonly by: number;
}

/** A point of an object's own box, as shares of its sides, or a point of the frame in pixels. */
export interface MotionOrigin {
  readonly kind: 'share' | 'point';
  readonly x: number;
  readonly y: number;
}

/** A motion that the film must have. */
export interface Motion {
  readonly subject: Subject;
  readonly type: 'moves' | 'rotates' | 'scales';
  /** Of a move: the signs of both axes in pixels of the frame. Of a rotation: clockwise is 1. */
  readonly direction: { readonly x: number; readonly y: number } | null;
  /** Of a scaling. */
  readonly axes: 'both' | 'horizontal' | 'vertical' | null;
  readonly grows: boolean | null;
  /** Pixels, degrees or a factor. */
  readonly by: number | null;
  readonly origin: MotionOrigin | null;
  readonly durationMs: number | null;
  /** What is true when it ends. */
  readonly ends: readonly { readonly relation: Relation; readonly target: Subject }[];
}

/** A sentence of `expect`. */
export type Assertion =
  | { readonly kind: 'duration' | 'loudness'; readonly min: number; readonly max: number }
  | { readonly kind: 'frame'; readonly edge: 'first' | 'last'; readonly isEmpty: boolean }
  | {
      readonly kind: 'claims';
      /** All of them are expected. */
      readonly claims: readonly Claim[];
      /** Whether each claim is expected to be false. */
      readonly isNegated: boolean;
      readonly when: When;
    }
  | { readonly kind: 'trends'; readonly trends: readonly Trend[]; readonly when: When }
  | {
      readonly kind: 'motion';
      readonly motion: Motion;
      readonly order: {
        readonly relation: 'before' | 'while' | 'after';
        readonly motion: Motion;
      } | null;
      readonly when: When;
    };
