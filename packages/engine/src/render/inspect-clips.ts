import type { VideoFacts } from '../media/video/video-facts.ts';
import { type Problem, problemAt } from '../project/problem.ts';
import { showPath } from '../project/problem-text.ts';
import type { Project } from '../project/schema.ts';
import type { InspectedClip } from './inspected-clip.ts';
import { clipsOf, type OpenedFiles } from './open-footage.ts';

/** Reads what the files of a project's clips tell, and what is wrong with them, with places in the project. */
export async function inspectClips(
  project: Project,
  files: OpenedFiles,
): Promise<{ readonly clips: readonly InspectedClip[]; readonly problems: readonly Problem[] }> {
  const clips: InspectedClip[] = [];
  const problems: Problem[] = [];
  const sources = clipsOf(project, files);
  if (sources.size === 0) return { clips, problems };
  const { VideoInput } = await import('../media/video/video-input.ts');
  for (const { source, path } of sources.values()) {
    const opened = VideoInput.open(source);
    if (opened.ok) {
      clips.push(describe(showPath(path.slice(0, -1)), opened.value.facts));
      opened.value.close();
    } else problems.push(...opened.problems.map((problem) => problemAt(path, 'damaged-media', problem)));
  }
  return { clips, problems };
}

function describe(
  path: string,
  { durationMs, width, height, rate, codec, hasSound }: VideoFacts,
): InspectedClip {
  const pace = rate === undefined ? {} : { fps: Math.round(rate * 1000) / 1000 };
  return { path, durationMs: Math.round(durationMs), width, height, ...pace, codec, hasSound };
}
