import { rounded } from '../project/numbers.ts';
import type { Keyframe, TransitionTrack } from '../project/schema.ts';
import { easingFunction } from '../timeline/easing.ts';
import { minBytes } from './budget.ts';
import { keyframeId } from './keyframe-id.ts';

/** A place on the way of an object along a curve. */
export interface CoursePlace {
  readonly x: number;
  readonly y: number;
  /** In degrees, without a jump from 360 to 0. */
  readonly rotation: number;
}

/** The ways of objects along curves into a composition, by their ids: evenly spaced places from start to end. */
export type Courses = ReadonlyMap<string, readonly CoursePlace[]>;

/** Number of straight pieces of a way. */
const steps = 40;

/** About the size of the keyframes of a way with their track as JSON, in bytes. */
export const bytesOfCourse: number = minBytes.track + 3 * steps * minBytes.keyframe;

/** Returns keyframes that lead an object along a curve, with the easing of its position. */
export function courseKeyframes(
  course: readonly CoursePlace[],
  { easing, positionTiming }: Pick<TransitionTrack, 'easing' | 'positionTiming'>,
): Record<string, Keyframe> {
  const progress = easingFunction(positionTiming?.easing ?? easing);
  const keyframes: Record<string, Keyframe> = {};
  for (const property of ['x', 'y', 'rotation'] as const) {
    const turns = course.some((place) => place[property] !== course[0][property]);
    if (!turns) continue;
    for (let step = 1; step <= steps; step++) {
      const at = step / steps;
      const value = rounded(placeAt(course, progress(at))[property]);
      keyframes[keyframeId(property, step)] = { at, value, easing: 'linear', property };
    }
  }
  return keyframes;
}

function placeAt(course: readonly CoursePlace[], progress: number): CoursePlace {
  const position = Math.min(1, Math.max(0, progress)) * (course.length - 1);
  const index = Math.min(course.length - 2, Math.floor(position));
  const [one, next, share] = [course[index], course[index + 1], position - index];
  const between = (name: keyof CoursePlace) => one[name] + (next[name] - one[name]) * share;
  return { x: between('x'), y: between('y'), rotation: between('rotation') };
}
