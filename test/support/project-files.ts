import { readdirSync, readFileSync } from 'node:fs';
import type { Project } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';

export interface ProjectFile {
  readonly name: string;
  readonly project: Project;
  readonly durationMs: number;
  /** Of the first scene. */
  readonly width: number;
}

/** Every example and every project of the fixtures. */
export const projectFiles: readonly ProjectFile[] = ['examples', 'test/fixtures/projects'].flatMap(
  (folder) => {
    const url = new URL(`../../${folder}/`, import.meta.url);
    const files = readdirSync(url).filter((file) => file.endsWith('.json'));
    return files.map((file) => {
      const project: Project = JSON.parse(readFileSync(new URL(file, url), 'utf8'));
      const { durationMs, scenes } = compileTimeline(project);
      return { name: `${folder}/${file}`, project, durationMs, width: scenes[0].width };
    });
  },
);
