import type { ObjectKind } from '../language/kinds.ts';
import { isLayer } from '../language/kinds.ts';
import type { Appearance } from './appearance.ts';
import type { ObjectEffects } from './effects.ts';
import type { Matrix } from './matrix.ts';

/** An object at one time, ready to be drawn, with its place and appearance. */
export interface Pose {
  readonly objectId: string;
  readonly kind: ObjectKind;
  /** The layer that the object is in; missing for an object outside layers. */
  readonly layerId?: string;
  /** From the object's own coordinates to scene pixels, parents included. */
  readonly matrix: Matrix;
  /** Opacity of the whole object, 0 to 1. */
  readonly opacity: number;
  /** Null if the object has no effects. */
  readonly effects: ObjectEffects | null;
  /** Missing for an object without one. */
  readonly clip?: ClipPose | undefined;
  /** The same object (`===`) as long as the object only moves, fades or changes its effects. */
  readonly appearance: Appearance;
  /** Its poses while the shutter is open; missing without motion blur, and while the object does not move. */
  readonly moments?: readonly Pose[];
}

/** The object inside which another one is painted. */
export interface ClipPose {
  /** Its place and shape; null leaves nothing to paint. */
  readonly pose: Pick<Pose, 'objectId' | 'kind' | 'matrix' | 'appearance'> | null;
}

/** Returns the poses of objects other than layers, with the opacity of their layers. */
export function seenPoses(poses: readonly Pose[]): readonly Pose[] {
  if (!poses.some(({ kind }) => isLayer(kind))) return poses;
  const opacities = new Map<string, number>();
  return poses.flatMap((pose) => {
    const opacity = pose.opacity * (pose.layerId === undefined ? 1 : (opacities.get(pose.layerId) ?? 1));
    if (isLayer(pose.kind)) opacities.set(pose.objectId, opacity);
    return isLayer(pose.kind) ? [] : [{ ...pose, opacity }];
  });
}
