import { clampUnit } from '../project/numbers.ts';
import type { SceneTransition } from '../project/schema.ts';
import type { Color } from '../timeline/color.ts';
import { parseColor } from '../timeline/color.ts';
import type { Matrix } from '../timeline/matrix.ts';
import { identityMatrix } from '../timeline/matrix.ts';
import type { Finish } from '../timeline/timeline.ts';
import { type Bounds, groupBounds, heightOf, widthOf } from './bounds.ts';
import {
  type DisplayList,
  type DisplayNode,
  type GroupNode,
  type ObjectNode,
  plainGroup,
} from './display-list.ts';
import { joinOutlines, type Outline } from './outline.ts';
import { ellipse, polyline, rectangle, sector } from './shapes.ts';

/** Both pictures of a moment between two scenes. */
export interface Crossing {
  readonly before: DisplayList;
  readonly after: DisplayList;
  readonly transition: SceneTransition;
  /** From 0, where only the earlier picture is seen, to 1. */
  readonly share: number;
}

type Side = NonNullable<SceneTransition['from']>;

/** A picture on its way: where it is, how opaque, and which part of it is seen. */
interface Layer {
  readonly matrix?: Matrix;
  readonly opacity?: number;
  readonly clip?: Outline;
  readonly blur?: number;
}

/** The picture that is above, and both. */
interface Layers {
  readonly before: Layer;
  readonly after: Layer;
  /** Whether the earlier picture is above the later one. */
  readonly isBeforeAbove?: boolean;
  /** What is behind both; the background of the later scene without one. */
  readonly behind?: Color | null;
}

/** How far the earlier picture goes along while the later one slides over it. */
const slideShare = 0.3;
/** How much larger a picture becomes while it is zoomed into. */
const zoomed = 1.6;
/** The greatest standard deviation of a blur, as a share of the width. */
const blurShare = 0.012;
const blinds = 9;

/** Returns the picture of a moment between two scenes, in the frame of the later one. */
export function crossScenes(crossing: Crossing): DisplayList {
  const { before, after, share } = crossing;
  const finish = finishBetween(before.finish, after.finish, share);
  return { ...crossed(crossing), ...(finish && { finish }) };
}

/** What lies over the picture becomes that of the later scene gradually. */
function finishBetween(before: Finish | undefined, after: Finish | undefined, share: number) {
  const [from, to] = [before ?? noFinish, after ?? noFinish];
  if (before === undefined && after === undefined) return undefined;
  return {
    vignette: from.vignette + (to.vignette - from.vignette) * share,
    grain: from.grain + (to.grain - from.grain) * share,
    grainPicture: to.grainPicture,
  };
}

const noFinish: Finish = { vignette: 0, grain: 0, grainPicture: 0 };

function crossed(crossing: Crossing): DisplayList {
  const { before, after, transition, share } = crossing;
  const { sceneIndex, width, height, background } = after;
  if (transition.type === 'match') return matched(crossing);
  const { isBeforeAbove = false, behind, ...layers } = layersOf(transition, share, width, height);
  const lower = pictureOf('earlier', before, after, layers.before);
  const upper = pictureOf('later', after, after, layers.after);
  const nodes = isBeforeAbove ? [upper, lower] : [lower, upper];
  return { sceneIndex, width, height, background: behind === undefined ? background : behind, nodes };
}

