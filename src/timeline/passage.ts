import type { CompositionState, SceneObject, TransitionTrack } from '../project/schema.ts';
import type { Actor } from './actor.ts';
import type { TransformChannels } from './body.ts';
import { lineChannel, type NumberChannel } from './channel.ts';
import type { ChannelMaker } from './track.ts';

/** One object's states at both sides of a transition, and how it gets from one to the other. */
export interface Passage {
  readonly from: CompositionState;
  readonly to: CompositionState;
  readonly track: TransitionTrack;
}

/** Where an object stands over its passage. A motion path carries only an object visible on both sides. */
export function transformOf(passage: Passage, make: ChannelMaker): TransformChannels {
  const { from, to } = passage;
  return {
    x: positionOf('x', passage, make),
    y: positionOf('y', passage, make),
    anchorX: make.number('anchorX', from.anchorX ?? 0, to.anchorX ?? 0, 'positionTiming'),
    anchorY: make.number('anchorY', from.anchorY ?? 0, to.anchorY ?? 0, 'positionTiming'),
    scaleX: make.number('scaleX', from.scaleX ?? 1, to.scaleX ?? 1, 'sizeTiming'),
    scaleY: make.number('scaleY', from.scaleY ?? 1, to.scaleY ?? 1, 'sizeTiming'),
    rotation: make.number('rotation', from.rotation, to.rotation, 'rotationTiming'),
    shear: make.number('shear', from.shear ?? 0, to.shear ?? 0, 'rotationTiming'),
  };
}

function positionOf(axis: 'x' | 'y', { from, to, track }: Passage, make: ChannelMaker): NumberChannel {
  const path = from.visible && to.visible ? track.path : null;
  if (path === null || make.hasKeyframes(axis)) {
    return make.number(axis, from[axis], to[axis], 'positionTiming');
  }
  return {
    kind: 'curve',
    clock: make.clock('positionTiming'),
    from: from[axis],
    c1: path.c1[axis],
    c2: path.c2[axis],
    to: to[axis],
  };
}

/** How an object that is visible on at least one side looks over its passage. */
export function actorOf(object: SceneObject, body: number, passage: Passage, make: ChannelMaker): Actor {
  const { from, to, track } = passage;
  const reveal = make.reveal(isLeaving(passage));
  const grows = track.type === 'grow' && !isStaying(passage);
  const sizeEnd = (state: CompositionState, size: number) => (grows && !state.visible ? 0 : size);
  const size = (property: 'width' | 'height' | 'fontSize') => {
    const timing = property === 'fontSize' ? 'fontSizeTiming' : 'sizeTiming';
    const ends = [from[property], to[property]] as const;
    const keyed = make.keyed(property, sizeEnd(from, ends[0]), sizeEnd(to, ends[1]), timing);
    if (keyed !== null) return { size: keyed, growth: 1 };
    return { size: make.number(property, ...ends, timing), growth: grows ? reveal : 1 };
  };
  const width = size('width');
  const height = size('height');
  const fontSize = size('fontSize');
  const trackClock = make.clock(null);
  return {
    objectId: object.id,
    kind: object.kind,
    body,
    ...opacityOf(passage, make),
    width: width.size,
    height: height.size,
    fontSize: fontSize.size,
    strokeWidth: make.number('strokeWidth', from.strokeWidth, to.strokeWidth, 'strokeWidthTiming'),
    cornerRadius: make.number('cornerRadius', from.cornerRadius, to.cornerRadius, 'cornerRadiusTiming'),
    c1x: make.number('c1x', from.path.c1.x, to.path.c1.x, 'pathTiming'),
    c1y: make.number('c1y', from.path.c1.y, to.path.c1.y, 'pathTiming'),
    c2x: make.number('c2x', from.path.c2.x, to.path.c2.x, 'pathTiming'),
    c2y: make.number('c2y', from.path.c2.y, to.path.c2.y, 'pathTiming'),
    fill: make.color('fill', from.fill, to.fill),
    stroke: make.color('stroke', from.stroke, to.stroke),
    text: { clock: trackClock, from: from.text, to: to.text },
    effect: { clock: trackClock, from: from.effect, to: to.effect },
    // An object of type write that stays is written anew: its reveal runs as if it entered.
    write: track.type === 'write' ? reveal : 1,
    writeOrder: track.order,
    widthGrowth: width.growth,
    heightGrowth: height.growth,
    fontSizeGrowth: fontSize.growth,
  };
}

function isStaying({ from, to }: Passage): boolean {
  return from.visible && to.visible;
}

function isLeaving({ from, to }: Passage): boolean {
  return from.visible && !to.visible;
}

/**
 * An object that enters or leaves fades with its track, unless its opacity has a timing or keyframes, which
 * then say everything; one that is written shows at full opacity what is written of it.
 */
function opacityOf(passage: Passage, make: ChannelMaker): Pick<Actor, 'opacity' | 'presence'> {
  const { from, to, track } = passage;
  const seenFrom = from.visible ? from.opacity : 0;
  const seenTo = to.visible ? to.opacity : 0;
  const keyed = make.keyed('opacity', seenFrom, seenTo, 'opacityTiming');
  if (keyed !== null) return { opacity: keyed, presence: 1 };
  const hasTiming = track.opacityTiming !== undefined && track.opacityTiming !== null;
  if (isStaying(passage) || hasTiming) {
    return { opacity: make.number('opacity', seenFrom, seenTo, 'opacityTiming'), presence: 1 };
  }
  const opacity = make.number('opacity', from.opacity, to.opacity, 'opacityTiming');
  if (track.type === 'write') return { opacity, presence: 1 };
  const [presentFrom, presentTo] = isLeaving(passage) ? [1, 0] : [0, 1];
  return { opacity, presence: lineChannel(presentFrom, presentTo, make.clock(null)) };
}
