import type { Budget } from '../../project/budget.ts';
import type { Project } from '../../project/schema.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { AdviceList } from '../advice.ts';
import type { BoundedDrawing } from '../bounded-drawing.ts';
import { adviseOnBrokenEnds, adviseOnEmptyMoments } from './broken-moves.ts';
import { adviseOnLeavingFrame } from './leaving-frame.ts';
import { adviseOnMeetingTexts } from './meeting-texts.ts';
import { adviseOnPassingCovers } from './passing-covers.ts';
import { relativesIn } from './relatives.ts';
import { watchTransitions } from './transition-moments.ts';

interface WatchedFilm {
  readonly project: Project;
  readonly timeline: Timeline;
  /** Plain shorthand, or null. */
  readonly document: unknown;
}

/** Advises on what is seen between the compositions, where each of them is right. */
export function adviseOnTransitions(
  { project, timeline, document }: WatchedFilm,
  draw: BoundedDrawing,
  work: Budget,
  list: AdviceList,
): void {
  for (const watched of watchTransitions(project, timeline, draw, work)) {
    if (list.full) return;
    const relatives = relativesIn(document, watched.scene.id, list);
    adviseOnMeetingTexts(watched, relatives, list);
    adviseOnLeavingFrame(watched, relatives, list);
    adviseOnPassingCovers(watched, relatives, list);
    adviseOnEmptyMoments(watched, relatives, list);
    adviseOnBrokenEnds(watched, timeline, list);
  }
}
