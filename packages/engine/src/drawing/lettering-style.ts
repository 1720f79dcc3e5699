import type { Lettering, Spacing } from '../timeline/lettering.ts';
import type { TextStyle } from './text/text-style.ts';

/** The style in which the lines of a text are set, by default with the spacing of its state. */
export function textStyleOf(lettering: Lettering, spacing: Spacing = lettering.spacingInEm): TextStyle {
  return {
    wrapWidth: lettering.wrapWidthInEm,
    avoidsOrphans: true,
    face: lettering.face,
    spacing,
    wrapSpacing: lettering.spacingInEm,
    transform: lettering.textTransform,
    hasTabularNumbers: lettering.tabularNumbers,
    direction: lettering.direction,
    emoji: 'color',
    ...(lettering.faceRanges && { faceRanges: lettering.faceRanges }),
    ...((lettering.spans || lettering.underlines) && { findsGraphemes: true }),
  };
}
