import type { SceneTransition } from '../project/schema.ts';
import type { Color } from './color.ts';
import type { Gradient } from './gradient.ts';
import type { Pose } from './pose.ts';

/** A project's scenes and segments in project time, and the picture at each time. */
export interface Timeline {
  readonly durationMs: number;
  readonly scenes: readonly TimelineScene[];
  /** In playing order, without gaps, from 0 to `durationMs`; empty if the project has no duration. */
  readonly segments: readonly Segment[];
  /**
   * Returns the frame at `timeMs`, from 0 to `durationMs`, which shows the last frame. A pure function of the project
   * and the time. Throws RangeError outside that range.
   */
  at(timeMs: number): SceneFrame;
}

export interface TimelineScene {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly background: Color | null;
  /** Painted over the background; null without one. */
  readonly backgroundGradient: Gradient | null;
  /** Project time at which the scene starts, and how long it plays, in milliseconds. */
  readonly startMs: number;
  readonly durationMs: number;
  /** How the scene before becomes this one; missing for a cut. */
  readonly entering?: { readonly transition: SceneTransition; readonly durationMs: number };
  /** Missing if the scene has neither a vignette nor grain. */
  readonly finish?: { readonly vignette: number; readonly grain: number; readonly isMoving: boolean };
}

/** What lies over the picture of a scene, whose objects do not change it. */
export interface Finish {
  /** How much darker the corners are, from 0 to 1. */
  readonly vignette: number;
  /** Twice the standard deviation of the noise, as a share of the range of brightness. */
  readonly grain: number;
  /** The number of the noise: 0, or another one for each picture of a moving grain. */
  readonly grainPicture: number;
}

/** A span of project time that shows either one held composition or one transition. Never of zero length. */
export type Segment = Hold | TransitionSegment;

interface Span {
  readonly sceneIndex: number;
  /** Project time in milliseconds; the segment covers startMs <= t < endMs. */
  readonly startMs: number;
  readonly endMs: number;
}

export interface Hold extends Span {
  readonly kind: 'hold';
  readonly compositionId: string;
}

export interface TransitionSegment extends Span {
  readonly kind: 'transition';
  readonly fromId: string;
  readonly toId: string;
}

/** Picture of a scene at one time. */
export interface SceneFrame {
  /** Index into `Timeline.scenes`. */
  readonly sceneIndex: number;
  /** In drawing order, without objects that draw nothing. */
  readonly poses: readonly Pose[];
  /** Missing if the scene has neither a vignette nor grain. */
  readonly finish?: Finish;
  /** While the scene before becomes this one: its last picture, and how far this one is, from 0 to 1. */
  readonly entering?: {
    readonly before: SceneFrame;
    readonly transition: SceneTransition;
    readonly share: number;
  };
}
