import type { Bounds } from '../drawing/bounds.ts';
import type { HoldPicture } from './hold-picture.ts';

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
    /** Id of the object. */
    readonly id: string;
    /** The rectangle around what it paints, in scene pixels rounded to hundredths; null if it paints nothing. */
    readonly box: Bounds | null;
  }[];
}

/** Returns each visible object's box in every hold. */
export function layoutOf(pictures: readonly HoldPicture[]): HoldLayout[] {
  return pictures.map(({ scene, compositionId, startMs, endMs, objects }) => ({
    scene: scene.id,
    composition: compositionId,
    startMs,
    endMs,
    objects: objects.map(({ object, box }) => ({ id: object.id, box: box && roundBox(box) })),
  }));
}

/** Rounds a box to hundredths of a pixel. */
export function roundBox({ left, top, right, bottom }: Bounds): Bounds {
  const round = (length: number) => Math.round(length * 100) / 100 + 0;
  return { left: round(left), top: round(top), right: round(right), bottom: round(bottom) };
}
