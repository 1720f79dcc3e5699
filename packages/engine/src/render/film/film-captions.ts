import type { Cue, Project } from '../../project/schema.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { Span } from '../options/film-range.ts';

/** Returns the cues that a part of a film shows, in order and with whole milliseconds since its start. */
export function captionsOf({ sceneOrder, scenes }: Project, timeline: Timeline, span: Span): Cue[] {
  const seen = new Set<string>();
  const cues = sceneOrder.flatMap((sceneId, sceneIndex) =>
    Object.values(scenes[sceneId]?.objects ?? {}).flatMap(({ id, cues = [] }) =>
      cues.flatMap((cue): Cue[] => {
        const startMs = Math.max(cue.startMs, span.startMs);
        const endMs = Math.min(cue.endMs, span.endMs);
        // Objects of several scenes have the same cues, of which a cut may divide one.
        const key = `${cue.startMs} ${cue.endMs} ${cue.text}`;
        if (endMs <= startMs || seen.has(key) || !isShown(timeline, sceneIndex, id, startMs, endMs))
          return [];
        seen.add(key);
        const since = (ms: number) => Math.round(ms - span.startMs);
        const times = { startMs: since(startMs), endMs: Math.max(since(startMs) + 1, since(endMs)) };
        return [{ ...times, text: cue.text, words: cue.words?.map((word) => word.map(since)) }];
      }),
    ),
  );
  return cues.toSorted((one, other) => one.startMs - other.startMs);
}

/** Whether a scene shows an object with cues at the beginning, in the middle or at the end of one. */
function isShown(
  timeline: Timeline,
  sceneIndex: number,
  id: string,
  startMs: number,
  endMs: number,
): boolean {
  return [startMs, (startMs + endMs) / 2, Math.max(startMs, endMs - 1)].some((timeMs) => {
    const frame = timeline.at(timeMs);
    return frame.sceneIndex === sceneIndex && frame.poses.some(({ objectId }) => objectId === id);
  });
}
