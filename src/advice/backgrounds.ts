import type { Project } from '../project/schema.ts';
import { parseColor } from '../timeline/color.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { AdviceList } from './advice.ts';

/** What was asked for. */
export interface AskedFormat {
  readonly kind: 'still' | 'film';
  readonly hasTransparency: boolean;
}

/** Advises on backgrounds that a film shows as black. A project that holds one picture may be meant as a still. */
export function adviseOnBackgrounds(
  project: Project,
  timeline: Timeline,
  { kind, hasTransparency }: AskedFormat,
  list: AdviceList,
): void {
  if (kind === 'film' ? hasTransparency : timeline.segments.length < 2) return;
  for (const sceneId of project.sceneOrder) {
    const { background } = project.scenes[sceneId];
    if (parseColor(background)?.alpha === 1) continue;
    list.add({
      path: `scenes.${sceneId}.background`,
      message: `the background ${background} is transparent, which a film shows on black; give it an opaque colour if this is to be a film`,
    });
  }
}
