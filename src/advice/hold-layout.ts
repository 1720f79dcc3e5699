import type { Bounds } from '../drawing/bounds.ts';

/** Where the objects are while a composition is held. */
export interface HoldLayout {
  readonly scene: string;
  readonly composition: string;
  /** Project time in milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  /** The visible objects in drawing order, the lowest first. */
  readonly objects: readonly {
    readonly id: string;
    /** In scene pixels, rounded to hundredths; null for an object that paints nothing. */
    readonly box: Bounds | null;
  }[];
}
