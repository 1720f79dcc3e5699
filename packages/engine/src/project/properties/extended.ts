import * as z from 'zod';
import { boolean, colorSchema, coordinate, idSchema, listOf, number, oneOf, size } from '../field-schemas.ts';
import { letterProperties } from './letters.ts';
import type { PropertyTable } from './property.ts';
import {
  areaSchema,
  axisRange,
  blendModes,
  gradientSchema,
  headShapes,
  loopSchema,
  maxLoops,
  maxShadows,
  shadowRule,
  shadowSchema,
} from './values.ts';

/** The fields of a state beyond the contract. */
export const extendedProperties = {
  ...letterProperties,
  sweep: {
    schema: listOf(coordinate(), 2, 2, 'an array of two angles in degrees, [start, end]').optional(),
    description:
      'Circles only: the part that is drawn, as [start, end] in degrees clockwise from the top: an arc, or a sector if it has a fill. Default: all of it.',
    timing: 'sizeTiming',
    initial: [0, 360],
    numbers: { sweepStart: [0], sweepEnd: [1] },
    keyframes: true,
    formulas: true,
    sampled: 'number',
  },
  innerRadius: {
    schema: number(0, 1).optional(),
    description: 'Circles only: the share of the radius that stays empty, which makes a ring. Default: 0.',
    names: 'innerradiusratio holeradius hole',
    timing: 'sizeTiming',
    keyframes: true,
    formulas: true,
    initial: 0,
    sampled: 'number',
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
    timing: 'strokeTiming',
    sampled: 'list',
  },
  dashOffset: {
    schema: coordinate().optional(),
    description: 'How far into the dashes the stroke starts, in pixels. Default: 0.',
    names: 'strokedashoffset linedashoffset',
    needs: 'dash',
    timing: 'strokeTiming',
    keyframes: true,
    formulas: true,
    initial: 0,
    sampled: 'number',
  },
  points: {
    schema: listOf(
      listOf(number(-10, 10), 2, 2, 'a point, [x, y], in fractions of the width and the height'),
      2,
      1000,
    ).optional(),
    description: 'Paths only: the points that it connects, in fractions of width and height.',
    names: 'vertices polyline pointlist linepoints',
    timing: 'pathTiming',
    sampled: 'list',
  },
  smooth: {
    schema: boolean().optional(),
    description: 'Paths with points only: whether the path is a smooth curve through them. Default: false.',
    initial: false,
    names: 'curved smoothing',
    needs: 'points',
    timing: 'pathTiming',
    switches: true,
    sampled: 'switch',
  },
  closed: {
    schema: boolean().optional(),
    description:
      'Paths with points only: whether the path ends where it starts, so that it can be filled. Default: false.',
    initial: false,
    names: 'close isclosed',
    needs: 'points',
    timing: 'pathTiming',
    switches: true,
    sampled: 'switch',
  },
  xRange: {
    schema: axisRange().optional(),
    description:
      'Axes: the numbers at the left and at the right, and the distance of ticks. Plots: the part that is drawn. Default: -5 to 5, and all of it.',
    names: 'xlim xdomain domain xextent xaxisrange',
    timing: 'sizeTiming',
    initial: [-5, 5],
    numbers: { xStart: [0], xEnd: [1] },
    formulas: true,
  },
  yRange: {
    schema: axisRange().optional(),
    description:
      'Axes only: the numbers at the bottom and at the top, and the distance of ticks. Default: -5 to 5.',
    names: 'ylim ydomain yextent yaxisrange',
    timing: 'sizeTiming',
    initial: [-5, 5],
    numbers: { yStart: [0], yEnd: [1] },
    formulas: true,
  },
  tRange: {
    schema: axisRange().optional(),
    description: 'Plots over t only: its first and its last value. Default: 0 to 2 pi.',
    names: 'trange tdomain parameterrange',
    timing: 'sizeTiming',
    initial: [0, 2 * Math.PI],
    numbers: { tStart: [0], tEnd: [1] },
    formulas: true,
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
    timing: 'sizeTiming',
    initial: [
      [1, 0],
      [0, 1],
    ],
    numbers: { m11: [0, 0], m12: [0, 1], m21: [1, 0], m22: [1, 1] },
    formulas: true,
  },
  area: {
    schema: areaSchema.optional(),
    description: 'Plots only: the area between the plot and its base, which is filled. Default: none.',
    names: 'fillbetween integral areaunder riemann',
    timing: 'sizeTiming',
    initial: { from: 0, to: 0 },
    numbers: { areaStart: ['from'], areaEnd: ['to'], areaSteps: ['steps'] },
    formulas: true,
  },
  heads: {
    schema: oneOf(['none', 'start', 'end', 'both']).optional(),
    description: 'Arrows and paths only: the ends with a head. Default: end for arrows, none for paths.',
    names: 'arrowheads arrowhead markers arrows ends markerend',
    timing: 'pathTiming',
    switches: true,
    initial: 'none',
    initialByKind: { arrow: 'end', numberline: 'end' },
    sampled: 'switch',
  },
  headShape: {
    schema: oneOf(headShapes).optional(),
    description: 'Arrows and paths only: the shape of the heads. Default: arrow.',
    initial: 'arrow',
    names: 'arrowheadshape markershape arrowtype headstyle',
    timing: 'pathTiming',
    switches: true,
    sampled: 'switch',
  },
  startShape: {
    schema: oneOf(['same', ...headShapes]).optional(),
    description: 'Arrows and paths only: the shape of the head at the start. Default: same, as headShape.',
    initial: 'same',
    names: 'markerstart starthead tailshape startarrow',
    timing: 'pathTiming',
    switches: true,
    sampled: 'switch',
  },
  fit: {
    schema: oneOf(['stretch', 'cover', 'contain']).optional(),
    description:
      'Images only: how the picture fills width and height. cover cuts off what is too long, contain leaves space. Default: stretch.',
    initial: 'stretch',
    names: 'objectfit scalemode backgroundsize imagefit preserveaspectratio resizemode',
    timing: 'sizeTiming',
    switches: true,
    sampled: 'switch',
  },
  focus: {
    schema: listOf(number(0, 1), 2, 2, 'a point of the picture, [x, y], each from 0 to 1').optional(),
    description:
      'Images only: the point that stays in view where the picture is cut off, in fractions of it. Default: the middle.',
    names: 'objectposition focalpoint backgroundposition focuspoint',
    timing: 'sizeTiming',
    initial: [0.5, 0.5],
    numbers: { focusX: [0], focusY: [1] },
    sampled: 'number',
  },
  zoom: {
    schema: number(0.001, 1000).optional(),
    description: 'Images only: how many times larger the picture is in its box. Default: 1.',
    names: 'picturescale imagescale',
    timing: 'sizeTiming',
    initial: 1,
    sampled: 'number',
  },
  fillGradient: {
    schema: gradientSchema.optional(),
    description: 'A gradient in the box of the object, which replaces its fill. Default: none.',
    names: 'gradient lineargradient radialgradient backgroundimage',
    timing: 'fillTiming',
  },
  strokeGradient: {
    schema: gradientSchema.optional(),
    description: 'The same for the stroke.',
    timing: 'strokeTiming',
  },
  shadow: {
    schema: z.union([shadowSchema, listOf(shadowSchema, 0, maxShadows)], shadowRule).optional(),
    description: 'Shadows of what the object paints, under it; the first of a list is on top. Default: none.',
    initial: [],
    names: 'boxshadow dropshadow textshadow elevation',
  },
  clip: {
    schema: idSchema.optional(),
    description:
      'The id of an object, which may be hidden. This one is painted only inside its outline. Default: none.',
    switches: true,
  },
  blend: {
    schema: oneOf(blendModes).optional(),
    description:
      "How its colors mix with those behind it, as in CSS's mix-blend-mode: multiply darkens, screen brightens. Default: normal.",
    initial: 'normal',
    names: 'blendmode mixblendmode compositeoperation',
    switches: true,
  },
  rotationX: {
    schema: number(-180, 180).optional(),
    description:
      'Degrees by which it is turned in space about its horizontal axis; its top goes away. Default: 0.',
    initial: 0,
    names: 'rotatex xrotation tilt pitch',
    keyframes: true,
    formulas: true,
  },
  rotationY: {
    schema: number(-180, 180).optional(),
    description:
      'Degrees by which it is turned in space about its vertical axis; its right side goes away. Default: 0.',
    initial: 0,
    names: 'rotatey yrotation yaw',
    keyframes: true,
    formulas: true,
  },
  motionBlur: {
    schema: number(0, 1).optional(),
    description:
      "How long the shutter is open while it moves, as a share of a frame at 30 per second. Default: the scene's, or 0.",
    names: 'motionblurshutter shutter shutterangle shutterspeed',
    switches: true,
  },
  blur: {
    schema: number(0, 500).optional(),
    description: 'Standard deviation of the blur of the object, in scene pixels. Default: 0.',
    initial: 0,
    names: 'filter blurradius gaussianblur',
    keyframes: true,
    formulas: true,
  },
  loop: {
    schema: listOf(loopSchema, 0, maxLoops).optional(),
    description: 'What repeats as long as the object is there. Default: nothing.',
    inShorthand:
      'What repeats: a preset, values by property over a round, or a list; false ends it. Default: nothing.',
    initial: [],
    names: 'repeat animation idle ambient loopanimation infinite',
    insteadOfKeyframes: 'write it in a state',
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
    timing: 'strokeTiming',
  },
  ground: {
    schema: colorSchema.optional(),
    description: 'Texts only: the color of a ground behind the lines. Default: none.',
    names: 'backgroundcolor textbackground backdrop',
  },
} as const satisfies PropertyTable;
