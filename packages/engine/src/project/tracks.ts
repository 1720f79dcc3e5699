import { showValue } from './problem-text.ts';
import type { Transition, TransitionTrack } from './schema.ts';

type Tracks = Transition['tracks'];

/** A track, and its key in the transition. */
export interface KeyedTrack {
  readonly key: string;
  readonly track: TransitionTrack;
}

const tracksByKey = new WeakMap<Tracks, ReadonlyMap<string, KeyedTrack>>();

/** Returns the track of an object in a transition of a valid project; undefined without one. */
export function trackOf(tracks: Tracks, objectId: string): KeyedTrack | undefined {
  const byObject =
    tracksByKey.get(tracks) ??
    new Map(Object.entries(tracks).map(([key, track]) => [track.objectId, { key, track }] as const));
  tracksByKey.set(tracks, byObject);
  return byObject.get(objectId);
}

/** The problem of a second track for one object. */
export function secondTrack(objectId: string, firstKey: string): string {
  return `must be the only track of ${showValue(objectId)} in its transition, but ${showValue(firstKey)} is one, too; join them or remove one`;
}
