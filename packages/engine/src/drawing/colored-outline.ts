import type { Color } from '../timeline/color.ts';
import { identityMatrix } from '../timeline/matrix.ts';
import type { DisplayNode } from './display-list.ts';
import { fill } from './draw-shape.ts';
import { joinOutlines, type Outline } from './outline.ts';
import type { Paint } from './paint.ts';

/** An outline that may have a colour of its own. */
export interface ColoredOutline {
  readonly outline: Outline;
  /** Null for the colour of the object. */
  readonly color: Color | null;
}

/** Joins neighbours of one colour, so that nothing changes its place in the painting order. */
export function joinNeighbours(outlines: readonly ColoredOutline[]): ColoredOutline[] {
  const runs: { color: Color | null; outlines: Outline[] }[] = [];
  for (const { outline, color } of outlines) {
    const run = runs.at(-1);
    if (run !== undefined && isSameColor(run.color, color)) run.outlines.push(outline);
    else runs.push({ color, outlines: [outline] });
  }
  return runs.map((run) => ({
    outline: joinOutlines(run.outlines.map((outline) => ({ outline, matrix: identityMatrix }))),
    color: run.color,
  }));
}

/** Returns the fills of outlines, those without a colour in that of the object. */
export function fillAll(
  outlines: readonly ColoredOutline[],
  objectPaint: Paint | null,
  opacity = 1,
): DisplayNode[] {
  return outlines.flatMap(({ outline, color }) => fill(outline, color ?? objectPaint, opacity));
}

function isSameColor(one: Color | null, other: Color | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.red === other.red && one.green === other.green && one.blue === other.blue && one.alpha === other.alpha
  );
}
