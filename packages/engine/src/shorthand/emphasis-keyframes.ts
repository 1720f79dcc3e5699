import { isLine } from '../language/kinds.ts';
import { rounded } from '../project/numbers.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { CompositionState, Keyframe, KeyframeProperty } from '../project/schema.ts';
import { isLeaving } from './appearing.ts';
import { type Middle, numberOf } from './begin-keyframes.ts';
import type { EmphasisName } from './desugar/presets.ts';
import { keyframeId } from './keyframe-id.ts';
import type { ResolvedTrack } from './schema.ts';

/** Times as shares of the emphasis, each with a value. */
type Curve = readonly (readonly [at: number, value: number])[];

interface Motion {
  /** Factors of its size. */
  readonly scale?: Curve;
  /** Degrees. */
  readonly rotation?: Curve;
  /** Shares of the distance. */
  readonly shift?: Curve;
  /** Factors of its opacity, or with `reveal` its opacity. */
  readonly opacity?: Curve;
  /** What is drawn of it. */
  readonly reveal?: Curve;
}

/** Drawn in the first half, and gone at the end. */
const drawing: Motion = {
  opacity: [
    [0, 1],
    [0.8, 1],
    [1, 0],
  ],
  reveal: [
    [0, 0],
    [0.45, 1],
    [1, 1],
  ],
};

const motions: Readonly<Record<EmphasisName, Motion>> = {
  pulse: { scale: [[0.5, 1.15]] },
  pop: {
    scale: [
      [0.28, 1.25],
      [0.56, 0.94],
      [0.8, 1.03],
    ],
  },
  shake: {
    shift: [
      [0.15, -1],
      [0.32, 1],
      [0.49, -0.8],
      [0.66, 0.6],
      [0.83, -0.3],
    ],
  },
  wiggle: {
    rotation: [
      [0.17, -6],
      [0.4, 6],
      [0.6, -4],
      [0.8, 2.5],
    ],
  },
  flash: {
    opacity: [
      [0.25, 0.15],
      [0.5, 1],
      [0.75, 0.15],
    ],
  },
  ring: drawing,
  underline: drawing,
  mark: drawing,
};

/** How long an emphasis lasts in a transition without a duration, in milliseconds. */
export function emphasisMs(name: EmphasisName): number {
  if (motions[name] === drawing) return 1400;
  return name === 'pulse' || name === 'pop' ? 600 : 800;
}

/** An object with an emphasis on both sides of a transition. */
export interface Emphasized {
  readonly object: SceneObject | undefined;
  readonly from: CompositionState | undefined;
  readonly to: CompositionState | undefined;
  /** The middle of the whole that the emphasis moves, if that is more than the object. */
  readonly about: Middle | undefined;
  readonly isOnAxes: boolean;
  /** Whether another object that the emphasis moves carries it along. */
  readonly isCarried: boolean;
}

/**
 * Returns the keyframes with which an object that stays is emphasised and is then as it would be without. An object that
 * leaves has none, nor has one that pops while it enters.
 */
export function emphasisKeyframes(
  { name, distance }: NonNullable<ResolvedTrack['emphasis']>,
  emphasized: Emphasized,
): Record<string, Keyframe> {
  const { object, from, to, about, isOnAxes, isCarried } = emphasized;
  const isEntering = from?.visible !== true;
  if (to === undefined || isLeaving(from, to) || (isEntering && to.visible && name === 'pop')) return {};
  const keyframes: Record<string, Keyframe> = {};
  const base = (property: KeyframeProperty, at: number) => {
    const [start, end] = [numberOf(isEntering ? to : from, property), numberOf(to, property)];
    return start + (end - start) * at;
  };
  const add = (property: KeyframeProperty, curve: Curve, value: (at: number, one: number) => number) => {
    for (const [index, [at, one]] of curve.entries())
      keyframes[keyframeId(property, index)] = {
        ...{ at, value: rounded(value(at, one), 6), easing: 'easeInOut', property },
      };
  };
  const { scale, rotation, shift, opacity, reveal } = motions[name];
  if (reveal !== undefined) add('reveal', reveal, (_, one) => one);
  if (opacity !== undefined)
    add('opacity', opacity, (at, one) => (reveal === undefined ? one * base('opacity', at) : one));
  if (isCarried) return keyframes;
  // The anchor moves an object on axes and one that formulas move, too.
  if (shift !== undefined) add('anchorX', shift, (at, one) => base('anchorX', at) - one * distance);
  const moves = (axis: 'x' | 'y') => !isOnAxes && to.formulas?.[axis] === undefined;
  const middle = about ?? middleOf(object, to);
  const away = (axis: 'x' | 'y', at: number) => (middle === undefined ? 0 : base(axis, at) - middle[axis]);
  if (scale !== undefined) {
    for (const property of ['scaleX', 'scaleY'] as const)
      add(property, scale, (at, one) => one * base(property, at));
    for (const axis of ['x', 'y'] as const)
      if (middle !== undefined && moves(axis))
        add(axis, scale, (at, one) => base(axis, at) + (one - 1) * away(axis, at));
  }
  if (rotation !== undefined) {
    add('rotation', rotation, (at, one) => base('rotation', at) + one);
    if (middle !== undefined && moves('x') && moves('y')) {
      const turned = (at: number, degrees: number) => {
        const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
        const [x, y] = [away('x', at), away('y', at)];
        return { x: middle.x + cos * x - sin * y, y: middle.y + sin * x + cos * y };
      };
      for (const axis of ['x', 'y'] as const) add(axis, rotation, (at, one) => turned(at, one)[axis]);
    }
  }
  return keyframes;
}

/** The middle of a line, which is placed by its start; undefined for what is placed by its middle. */
function middleOf(object: SceneObject | undefined, state: CompositionState): Middle | undefined {
  if (!isLine(object?.kind)) return undefined;
  return { x: state.x + state.width / 2, y: state.y + state.height / 2 };
}

/** The middle of several objects. */
export function middleAmong(
  ids: readonly string[],
  objects: Readonly<Record<string, SceneObject>>,
  states: Readonly<Record<string, CompositionState>>,
): Middle | undefined {
  const spans = ids.flatMap((id) => {
    const state = states[id];
    const isShown = state?.visible === true && (objects[id]?.parentId ?? null) === null;
    if (!isShown) return [];
    const [left, top] = isLine(objects[id]?.kind)
      ? [state.x, state.y]
      : [state.x - state.width / 2, state.y - state.height / 2];
    return [{ left, top, right: left + state.width, bottom: top + state.height }];
  });
  if (spans.length === 0) return undefined;
  const least = (side: 'left' | 'top') => Math.min(...spans.map((span) => span[side]));
  const most = (side: 'right' | 'bottom') => Math.max(...spans.map((span) => span[side]));
  return { x: (least('left') + most('right')) / 2, y: (least('top') + most('bottom')) / 2 };
}

/** The states of what is drawn for an emphasis: an underline is below what it was laid out around. */
export function shapeDrawings<States extends Readonly<Record<string, CompositionState>>>(
  drawings: ReadonlyMap<string, string>,
  states: readonly States[],
  thickness: number,
): readonly States[] {
  const underlines = [...drawings].flatMap(([id, kind]) => (kind === 'underline' ? [id] : []));
  if (underlines.length === 0) return states;
  return states.map((inComposition) => {
    const changed: Record<string, CompositionState> = { ...inComposition };
    for (const id of underlines) {
      const state = inComposition[id];
      if (state !== undefined)
        changed[id] = { ...state, y: state.y + state.height / 2 + thickness, height: thickness };
    }
    return changed as unknown as States;
  });
}
