import { isEntering, isLeaving } from './appearing.ts';
import { anyObject } from './desugar/presets.ts';
import type { ResolvedTrack } from './schema.ts';
import type { TracksToExpand } from './tracks-to-expand.ts';

/** When a page makes room for the next one, in milliseconds of the transition. */
export interface PageTurn {
  /** Time in which objects leave. */
  readonly leaving: number;
  /** Time after which others enter. */
  readonly delay: number;
}

/** Shares of a transition: what enters begins when what leaves is nearly gone, because both are often in the same place. */
const turnShares = { leaving: 0.4, delay: 0.22 } as const;

/** Returns undefined if nothing leaves, nothing enters, or the document has a type or a start for both. */
export function pageTurnOf({ tracks, objects, from, to, duration }: TracksToExpand): PageTurn | undefined {
  if (tracks.get(anyObject)?.track.makesRoom !== true) return undefined;
  const ids = Object.keys(objects);
  const isTurn =
    ids.some((id) => isLeaving(from[id], to[id])) && ids.some((id) => isEntering(from[id], to[id]));
  if (!isTurn) return undefined;
  return {
    leaving: Math.round(turnShares.leaving * duration),
    delay: Math.round(turnShares.delay * duration),
  };
}

/** Returns the tracks of objects that leave together, of those that enter after them, and of those that stay. */
export function turns(
  track: ResolvedTrack,
  changing: readonly string[],
  turn: PageTurn,
  { from, to }: TracksToExpand,
) {
  const leaving = changing.filter((id) => isLeaving(from[id], to[id]));
  const entering = changing.filter((id) => isEntering(from[id], to[id]));
  const others = changing.filter((id) => !leaving.includes(id) && !entering.includes(id));
  const isTimed = track.duration !== undefined || track.start !== undefined || track.by !== undefined;
  const { stagger: _, ...together } = track;
  return [
    { track: isTimed ? track : { ...together, duration: turn.leaving }, ids: leaving, delay: 0 },
    { track, ids: entering, delay: turn.delay },
    { track, ids: others, delay: 0 },
  ];
}
