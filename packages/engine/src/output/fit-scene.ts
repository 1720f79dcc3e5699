import type { Matrix } from '../timeline/matrix.ts';

/** Sizes in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the transform from scene pixels to output pixels, which fits the scene inside the output, centred and
 * undistorted.
 */
export function fitScene(scene: Size, output: Size): Matrix {
  const scale = Math.min(output.width / scene.width, output.height / scene.height);
  return [
    scale,
    0,
    0,
    scale,
    (output.width - scene.width * scale) / 2,
    (output.height - scene.height * scale) / 2,
  ];
}
