import type { ResolvedTrack } from './schema.ts';

/**
 * What `wipe` and growing from an edge are for texts and lines on a shape. Each would be uncovered or grow by itself, and be
 * seen beside the shape; instead it fades in when most of the shape is there.
 */
export function fadedOn(start: number, duration: number, leaves: boolean): Partial<ResolvedTrack> {
  const [delay, own] = leaves ? [0, 0.3 * duration] : [0.5 * duration, 0.5 * duration];
  return {
    type: 'fade',
    wipe: undefined,
    from: undefined,
    start: start + delay,
    duration: own,
    easing: 'easeOut',
  };
}

/** What an animation is for the line of a chart whose dots take turns: it is written up to each of them. */
export const writtenAlong: Partial<ResolvedTrack> = { type: 'write', begin: undefined, settle: undefined };

/** What `grow` is for the members of a card: they grow about its middle, not each about its own. */
export const grownWhole: Pick<ResolvedTrack, 'type' | 'begin'> = { type: 'move', begin: { scale: 0 } };
