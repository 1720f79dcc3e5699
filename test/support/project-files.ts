import { readdirSync, readFileSync } from 'node:fs';
import { loadLayout } from '../../packages/engine/src/layout/load-layout.ts';
import { describeProblem } from '../../packages/engine/src/project/problem.ts';
import type { Project } from '../../packages/engine/src/project/schema.ts';
import { expandProject } from '../../packages/engine/src/shorthand/expand-project.ts';
import { compileTimeline } from '../../packages/engine/src/timeline/compile-timeline.ts';

export interface ProjectFile {
  readonly name: string;
  readonly project: Project;
  readonly durationMs: number;
  /** Width of the first scene. */
  readonly width: number;
}

const layOut = await loadLayout({ hasEquations: true });

/** The full project of a file in either format. */
export function readFullProject(file: URL): Project {
  const expanded = expandProject(readFileSync(file), {}, layOut);
  if (!expanded.ok) throw new Error(`${file.pathname}: ${expanded.problems.map(describeProblem).join('; ')}`);
  // Equal states share one object, which would surprise a test that changes one of them.
  return JSON.parse(JSON.stringify(expanded.value.project));
}

/** Every example and every project of the fixtures, in the full format. */
export const projectFiles: readonly ProjectFile[] = ['examples', 'test/fixtures/projects'].flatMap(
  (folder) => {
    const url = new URL(`../../${folder}/`, import.meta.url);
    const files = readdirSync(url).filter((file) => file.endsWith('.json'));
    return files.map((file) => {
      const project = readFullProject(new URL(file, url));
      const { durationMs, scenes } = compileTimeline(project);
      return { name: `${folder}/${file}`, project, durationMs, width: scenes[0].width };
    });
  },
);
