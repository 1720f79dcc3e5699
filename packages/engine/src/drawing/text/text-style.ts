import type { TextDirection } from '../../timeline/lettering.ts';
import type { TextRange } from '../../timeline/spans.ts';
import type { EmojiStyle } from './font-choice.ts';

/** Everything besides the text itself that a layout depends on. */
export interface TextStyle {
  /** Lines are wrapped to this width in em; null does not wrap. */
  readonly wrapWidth: number | null;
  readonly isBold: boolean;
  /** The bold parts, if not all of the text has one weight. */
  readonly boldRanges?: readonly TextRange[] | null;
  /** Whether the layout must have the place of each grapheme cluster in the text. */
  readonly findsGraphemes?: boolean;
  /** Whether all digits of a kind have the same width. */
  readonly hasTabularNumbers: boolean;
  readonly emoji: EmojiStyle;
  readonly direction: TextDirection;
}

export const plainStyle: TextStyle = {
  wrapWidth: null,
  isBold: false,
  hasTabularNumbers: false,
  emoji: 'color',
  direction: 'auto',
};
