import type { ObjectKind } from '../project/schema.ts';
import {
  type ColorChannel,
  colorAt,
  type NumberChannel,
  numberAt,
  type SwitchChannel,
  standsStill,
  switchAt,
} from './channel.ts';
import type { Moment } from './clock.ts';
import type { Matrix } from './matrix.ts';
import type { Pose } from './pose.ts';

/** How an object that may be drawn looks over a transition. Everything but its place, which is a `Body`. */
export interface Actor {
  readonly objectId: string;
  readonly kind: ObjectKind;
  /** Index of its body. */
  readonly body: number;
  readonly opacity: NumberChannel;
  /** Factor on the opacity of an object that enters or leaves. */
  readonly presence: NumberChannel;
  readonly width: NumberChannel;
  readonly height: NumberChannel;
  readonly fontSize: NumberChannel;
  readonly strokeWidth: NumberChannel;
  readonly cornerRadius: NumberChannel;
  readonly c1x: NumberChannel;
  readonly c1y: NumberChannel;
  readonly c2x: NumberChannel;
  readonly c2y: NumberChannel;
  readonly fill: ColorChannel;
  readonly stroke: ColorChannel;
  readonly text: SwitchChannel<string>;
  readonly effect: SwitchChannel<'none' | 'glow'>;
  readonly write: NumberChannel;
  readonly writeOrder: 'together' | 'sequential';
  /** Factors on the sizes of an object that grows or shrinks. */
  readonly widthGrowth: NumberChannel;
  readonly heightGrowth: NumberChannel;
  readonly fontSizeGrowth: NumberChannel;
}

/** Whether an actor looks the same at every moment (its body may move all the same). */
export function looksTheSame(actor: Actor): boolean {
  return Object.values(actor).every((value) => typeof value !== 'object' || standsStill(value));
}

/** The actor at one moment, or null when it draws nothing: not opaque at all, not written yet, or out of reach. */
export function poseOf(actor: Actor, moment: Moment, matrix: Matrix): Pose | null {
  const write = numberAt(actor.write, moment);
  if (write <= 0) return null;
  // A blend of two opacities can round past 1.
  const opacity = Math.min(1, numberAt(actor.opacity, moment) * numberAt(actor.presence, moment));
  if (opacity <= 0 || !hasPlace(matrix)) return null;
  return {
    objectId: actor.objectId,
    kind: actor.kind,
    matrix,
    opacity,
    width: numberAt(actor.width, moment) * numberAt(actor.widthGrowth, moment),
    height: numberAt(actor.height, moment) * numberAt(actor.heightGrowth, moment),
    fontSize: numberAt(actor.fontSize, moment) * numberAt(actor.fontSizeGrowth, moment),
    strokeWidth: numberAt(actor.strokeWidth, moment),
    cornerRadius: numberAt(actor.cornerRadius, moment),
    fill: colorAt(actor.fill, moment),
    stroke: colorAt(actor.stroke, moment),
    c1x: numberAt(actor.c1x, moment),
    c1y: numberAt(actor.c1y, moment),
    c2x: numberAt(actor.c2x, moment),
    c2y: numberAt(actor.c2y, moment),
    text: switchAt(actor.text, moment),
    effect: switchAt(actor.effect, moment),
    write: Math.min(1, write),
    // Without meaning once all is written, and then as a hold has it: what looks the same is the same.
    writeOrder: write < 1 ? actor.writeOrder : 'together',
  };
}

/** A pose at another place; null when there is no such place. */
export function poseAtPlace(pose: Pose, matrix: Matrix): Pose | null {
  if (!hasPlace(matrix)) return null;
  // Written out: a spread of this many fields takes twice as long.
  return {
    objectId: pose.objectId,
    kind: pose.kind,
    matrix,
    opacity: pose.opacity,
    width: pose.width,
    height: pose.height,
    fontSize: pose.fontSize,
    strokeWidth: pose.strokeWidth,
    cornerRadius: pose.cornerRadius,
    fill: pose.fill,
    stroke: pose.stroke,
    c1x: pose.c1x,
    c1y: pose.c1y,
    c2x: pose.c2x,
    c2y: pose.c2y,
    text: pose.text,
    effect: pose.effect,
    write: pose.write,
    writeOrder: pose.writeOrder,
  };
}

/** Scales of many parents multiply beyond what a number holds; such an object has no place to be drawn at. */
function hasPlace(matrix: Matrix): boolean {
  return Number.isFinite(matrix[0] + matrix[1] + matrix[2] + matrix[3] + matrix[4] + matrix[5]);
}
