import { AppearanceSampler } from './appearance.ts';
import { switchAt } from './channel.ts';
import type { Matrix } from './matrix.ts';
import type { ObjectChannels } from './object-channels.ts';
import type { ClipPose } from './pose.ts';
import type { TimingProgress } from './timing.ts';

/** The matrix of a transform node at the current time. */
export type MatrixOf = (transformNode: number) => Matrix;

/** The object inside which another one is painted, over a transition. */
export interface Clip {
  /** Whether it stays in its place and shape. */
  readonly isConstant: boolean;
  /** Undefined without one; `nowhere` if its place or shape is not finite, or if it has no state. */
  at(progress: TimingProgress, matrixOf: MatrixOf): ClipPose | undefined;
}

/** A clip that leaves nothing to paint. */
export const nowhere: ClipPose = { pose: null };

/**
 * Compiles the clips of objects. `clipChannels` are the channels of the objects that others name, also if they are
 * hidden. `isFixed` tells whether a transform node stays the same.
 */
export class ClipCompiler {
  readonly #channels: ReadonlyMap<string, ObjectChannels>;
  readonly #ends: readonly [start: TimingProgress, end: TimingProgress];
  readonly #isFixed: (transformNode: number) => boolean;
  readonly #shapes = new Map<string, Clip>();

  constructor(
    clipChannels: ReadonlyMap<string, ObjectChannels>,
    ends: readonly [start: TimingProgress, end: TimingProgress],
    isFixed: (transformNode: number) => boolean,
  ) {
    this.#channels = clipChannels;
    this.#ends = ends;
    this.#isFixed = isFixed;
  }

  /** Returns the clip of an object; null if it never has one. */
  clipOf({ clip }: ObjectChannels): Clip | null {
    if (clip === null) return null;
    const [from, to] = [this.#shapeOf(clip.from), this.#shapeOf(clip.to)];
    if (from === to) return from;
    return {
      isConstant: false,
      at: (progress, matrixOf) => switchAt({ ...clip, from, to }, progress)?.at(progress, matrixOf),
    };
  }

  #shapeOf(id: string | null): Clip | null {
    if (id === null) return null;
    const cached = this.#shapes.get(id);
    if (cached !== undefined) return cached;
    const channels = this.#channels.get(id);
    const clip = channels === undefined ? { isConstant: true, at: () => nowhere } : this.#compile(channels);
    this.#shapes.set(id, clip);
    return clip;
  }

  #compile(channels: ObjectChannels): Clip {
    const { objectId, kind, appearance, transformNode, hasFiniteValues } = channels;
    const sampler = new AppearanceSampler(appearance, ...this.#ends, undefined);
    let last: { progress: TimingProgress; clip: ClipPose } | undefined;
    const sample = (progress: TimingProgress, matrixOf: MatrixOf): ClipPose => {
      if (hasFiniteValues !== null && !hasFiniteValues(progress)) return nowhere;
      const matrix = matrixOf(transformNode);
      if (!matrix.every(Number.isFinite)) return nowhere;
      return { pose: { objectId, kind, matrix, appearance: sampler.at(progress) } };
    };
    return {
      isConstant: this.#isFixed(transformNode) && sampler.isConstant && hasFiniteValues === null,
      // Several objects may have the same clip.
      at(progress, matrixOf) {
        if (last?.progress !== progress) last = { progress, clip: sample(progress, matrixOf) };
        return last.clip;
      },
    };
  }
}
