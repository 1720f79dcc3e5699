import { isLayer, isWaveform } from '../language/kinds.ts';
import type { SceneObject } from '../project/object-schemas.ts';
import type { CompositionState, TransitionTrack } from '../project/schema.ts';
import { type AxesChannels, axesChannels } from './axes.ts';
import {
  type ColorChannel,
  lineChannel,
  type NumberChannel,
  productChannel,
  type SwitchChannel,
} from './channel.ts';
import type { ChannelBuilder } from './channel-builder.ts';
import { effectChannels } from './effects.ts';
import { gradientChannel } from './gradient.ts';
import { letteringChannel, lineHeightChannel } from './lettering.ts';
import type { ObjectChannels } from './object-channels.ts';
import type { CoordinateChannels } from './on-axes.ts';
import { partsChannel } from './parts-motion.ts';
import { sampledChannels } from './sampled-channels.ts';
import type { TransformChannels } from './transform-node.ts';

/** An object's states on both sides of a transition, and its track. */
export interface ObjectTransition {
  readonly from: CompositionState;
  readonly to: CompositionState;
  readonly track: TransitionTrack;
}

/** The channels of an object's local transform. A motion path applies only to an object visible on both sides. */
export function transformChannels(transition: ObjectTransition, channels: ChannelBuilder): TransformChannels {
  const { from, to } = transition;
  return {
    x: positionChannel('x', transition, channels),
    y: positionChannel('y', transition, channels),
    anchorX: channels.numberOf('anchorX', from, to),
    anchorY: channels.numberOf('anchorY', from, to),
    scaleX: channels.numberOf('scaleX', from, to),
    scaleY: channels.numberOf('scaleY', from, to),
    rotation: channels.numberOf('rotation', from, to),
    shear: channels.numberOf('shear', from, to),
  };
}

function positionChannel(
  axis: 'x' | 'y',
  { from, to, track }: ObjectTransition,
  channels: ChannelBuilder,
): NumberChannel {
  const path = from.visible && to.visible ? track.path : null;
  if (path === null || channels.hasKeyframes(axis) || channels.hasFormula(axis)) {
    return channels.number(axis, from[axis], to[axis]);
  }
  return channels.looped(axis, {
    kind: 'curve',
    timing: channels.timingIndex(axis),
    from: from[axis],
    c1: path.c1[axis],
    c2: path.c2[axis],
    to: to[axis],
  });
}

/** The channels of an object that is visible on at least one side. */
export function objectChannels(
  object: SceneObject,
  transformNode: number,
  transition: ObjectTransition,
  channels: ChannelBuilder,
  coordinates: CoordinateChannels | null,
): ObjectChannels {
  const { from, to, track } = transition;
  // A layer has no outlines to write, so it fades.
  const isWritten = track.type === 'write' && !isLayer(object.kind);
  const reveal = channels.reveal(isLeaving(transition));
  const parts = isStaying(transition) ? null : partsChannel(track, isLeaving(transition), channels);
  return {
    objectId: object.id,
    kind: object.kind,
    layerId: object.layerId ?? null,
    transformNode,
    opacity: opacityChannel(transition, isWritten || parts !== null, channels),
    effects: effectChannels(from, to, channels),
    clip: clipChannel(from, to, channels),
    appearance: {
      sampled: sampledChannels(object.kind, from, to, channels, {
        numbers: {
          width: sizeChannel('width', transition, reveal, channels),
          height: sizeChannel('height', transition, reveal, channels),
          fontSize: sizeChannel('fontSize', transition, reveal, channels),
        },
        growth: isGrowing(transition) ? reveal : 1,
      }),
      fill: channels.color('fill', from.fill, to.fill),
      stroke: channels.color('stroke', from.stroke, to.stroke),
      fillGradient: gradientChannel('fill', from, to, channels),
      strokeGradient: gradientChannel('stroke', from, to, channels),
      played: isWaveform(object.kind) ? playedChannel(from, to, channels) : null,
      lineHeight: lineHeightChannel(from, to, channels),
      lettering: letteringChannel(object.kind, from, to, channels, isWritten || parts !== null),
      // An object of type write that stays is written again, as if it entered.
      write: channels.looped('reveal', isWritten ? reveal : 1),
      writeOrder: track.order,
      wipe: isWritten ? (track.wipe ?? null) : null,
      parts,
      coordinates,
    },
    // After all others, because it is about them.
    hasFiniteValues: channels.finiteness(),
  };
}

