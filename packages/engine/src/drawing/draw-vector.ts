import type { VectorField, VectorShape } from '../project/object-schemas.ts';
import type { Appearance } from '../timeline/appearance.ts';
import { type Color, parseColor } from '../timeline/color.ts';
import { type DisplayNode, plainGroup } from './display-list.ts';
import { drawPicture } from './draw-image.ts';
import { fill, stroke } from './draw-shape.ts';
import { parsePath } from './equation/svg-syntax.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import type { Outline } from './outline.ts';
import { type Paint, withGradients } from './paint.ts';
import { trimOutline } from './trim-outline.ts';

/** A shape with its outline and its own colours. */
interface ReadShape {
  readonly outline: Outline;
  /** Null paints nothing; `currentColor` is the fill of the object. */
  readonly fill: Color | 'currentColor' | null;
  readonly stroke: Color | 'currentColor' | null;
  readonly strokeWidth: number;
}

const shapesOf = memoizeByObject(({ shapes }: VectorField): readonly ReadShape[] =>
  shapes.map(({ d, fill: inside = 'none', stroke = 'none', strokeWidth = 1 }: VectorShape) => ({
    outline: parsePath(d),
    fill: readPaint(inside),
    stroke: readPaint(stroke),
    strokeWidth,
  })),
);

function readPaint(text: string): Color | 'currentColor' | null {
  return text === 'currentColor' ? text : parseColor(text);
}

/** Returns the nodes of a vector drawing, placed in the box of its object like an image, and centred on the origin. */
export function drawVector(appearance: Appearance, vector: VectorField): DisplayNode[] {
  const box = { left: 0, top: 0, right: vector.width, bottom: vector.height };
  const objectFill = withGradients(appearance, () => box).fill;
  const paintOf = (paint: ReadShape['fill']): Paint | null => (paint === 'currentColor' ? objectFill : paint);
  const children = shapesOf(vector).flatMap((shape): DisplayNode[] => [
    ...fill(shape.outline, paintOf(shape.fill), appearance.write),
    ...stroke(trimOutline(shape.outline, appearance.write), {
      stroke: paintOf(shape.stroke),
      strokeWidth: shape.strokeWidth,
    }),
  ]);
  if (children.length === 0) return [];
  return drawPicture(appearance, vector, ({ width, height }) => ({
    ...plainGroup,
    matrix: [width / vector.width, 0, 0, height / vector.height, -width / 2, -height / 2],
    children,
  }));
}
