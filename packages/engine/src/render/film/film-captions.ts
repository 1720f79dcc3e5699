import type { FilmCue } from '../../output/caption-text.ts';
import type { Project } from '../../project/schema.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { Span } from '../options/film-range.ts';

/** Returns the cues that a part of a film shows, in order and with times since its start. */
export function captionsOf({ sceneOrder, scenes }: Project, timeline: Timeline, span: Span): FilmCue[] {
  const seen = new Set<string>();
  const cues = sceneOrder.flatMap((sceneId, sceneIndex) =>
    Object.values(scenes[sceneId]?.objects ?? {}).flatMap(({ id, cues = [] }) =>
      cues.flatMap((cue): FilmCue[] => {
        const startMs = Math.max(cue.startMs, span.startMs);
        const endMs = Math.min(cue.endMs, span.endMs);
        // Objects of several scenes have the same cues, of which a cut may divide one.
        const key = `${cue.startMs} ${cue.endMs} ${cue.text}`;
        if (endMs <= startMs || seen.has(key) || !isShown(timeline, sceneIndex, id, startMs, endMs))
          return [];
        seen.add(key);
        const words = cue.words?.map((word) => word.map((ms) => ms - span.startMs));
        return [{ startMs: startMs - span.startMs, endMs: endMs - span.startMs, text: cue.text, words }];
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
  return [startMs, (startMs + endMs) / 2, endMs - 1].some((timeMs) => {
    const frame = timeline.at(timeMs);
    return frame.sceneIndex === sceneIndex && frame.poses.some(({ objectId }) => objectId === id);
  });
}
