import type { Middle } from './begin-keyframes.ts';
import type { States, TrackTransition } from './expand-track.ts';
import type { OwnAnimations, WrittenTrack } from './own-tracks.ts';

/** Source of the tracks of a transition. */
export interface TracksToExpand extends TrackTransition {
  /** By the id of an object or a group, or `*`. */
  readonly tracks: ReadonlyMap<string, WrittenTrack>;
  /** Objects of each group, inner groups first. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly units: Units;
  readonly middles: Middles;
  /** The animations of objects and groups themselves, those of objects and of inner groups first. */
  readonly animations: readonly OwnAnimations[];
}

/** Returns the object or group that a stagger in a group counts an object to; `group` is null for all objects. */
export type Units = (id: string, group: string | null) => string;

/** Returns the middle of a group in a composition; undefined if it has no box and nothing that scales it. */
export type Middles = (group: string, states: States) => Middle | undefined;
