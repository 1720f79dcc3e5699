import type { PictureAsset } from '../media/video/clip-picture.ts';
import type { BlendMode } from '../project/properties/values.ts';
import type { Color } from '../timeline/color.ts';
import type { Shadow } from '../timeline/effects.ts';
import type { GradientStop } from '../timeline/gradient.ts';
import { identityMatrix, type Matrix } from '../timeline/matrix.ts';
import type { Finish } from '../timeline/timeline.ts';
import type { Outline } from './outline.ts';
import type { Turn } from './perspective.ts';

/**
 * Everything that a backend paints for one frame, in painting order. There are only four kinds of nodes: everything is
 * an outline or an image, already resolved to colours and coordinates.
 */
export interface DisplayList {
  /** Index of the scene in the film. Within a scene, objects keep their order. */
  readonly sceneIndex: number;
  /** Size of the scene in scene pixels; nodes are painted in scene pixels and clipped to the scene. */
  readonly width: number;
  readonly height: number;
  /** Null leaves the picture transparent. */
  readonly background: Color | null;
  /** Painted over the background, in scene pixels; missing without one. */
  readonly backgroundGradient?: PlacedGradient | null;
  /** Laid over the picture of the whole scene; missing without any. */
  readonly finish?: Finish;
  /**
   * In painting order. An object that looks the same as in the previous list is the same node object. An object that
   * has only moved or faded has the same `children` array. An opaque layer is replaced by its members.
   */
  readonly nodes: readonly ObjectNode[];
}

/** One object of the scene. */
export interface ObjectNode extends GroupNode {
  readonly objectId: string;
  /** The children of a layer, which are in scene pixels; missing for other objects. */
  readonly members?: readonly ObjectNode[];
  /**
   * The same object at moments while the shutter is open. The mean of their pictures is painted instead of the object, where
   * that is possible; missing without motion.
   */
  readonly moments?: readonly ObjectNode[];
}

export type DisplayNode = FillNode | StrokeNode | ImageNode | GroupNode;

/** A gradient in the coordinates of its node. Before the first stop and after the last one, it has their colours. */
export type PlacedGradient = {
  /** To be interpolated as straight colours, not premultiplied ones. */
  readonly stops: readonly GradientStop[];
  /** Whether it is seen too shortly for its steps to be noticed. Default: false. */
  readonly isBrief?: boolean;
} & (
  | {
      readonly type: 'linear';
      readonly start: readonly [x: number, y: number];
      readonly end: readonly [x: number, y: number];
    }
  | {
      readonly type: 'radial';
      readonly center: readonly [x: number, y: number];
      readonly radii: readonly [x: number, y: number];
    }
);

/** The inside of an outline by the non-zero rule. */
export interface FillNode {
  readonly type: 'fill';
  readonly outline: Outline;
  /** Of a gradient the mean of its colours. */
  readonly color: Color;
  /** Replaces the colour. */
  readonly gradient?: PlacedGradient;
}

/** A line centred on an outline, with round caps and joins; `width` in the node's own coordinates. */
export interface StrokeNode {
  readonly type: 'stroke';
  readonly outline: Outline;
  readonly color: Color;
  readonly gradient?: PlacedGradient;
  readonly width: number;
}

/** A picture stretched to width x height, centred on the origin. */
export interface ImageNode {
  readonly type: 'image';
  readonly asset: PictureAsset;
  readonly width: number;
  readonly height: number;
}

/** An outline with the matrix from its coordinates to those in which it is used. */
export interface PlacedOutline {
  readonly outline: Outline;
  readonly matrix: Matrix;
}

/**
 * What happens to the picture of a group before it is painted, in this order. Lengths are in scene pixels; those of a
 * group inside an object, in the coordinates of its parent.
 */
export interface Effects {
  /** Standard deviation of its blur. */
  readonly blur: number;
  /** It is painted only inside this outline, which is placed in the parent's coordinates. Null does not clip. */
  readonly mask: PlacedOutline | null;
  /** Painted under it, the first one on top. */
  readonly shadows: readonly Shadow[];
  /** How the colours of all that mix with those behind it. */
  readonly blend: BlendMode;
  /** How all of that is turned in space; missing without perspective. */
  readonly turn?: Turn;
}

/**
 * Nodes that share a coordinate system and are painted as one picture: the children are painted and clipped to
 * `clip`, the effects are applied, and the result is painted with `opacity`.
 */
export interface GroupNode {
  readonly type: 'group';
  /** From the group's coordinates to its parent's. */
  readonly matrix: Matrix;
  readonly opacity: number;
  /** In the group's coordinates; null does not clip. */
  readonly clip: Outline | null;
  /** Null if the group has no effects. */
  readonly effects: Effects | null;
  /** Alternative text for readers who cannot see the picture; null if there is none. */
  readonly label: string | null;
  readonly children: readonly DisplayNode[];
}

/** The fields of a group that paints its children as they are. */
export const plainGroup = {
  type: 'group',
  matrix: identityMatrix,
  opacity: 1,
  clip: null,
  effects: null,
  label: null,
} as const;

/** Whether a group is an object of the scene, and not a part of one. */
export function isObject(group: GroupNode): group is ObjectNode {
  return 'objectId' in group;
}

/** Reach of a blur, in standard deviations. It must not be clipped within this distance. */
export const blurReach = 4;

/** A blurred copy of a group's picture. */
export interface BlurredCopy extends Shadow {
  /** Whether it is the picture itself, and not a shadow. */
  readonly isPicture: boolean;
}

/** Returns the blurred copies that are painted for a group, the lowest first. The picture is one if it is blurred. */
export function blurredCopies({ blur, shadows }: Effects): BlurredCopy[] {
  // The shadow of a blurred picture is blurred twice: the variances add up.
  const copies = shadows.map((shadow) => ({
    ...shadow,
    sigma: Math.hypot(shadow.sigma, blur),
    isPicture: false,
  }));
  copies.reverse();
  return blur > 0 ? [...copies, { x: 0, y: 0, sigma: blur, color: null, isPicture: true }] : copies;
}

/** Returns objects with the members of layers instead of the layers, and with the opacity of these. */
export function withoutLayers(nodes: readonly ObjectNode[]): readonly ObjectNode[] {
  if (!nodes.some(({ members }) => members)) return nodes;
  return nodes.flatMap((node) => {
    if (!node.members) return [node];
    return withoutLayers(node.members).map((member) => ({
      ...member,
      opacity: member.opacity * node.opacity,
    }));
  });
}

/** Returns the pictures of nodes, including repetitions. */
export function* imagesOf(nodes: readonly DisplayNode[]): Generator<PictureAsset> {
  for (const node of nodes) {
    if (node.type === 'image') yield node.asset;
    else if (node.type === 'group') yield* imagesOf(node.children);
  }
}

/** Number of coordinates in the outlines of a node, which is about its size in memory. */
export function countCoordinates(node: DisplayNode): number {
  if (node.type === 'group') return node.children.reduce((sum, child) => sum + countCoordinates(child), 0);
  return node.type === 'image' ? 0 : node.outline.points.length;
}
