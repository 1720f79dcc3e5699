import * as z from 'zod';
import {
  boolean,
  colorSchema,
  coordinate,
  idSchema,
  integer,
  listOf,
  namedSchemas,
  number,
  object,
  oneOf,
  rule,
  time,
} from '../field-schemas.ts';
import { mustBe, showValue } from '../problem-text.ts';

// The values of properties that are more than a number, a color or a word.

export const pointSchema = object({ x: coordinate(), y: coordinate() }, 'an object with x and y');

export const bezierControlsSchema = object(
  { c1: pointSchema, c2: pointSchema },
  'an object with c1 and c2, each an object with x and y',
).register(namedSchemas, {
  id: 'BezierControls',
  description: 'The two control points of a cubic Bezier curve.',
});

/** Quotes the first of some names, and counts the others. */
function showNames([first, ...others]: readonly string[]): string {
  const more = others.length === 1 ? '1 other field' : `${others.length} other fields`;
  return others.length === 0 ? showValue(first) : `${showValue(first)} and ${more}`;
}

const cubicBezierSchema = z.strictObject(
  {
    type: z.literal('cubicBezier', rule('cubicBezier')),
    x1: number(0, 1),
    y1: number(0, 1),
    x2: number(0, 1),
    y2: number(0, 1),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `must have only type, x1, y1, x2 and y2, but also has ${showNames(issue.keys)}; remove what is not one of them`
        : mustBe('an object', issue.input),
  },
);

export const easingSchema = z
  .union(
    [oneOf(['linear', 'easeInOut', 'easeIn', 'easeOut']), cubicBezierSchema],
    rule('linear, easeInOut, easeIn, easeOut or a cubicBezier object'),
  )
  .register(namedSchemas, {
    id: 'Easing',
    description: 'How progress depends on time. cubicBezier works as in CSS.',
  });

/** The properties that loops can change, by the names of keyframes. */
export const loopProperties = [
  ...(['x', 'y', 'scaleX', 'scaleY', 'rotation', 'shear', 'opacity', 'width', 'height', 'fontSize'] as const),
  ...(['fill', 'stroke', 'strokeWidth', 'cornerRadius', 'letterSpacing', 'blur', 'dashOffset'] as const),
  ...(['sweepStart', 'sweepEnd', 'innerRadius', 'reveal'] as const),
];

/** Milliseconds of one round of a loop. */
export const loopTime = () => time(50, 600_000);

/** Maximum number of properties that the loops of an object change at once, and of values of each. */
export const maxLoops = 32;
export const maxLoopValues = 64;

const loopValue = 'a list of [at, value, easing] with at from 0 to 1';

export const loopSchema = object({
  property: oneOf(loopProperties),
  duration: loopTime(),
  start: coordinate().optional(),
  values: listOf(
    z.tuple([number(0, 1), z.union([coordinate(), colorSchema]), easingSchema], rule(loopValue)),
    2,
    maxLoopValues,
  ),
}).register(namedSchemas, {
  id: 'Loop',
  description:
    'Values of a property that repeat with the time of the film. Numbers are added to what the object does otherwise; scales, opacity and reveal are multiplied, and colors replace its own. duration is that of one round and start when one begins, in milliseconds of the film.',
});

/** How a picture of one scene becomes that of the next. */
export const sceneTransitionTypes = [
  ...(['crossfade', 'push', 'slide', 'cover', 'reveal', 'wipe', 'iris', 'clock', 'zoom', 'blur'] as const),
  ...(['dip', 'blinds', 'match'] as const),
];

/** Milliseconds of a transition between scenes without a duration. */
export const usualTransitionMs = 700;

export const sceneTransitionSchema = object({
  type: oneOf(sceneTransitionTypes),
  from: oneOf(['left', 'right', 'top', 'bottom']).optional(),
  duration: time(0, 10_000).optional(),
  easing: easingSchema.optional(),
  color: colorSchema.optional(),
}).register(namedSchemas, {
  id: 'SceneTransition',
  description:
    'How the last picture of the scene before becomes this scene. It takes its time from the beginning of this scene.',
});

/** Film grain over the picture of a scene. */
export const grainSchema = object({
  amount: number(0, 1),
  moving: z.boolean(rule('true or false')).optional(),
}).register(namedSchemas, {
  id: 'Grain',
  description: 'Noise over the picture of a scene, like the grain of film. Equal in every run.',
});

