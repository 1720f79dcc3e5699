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
  size,
  string,
} from './field-schemas.ts';

/** A field of the state of an object. */
export interface StateField {
  readonly description: string;
  /** The description in shorthand, if it is another one. */
  readonly inShorthand?: string;
  /** Names of the field in CSS, SVG, Lottie, Manim and other languages, without hyphens, underscores and capitals. */
  readonly names?: string;
  /** The length of which a percentage is a share: a side of the frame, or its shorter one. */
  readonly share?: 'width' | 'height' | 'shorter';
  /** The field without which this one changes nothing. */
  readonly needs?: string;
}

type Table = Readonly<Record<string, StateField & { readonly schema: z.ZodType }>>;
type Shape<Fields extends Table> = { -readonly [Name in keyof Fields]: Fields[Name]['schema'] };

/** Returns the schemas of fields by their names. */
export function shapeOf<Fields extends Table>(fields: Fields): Shape<Fields> {
  const entries = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(entries) as Shape<Fields>;
}

const pointSchema = object({ x: coordinate(), y: coordinate() }, 'an object with x and y');

export const bezierControlsSchema = object(
  { c1: pointSchema, c2: pointSchema },
  'an object with c1 and c2, each an object with x and y',
).register(namedSchemas, {
  id: 'BezierControls',
  description: 'The two control points of a cubic Bezier curve.',
});

/** The weights of texts. */
const fontWeight = () => integer(100, 900);

const familyRule = rule('the name of a font family, of 1 to 80 letters, digits, spaces, _ or -');

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
const shadowRule = rule(`a shadow with x, y, blur and color, or a list of up to ${maxShadows}`);

/** A number on an axis; times are milliseconds since 1970. */
const axisNumber = () => number(-1e15, 1e15);

const axisRange = () => listOf(axisNumber(), 2, 3, 'a range, [from, to] or [from, to, step]');

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

/** The fields of a state that every document may have. */
export const contractFields = {
  x: {
    schema: coordinate(),
    description: 'Horizontal position in pixels, from the left edge of the scene or from the parent.',
    names: 'cx posx positionx centerx xposition xpos left translatex offsetx dx right',
    share: 'width',
  },
  y: {
    schema: coordinate(),
    description: 'Vertical position in pixels, from the top edge of the scene or from the parent.',
    names: 'cy posy positiony centery yposition ypos top translatey offsety dy bottom',
    share: 'height',
  },
  width: {
    schema: coordinate(),
    description: 'Width in pixels. For a line, the horizontal distance to its end.',
    names: 'w wd sizex widthpx',
    share: 'width',
  },
  height: {
    schema: coordinate(),
    description: 'Height in pixels. For a line, the vertical distance to its end.',
    names: 'h ht sizey heightpx',
    share: 'height',
  },
  rotation: {
    schema: coordinate(),
    description: 'Rotation in degrees, clockwise. A transition from 0 to 720 makes two turns.',
    names: 'angle rotate rot rotationz rotationdeg rotatez rotationdegrees degrees',
  },
  shear: {
    schema: coordinate().optional(),
    description: 'Horizontal slant: pixels to the right for each pixel down. Default: 0.',
    names: 'skew skewx',
  },
  scaleX: {
    schema: coordinate().optional(),
    description:
      'Horizontal scale of the whole object, including its lines. Negative values mirror it. Default: 1.',
  },
  scaleY: {
    schema: coordinate().optional(),
    description:
      'Vertical scale of the whole object, including its lines. Negative values mirror it. Default: 1.',
  },
  anchorX: {
    schema: coordinate().optional(),
    description:
      'The point of the object that is placed at x and serves as its pivot, in its own pixels. Default: 0.',
    names: 'originx pivotx',
    share: 'width',
  },
  anchorY: {
    schema: coordinate().optional(),
    description:
      'The point of the object that is placed at y and serves as its pivot, in its own pixels. Default: 0.',
    names: 'originy pivoty',
    share: 'height',
  },
  fill: {
    schema: colorSchema,
    description: 'The color of the interior.',
    names:
      'color colour fillcolor fillcolour textcolor fontcolor backgroundcolor backgroundcolour background bg bgcolor foreground foregroundcolor facecolor paint',
  },
  stroke: {
    schema: colorSchema,
    description: 'The color of the outline.',
    names: 'strokecolor strokecolour bordercolor outlinecolor linecolor edgecolor outline border',
  },
  path: {
    schema: bezierControlsSchema,
    description: "The control points of a path object's curve, relative to its start.",
    names: 'd controlpoints curve pathdata bezier',
  },
  text: {
    schema: string(10_000),
    description: 'The content of a text, or the TeX of an equation. A line feed starts a new line.',
    names:
      'content label caption string value html code tex latex formula equation textcontent innertext characters source math title',
  },
  effect: {
    schema: oneOf(['none', 'glow']),
    description: 'A glow around the object, or none.',
    names: 'glow effects',
  },
  opacity: {
    schema: number(0, 1),
    description: 'Opacity from 0 (invisible) to 1, applied to the object as a whole.',
    names: 'alpha transparency fillopacity opaque textopacity',
  },
  visible: {
    schema: boolean(),
    description: 'Whether the object is drawn. The children of a hidden object still follow it.',
    names: 'hidden display visibility show isvisible shown ishidden hide enabled',
  },
  fontSize: {
    schema: size(),
    description: 'Font size of a text or an equation, in pixels.',
    names: 'size textsize fontsizepx lettersize fontheight pointsize scalefont',
    share: 'shorter',
  },
  strokeWidth: {
    schema: size(),
    description: 'Width of the stroke in pixels, centered on the outline. 0 draws none.',
    names: 'linewidth borderwidth thickness strokeweight outlinewidth penwidth strokesize',
    share: 'shorter',
  },
  cornerRadius: {
    schema: size(),
    description: 'Corner radius of a rectangle or an image, in pixels, limited to half of the shorter side.',
    names:
      'radius borderradius rounded rx ry corner corners roundness rounding cornersize borderradii roundedcorners',
    share: 'shorter',
  },
} as const satisfies Table;

