import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../test/support/project-parts.ts';
import { compileDrawing } from '../../src/drawing/compile-drawing.ts';
import type { DisplayNode, FillNode, GroupNode, StrokeNode } from '../../src/drawing/display-list.ts';
import type { Outline } from '../../src/drawing/outline.ts';
import type { SceneObject } from '../../src/project/object-schemas.ts';
import type { CompositionState, TransitionTrack } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

export interface Authored {
  kind: SceneObject['kind'];
  state?: Partial<CompositionState>;
  order?: TransitionTrack['order'];
  image?: SceneObject['image'];
}

/** Returns the drawn object at a write progress of `progress` (1: as in its composition). */
export async function drawn(authored: Authored, progress = 1): Promise<GroupNode | undefined> {
  const { kind, image, order = 'together' } = authored;
  const authoredState = { stroke: '#ffffff', strokeWidth: 2, fill: '#ff0000', ...authored.state };
  const made = project(
    scene('scene', {
      objects: [object('box', { kind, image })],
      compositions: [
        composition('before', 0, { box: state({ ...authoredState, visible: false }) }),
        composition('after', 100, { box: state(authoredState) }),
      ],
      transitions: [transition('before', 'after', 1000, [track({ type: 'write', order, duration: 1000 })])],
    }),
  );
  const drawing = await compileDrawing(made, compileTimeline(made));
  return drawing.at(progress * 1000).nodes[0];
}

export async function children(authored: Authored, progress = 1): Promise<readonly DisplayNode[]> {
  return (await drawn(authored, progress))?.children ?? [];
}

export function stroke(node: DisplayNode | undefined): StrokeNode {
  if (node?.type !== 'stroke') throw new Error(`expected a stroke, got ${node?.type}`);
  return node;
}

export function fill(node: DisplayNode | undefined): FillNode {
  if (node?.type !== 'fill') throw new Error(`expected a fill, got ${node?.type}`);
  return node;
}

export function group(node: DisplayNode | undefined): GroupNode {
  if (node?.type !== 'group') throw new Error(`expected a group, got ${node?.type}`);
  return node;
}

export function extent({ points }: Outline): { x: [number, number]; y: [number, number] } {
  const xs = points.filter((_, index) => index % 2 === 0);
  const ys = points.filter((_, index) => index % 2 === 1);
  return { x: [Math.min(...xs), Math.max(...xs)], y: [Math.min(...ys), Math.max(...ys)] };
}
