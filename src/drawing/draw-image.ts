import type { ImageAsset } from '../project/schema.ts';
import { identityMatrix } from '../timeline/matrix.ts';
import type { Pose } from '../timeline/pose.ts';
import type { DisplayNode } from './display-list.ts';
import { stroke } from './draw-shape.ts';
import type { Outline } from './outline.ts';
import { rectangle, roundedRectangle } from './shapes.ts';

/** The nodes of a picture centred on the origin, its corners cut round, and of the line over its border. */
export function drawImage(pose: Pose, asset: ImageAsset): DisplayNode[] {
  const width = Math.abs(pose.width);
  const height = Math.abs(pose.height);
  if (width === 0 || height === 0) return [];
  const border = roundedRectangle(width, height, pose.cornerRadius);
  const picture: DisplayNode = { type: 'image', asset, width, height };
  return [
    pose.cornerRadius > 0
      ? {
          type: 'group',
          matrix: identityMatrix,
          opacity: 1,
          clip: border,
          glow: false,
          label: null,
          children: [picture],
        }
      : picture,
    ...stroke(border, pose),
  ];
}

/** What an image shows at a write progress below 1: its left part, with the border's overhang on that side. */
export function imageReveal(pose: Pose): Outline | null {
  if (pose.write >= 1) return null;
  const width = Math.abs(pose.width);
  const bottom = Math.abs(pose.height) / 2 + pose.strokeWidth;
  return rectangle(-width / 2 - pose.strokeWidth, -bottom, width * (pose.write - 0.5), bottom);
}
