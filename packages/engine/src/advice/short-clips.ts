import { isVideo } from '../language/kinds.ts';
import { showClock } from '../language/written-times.ts';
import { showPath } from '../project/problem-text.ts';
import type { Project } from '../project/schema.ts';
import { playedLength, sceneTimeAt } from '../timeline/footage.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { AdviceList } from './advice.ts';

/** A last picture that is shown for less looks like an end, in milliseconds. */
const noticedMs = 700;

/** Advises on videos that stand still at their end while they are shown. */
export function adviseOnShortClips(project: Project, { scenes, segments }: Timeline, list: AdviceList): void {
  for (const [sceneIndex, { id, startMs }] of scenes.entries()) {
    const scene = project.scenes[id];
    for (const { id: object, kind, playback } of Object.values(scene.objects)) {
      if (!isVideo(kind) || playback === undefined || playback.loop === true) continue;
      const shown = segments.filter(
        (segment) =>
          segment.sceneIndex === sceneIndex &&
          segment.kind === 'hold' &&
          scene.compositions[segment.compositionId]?.states[object]?.visible === true,
      );
      const lastMs = Math.max(...shown.map(({ endMs }) => endMs - startMs));
      const endMs = sceneTimeAt(playback, playedLength(playback) / (playback.speed ?? 1));
      if (!(lastMs - endMs >= noticedMs)) continue;
      list.add({
        rule: 'short-clip',
        path: showPath(['scenes', id, 'objects', object]),
        message: `the clip ends at ${showClock(endMs)} of its scene, but is shown until ${showClock(lastMs)}, standing still; give that composition the rest of the clip, "duration": "${object}", let it loop, or play it slower`,
        atMs: startMs + endMs,
      });
    }
  }
}
