import { widthOf } from '../drawing/bounds.ts';
import type { HeldObject, HoldPicture, StateNumbers } from './pictures/hold-picture.ts';
import { boundsIn, type TurnedBox } from './pictures/turned-box.ts';

/** Scripts without spaces between words, whose lines break between almost any two characters. */
const unspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;

/** Maximum number of words to measure, the longest first. */
const maxWords = 3;

/** Whether no word of a text is wider than `width` along the upper side of `outer`, so that wrapping breaks none. */
export function keepsWords(
  picture: HoldPicture,
  held: HeldObject,
  size: StateNumbers,
  outer: TurnedBox,
  width: number,
): boolean {
  const { text } = held.state;
  if (unspaced.test(text)) return true;
  const words = text.split(/\s+/).sort((one, other) => other.length - one.length);
  return words.slice(0, maxWords).every((word) => {
    const { corners } = picture.measureWith(held, { ...size, text: word, wrapWidth: undefined });
    return !corners || widthOf(boundsIn(outer, corners)) <= width;
  });
}
