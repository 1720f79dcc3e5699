import type { Bounds } from '../drawing/bounds.ts';
import { isProse } from '../language/kinds.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { CompositionState } from '../project/schema.ts';
import type { BoxMeasurer } from './boxes.ts';

/** Font sizes are tried in these steps, in scene pixels. */
const fontSizeStep = 0.5;

/** The narrowest and the widest lines that a state may have. */
const [narrowest, widest] = [1, 100_000];

/** Rounding of numbers in the result, in scene pixels. */
const tolerance = 0.005;

export interface LetterRoom {
  /** Size of the available space in scene pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether lines are wrapped to the width. */
  readonly wraps: boolean;
  /** Whether the font size may be lowered. */
  readonly fits: boolean;
}

/** To keep its longest word in one piece, a text shrinks to this share of its font size at most. */
const minShareForWords = 0.5;

/**
 * Wraps a text to the available width and lowers the font size of a text or an equation to the largest multiple of 0.5
 * at which it fits. A text becomes up to twice as small to keep its words whole. If no size fits, the smallest is used.
 */
export function fitLetters(
  object: SceneObject,
  state: CompositionState,
  { width, height, wraps, fits }: LetterRoom,
  measurer: BoxMeasurer,
): CompositionState {
  const wrapped =
    wraps && isProse(object.kind)
      ? { ...state, wrapWidth: Math.min(widest, Math.max(narrowest, Math.floor(width * 1000) / 1000)) }
      : state;
  if (!fits) return wrapped;
  /** Ratio of the available space to the size of the letters, on the axis on which it is smaller. */
  const fullnessOf = (one: CompositionState) => {
    const box = sizeOf(measurer.atOrigin(object, one));
    return Math.min((width + tolerance) / box.width, (height + tolerance) / box.height);
  };
  const { wrapWidth, fontSize } = wrapped;
  const largest =
    wrapWidth !== undefined && isProse(object.kind)
      ? sizeForWords({ ...wrapped, wrapWidth }, measurer)
      : fontSize;
  const fullness = fullnessOf({ ...wrapped, ...lettersAt(wrapped, largest) });
  if (largest === fontSize && fullness >= 1) return wrapped;
  const at = (steps: number): CompositionState => ({
    ...wrapped,
    ...lettersAt(wrapped, steps * fontSizeStep),
  });
  let [least, most] = [1, Math.floor(largest / fontSizeStep) + 1];
  // Letters on one line grow in proportion to their size, so that the first guess is nearly right; then it is doubled.
  let guess = Math.floor((largest / fontSizeStep) * Math.min(1, fullness));
  for (let reach = 1; most - least > 1; reach *= 2) {
    const middle = Math.min(most - 1, Math.max(least + 1, guess));
    if (fullnessOf(at(middle)) >= 1) {
      least = middle;
      guess = middle + reach;
    } else {
      most = middle;
      guess = middle - reach;
    }
    if (reach > (most - least) / 2) guess = Math.floor((least + most) / 2);
  }
  return at(least);
}

/** The largest font size, up to that of a wrapped text, at which its longest word fits into a line. */
function sizeForWords(
  state: CompositionState & { readonly wrapWidth: number },
  measurer: BoxMeasurer,
): number {
  const { wrapWidth, fontSize } = state;
  const longest = measurer.maxWordLength(state, wrapWidth / fontSize);
  const size = wrapWidth / longest;
  return size >= fontSize || size < minShareForWords * fontSize ? fontSize : size;
}

function sizeOf({ left, top, right, bottom }: Bounds): { readonly width: number; readonly height: number } {
  return { width: right - left, height: bottom - top };
}

/** The fields of a text with letters of another size: what lies between them and their pivot follow. */
export function lettersAt(
  state: CompositionState,
  size: number,
): Pick<CompositionState, 'fontSize' | 'letterSpacing' | 'wordSpacing' | 'anchorX' | 'anchorY'> {
  const changes: Partial<Record<'letterSpacing' | 'wordSpacing' | 'anchorX' | 'anchorY', number>> = {};
  if (state.fontSize === 0) return { fontSize: size };
  for (const field of ['letterSpacing', 'wordSpacing', 'anchorX', 'anchorY'] as const) {
    const length = state[field];
    if (length !== undefined) changes[field] = Math.round((length * size * 1000) / state.fontSize) / 1000;
  }
  return { fontSize: size, ...changes };
}
