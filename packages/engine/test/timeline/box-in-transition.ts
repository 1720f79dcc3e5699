import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import type { ObjectKind } from '../../src/language/kinds.ts';
import type { CompositionState, TransitionTrack } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import type { Pose } from '../../src/timeline/pose.ts';
import type { SceneFrame } from '../../src/timeline/timeline.ts';

export interface BoxTransition {
  /** State in the first composition; null if it has none. */
  from?: Partial<CompositionState> | null;
  to?: Partial<CompositionState> | null;
  /** Null for an object without a track. */
  track?: Partial<TransitionTrack> | null;
  durationMs?: number;
  kind?: ObjectKind;
}

/** Returns the pose of the object `box` between two compositions, by the time since the transition's start. */
export function boxInTransition(options: BoxTransition): (timeMs: number) => Pose | undefined {
  const { from = {}, to = {}, track: trackChanges = {}, durationMs = 400, kind } = options;
  const timeline = compileTimeline(
    project(
      scene('scene', {
        objects: [object('box', kind && { kind })],
        compositions: [
          composition('a', 200, from === null ? {} : { box: state(from) }),
          composition('b', 200, to === null ? {} : { box: state(to) }),
        ],
        transitions: [transition('a', 'b', durationMs, trackChanges === null ? [] : [track(trackChanges)])],
      }),
    ),
  );
  return (timeMs) => poseOf(timeline.at(200 + timeMs), 'box');
}

export function poseOf(frame: SceneFrame, objectId: string): Pose | undefined {
  return frame.poses.find((pose) => pose.objectId === objectId);
}

/** Returns the place of an object's origin in its scene. */
export function positionOf(pose: Pose | undefined): readonly [number, number] | undefined {
  return pose && [pose.matrix[4], pose.matrix[5]];
}
