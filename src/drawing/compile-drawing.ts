import type { ImageAsset, Project } from '../project/schema.ts';
import { type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import type { Pose, Stage, Timeline } from '../timeline/pose.ts';
import type { DisplayList, DisplayNode, GroupNode } from './display-list.ts';
import { drawEquation } from './draw-equation.ts';
import { drawImage, imageReveal } from './draw-image.ts';
import { drawArrow, drawCircle, drawNumberline, drawPath, drawRectangle } from './draw-shape.ts';
import { drawText, textReveal } from './draw-text.ts';
import { type Lettering, loadLettering } from './lettering.ts';
import type { Outline } from './outline.ts';

/** A project's pictures, ready to be asked for. */
export interface Drawing {
  /**
   * What to paint at project time `timeMs`; throws RangeError outside the film. Times at which the same is to be
   * seen, such as those of a hold, give the very same list when they are asked for one after the other.
   */
  at(timeMs: number): DisplayList;
}

/**
 * Makes the pictures of a project ready to be asked for one by one. Fonts and the equation typesetter are
 * loaded only for a project that has text or equations. `at` throws `EquationTimeoutError`, which names the
 * object, for an equation that cannot be typeset in time.
 */
export async function compileDrawing(project: Project, timeline: Timeline): Promise<Drawing> {
  const lettering = await loadLettering(project);
  const scenes = project.sceneOrder.map((id) => project.scenes[id]);
  const draw = ({ sceneIndex, poses }: Stage): DisplayList => {
    const { width, height, background } = timeline.scenes[sceneIndex];
    const scene = scenes[sceneIndex];
    const nodes = poses.flatMap((pose) => {
      const asset = scene.objects[pose.objectId].image;
      return drawObject(pose, { lettering, asset, place: `scenes.${scene.id}.objects.${pose.objectId}` });
    });
    return { width, height, background, nodes };
  };
  let last: { stage: Stage; list: DisplayList } | undefined;
  return {
    at(timeMs) {
      const stage = timeline.at(timeMs);
      if (last?.stage !== stage) last = { stage, list: draw(stage) };
      return last.list;
    },
  };
}

interface ObjectContext {
  readonly lettering: Lettering;
  readonly asset: ImageAsset | undefined;
  /** Names the object in an error. */
  readonly place: string;
}

function drawObject(pose: Pose, context: ObjectContext): GroupNode[] {
  if (!(pose.opacity > 0 && pose.write > 0 && pose.matrix.every(Number.isFinite))) return [];
  switch (pose.kind) {
    case 'circle':
      return objectGroup(pose, drawCircle(pose));
    case 'rectangle':
      return objectGroup(pose, drawRectangle(pose));
    case 'path':
      return objectGroup(pose, drawPath(pose));
    case 'arrow':
      return objectGroup(pose, drawArrow(pose));
    case 'numberline':
      return objectGroup(pose, drawNumberline(pose));
    case 'image':
      return context.asset
        ? objectGroup(pose, drawImage(pose, context.asset), { clip: imageReveal(pose) })
        : [];
    case 'text':
      return drawTextObject(pose, context);
    case 'equation':
      return drawEquationObject(pose, context);
    case 'video':
      return [];
  }
}

function drawTextObject(pose: Pose, { lettering }: ObjectContext): GroupNode[] {
  if (pose.fontSize <= 0) return [];
  const layout = lettering.text(pose.text);
  return objectGroup(pose, drawText(pose, layout), {
    clip: textReveal(pose, layout),
    scale: pose.fontSize,
    label: pose.text,
  });
}

function drawEquationObject(pose: Pose, context: ObjectContext): GroupNode[] {
  if (pose.fontSize <= 0) return [];
  const layout = context.lettering.equation(pose.text, context.place);
  if (!layout) return drawTextObject(pose, context);
  return objectGroup(pose, drawEquation(pose, layout), { scale: pose.fontSize, label: pose.text });
}

function objectGroup(
  pose: Pose,
  children: readonly DisplayNode[],
  {
    clip = null,
    scale = 1,
    label = null,
  }: { clip?: Outline | null; scale?: number; label?: string | null } = {},
): GroupNode[] {
  if (children.length === 0) return [];
  return [
    {
      type: 'group',
      matrix: scale === 1 ? pose.matrix : multiplyMatrices(pose.matrix, scaling(scale)),
      opacity: pose.opacity,
      clip,
      glow: pose.effect === 'glow',
      label: label?.trim() ? label : null,
      children,
    },
  ];
}

function scaling(scale: number): Matrix {
  return [scale, 0, 0, scale, 0, 0];
}
