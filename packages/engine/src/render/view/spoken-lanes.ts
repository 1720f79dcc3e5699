import type { Project } from '../../project/schema.ts';
import { type Cue, orderedCues } from '../../shorthand/kinds/captions/cue.ts';
import { stackCues } from '../../shorthand/kinds/captions/stack-cues.ts';
import type { SpokenSentence } from '../../shorthand/narration/narration.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { isShown } from '../film/film-captions.ts';

/** What is said in a film, one after the other. Times are milliseconds of the film. */
export interface SpokenLane {
  readonly name: string;
  /** Id of the text that shows the cues; null for the sentences of the narration. */
  readonly object: string | null;
  /** Place of that text in the document as its author wrote it. */
  readonly path: string | null;
  /** Whether sentences have not been spoken yet, so that their times are estimated. */
  readonly isEstimated: boolean;
  /** In order, without overlaps, and only while they are shown. The times of words are those of the project. */
  readonly cues: readonly Cue[];
}

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Returns the cues of a film's texts, and the sentences of its narration, unless a text shows all of them. Texts with the
 * same id in several scenes share a lane.
 */
export function spokenLanesOf(
  project: Project,
  timeline: Timeline,
  speech: readonly SpokenSentence[],
  describePlace: (place: string) => string,
): readonly SpokenLane[] {
  const film = { startMs: 0, endMs: timeline.durationMs };
  const cues = stackCues(orderedCues(speech.flatMap(({ cue }) => cut(cue, film))));
  const isEstimated = speech.some(({ isRecorded }) => !isRecorded);
  const captions = captionLanes(project, timeline, describePlace).filter((lane) => lane.cues.length > 0);
  if (cues.length === 0) return captions;
  const said = lettersOf(cues);
  const isShown = captions.map((lane) => lettersOf(lane.cues) === said);
  const lanes = captions.map((lane, index) => (isShown[index] ? { ...lane, isEstimated } : lane));
  if (isShown.includes(true)) return lanes;
  return [{ name: 'Narration', object: null, path: null, isEstimated, cues }, ...lanes];
}

/** Cues divide and join sentences, but keep their letters. */
function lettersOf(cues: readonly Cue[]): string {
  return cues
    .map(({ text }) => text)
    .join('')
    .replace(/[\s\u200b]/gu, '');
}

function captionLanes(
  { sceneOrder, scenes }: Project,
  timeline: Timeline,
  describePlace: (place: string) => string,
): readonly SpokenLane[] {
  const lanes = new Map<string, SpokenLane & { readonly cues: Cue[] }>();
  for (const [sceneIndex, sceneId] of sceneOrder.entries()) {
    for (const { id, name, cues = [] } of Object.values(scenes[sceneId].objects)) {
      const path = describePlace(`scenes.${sceneId}.objects.${id}`);
      const lane = lanes.get(id) ?? { name, object: id, path, isEstimated: false, cues: [] };
      lanes.set(id, lane);
      const legible = (cues as readonly Cue[]).filter(({ text }) => text !== '');
      for (const span of shownSpans(timeline, sceneIndex, id, legible)) {
        for (const cue of legible) {
          for (const part of cut(cue, span)) append(lane.cues, part, part.startMs > cue.startMs);
        }
      }
    }
  }
  return [...lanes.values()];
}

/** Returns when a scene shows an object, as far as it has cues then: throughout a hold, and cue by cue in a transition. */
function shownSpans(
  timeline: Timeline,
  sceneIndex: number,
  object: string,
  cues: readonly Cue[],
): readonly Span[] {
  const spans: Span[] = [];
  const add = ({ startMs, endMs }: Span) => {
    const before = spans.at(-1)?.endMs === startMs ? spans.pop() : undefined;
    spans.push({ startMs: before?.startMs ?? startMs, endMs });
  };
  let next = 0;
  for (const segment of timeline.segments) {
    while (next < cues.length && cues[next].endMs <= segment.startMs) next++;
    if (next === cues.length) break;
    if (segment.sceneIndex !== sceneIndex || cues[next].startMs >= segment.endMs) continue;
    if (segment.kind === 'hold') {
      const timeMs = Math.max(cues[next].startMs, segment.startMs);
      if (isShown(timeline, sceneIndex, object, timeMs, timeMs)) add(segment);
      continue;
    }
    // It may enter or leave in the middle of a cue.
    for (let index = next; index < cues.length && cues[index].startMs < segment.endMs; index++) {
      for (const { startMs, endMs } of cut(cues[index], segment)) {
        if (isShown(timeline, sceneIndex, object, startMs, endMs)) add({ startMs, endMs });
      }
    }
  }
  return spans;
}

/** Returns the part of a cue in a span; nothing if it has none. */
function cut(cue: Cue, span: Span): Cue[] {
  const startMs = Math.max(cue.startMs, span.startMs);
  const endMs = Math.min(cue.endMs, span.endMs);
  return endMs > startMs ? [{ ...cue, startMs, endMs }] : [];
}

/** Appends a cue, or the rest of the last one, which goes on in the next scene. */
function append(cues: Cue[], cue: Cue, isRest: boolean): void {
  const last = cues.at(-1);
  if (isRest && last?.endMs === cue.startMs && last.text === cue.text)
    cues[cues.length - 1] = { ...last, endMs: cue.endMs };
  else cues.push(cue);
}
