import { smoothLine } from '../timeline/smooth-line.ts';
import { type Outline, OutlineBuilder } from './outline.ts';

/** Control point distance of a cubic that approximates a quarter circle: 4/3 (sqrt 2 - 1). */
const quarterCircle = (4 / 3) * (Math.SQRT2 - 1);

/** An ellipse centred on the origin; like SVG's, its outline starts on the right and runs clockwise. */
export function ellipse(width: number, height: number): Outline {
  const rx = width / 2;
  const ry = height / 2;
  const kx = rx * quarterCircle;
  const ky = ry * quarterCircle;
  return new OutlineBuilder()
    .moveTo(rx, 0)
    .curveTo(rx, ky, kx, ry, 0, ry)
    .curveTo(-kx, ry, -rx, ky, -rx, 0)
    .curveTo(-rx, -ky, -kx, -ry, 0, -ry)
    .curveTo(kx, -ry, rx, -ky, rx, 0)
    .close()
    .build();
}

/** Angles in degrees, clockwise from the top. */
interface Angles {
  readonly start: number;
  readonly end: number;
}

/** Part of an ellipse centred on the origin. Angles are those of a circle that is stretched to the ellipse. */
export function ellipticalArc(width: number, height: number, angles: Angles): Outline {
  return addArc(new OutlineBuilder(), width / 2, height / 2, angles, 'moveTo').build();
}

/** The part of an ellipse between two angles and, if `innerRadius` (0 to 1) is more than 0, outside the middle. */
export function sector(width: number, height: number, { start, end }: Angles, innerRadius: number): Outline {
  const [rx, ry] = [width / 2, height / 2];
  const builder = new OutlineBuilder();
  const isWhole = Math.abs(end - start) >= 360;
  addArc(builder, rx, ry, isWhole ? { start, end: start + 360 } : { start, end }, 'moveTo');
  if (isWhole && innerRadius > 0) builder.close();
  if (innerRadius > 0) {
    const back = isWhole ? { start: start + 360, end: start } : { start: end, end: start };
    addArc(builder, rx * innerRadius, ry * innerRadius, back, isWhole ? 'moveTo' : 'lineTo');
  } else if (!isWhole) builder.lineTo(0, 0);
  return builder.close().build();
}

/** Approximates each quarter or less by a cubic whose control points are 4/3 tan(angle / 4) of the radius away. */
function addArc(
  builder: OutlineBuilder,
  rx: number,
  ry: number,
  { start, end }: Angles,
  begin: 'moveTo' | 'lineTo',
): OutlineBuilder {
  const count = Math.max(1, Math.ceil(Math.abs(end - start) / 90 - 1e-9));
  const step = (((end - start) / count) * Math.PI) / 180;
  const first = ((start % 360) * Math.PI) / 180;
  const control = (4 / 3) * Math.tan(step / 4);
  builder[begin](rx * Math.sin(first), -ry * Math.cos(first));
  for (let index = 0; index < count; index++) {
    const [from, to] = [first + step * index, first + step * (index + 1)];
    const [sinFrom, cosFrom, sinTo, cosTo] = [Math.sin(from), Math.cos(from), Math.sin(to), Math.cos(to)];
    builder.curveTo(
      rx * (sinFrom + control * cosFrom),
      -ry * (cosFrom - control * sinFrom),
      rx * (sinTo - control * cosTo),
      -ry * (cosTo + control * sinTo),
      rx * sinTo,
      -ry * cosTo,
    );
  }
  return builder;
}

/**
 * A rectangle centred on the origin, its corners rounded by at most half the shorter side; like SVG's, its
 * outline starts at the left end of the upper side and runs clockwise.
 */
export function roundedRectangle(width: number, height: number, cornerRadius: number): Outline {
  const right = width / 2;
  const bottom = height / 2;
  const radius = Math.max(0, Math.min(cornerRadius, right, bottom));
  if (radius === 0) return rectangle(-right, -bottom, right, bottom);
  const control = radius * (1 - quarterCircle);
  const x1 = right - radius;
  const y1 = bottom - radius;
  return new OutlineBuilder()
    .moveTo(-x1, -bottom)
    .lineTo(x1, -bottom)
    .curveTo(right - control, -bottom, right, -bottom + control, right, -y1)
    .lineTo(right, y1)
    .curveTo(right, bottom - control, right - control, bottom, x1, bottom)
    .lineTo(-x1, bottom)
    .curveTo(-right + control, bottom, -right, bottom - control, -right, y1)
    .lineTo(-right, -y1)
    .curveTo(-right, -bottom + control, -right + control, -bottom, -x1, -bottom)
    .close()
    .build();
}

/** A plain rectangle, clockwise from its upper left corner. */
export function rectangle(left: number, top: number, right: number, bottom: number): Outline {
  return { verbs: 'MLLLZ', points: [left, top, right, top, right, bottom, left, bottom] };
}

/** A straight line. */
export function line(x1: number, y1: number, x2: number, y2: number): Outline {
  return { verbs: 'ML', points: [x1, y1, x2, y2] };
}

/** One cubic curve from the origin. */
export function curve(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): Outline {
  return { verbs: 'MC', points: [0, 0, c1x, c1y, c2x, c2y, x, y] };
}

/** Straight lines through points, x and y in turn. */
export function polyline(points: readonly number[], isClosed: boolean): Outline {
  return { verbs: `M${'L'.repeat(points.length / 2 - 1)}${isClosed ? 'Z' : ''}`, points };
}

/** A smooth curve through points, x and y in turn. */
export function smoothCurve(points: readonly number[], isClosed: boolean): Outline {
  const builder = new OutlineBuilder().moveTo(points[0], points[1]);
  for (const cubic of smoothLine(points, isClosed)) builder.curveTo(...cubic);
  return (isClosed ? builder.close() : builder).build();
}

/** The open V at the end of an arrow from the origin to (x, y), which must not be the origin itself. */
export function arrowHead(x: number, y: number, strokeWidth: number): Outline {
  const length = Math.hypot(x, y);
  const headLength = Math.min(length, Math.max(10, 3 * strokeWidth));
  const halfSpread = 0.45 * headLength;
  const alongX = x / length;
  const alongY = y / length;
  const baseX = x - alongX * headLength;
  const baseY = y - alongY * headLength;
  return {
    verbs: 'MLL',
    points: [
      baseX - alongY * halfSpread,
      baseY + alongX * halfSpread,
      x,
      y,
      baseX + alongY * halfSpread,
      baseY - alongX * halfSpread,
    ],
  };
}

export const tickCount = 11;
const tickHalfLength = 6;

/** Tick `index` (0 to 10) of a number line from the origin to (x, y), which must not be the origin itself. */
export function tick(x: number, y: number, index: number): Outline {
  const length = Math.hypot(x, y);
  const acrossX = (-y / length) * tickHalfLength;
  const acrossY = (x / length) * tickHalfLength;
  const fraction = index / (tickCount - 1);
  return line(x * fraction - acrossX, y * fraction - acrossY, x * fraction + acrossX, y * fraction + acrossY);
}
