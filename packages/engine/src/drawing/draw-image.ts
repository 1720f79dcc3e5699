import type { ImageAsset } from '../project/schema.ts';
import type { Appearance } from '../timeline/appearance.ts';
import { identityMatrix } from '../timeline/matrix.ts';
import type { DisplayNode } from './display-list.ts';
import { dashed, inOwnBox, stroke } from './draw-shape.ts';
import type { Outline } from './outline.ts';
import { rectangle, roundedRectangle } from './shapes.ts';

/** Returns the nodes of a picture centred on the origin with rounded corners, and of the stroke over its border. */
export function drawImage(appearance: Appearance, asset: ImageAsset): DisplayNode[] {
  const width = Math.abs(appearance.width);
  const height = Math.abs(appearance.height);
  if (width === 0 || height === 0) return [];
  const border = roundedRectangle(width, height, appearance.cornerRadius);
  const painted = inOwnBox(appearance);
  const picture: DisplayNode = { type: 'image', asset, width, height };
  return [
    appearance.cornerRadius > 0
      ? {
          type: 'group',
          matrix: identityMatrix,
          opacity: 1,
          clip: border,
          effects: null,
          label: null,
          children: [picture],
        }
      : picture,
    ...stroke(dashed(border, appearance), painted),
  ];
}

/**
 * Returns the visible part of an image at a write progress below 1: its left part, including the border's outer half.
 */
export function imageReveal(appearance: Appearance): Outline | null {
  if (appearance.write >= 1) return null;
  const width = Math.abs(appearance.width);
  const bottom = Math.abs(appearance.height) / 2 + appearance.strokeWidth;
  return rectangle(-width / 2 - appearance.strokeWidth, -bottom, width * (appearance.write - 0.5), bottom);
}
