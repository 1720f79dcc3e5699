import type { Project } from '../project/schema.ts';
import { parseColor } from '../timeline/color.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { AdviceList } from './advice.ts';

/** Requested format. */
export interface AskedFormat {
  readonly kind: 'still' | 'film';
  readonly hasTransparency: boolean;
}

/**
 * Advises on backgrounds that a film shows as black. Skips a project with only one picture, because it may be meant
 * as a still.
 */
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
      rule: 'transparent-background',
      path: `scenes.${sceneId}.background`,
      message: `the background ${background} is transparent, and films show it as black; use an opaque colour for a film`,
    });
  }
}
