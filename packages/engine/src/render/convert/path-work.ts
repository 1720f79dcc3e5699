import type { Path2D } from '@napi-rs/canvas';
import { parsePath } from '../../drawing/equation/svg-syntax.ts';
import { visitSegments } from '../../drawing/outline.ts';
import type { Budget } from '../../project/budget.ts';

/** Work of a pair of lines whose boxes overlap is 1, some 5 microseconds; curves may cross more often. */
const curvePair = 8;

/** Work of each operation, however simple. */
const operation = 20;

/** The box around a segment. */
interface Segment {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly isCurve: boolean;
  /** Its place in its path. Segments in turn meet at their ends. */
  readonly index: number;
}

/**
 * Takes the work of cutting paths or of joining their contours, which grows with the pairs of segments that may cross.
 * Returns false if less is left.
 */
export function takeOperation(work: Budget, ...paths: readonly Path2D[]): boolean {
  if (!work.take(operation)) return false;
  const segments = paths.flatMap(segmentsOf).sort((one, other) => one.left - other.left);
  for (const [place, one] of segments.entries()) {
    for (let next = place + 1; next < segments.length; next++) {
      const other = segments[next];
      if (other === undefined || other.left > one.right) break;
      if (other.top > one.bottom || other.bottom < one.top) continue;
      const isPlain = (!one.isCurve && !other.isCurve) || Math.abs(one.index - other.index) === 1;
      if (!work.take(isPlain ? 1 : curvePair)) return false;
    }
  }
  return true;
}

function segmentsOf(path: Path2D): Segment[] {
  const segments: Segment[] = [];
  const add = (xs: readonly number[], ys: readonly number[]) => {
    segments.push({
      left: Math.min(...xs),
      top: Math.min(...ys),
      right: Math.max(...xs),
      bottom: Math.max(...ys),
      isCurve: xs.length > 2,
      index: segments.length,
    });
  };
  visitSegments(parsePath(path.toSVGString()), {
    moveTo() {},
    lineTo: (x, y, fromX, fromY) => add([fromX, x], [fromY, y]),
    curveTo: (c1x, c1y, c2x, c2y, x, y, fromX, fromY) => add([fromX, c1x, c2x, x], [fromY, c1y, c2y, y]),
    close: (x, y, fromX, fromY) => add([fromX, x], [fromY, y]),
  });
  return segments;
}
