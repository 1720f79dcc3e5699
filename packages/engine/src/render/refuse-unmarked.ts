import type { Size } from '../output/fit-scene.ts';
import { isExtended } from '../project/schema.ts';
import { contractSize } from './capabilities.ts';
import type { LoadedProject } from './load-project.ts';
import { isLarger } from './plan.ts';
import { RenderError } from './render-error.ts';

const mark = 'add "extended": true at the top of the document';

/** Throws a RenderError `invalid-option` for an output that only shorthand and extended projects can have. */
export function refuseUnmarked(
  { document, isShorthand }: Pick<LoadedProject, 'document' | 'isShorthand'>,
  size: Size,
): void {
  if (isShorthand || isExtended(document) || !isLarger(size, contractSize)) return;
  const { side, pixels } = contractSize;
  throw new RenderError('invalid-option', [
    `an output of ${size.width} x ${size.height} is an extension; ${mark}, or choose at most ${side} for each side and ${pixels} for width x height`,
  ]);
}