/** The fields of a state beyond the contract. */
export const extensionFields = {
  align: {
    schema: oneOf(['left', 'center', 'right']).optional(),
    description: 'Texts only: the edge of each line that is placed at x. Default: center.',
    inShorthand:
      'In a text, the edge of each line at x. In a group, how members line up: start, center, end, stretch, or in a row baseline.',
    names:
      'textalign alignment textanchor textalignment textalignhorizontal horizontalalign halign textjustify anchortext',
  },
  wrapWidth: {
    schema: number(1, 100_000).optional(),
    description: 'Texts only: the width to which lines are wrapped, in pixels. Default: no wrapping.',
    names: 'maxwidth wrap textwidth linewidthmax wordwrap wrapat boxwidth maxlinewidth',
    share: 'width',
  },
  fontWeight: {
    schema: fontWeight().optional(),
    description:
      'Texts only: from 100 to 900; 400 is regular, 700 is bold. The nearest weight that the family has is drawn. Default: 400.',
    names: 'weight bold fontstyleweight isbold',
  },
  fontFamily: {
    schema: fontFamily().optional(),
    description: 'Texts only: Inter, serif, mono or display. Default: Inter.',
    names: 'font typeface fontname fontfamilyname',
  },
  italic: {
    schema: boolean().optional(),
    description:
      'Texts only: whether the letters are italic, or slanted in a family without italic. Default: false.',
    names: 'fontstyle oblique slant isitalic',
  },
  letterSpacing: {
    schema: number(-1000, 1000).optional(),
    description: 'Texts only: the space added between letters, in pixels. Default: 0.',
    inShorthand:
      'Texts only: the space added between letters, in pixels, or in font sizes: "0.05em". Default: 0.',
    names: 'tracking characterspacing kerning',
  },
  underline: {
    schema: boolean().optional(),
    description: 'Texts only: whether a line is drawn below the letters. Default: false.',
    names: 'textdecoration decoration underlined',
  },
  textTransform: {
    schema: oneOf(['none', 'uppercase', 'lowercase', 'capitalize']).optional(),
    description: 'Texts only: how letters are changed before they are drawn, as in CSS. Default: none.',
    names: 'textcase casing uppercase',
  },
  tabularNumbers: {
    schema: boolean().optional(),
    description: 'Texts only: whether all digits have the same width, for counters. Default: false.',
    names: 'tabularnums tabular fontvariantnumeric monospacednumbers tnum',
  },
  textTransition: {
    schema: oneOf(['switch', 'crossfade', 'count', 'morph', 'words']).optional(),
    description:
      'Texts and equations only: how the text becomes this one. switch halfway, crossfade, count through the numbers between, morph, which moves common letters, or words, which moves common words. Default: switch.',
    names: 'texteffect textanimation textchange contenttransition',
  },
  lineHeight: {
    schema: number(0.5, 4).optional(),
    description:
      'Texts only: the distance between neighbouring lines, in font sizes. Default: 1.25, and more for Arabic and Devanagari.',
    names: 'leading linespacing',
  },
  direction: {
    schema: oneOf(['auto', 'ltr', 'rtl']).optional(),
    description:
      "Texts only: the direction of each line. auto takes that of the line's first letter. Default: auto.",
    names: 'dir writingdirection textdirection',
  },
  verticalAlign: {
    schema: oneOf(['top', 'middle', 'bottom', 'baseline']).optional(),
    description: 'Texts and equations only: the part of it that is placed at y. Default: middle.',
    names: 'valign textalignvertical verticalalignment dominantbaseline textbaseline',
  },
  sweep: {
    schema: listOf(coordinate(), 2, 2, 'an array of two angles in degrees, [start, end]').optional(),
    description:
      'Circles only: the part that is drawn, as [start, end] in degrees clockwise from the top: an arc, or a sector if it has a fill. Default: all of it.',
  },
  innerRadius: {
    schema: number(0, 1).optional(),
    description: 'Circles only: the share of the radius that stays empty, which makes a ring. Default: 0.',
    names: 'innerradiusratio holeradius hole',
  },
  dash: {
    // Without a length, the pattern would repeat infinitely often.
    schema: listOf(size(), 1, 16, undefined, {
      value: 0,
      error: 'must have a length above 0; leave dash out for a solid stroke',
    }).optional(),
    description:
      'The lengths of the dashes and gaps of the stroke in turn, in pixels. Round ends lengthen each dash by the stroke width. Default: solid.',
    names: 'strokedasharray dashed dasharray strokedash dashes linedash dasharrays',
  },
  dashOffset: {
    schema: coordinate().optional(),
    description: 'How far into the dashes the stroke starts, in pixels. Default: 0.',
    names: 'strokedashoffset linedashoffset',
    needs: 'dash',
  },
  points: {
    schema: listOf(
      listOf(number(-10, 10), 2, 2, 'a point, [x, y], in fractions of the width and the height'),
      2,
      1000,
    ).optional(),
    description: 'Paths only: the points that it connects, in fractions of width and height.',
    names: 'vertices polyline pointlist linepoints',
  },
  smooth: {
    schema: boolean().optional(),
    description: 'Paths with points only: whether the path is a smooth curve through them. Default: false.',
    names: 'curved smoothing',
    needs: 'points',
  },
  closed: {
    schema: boolean().optional(),
    description:
      'Paths with points only: whether the path ends where it starts, so that it can be filled. Default: false.',
    names: 'close isclosed',
    needs: 'points',
  },
  xRange: {
    schema: axisRange().optional(),
    description:
      'Axes: the numbers at the left and at the right, and the distance of ticks. Plots: the part that is drawn. Default: -5 to 5, and all of it.',
    names: 'xlim xdomain domain xextent xaxisrange',
  },
  yRange: {
    schema: axisRange().optional(),
    description:
      'Axes only: the numbers at the bottom and at the top, and the distance of ticks. Default: -5 to 5.',
    names: 'ylim ydomain yextent yaxisrange',
  },
  tRange: {
    schema: axisRange().optional(),
    description: 'Plots over t only: its first and its last value. Default: 0 to 2 pi.',
    names: 'trange tdomain parameterrange',
  },
  matrix: {
    schema: listOf(
      listOf(number(-1000, 1000), 2, 2, 'a row of two numbers'),
      2,
      2,
      'two rows of two numbers, [[a, b], [c, d]]',
    ).optional(),
    description:
      'Axes only: the linear map, in rows, that carries the grid and everything on the axes. Default: [[1, 0], [0, 1]].',
    names: 'lineartransform linearmap transformmatrix',
  },
  area: {
    schema: areaSchema.optional(),
    description: 'Plots only: the area between the plot and its base, which is filled. Default: none.',
    names: 'fillbetween integral areaunder riemann',
  },
  heads: {
    schema: oneOf(['none', 'start', 'end', 'both']).optional(),
    description: 'Arrows and paths only: the ends with a head. Default: end for arrows, none for paths.',
    names: 'arrowheads arrowhead markers arrows ends markerend',
  },
  headShape: {
    schema: oneOf(['arrow', 'circle', 'cross']).optional(),
    description: 'Arrows and paths only: the shape of the heads. Default: arrow.',
    names: 'arrowheadshape markershape arrowtype headstyle',
  },
  fit: {
    schema: oneOf(['stretch', 'cover', 'contain']).optional(),
    description:
      'Images only: how the picture fills width and height. cover cuts off what is too long, contain leaves space. Default: stretch.',
    names: 'objectfit scalemode backgroundsize imagefit preserveaspectratio resizemode',
  },
  focus: {
    schema: listOf(number(0, 1), 2, 2, 'a point of the picture, [x, y], each from 0 to 1').optional(),
    description:
      'Images only: the point that stays in view where the picture is cut off, in fractions of it. Default: the middle.',
    names: 'objectposition focalpoint backgroundposition focuspoint',
  },
  zoom: {
    schema: number(0.001, 1000).optional(),
    description: 'Images only: how many times larger the picture is in its box. Default: 1.',
    names: 'picturescale imagescale',
  },
  fillGradient: {
    schema: gradientSchema.optional(),
    description: 'A gradient in the box of the object, which replaces its fill. Default: none.',
    names: 'gradient lineargradient radialgradient backgroundimage',
  },
  strokeGradient: {
    schema: gradientSchema.optional(),
    description: 'The same for the stroke.',
  },
  shadow: {
    schema: z.union([shadowSchema, listOf(shadowSchema, 0, maxShadows)], shadowRule).optional(),
    description: 'Shadows of what the object paints, under it; the first of a list is on top. Default: none.',
    names: 'boxshadow dropshadow textshadow elevation',
  },
  clip: {
    schema: idSchema.optional(),
    description:
      'The id of an object, which may be hidden. This one is painted only inside its outline. Default: none.',
  },
  blur: {
    schema: number(0, 500).optional(),
    description: 'Standard deviation of the blur of the object, in scene pixels. Default: 0.',
    names: 'filter blurradius gaussianblur',
  },
  spoken: {
    schema: colorSchema.optional(),
    description: 'Texts with cues only: the color of the words that have been spoken. Default: their own.',
    names: 'spokencolor activecolor karaokecolor',
  },
  played: {
    schema: colorSchema.optional(),
    description: 'Waveforms only: the color of the part that has been played. Default: that of the rest.',
    names: 'playedcolor progresscolor progressfill',
  },
  ground: {
    schema: colorSchema.optional(),
    description: 'Texts only: the color of a ground behind the lines. Default: none.',
    names: 'backgroundcolor textbackground backdrop',
  },
} as const satisfies Table;

/** Further fields of a state, which authors do not write in shorthand. */
export const fullFormatFields = {
  dataPoints: {
    schema: listOf(listOf(axisNumber(), 2, 2, 'a point, [x, y]'), 0, maxDataPoints).optional(),
    description: 'Plots only: the points that it shows, in the units of the axes. Default: none.',
  },
  curves: {
    schema: listOf(
      listOf(coordinate(), 6, 6, 'six numbers: both control points and the end, x and y of each'),
      1,
      maxCurves,
    ).optional(),
    description:
      'Arrows, paths and texts only: the cubic curves of the line, or of that along which the letters stand, each as [c1x, c1y, c2x, c2y, x, y] in pixels from its start. Default: none.',
  },
  opening: {
    schema: listOf(number(0, 1), 2, 2, 'two shares of the length, [start, end], each from 0 to 1').optional(),
    description:
      'Arrows and paths only: the part that is left out, such as behind a label, as shares of the length. Default: none.',
  },
  spans: {
    schema: listOf(textSpanSchema, 0, 200).optional(),
    description:
      'Texts and equations only: parts with a fill, a weight and other fields of their own, in order. Default: none.',
  },
} as const satisfies Table;
