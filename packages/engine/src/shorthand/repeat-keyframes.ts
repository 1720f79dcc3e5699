import { rounded } from '../project/numbers.ts';
import type { Easing } from '../project/schema.ts';

/** A keyframe of a list: its time as a fraction of the span, its value, and the easing to the next one. */
export type ListedKeyframe = readonly [at: number, value: number | string, easing?: Easing];

/**
 * Repeats a list of keyframes within the span: each time takes an equal share. With `alternate`, every second time runs
 * backwards, with its easings mirrored in time.
 */
export function repeatKeyframes(
  list: readonly ListedKeyframe[],
  times: number,
  alternate: boolean,
  trackEasing: Easing,
): ListedKeyframe[] {
  const backwards = reversed(list, trackEasing);
  return Array.from({ length: times }, (_, index) => {
    const turn = alternate && index % 2 === 1 ? backwards : list;
    return turn.map(([at, value, easing]): ListedKeyframe => {
      const share = Math.min(1, (index + at) / times);
      return easing === undefined ? [share, value] : [share, value, easing];
    });
  }).flat();
}

/** The easing from a keyframe to the next one belongs to the later of the two when time runs backwards. */
function reversed(list: readonly ListedKeyframe[], trackEasing: Easing): ListedKeyframe[] {
  const sorted = [...list].sort(([one], [other]) => one - other);
  return sorted
    .map(([at, value], index): ListedKeyframe => {
      const before = index === 0 ? trackEasing : (sorted[index - 1]?.[2] ?? trackEasing);
      return [1 - at, value, mirrored(before)];
    })
    .reverse();
}

function mirrored(easing: Easing): Easing {
  if (easing === 'easeIn') return 'easeOut';
  if (easing === 'easeOut') return 'easeIn';
  if (typeof easing === 'string') return easing;
  const { x1, y1, x2, y2 } = easing;
  const flip = (value: number) => rounded(1 - value, 12);
  return { type: 'cubicBezier', x1: flip(x2), y1: flip(y2), x2: flip(x1), y2: flip(y1) };
}
