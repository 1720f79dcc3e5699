import type { ImageAsset } from '../project/schema.ts';
import type { Color } from '../timeline/color.ts';
import { type Matrix, multiplyMatrices } from '../timeline/matrix.ts';
import type { Pose } from '../timeline/pose.ts';
import type { DisplayNode, ObjectNode } from './display-list.ts';
import { drawEquation } from './draw-equation.ts';
import { drawImage, imageReveal } from './draw-image.ts';
import { drawArrow, drawCircle, drawNumberline, drawPath, drawRectangle } from './draw-shape.ts';
import { drawText } from './draw-text.ts';
import type { Lettering } from './lettering.ts';
import type { Outline } from './outline.ts';

export interface ObjectContext {
  readonly lettering: Lettering;
  /** The picture of an image. */
  readonly asset: ImageAsset | undefined;
  /** Names the object in an error, such as `scenes.intro.objects.title`. */
  readonly place: string;
}

/** What an object shows in its own coordinates, wherever it stands and however opaque it is. */
interface ObjectContent {
  readonly children: readonly DisplayNode[];
  readonly clip: Outline | null;
  /** From the children's coordinates to the object's own. */
  readonly scale: number;
  readonly label: string | null;
}

/** Renderers and viewers hold numbers in 32 bits; what is larger is infinite to some of them. */
const largestNumber = 1e37;

/** Letters smaller than this cannot be told from none, and strokes measured in them would be infinite. */
const smallestFontSize = 1e-30;

const nothing: ObjectContent = { children: [], clip: null, scale: 1, label: null };

/** Draws one object at one time after another; what does not change is drawn once. */
export class ObjectDrawer {
  readonly #context: ObjectContext;
  #last: { pose: Pose; content: ObjectContent; node: ObjectNode | null } | undefined;

  constructor(context: ObjectContext) {
    this.#context = context;
  }

  /** Null where there is nothing to see. */
  draw(pose: Pose): ObjectNode | null {
    const last = this.#last;
    if (last?.pose === pose) return last.node;
    if (!(pose.opacity > 0 && pose.write > 0 && pose.matrix.every(Number.isFinite))) return null;
    const content = last && showsTheSame(last.pose, pose) ? last.content : drawContent(pose, this.#context);
    const placed = place(pose, content);
    const node = placed.children.length > 0 && placed.matrix.every(isHeld) ? placed : null;
    this.#last = { pose, content, node };
    return node;
  }
}

function place(pose: Pose, { children, clip, scale, label }: ObjectContent): ObjectNode {
  return {
    type: 'group',
    objectId: pose.objectId,
    matrix: scale === 1 ? pose.matrix : multiplyMatrices(pose.matrix, scaling(scale)),
    opacity: pose.opacity,
    clip,
    glow: pose.effect === 'glow',
    label: label?.trim() ? label : null,
    children,
  };
}

function drawContent(pose: Pose, context: ObjectContext): ObjectContent {
  switch (pose.kind) {
    case 'circle':
      return { ...nothing, children: drawCircle(pose) };
    case 'rectangle':
      return { ...nothing, children: drawRectangle(pose) };
    case 'path':
      return { ...nothing, children: drawPath(pose) };
    case 'arrow':
      return { ...nothing, children: drawArrow(pose) };
    case 'numberline':
      return { ...nothing, children: drawNumberline(pose) };
    case 'image':
      return context.asset
        ? { ...nothing, children: drawImage(pose, context.asset), clip: imageReveal(pose) }
        : nothing;
    case 'text':
      return drawTextContent(pose, context);
    case 'equation':
      return drawEquationContent(pose, context);
    case 'video':
      return nothing;
  }
}

function drawTextContent(pose: Pose, { lettering }: ObjectContext): ObjectContent {
  if (pose.fontSize < smallestFontSize) return nothing;
  const layout = lettering.text(pose.text);
  return {
    children: drawText(pose, layout),
    clip: null,
    scale: pose.fontSize,
    label: pose.text,
  };
}

function drawEquationContent(pose: Pose, context: ObjectContext): ObjectContent {
  if (pose.fontSize < smallestFontSize) return nothing;
  const layout = context.lettering.equation(pose.text, context.place);
  if (!layout) return drawTextContent(pose, context);
  return { children: drawEquation(pose, layout), clip: null, scale: pose.fontSize, label: pose.text };
}

/** Whether two poses of an object differ only in place, opacity and effect. */
function showsTheSame(a: Pose, b: Pose): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.fontSize === b.fontSize &&
    a.strokeWidth === b.strokeWidth &&
    a.cornerRadius === b.cornerRadius &&
    a.write === b.write &&
    a.writeOrder === b.writeOrder &&
    a.text === b.text &&
    a.c1x === b.c1x &&
    a.c1y === b.c1y &&
    a.c2x === b.c2x &&
    a.c2y === b.c2y &&
    isSameColor(a.fill, b.fill) &&
    isSameColor(a.stroke, b.stroke)
  );
}

function isSameColor(a: Color | null, b: Color | null): boolean {
  if (a === b) return true;
  return (
    a !== null &&
    b !== null &&
    a.red === b.red &&
    a.green === b.green &&
    a.blue === b.blue &&
    a.alpha === b.alpha
  );
}

function isHeld(number: number): boolean {
  return Math.abs(number) <= largestNumber;
}

function scaling(scale: number): Matrix {
  return [scale, 0, 0, scale, 0, 0];
}
