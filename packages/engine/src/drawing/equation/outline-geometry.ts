import { type Outline, OutlineBuilder } from '../outline.ts';
import type { TextBox } from './mathjax-bundle.ts';

/** Closes every contour, so that a stroke follows the same closed outline as a fill. */
export function closeContours(outline: Outline): Outline {
  return { verbs: outline.verbs.replace(/(?<=[LC])(?=M|$)/g, 'Z'), points: outline.points };
}

function addRectangle(
  builder: OutlineBuilder,
  left: number,
  top: number,
  right: number,
  bottom: number,
): void {
  builder.moveTo(left, top).lineTo(right, top).lineTo(right, bottom).lineTo(left, bottom).close();
}

/** Returns the border of a rectangle whose corner is the origin, as the outline of a stroke of the given thickness. */
export function frameOutline(width: number, height: number, thickness: number): Outline {
  const half = thickness / 2;
  const builder = new OutlineBuilder();
  addRectangle(builder, -half, -half, width + half, height + half);
  // The hole runs in the opposite direction, so that both fill rules leave it empty.
  builder.moveTo(half, half).lineTo(half, height - half);
  builder
    .lineTo(width - half, height - half)
    .lineTo(width - half, half)
    .close();
  return builder.build();
}

/**
 * Maximum number of dashes of a line. With more, a line is drawn solid, because its dashes would be too fine to see.
 */
const maxDashes = 2000;

/**
 * A line from the origin to (`run`, 0) of the given thickness. Dashes of length `dash` begin every `period`; a
 * `dash` of 0 gives round dots, and a period of 0 a solid line.
 */
export function lineOutline(run: number, thickness: number, dash: number, period: number): Outline {
  const half = thickness / 2;
  const builder = new OutlineBuilder();
  if (!(period > 0) || run / period > maxDashes) {
    addRectangle(builder, 0, -half, run, half);
    return builder.build();
  }
  for (let index = 0; index * period <= run; index++) {
    const start = index * period;
    const end = Math.min(start + dash, run);
    if (dash === 0) addDot(builder, start, half);
    else if (end > start) addRectangle(builder, start, -half, end, half);
  }
  return builder.build();
}

/** Distance of the control points of a cubic quarter circle, for radius 1. */
const quarterCircle = 0.5522847498;

function addDot(builder: OutlineBuilder, x: number, radius: number): void {
  const arm = radius * quarterCircle;
  builder.moveTo(x + radius, 0);
  builder.curveTo(x + radius, arm, x + arm, radius, x, radius);
  builder.curveTo(x - arm, radius, x - radius, arm, x - radius, 0);
  builder.curveTo(x - radius, -arm, x - arm, -radius, x, -radius);
  builder.curveTo(x + arm, -radius, x + radius, -arm, x + radius, 0);
  builder.close();
}

/** Returns the extent of outlines above and below y = 0 (y down), by their control points. */
export function verticalReach(outlines: Iterable<{ outline: Outline; y: number }>): Pick<TextBox, 'h' | 'd'> {
  let h = 0;
  let d = 0;
  for (const { outline, y } of outlines) {
    for (let at = 1; at < outline.points.length; at += 2) {
      const value = (outline.points[at] ?? 0) + y;
      h = Math.max(h, -value);
      d = Math.max(d, value);
    }
  }
  return { h, d };
}
