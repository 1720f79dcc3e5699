import type { ImageAsset } from '../project/schema.ts';
import type { Color } from '../timeline/color.ts';
import type { Matrix } from '../timeline/matrix.ts';
import type { Outline } from './outline.ts';

/**
 * What a backend has to paint for one frame, in painting order. Four kinds of node and nothing else: everything
 * is an outline or an image, already resolved to colours and coordinates.
 */
export interface DisplayList {
  /** Which scene of the film is shown; within one, objects keep their order. */
  readonly sceneIndex: number;
  /** Size of the scene in scene pixels; nodes are painted in scene pixels, cut off at the scene's edges. */
  readonly width: number;
  readonly height: number;
  /** Null leaves the picture transparent. */
  readonly background: Color | null;
  /**
   * In painting order. An object that looks the same as in the list before it is the very same node, and one that
   * has only moved or faded has the very same children.
   */
  readonly nodes: readonly ObjectNode[];
}

/** One object of the scene. */
export interface ObjectNode extends GroupNode {
  readonly objectId: string;
}

export type DisplayNode = FillNode | StrokeNode | ImageNode | GroupNode;

/** The inside of an outline, by the non-zero rule. */
export interface FillNode {
  readonly type: 'fill';
  readonly outline: Outline;
  readonly color: Color;
}

/** A line centred on an outline, with round caps and joins; `width` in the node's own coordinates. */
export interface StrokeNode {
  readonly type: 'stroke';
  readonly outline: Outline;
  readonly color: Color;
  readonly width: number;
}

/** A picture stretched to width x height, centred on the origin. */
export interface ImageNode {
  readonly type: 'image';
  readonly asset: ImageAsset;
  readonly width: number;
  readonly height: number;
}

/**
 * Nodes that share a coordinate system and are painted as one picture. In this order: children are painted,
 * cut to `clip`, the glow is laid under them, and the whole is painted with `opacity`.
 */
export interface GroupNode {
  readonly type: 'group';
  /** From the group's coordinates to its parent's. */
  readonly matrix: Matrix;
  readonly opacity: number;
  /** In the group's coordinates; null does not cut. */
  readonly clip: Outline | null;
  /** Lays the group's own pixels, blurred by `glowSigma` scene pixels, under the group. */
  readonly glow: boolean;
  /** What a reader who does not see the picture is told; null where there is no text. */
  readonly label: string | null;
  readonly children: readonly DisplayNode[];
}

/** Standard deviation of the glow's Gaussian, in scene pixels. */
export const glowSigma = 4;

/** How far, in standard deviations, the glow must not be cut off. */
export const glowReach = 4;
