import { didYouMean } from '../../names/closest-name.ts';
import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';
import { showCycle } from './cycles.ts';

/** Returns the ids of audio tracks that are named, one or a list. */
export function trackIds(named: string | readonly string[]): readonly string[] {
  return typeof named === 'string' ? [named] : named;
}

/** Checks that audio tracks make way for other tracks of their scene, and never for each other in a circle. */
export function checkDucks({ audioTracks = {} }: Scene, path: Path, problems: Problems): void {
  const ids = Object.keys(audioTracks);
  for (const [id, { duck }] of Object.entries(audioTracks)) {
    if (problems.full) return;
    if (duck === undefined) continue;
    for (const [index, other] of trackIds(duck.under).entries()) {
      if (Object.hasOwn(audioTracks, other)) continue;
      const place = [...path, 'audioTracks', id, 'duck', 'under'];
      const at = typeof duck.under === 'string' ? place : [...place, index];
      problems.add(
        at,
        'unknown-id',
        unknownTrack(
          'another',
          other,
          ids.filter((one) => one !== id),
        ),
      );
    }
  }
  const circle = findCircle(audioTracks);
  if (circle === null) return;
  const [first] = circle;
  const place = [...path, 'audioTracks', first ?? '', 'duck', 'under'];
  if (circle.length === 1)
    problems.add(place, 'cycle', `must be another audio track, but is ${showValue(first)} itself`);
  else
    problems.add(
      place,
      'cycle',
      `tracks under each other form a cycle: ${showCycle(circle, 'tracks')}; leave out one duck`,
    );
}

/** Returns why a name is not the id of an audio track, or of another one, and which ones there are. */
export function unknownTrack(which: 'an' | 'another', seen: string, ids: readonly string[]): string {
  const wayOut =
    didYouMean(seen, ids) ||
    (ids.length > 0 && ids.length <= shownTracks
      ? `; ${which === 'another' ? 'the others' : 'its tracks'} are ${ids.join(', ')}`
      : '');
  return `must be the id of ${which} audio track of the scene, but is ${showValue(seen)}${wayOut}`;
}

/** Maximum number of tracks that a message lists. */
const shownTracks = 8;

/** Returns the tracks of a circle, in order; null without one. */
function findCircle(tracks: NonNullable<Scene['audioTracks']>): readonly string[] | null {
  const settled = new Set<string>();
  for (const id of Object.keys(tracks)) {
    const circle = circleFrom(id, tracks, settled);
    if (circle !== null) return circle;
  }
  return null;
}

/** Walks to all tracks that one makes way for, without recursion: a document may name thousands in a row. */
function circleFrom(
  start: string,
  tracks: NonNullable<Scene['audioTracks']>,
  settled: Set<string>,
): readonly string[] | null {
  const way: { readonly id: string; readonly rest: string[] }[] = [];
  const isOnWay = new Set<string>();
  const enter = (id: string) => {
    isOnWay.add(id);
    const duck = Object.hasOwn(tracks, id) ? tracks[id]?.duck : undefined;
    way.push({ id, rest: duck === undefined ? [] : [...trackIds(duck.under)] });
  };
  if (!settled.has(start)) enter(start);
  for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
    const next = last.rest.pop();
    if (next === undefined) {
      settled.add(last.id);
      isOnWay.delete(last.id);
      way.pop();
    } else if (isOnWay.has(next)) {
      return way.map(({ id }) => id).slice(way.findIndex(({ id }) => id === next));
    } else if (!settled.has(next)) enter(next);
  }
  return null;
}
