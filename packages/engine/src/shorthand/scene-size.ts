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
  return { ...sized, ...sizeOfRatio(aspectRatio) };
}

/** Returns the size of a frame with an aspect ratio such as "9:16"; undefined for another text. */
export function sizeOfRatio(ratio: string): { readonly width: number; readonly height: number } | undefined {
  const [across, down] = ratio.split(':').map(Number);
  if (!(across > 0 && down > 0)) return undefined;
  const scale = shorterSide / Math.min(across, down);
  return { width: toEven(across * scale), height: toEven(down * scale) };
}

/** Films need even sides. */
function toEven(length: number): number {
  return 2 * Math.round(length / 2);
}
