import type { ObjectKind } from '../language/kinds.ts';
import type { AppearanceChannels, AppearanceSampler } from './appearance.ts';
import { type NumberChannel, numberAt, type SwitchChannel } from './channel.ts';
import { type EffectChannels, effectsAt } from './effects.ts';
import type { Matrix } from './matrix.ts';
import { areHidden } from './parts-motion.ts';
import type { ClipPose, Pose } from './pose.ts';
import type { TimingProgress } from './timing.ts';

/** Everything about a drawn object during a transition, except its place, which is a `TransformNode`. */
export interface ObjectChannels {
  readonly objectId: string;
  readonly kind: ObjectKind;
  /** The layer that the object is in. */
  readonly layerId: string | null;
  /** Index of its transform node. */
  readonly transformNode: number;
  readonly opacity: NumberChannel;
  readonly effects: EffectChannels;
  /** The id of the object inside which it is painted; null if it never has one. */
  readonly clip: SwitchChannel<string | null> | null;
  readonly appearance: AppearanceChannels;
  /** Whether the values of all formulas are finite; null without formulas that change. */
  readonly hasFiniteValues: ((progress: TimingProgress) => boolean) | null;
}

/**
 * Returns the object at one time, or null if it draws nothing: transparent, not written yet, or without a finite place
 * or value.
 */
export function samplePose(
  channels: ObjectChannels,
  sampler: AppearanceSampler,
  progress: TimingProgress,
  matrix: Matrix,
  clip?: ClipPose | undefined,
): Pose | null {
  const { write, parts } = channels.appearance;
  if (numberAt(write, progress) <= 0 || (parts !== null && areHidden(parts, progress))) return null;
  if (channels.hasFiniteValues !== null && !channels.hasFiniteValues(progress)) return null;
  // Interpolation between two opacities can round past 1.
  const opacity = Math.min(1, numberAt(channels.opacity, progress));
  if (opacity <= 0 || !isFinitePlace(matrix)) return null;
  return {
    objectId: channels.objectId,
    kind: channels.kind,
    matrix,
    opacity,
    effects: effectsAt(channels.effects, progress),
    appearance: sampler.at(progress),
    ...(channels.layerId !== null && { layerId: channels.layerId }),
    ...(clip && { clip }),
  };
}

/** Whether two poses look the same. A clip that may change never does. */
export function isSamePose(one: Pose, other: Pose): boolean {
  return (
    one.objectId === other.objectId &&
    one.appearance === other.appearance &&
    one.opacity === other.opacity &&
    one.effects === other.effects &&
    one.clip === other.clip &&
    isSameMatrix(one.matrix, other.matrix)
  );
}

function isSameMatrix(one: Matrix, other: Matrix): boolean {
  return one === other || one.every((value, index) => value === other[index]);
}

/** Returns the pose in another place; null if that place is not finite. */
export function movePose(pose: Pose, matrix: Matrix): Pose | null {
  return isFinitePlace(matrix) ? { ...pose, matrix } : null;
}

/** The scales of many parents can multiply to more than a number holds; such an object is not drawn. */
function isFinitePlace(matrix: Matrix): boolean {
  return Number.isFinite(matrix[0] + matrix[1] + matrix[2] + matrix[3] + matrix[4] + matrix[5]);
}
