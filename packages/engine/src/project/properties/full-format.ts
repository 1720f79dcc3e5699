import { coordinate, listOf, number } from '../field-schemas.ts';
import type { PropertyTable } from './property.ts';
import { axisNumber, maxCurves, maxDataPoints, textSpanSchema } from './values.ts';

/** Further fields of a state, which authors do not write in shorthand. */
export const fullFormatProperties = {
  dataPoints: {
    schema: listOf(listOf(axisNumber(), 2, 2, 'a point, [x, y]'), 0, maxDataPoints).optional(),
    description: 'Plots only: the points that it shows, in the units of the axes. Default: none.',
    timing: 'pathTiming',
  },
  curves: {
    schema: listOf(
      listOf(coordinate(), 6, 6, 'six numbers: both control points and the end, x and y of each'),
      1,
      maxCurves,
    ).optional(),
    description:
      'Arrows, paths and texts only: the cubic curves of the line, or of that along which the letters stand, each as [c1x, c1y, c2x, c2y, x, y] in pixels from its start. Default: none.',
    timing: 'pathTiming',
    sampled: 'list',
  },
  opening: {
    schema: listOf(number(0, 1), 2, 2, 'two shares of the length, [start, end], each from 0 to 1').optional(),
    description:
      'Arrows and paths only: the part that is left out, such as behind a label, as shares of the length. Default: none.',
    timing: 'pathTiming',
    sampled: 'list',
  },
  spans: {
    schema: listOf(textSpanSchema, 0, 200).optional(),
    description:
      'Texts and equations only: parts with a fill, a weight and other fields of their own, in order. Default: none.',
    timing: 'fillTiming',
  },
} as const satisfies PropertyTable;
