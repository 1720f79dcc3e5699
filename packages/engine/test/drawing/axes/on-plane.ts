import { composition, object, project, scene, state } from '../../../../../test/support/project-parts.ts';
import { compileDrawing } from '../../../src/drawing/compile-drawing.ts';
import type { DisplayNode, GroupNode } from '../../../src/drawing/display-list.ts';
import { type Outline, splitContours } from '../../../src/drawing/outline.ts';
import type { SceneObject } from '../../../src/project/object-schemas.ts';
import type { CompositionState } from '../../../src/project/schema.ts';
import { compileTimeline } from '../../../src/timeline/compile-timeline.ts';

export type Point = readonly [x: number, y: number];

/** Axes, and what is on them. */
export interface Plane {
  readonly xRange?: number[];
  readonly yRange?: number[];
  readonly matrix?: number[][];
  readonly axes?: SceneObject['axes'];
  readonly variables?: Readonly<Record<string, number>>;
}

export const size = { width: 800, height: 600 };

/** Returns what an object on axes of 800 x 600 pixels draws. */
export async function drawnOn(
  { xRange = [-4, 4], yRange = [-3, 3], matrix, axes, variables = {} }: Plane,
  changes: Partial<SceneObject>,
  own: Partial<CompositionState> = {},
): Promise<GroupNode | undefined> {
  const plane = { ...size, x: 0, y: 0, xRange, yRange, ...(matrix && { matrix }) };
  const made = project(
    scene('scene', {
      objects: [
        object('plane', { kind: 'axes', ...(axes && { axes }) }),
        object('one', { order: 1, parentId: 'plane', ...changes }),
      ],
      compositions: [
        {
          ...composition('only', 100, {
            plane: state({ ...plane, visible: false }),
            one: state({ stroke: '#ffffff', fill: 'none', strokeWidth: 2, ...own }),
          }),
          variables,
        },
      ],
    }),
  );
  const drawing = await compileDrawing(made, compileTimeline({ ...made, extended: true }));
  return drawing.at(0).nodes.find(({ objectId }) => objectId === 'one');
}

/** Returns the lines of a plot in pixels, from the middle of its axes. */
export async function linesOf(plane: Plane, formula: string): Promise<Point[][]> {
  const node = await drawnOn(plane, { kind: 'plot', plot: { formula } });
  return strokesIn(node?.children ?? []).flatMap((outline) => splitContours(outline).map(pointsOf));
}

function strokesIn(nodes: readonly DisplayNode[]): Outline[] {
  return nodes.flatMap((node) => (node.type === 'stroke' ? [node.outline] : []));
}

function pointsOf({ points }: Outline): Point[] {
  return points.flatMap((x, index): Point[] => (index % 2 === 0 ? [[x, points[index + 1] ?? NaN]] : []));
}

/** Returns the place of a point of the axes in pixels. */
export function placeIn({ xRange = [-4, 4], yRange = [-3, 3] }: Plane, [x, y]: Point): Point {
  const [left = 0, right = 0] = xRange;
  const [bottom = 0, top = 0] = yRange;
  return [
    ((x - left) / (right - left) - 0.5) * size.width,
    (0.5 - (y - bottom) / (top - bottom)) * size.height,
  ];
}

/** Returns the smallest distance of a point to some lines. */
export function distanceTo(lines: readonly (readonly Point[])[], [x, y]: Point): number {
  let least = Infinity;
  for (const line of lines) {
    for (let index = 1; index < line.length; index++) {
      const [x1, y1] = line[index - 1] ?? [NaN, NaN];
      const [x2, y2] = line[index] ?? [NaN, NaN];
      const [across, down] = [x2 - x1, y2 - y1];
      const square = across * across + down * down;
      const share = square === 0 ? 0 : ((x - x1) * across + (y - y1) * down) / square;
      const nearest = Math.max(0, Math.min(1, share));
      least = Math.min(least, Math.hypot(x - x1 - nearest * across, y - y1 - nearest * down));
    }
  }
  return least;
}
