import { boolean, colorSchema, coordinate, number, oneOf, size, string } from '../field-schemas.ts';
import type { PropertyTable } from './property.ts';
import { bezierControlsSchema } from './values.ts';

/** The fields of a state that every document may have. */
export const contractProperties = {
  x: {
    schema: coordinate(),
    description: 'Horizontal position in pixels, from the left edge of the scene or from the parent.',
    names: 'cx posx positionx centerx xposition xpos left translatex offsetx dx right',
    share: 'width',
    timing: 'positionTiming',
    keyframes: true,
    formulas: true,
  },
  y: {
    schema: coordinate(),
    description: 'Vertical position in pixels, from the top edge of the scene or from the parent.',
    names: 'cy posy positiony centery yposition ypos top translatey offsety dy bottom',
    share: 'height',
    timing: 'positionTiming',
    keyframes: true,
    formulas: true,
  },
  width: {
    schema: coordinate(),
    description: 'Width in pixels. For a line, the horizontal distance to its end.',
    names: 'w wd sizex widthpx',
    share: 'width',
    timing: 'sizeTiming',
    keyframes: true,
    formulas: true,
  },
  height: {
    schema: coordinate(),
    description: 'Height in pixels. For a line, the vertical distance to its end.',
    names: 'h ht sizey heightpx',
    share: 'height',
    timing: 'sizeTiming',
    keyframes: true,
    formulas: true,
  },
  rotation: {
    schema: coordinate(),
    description: 'Rotation in degrees, clockwise. A transition from 0 to 720 makes two turns.',
    names: 'angle rotate rot rotationz rotationdeg rotatez rotationdegrees degrees',
    timing: 'rotationTiming',
    keyframes: true,
    formulas: true,
  },
  shear: {
    schema: coordinate().optional(),
    description: 'Horizontal slant: pixels to the right for each pixel down. Default: 0.',
    names: 'skew skewx',
    timing: 'rotationTiming',
    keyframes: true,
    formulas: true,
  },
  scaleX: {
    schema: coordinate().optional(),
    description:
      'Horizontal scale of the whole object, including its lines. Negative values mirror it. Default: 1.',
    timing: 'sizeTiming',
    keyframes: true,
    formulas: true,
  },
  scaleY: {
    schema: coordinate().optional(),
    description:
      'Vertical scale of the whole object, including its lines. Negative values mirror it. Default: 1.',
    timing: 'sizeTiming',
    keyframes: true,
    formulas: true,
  },
  anchorX: {
    schema: coordinate().optional(),
    description:
      'The point of the object that is placed at x and serves as its pivot, in its own pixels. Default: 0.',
    names: 'originx pivotx',
    share: 'width',
    timing: 'positionTiming',
    keyframes: true,
    formulas: true,
  },
  anchorY: {
    schema: coordinate().optional(),
    description:
      'The point of the object that is placed at y and serves as its pivot, in its own pixels. Default: 0.',
    names: 'originy pivoty',
    share: 'height',
    timing: 'positionTiming',
    keyframes: true,
    formulas: true,
  },
  fill: {
    schema: colorSchema,
    description: 'The color of the interior.',
    names:
      'color colour fillcolor fillcolour textcolor fontcolor backgroundcolor backgroundcolour background bg bgcolor foreground foregroundcolor facecolor paint',
    timing: 'fillTiming',
    keyframes: true,
  },
  stroke: {
    schema: colorSchema,
    description: 'The color of the outline.',
    names: 'strokecolor strokecolour bordercolor outlinecolor linecolor edgecolor outline border',
    timing: 'strokeTiming',
    keyframes: true,
  },
  path: {
    schema: bezierControlsSchema,
    description: "The control points of a path object's curve, relative to its start.",
    names: 'd controlpoints curve pathdata bezier',
    timing: 'pathTiming',
    numbers: { c1x: ['c1', 'x'], c1y: ['c1', 'y'], c2x: ['c2', 'x'], c2y: ['c2', 'y'] },
    keyframes: true,
    formulas: true,
  },
  text: {
    schema: string(10_000),
    description: 'The content of a text, or the TeX of an equation. A line feed starts a new line.',
    names:
      'content label caption string value html code tex latex formula equation textcontent innertext characters source math title',
    switches: true,
  },
  effect: {
    schema: oneOf(['none', 'glow']),
    description: 'A glow around the object, or none.',
    names: 'glow effects',
    switches: true,
  },
  opacity: {
    schema: number(0, 1),
    description: 'Opacity from 0 (invisible) to 1, applied to the object as a whole.',
    names: 'alpha transparency fillopacity opaque textopacity',
    timing: 'opacityTiming',
    keyframes: true,
    formulas: true,
  },
  visible: {
    schema: boolean(),
    description: 'Whether the object is drawn. The children of a hidden object still follow it.',
    names: 'hidden display visibility show isvisible shown ishidden hide enabled',
    insteadOfKeyframes: 'use opacity',
  },
  fontSize: {
    schema: size(),
    description: 'Font size of a text or an equation, in pixels.',
    names: 'size textsize fontsizepx lettersize fontheight pointsize scalefont',
    share: 'shorter',
    timing: 'fontSizeTiming',
    keyframes: true,
    formulas: true,
  },
  strokeWidth: {
    schema: size(),
    description: 'Width of the stroke in pixels, centered on the outline. 0 draws none.',
    names: 'linewidth borderwidth thickness strokeweight outlinewidth penwidth strokesize',
    share: 'shorter',
    timing: 'strokeWidthTiming',
    keyframes: true,
    formulas: true,
  },
  cornerRadius: {
    schema: size(),
    description: 'Corner radius of a rectangle or an image, in pixels, limited to half of the shorter side.',
    names:
      'radius borderradius rounded rx ry corner corners roundness rounding cornersize borderradii roundedcorners',
    share: 'shorter',
    timing: 'cornerRadiusTiming',
    keyframes: true,
    formulas: true,
  },
} as const satisfies PropertyTable;
