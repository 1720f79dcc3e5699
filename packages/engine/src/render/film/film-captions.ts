import type { Cue } from '../../project/object-schemas.ts';
import type { Project } from '../../project/schema.ts';
import type { Cue as SpokenCue, WordTime } from '../../shorthand/kinds/captions/cue.ts';
import { joinSingleWords } from '../../shorthand/kinds/captions/join-words.ts';
import { stackCues } from '../../shorthand/kinds/captions/stack-cues.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { Span } from '../options/film-range.ts';

/**
 * Returns the cues that a part of a film shows, in order and with whole milliseconds since its start. Single words become phrases,
 * and cues of several objects at the same time are lines of one.
 */
export function captionsOf(project: Project, timeline: Timeline, span: Span): Cue[] {
  const whole = shownCues(project, timeline, span).flatMap(joinSingleWords);
  const since = (ms: number) => Math.round(Math.min(Math.max(ms, span.startMs), span.endMs) - span.startMs);
  const parts = whole
    .filter((cue) => cue.startMs < span.endMs && cue.endMs > span.startMs)
    .map((cue) => {
      const startMs = since(cue.startMs);
      const words = cue.words?.map(([start, end]): WordTime => [since(start), since(end)]);
      return {
        startMs,
        endMs: Math.max(startMs + 1, since(cue.endMs)),
        text: cue.text,
        ...(words && { words }),
      };
    });
  return stackCues(parts).map((cue) => ({ ...cue, words: cue.words?.map((times) => [...times]) }));
}

/** The cues that are shown in a part of a film, by object. */
function shownCues({ sceneOrder, scenes }: Project, timeline: Timeline, span: Span): readonly SpokenCue[][] {
  const byObject = new Map<string, SpokenCue[]>();
  const seen = new Set<string>();
  for (const [sceneIndex, sceneId] of sceneOrder.entries()) {
    for (const { id, cues = [] } of Object.values(scenes[sceneId]?.objects ?? {})) {
      const shown = cues.filter((cue) => {
        const startMs = Math.max(cue.startMs, span.startMs);
        const endMs = Math.min(cue.endMs, span.endMs);
        // Objects of several scenes have the same cues, and a cut may divide a cue.
        const key = `${cue.startMs} ${cue.endMs} ${cue.text}`;
        if (endMs <= startMs || seen.has(key) || !isShown(timeline, sceneIndex, id, startMs, endMs))
          return false;
        seen.add(key);
        return true;
      });
      byObject.set(id, [...(byObject.get(id) ?? []), ...shown.map(spoken)]);
    }
  }
  return [...byObject.values()];
}

function spoken({ words, ...cue }: Cue): SpokenCue {
  return { ...cue, ...(words && { words: words.map(([start, end]): WordTime => [start, end]) }) };
}

/** Whether a scene shows an object with cues at the beginning, in the middle or at the end of one. */
export function isShown(
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