function layersOf(transition: SceneTransition, share: number, width: number, height: number): Layers {
  const { from = 'right', color } = transition;
  const shift = ([x, y]: readonly [number, number], by: number): Layer => ({
    matrix: [1, 0, 0, 1, x * width * by, y * height * by],
  });
  const way = ways[from];
  switch (transition.type) {
    case 'crossfade':
    case 'match':
      return { before: {}, after: { opacity: share } };
    case 'push':
      return { before: shift(way, -share), after: shift(way, 1 - share) };
    case 'slide':
      return {
        before: { ...shift(way, -share * slideShare), opacity: 1 - share / 2 },
        after: shift(way, 1 - share),
        behind: black,
      };
    case 'cover':
      return { before: {}, after: shift(way, 1 - share) };
    case 'reveal':
      return { before: shift(way, -share), after: {}, isBeforeAbove: true };
    case 'wipe':
      return { before: {}, after: { clip: partFrom(from, share, width, height) } };
    case 'iris': {
      const diameter = share * Math.hypot(width, height);
      return { before: {}, after: { clip: moved(ellipse(diameter, diameter), width / 2, height / 2) } };
    }
    case 'clock': {
      const diameter = 2 * Math.hypot(width, height);
      const clip = sector(diameter, diameter, { start: 0, end: 360 * share }, 0);
      return { before: {}, after: { clip: moved(clip, width / 2, height / 2) } };
    }
    case 'zoom':
      return {
        before: { matrix: scaled(1 + (zoomed - 1) * share, width, height), opacity: 1 - share },
        after: {},
        isBeforeAbove: true,
      };
    case 'blur': {
      const most = blurShare * width;
      // Both reach beyond the frame, because the edges of a blurred picture are transparent.
      const size = (blur: number) => scaled(1 + (blur / most) * 0.08, width, height);
      const [out, into] = [most * Math.min(1, 2 * share), most * Math.min(1, 2 - 2 * share)];
      return {
        before: { matrix: size(out), blur: out },
        after: { matrix: size(into), blur: into, opacity: Math.min(1, Math.max(0, 2 * share - 0.5)) },
      };
    }
    case 'dip': {
      const behind = color === undefined ? black : (parseColor(color) ?? black);
      return {
        before: { opacity: Math.max(0, 1 - 2 * share) },
        after: { opacity: Math.max(0, 2 * share - 1) },
        behind,
      };
    }
    case 'blinds': {
      const isUpright = from === 'left' || from === 'right';
      const [wide, high] = isUpright ? [width / blinds, height] : [width, height / blinds];
      const parts = Array.from({ length: blinds }, (_, index) => {
        const [x, y] = isUpright ? [index * wide, 0] : [0, index * high];
        return { outline: partFrom(from, share, wide, high), matrix: [1, 0, 0, 1, x, y] as const };
      });
      return { before: {}, after: { clip: joinOutlines(parts) } };
    }
  }
}

const black: Color = { red: 0, green: 0, blue: 0, alpha: 1 };

/** Where the later picture comes from, in sizes of the frame. */
const ways: Readonly<Record<Side, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  top: [0, -1],
  bottom: [0, 1],
};

/** The part of a rectangle that is seen when it is uncovered from a side. */
function partFrom(side: Side, share: number, width: number, height: number): Outline {
  switch (side) {
    case 'left':
      return rectangle(0, 0, width * share, height);
    case 'right':
      return rectangle(width * (1 - share), 0, width, height);
    case 'top':
      return rectangle(0, 0, width, height * share);
    case 'bottom':
      return rectangle(0, height * (1 - share), width, height);
  }
}

function moved(outline: Outline, x: number, y: number): Outline {
  return { ...outline, points: outline.points.map((value, index) => value + (index % 2 === 0 ? x : y)) };
}

/** Scales about the middle of a frame. */
function scaled(scale: number, width: number, height: number): Matrix {
  return [scale, 0, 0, scale, ((1 - scale) * width) / 2, ((1 - scale) * height) / 2];
}

/** A whole picture as an object, fitted into a frame. */
function pictureOf(
  objectId: string,
  list: DisplayList,
  frame: DisplayList,
  { matrix = identityMatrix, opacity = 1, clip, blur = 0 }: Layer,
): ObjectNode {
  const picture: GroupNode = {
    ...plainGroup,
    clip: clip ?? null,
    children: [fittedPicture(list, frame)],
  };
  const effects = blur > 0 ? ({ blur, mask: null, shadows: [], blend: 'normal' } as const) : null;
  return { ...plainGroup, objectId, matrix, opacity, effects, children: [picture] };
}

