import type { ObjectKind } from '../project/schema.ts';
import type { Color } from './color.ts';
import type { Matrix } from './matrix.ts';

/** One object as it stands at one time: numbers only, ready to be drawn in its own coordinates. */
export interface Pose {
  readonly objectId: string;
  readonly kind: ObjectKind;
  /** From the object's own coordinates to scene pixels, parents included. */
  readonly matrix: Matrix;
  /** Of the object as a whole, 0 to 1. */
  readonly opacity: number;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly strokeWidth: number;
  readonly cornerRadius: number;
  readonly fill: Color | null;
  readonly stroke: Color | null;
  /** Control points of kind path, in the object's own coordinates. */
  readonly c1x: number;
  readonly c1y: number;
  readonly c2x: number;
  readonly c2y: number;
  readonly text: string;
  readonly effect: 'none' | 'glow';
  /** How much of the object is written: 0 draws nothing, 1 the whole. */
  readonly write: number;
  readonly writeOrder: 'together' | 'sequential';
}

/** What is on stage at one time, in drawing order. Objects that draw nothing are left out. */
export interface Stage {
  /** Index into `Timeline.scenes`. */
  readonly sceneIndex: number;
  readonly poses: readonly Pose[];
}

export interface TimelineScene {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly background: Color | null;
  /** Project time at which the scene starts, and how long it plays, in milliseconds. */
  readonly startMs: number;
  readonly durationMs: number;
}

/** A stretch of the film that is either one held composition or one transition. Never of zero length. */
export interface Segment {
  readonly kind: 'hold' | 'transition';
  readonly sceneIndex: number;
  /** Project time in milliseconds; the segment covers startMs <= t < endMs. */
  readonly startMs: number;
  readonly endMs: number;
}

export interface Timeline {
  readonly durationMs: number;
  readonly scenes: readonly TimelineScene[];
  /** In playing order, without gaps, from 0 to `durationMs`; empty when the project lasts no time. */
  readonly segments: readonly Segment[];
  /**
   * What is on stage at project time `timeMs`, from 0 to `durationMs`, which shows the last frame.
   * A pure function of the project and the time. Throws RangeError outside the film.
   */
  at(timeMs: number): Stage;
}
