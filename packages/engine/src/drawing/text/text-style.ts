import { type Face, type FaceRange, plainFace } from '../../timeline/face.ts';
import type { Spacing, TextDirection } from '../../timeline/lettering.ts';
import type { EmojiStyle } from './font-choice.ts';
import type { TextTransform } from './text-transform.ts';

/** Everything besides the text itself that a layout depends on. */
export interface TextStyle {
  /** Lines are wrapped to this width in em; null does not wrap. */
  readonly wrapWidth: number | null;
  /** Whether lines are balanced where the last of a few would be a single short word. */
  readonly avoidsOrphans?: boolean;
  readonly face: Face;
  /** The parts with another face. */
  readonly faceRanges?: readonly FaceRange[] | null;
  /** In em. */
  readonly spacing?: Spacing;
  /** The spacing with which lines are wrapped, if it is another one. */
  readonly wrapSpacing?: Spacing;
  readonly transform?: TextTransform;
  /** Whether the layout must have the place of each grapheme cluster in the text. */
  readonly findsGraphemes?: boolean;
  /** Whether all digits of a kind have the same width. */
  readonly hasTabularNumbers: boolean;
  readonly emoji: EmojiStyle;
  readonly direction: TextDirection;
}

export const plainStyle: TextStyle = {
  wrapWidth: null,
  face: plainFace,
  hasTabularNumbers: false,
  emoji: 'color',
  direction: 'auto',
};