/** The background and the objects of a picture, in the coordinates of another frame. */
function fittedPicture(list: DisplayList, { width, height }: DisplayList): GroupNode {
  const scale = Math.min(width / list.width, height / list.height);
  const [left, top] = [(width - list.width * scale) / 2, (height - list.height * scale) / 2];
  return {
    ...plainGroup,
    matrix: [scale, 0, 0, scale, left, top],
    clip: rectangle(0, 0, list.width, list.height),
    children: [...backgroundOf(list), ...list.nodes],
  };
}

function backgroundOf({ width, height, background, backgroundGradient }: DisplayList): DisplayNode[] {
  const outline = polyline([0, 0, width, 0, width, height, 0, height], true);
  const coats: DisplayNode[] = [];
  if (background !== null) coats.push({ type: 'fill', outline, color: background });
  if (backgroundGradient)
    coats.push({
      ...{ type: 'fill', outline, color: background ?? black },
      gradient: { ...backgroundGradient, isBrief: true },
    });
  return coats;
}

/**
 * Objects that both scenes have fly from one place and size to the other, while their looks fade into each other. The
 * others fade out before and fade in after that.
 */
function matched({ before, after, share }: Crossing): DisplayList {
  const { sceneIndex, width, height, background } = after;
  const scale = Math.min(width / before.width, height / before.height);
  const fit: Matrix = [
    scale,
    0,
    0,
    scale,
    (width - before.width * scale) / 2,
    (height - before.height * scale) / 2,
  ];
  const earlier = new Map(
    before.nodes.map((node) => [
      node.objectId,
      { ...plainGroup, matrix: fit, children: [node] } as GroupNode,
    ]),
  );
  const pairs = new Set(after.nodes.flatMap(({ objectId }) => (earlier.has(objectId) ? [objectId] : [])));
  const fadingIn = Math.max(0, 2 * share - 1);
  const fadingOut = Math.max(0, 1 - 2 * share);
  const ground = (objectId: string, list: DisplayList, opacity: number): ObjectNode => ({
    ...plainGroup,
    objectId,
    opacity,
    children: [fittedPicture({ ...list, nodes: [] }, after)],
  });
  const part = (objectId: string, node: GroupNode, opacity: number, matrix = identityMatrix): ObjectNode => ({
    ...plainGroup,
    ...{ objectId, opacity, matrix, children: [node] },
  });
  const nodes: ObjectNode[] = [ground('earlier', before, 1), ground('later', after, share)];
  for (const [id, node] of earlier)
    if (!pairs.has(id) && fadingOut > 0) nodes.push(part(`${id} earlier`, node, fadingOut));
  for (const node of after.nodes) {
    const { objectId } = node;
    const other = earlier.get(objectId);
    if (other === undefined) {
      if (fadingIn > 0) nodes.push(part(`${objectId} later`, node, fadingIn));
      continue;
    }
    const [from, to] = [groupBounds(other, false), groupBounds(node, false)];
    if (from === null || to === null) {
      nodes.push(part(`${objectId} later`, node, share));
      continue;
    }
    const between = boxBetween(from, to, share);
    // One look fades over the other in the middle, quickly, so that two texts are hardly read at once.
    const shown = clampUnit((0.6 - share) / 0.1);
    const hidden = clampUnit((share - 0.4) / 0.1);
    if (shown > 0) nodes.push(part(`${objectId} earlier`, other, shown, boxToBox(from, between)));
    if (hidden > 0) nodes.push(part(`${objectId} later`, node, hidden, boxToBox(to, between)));
  }
  return { sceneIndex, width, height, background, nodes };
}

function boxBetween(from: Bounds, to: Bounds, share: number): Bounds {
  const between = (side: keyof Bounds) => from[side] + (to[side] - from[side]) * share;
  return { left: between('left'), top: between('top'), right: between('right'), bottom: between('bottom') };
}

/** The transform that carries one box to another; a line keeps its thickness. */
function boxToBox(from: Bounds, to: Bounds): Matrix {
  const ratio = (one: number, other: number) => (other > 0 ? one / other : 1);
  const [a, d] = [ratio(widthOf(to), widthOf(from)), ratio(heightOf(to), heightOf(from))];
  return [a, 0, 0, d, to.left - from.left * a, to.top - from.top * d];
}