/** The weights of texts. */
export const fontWeight = () => integer(100, 900);

export const familyRule = rule('the name of a font family, of 1 to 80 letters, digits, spaces, _ or -');

/** The name of a family, in the package or of the document. */
export const fontFamily = (): z.ZodString =>
  z.string(familyRule).regex(/^[A-Za-z0-9_-][A-Za-z0-9 _-]{0,79}$/, familyRule);

/** A part of a text with a look of its own. */
export const textSpanSchema = object({
  start: integer(0, 10_000),
  end: integer(1, 10_000),
  fill: colorSchema.optional(),
  fontWeight: fontWeight().optional(),
  fontFamily: fontFamily().optional(),
  italic: boolean().optional(),
  underline: boolean().optional(),
  mark: colorSchema.optional(),
  opacity: number(0, 1).optional(),
}).register(namedSchemas, {
  id: 'TextSpan',
  description: 'A part of a text or of the TeX of an equation, in UTF-16 units, with a look of its own.',
});

/** CSS's blur radius, in scene pixels. */
export const maxShadowBlur = 1000;

export const shadowSchema = object({
  x: coordinate(),
  y: coordinate(),
  blur: number(0, maxShadowBlur),
  color: colorSchema,
}).register(namedSchemas, {
  id: 'Shadow',
  description:
    'A blurred copy under an object in one color, in scene pixels. As in CSS, blur is twice the standard deviation.',
});

export const maxGradientStops = 16;

export const gradientSchema = object({
  type: oneOf(['linear', 'radial']),
  stops: listOf(
    z.tuple([number(0, 1), colorSchema], rule('[offset, color] with an offset from 0 to 1')),
    2,
    maxGradientStops,
  ),
  angle: coordinate().optional(),
  shape: oneOf(['ellipse', 'circle']).optional(),
  center: listOf(number(-10, 10), 2, 2, 'a point, [x, y], in fractions of the box').optional(),
  radius: number(0.001, 100).optional(),
}).register(namedSchemas, {
  id: 'Gradient',
  description:
    'Colors along a line or around a point of the box, as in CSS. angle is in degrees clockwise from upwards, 180 by default. center and radius are shares of the box, the radius of a circle of its shorter side; without a radius, the last color is at the farthest corner.',
});

/** Maximum number of cubics of a line. */
export const maxCurves = 100;

export const maxShadows = 4;
export const shadowRule = rule(`a shadow with x, y, blur and color, or a list of up to ${maxShadows}`);

/** A number on an axis; times are milliseconds since 1970. */
export const axisNumber = () => number(-1e15, 1e15);

export const axisRange = () => listOf(axisNumber(), 2, 3, 'a range, [from, to] or [from, to, step]');

/** Maximum number of bars of an area. */
export const maxAreaSteps = 1000;

export const areaSchema = object({
  from: axisNumber(),
  to: axisNumber(),
  steps: number(0, maxAreaSteps).optional(),
  base: z.union([axisNumber(), idSchema], rule('a number, or the id of a plot')).optional(),
}).register(namedSchemas, {
  id: 'Area',
  description:
    'The area between a plot and its base, a number or another plot; 0 by default. With steps, it consists of as many bars.',
});

/** Maximum number of points of a plot. */
export const maxDataPoints = 2000;

/** How colours mix with those behind them: the names of CSS's `mix-blend-mode`. */
export const blendModes = [
  ...(['normal', 'multiply', 'screen', 'overlay', 'darken', 'lighten', 'color-dodge', 'color-burn'] as const),
  ...(['hard-light', 'soft-light', 'difference', 'exclusion'] as const),
  ...(['hue', 'saturation', 'color', 'luminosity'] as const),
] as const;
export type BlendMode = (typeof blendModes)[number];

/** Shapes of the heads of lines; those of class and entity diagrams last. */
export const headShapes = [
  ...(['arrow', 'circle', 'cross'] as const),
  ...(['hollowTriangle', 'diamond', 'hollowDiamond'] as const),
  ...(['one', 'zeroOrOne', 'oneOrMany', 'zeroOrMany'] as const),
] as const;
