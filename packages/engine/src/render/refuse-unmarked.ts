import type { Size } from '../output/fit-scene.ts';
import type { Mp4Video } from '../output/formats.ts';
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
  codec: Mp4Video = 'h264',
): void {
  if (isShorthand || isExtended(document)) return;
  const { side, pixels } = contractSize;
  const { width, height } = size;
  const problems = [
    ...(isLarger(size, contractSize)
      ? [
          `an output of ${width} x ${height} is an extension; ${mark}, or choose at most ${side} for each side and ${pixels} for width x height`,
        ]
      : []),
    ...(codec === 'h264' ? [] : [`codec ${codec} is an extension; ${mark}, or choose h264`]),
  ];
  if (problems.length > 0) throw new RenderError('invalid-option', problems);
}