/** The coordinates of axes, whose size grows with them. */
export function sizedAxes(
  object: SceneObject,
  transition: ObjectTransition,
  channels: ChannelBuilder,
): AxesChannels {
  const reveal = channels.reveal(isLeaving(transition));
  const size = {
    width: sizeChannel('width', transition, reveal, channels),
    height: sizeChannel('height', transition, reveal, channels),
  };
  return axesChannels(object, transition, size, channels);
}

/** Multiplies the sizes of an object that grows or shrinks by its reveal. A size with keyframes starts or ends at 0. */
function sizeChannel(
  property: 'width' | 'height' | 'fontSize',
  transition: ObjectTransition,
  reveal: NumberChannel,
  channels: ChannelBuilder,
): NumberChannel {
  const { from, to } = transition;
  const grows = isGrowing(transition);
  const keyedFrom = grows && !from.visible ? 0 : from[property];
  const keyedTo = grows && !to.visible ? 0 : to[property];
  const keyed = channels.keyed(property, keyedFrom, keyedTo);
  if (keyed !== null) return keyed;
  const size = channels.number(property, from[property], to[property]);
  return grows ? productChannel(size, reveal) : size;
}

/** Whether an object grows or shrinks: its size is multiplied by its reveal. */
function isGrowing(transition: ObjectTransition): boolean {
  return transition.track.type === 'grow' && !isStaying(transition);
}

function clipChannel(
  { clip: from }: CompositionState,
  { clip: to }: CompositionState,
  channels: ChannelBuilder,
): SwitchChannel<string | null> | null {
  if (from === undefined && to === undefined) return null;
  return { timing: channels.timingIndex(null), from: from ?? null, to: to ?? null };
}

function isStaying({ from, to }: ObjectTransition): boolean {
  return from.visible && to.visible;
}

function isLeaving({ from, to }: ObjectTransition): boolean {
  return from.visible && !to.visible;
}

/**
 * An object that enters or leaves fades with its track, unless its opacity has its own timing or keyframes, which then
 * apply alone. A written object keeps its opacity.
 */
function opacityChannel(
  transition: ObjectTransition,
  isWritten: boolean,
  channels: ChannelBuilder,
): NumberChannel {
  const { from, to, track } = transition;
  const visibleFrom = from.visible ? from.opacity : 0;
  const visibleTo = to.visible ? to.opacity : 0;
  const keyed = channels.keyed('opacity', visibleFrom, visibleTo);
  if (keyed !== null) return keyed;
  const hasTiming = track.opacityTiming !== undefined && track.opacityTiming !== null;
  if (isStaying(transition) || hasTiming) {
    const isComputed = [from.visible, to.visible] as const;
    return channels.number('opacity', visibleFrom, visibleTo, isComputed);
  }
  const opacity = channels.number('opacity', from.opacity, to.opacity);
  if (isWritten) return opacity;
  const [presentFrom, presentTo] = isLeaving(transition) ? [1, 0] : [0, 1];
  return productChannel(opacity, lineChannel(presentFrom, presentTo, channels.timingIndex(null)));
}

/** The colour of the part that has been played; null if it is that of the rest. */
function playedChannel(
  from: CompositionState,
  to: CompositionState,
  channels: ChannelBuilder,
): ColorChannel | null {
  if (from.played === undefined && to.played === undefined) return null;
  return channels.withStroke(from.played ?? from.stroke, to.played ?? to.stroke);
}
