/** Shapes of the frame, which `when` of an object names. */
export const frameShapes = ['portrait', 'landscape', 'square'] as const;

export type FrameShape = (typeof frameShapes)[number];

/** Returns the shape of a frame with these sides. */
export function frameShapeOf({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): FrameShape {
  if (width === height) return 'square';
  return width < height ? 'portrait' : 'landscape';
}
