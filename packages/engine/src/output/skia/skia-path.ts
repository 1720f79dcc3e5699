import { Path2D } from '@napi-rs/canvas';
import { memoizeByObject } from '../../drawing/memoize-by-object.ts';
import { type Outline, visitSegments } from '../../drawing/outline.ts';

/** Converts an outline to a path of Skia. */
export const skiaPath = memoizeByObject((outline: Outline): Path2D => {
  const path = new Path2D();
  visitSegments(outline, {
    moveTo(x, y) {
      path.moveTo(x, y);
    },
    lineTo(x, y) {
      path.lineTo(x, y);
    },
    curveTo(c1x, c1y, c2x, c2y, x, y) {
      path.bezierCurveTo(c1x, c1y, c2x, c2y, x, y);
    },
    close() {
      path.closePath();
    },
  });
  return path;
});
