import type { Bounds } from '../drawing/bounds.ts';
import { toHundredths } from '../project/numbers.ts';

/** The boxes of the objects while a composition is held. */
export interface HoldLayout {
  /** Id of the scene. */
  readonly scene: string;
  /** Id of the composition. */
  readonly composition: string;
  /** Start of the hold in milliseconds of project time. */
  readonly startMs: number;
  /** End of the hold in milliseconds of project time. */
  readonly endMs: number;
  /** The visible objects in drawing order, the lowest first. */
  readonly objects: readonly {
    /** The name by which the document mentions the object: its id, or that of a part, such as `sales.Tue`. */
    readonly id: string;
    /** The rectangle around what it paints, in scene pixels rounded to hundredths; null if it paints nothing. */
    readonly box: Bounds | null;
  }[];
}

/** Rounds a box to hundredths of a pixel. */
export function roundBox({ left, top, right, bottom }: Bounds): Bounds {
  return {
    left: toHundredths(left),
    top: toHundredths(top),
    right: toHundredths(right),
    bottom: toHundredths(bottom),
  };
}
