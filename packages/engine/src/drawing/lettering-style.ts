import type { Lettering } from '../timeline/lettering.ts';
import type { TextStyle } from './text/text-style.ts';

/** The style in which the lines of a text are set. `letterSpacing` is in em, that of its state by default. */
export function textStyleOf(lettering: Lettering, letterSpacing = lettering.letterSpacingInEm): TextStyle {
  return {
    wrapWidth: lettering.wrapWidthInEm,
    avoidsOrphans: true,
    face: lettering.face,
    letterSpacing,
    wrapLetterSpacing: lettering.letterSpacingInEm,
    transform: lettering.textTransform,
    hasTabularNumbers: lettering.tabularNumbers,
    direction: lettering.direction,
    emoji: 'color',
    ...(lettering.faceRanges && { faceRanges: lettering.faceRanges }),
    ...((lettering.spans || lettering.underlines) && { findsGraphemes: true }),
  };
}
