import type { Path } from '../project/problem-text.ts';
import type { Problems } from '../project/problems.ts';
import type { ResolvedScene } from './schema.ts';

/** The shorter side in pixels of a frame with only an aspect ratio. */
const shorterSide = 1080;

/** Replaces the aspect ratio of a scene by its width and height. Adds a problem where they are written as well. */
export function sizeScene(scene: ResolvedScene, path: Path, problems: Problems): ResolvedScene {
  const { aspectRatio, ...sized } = scene;
  if (aspectRatio === undefined) return scene;
  if (sized.width !== undefined || sized.height !== undefined) {
    problems.add(
      [...path, 'aspectRatio'],
      'conflict',
      'gives the size of the frame; leave it out, or width and height',
    );
    return sized;
  }
  const [across, down] = aspectRatio.split(':').map(Number);
  const scale = shorterSide / Math.min(across, down);
  return { ...sized, width: toEven(across * scale), height: toEven(down * scale) };
}

/** Films need even sides. */
function toEven(length: number): number {
  return 2 * Math.round(length / 2);
}
