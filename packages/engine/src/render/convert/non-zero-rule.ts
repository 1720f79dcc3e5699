import { createCanvas, type Path2D, Path2D as SkiaPath } from '@napi-rs/canvas';
import { parsePath } from '../../drawing/equation/svg-syntax.ts';
import { joinOutlines, type Outline, reversed, signedArea, splitContours } from '../../drawing/outline.ts';
import { pathData } from '../../output/svg.ts';
import type { Budget } from '../../project/budget.ts';
import { identityMatrix } from '../../timeline/matrix.ts';

/**
 * Returns the outline that paints by the non-zero rule what a path paints by the even-odd rule: contours inside an odd
 * number of others go the other way, and are holes. Undefined for more than `maxContours`, or more than the work that is
 * left, because each is compared with all others. Skia's own conversion fails where contours touch each other.
 */
export function nonZeroPath(path: Path2D, work: Budget, maxContours: number): Path2D | undefined {
  const contours = splitContours(parsePath(path.simplify().toSVGString()));
  const isTooMuch = contours.length > maxContours || !work.take(contours.length ** 2 / 4);
  if (isTooMuch) return undefined;
  const areas = contours.map((contour) => new SkiaPath(pathData(contour)));
  const context = createCanvas(1, 1).getContext('2d');
  const directed = contours.map((contour, index) => {
    const [x, y] = middleOfFirstSegment(contour);
    const around = areas.filter((area, other) => other !== index && context.isPointInPath(area, x, y));
    const isHole = around.length % 2 === 1;
    return signedArea(contour.points) < 0 === isHole ? contour : reversed(contour);
  });
  const parts = directed.map((outline) => ({ outline, matrix: identityMatrix }));
  return new SkiaPath(pathData(joinOutlines(parts)));
}

/** A point on a contour that is not one of its corners, where it may touch others. */
function middleOfFirstSegment({ verbs, points }: Outline): [x: number, y: number] {
  const weights = verbs[1] === 'C' ? [0.125, 0.375, 0.375, 0.125] : [0.5, 0.5];
  const middle = (axis: 0 | 1) =>
    weights.reduce((sum, weight, index) => sum + weight * (points[2 * index + axis] ?? 0), 0);
  return [middle(0), middle(1)];
}
