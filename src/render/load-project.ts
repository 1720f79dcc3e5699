import { parseProject } from '../project/parse-project.ts';
import type { Project } from '../project/schema.ts';
import { RenderError } from './render-error.ts';

/** What a project can be given as: JSON text, its UTF-8 bytes, or the object itself. */
export type ProjectInput = string | Uint8Array | object;

/** The project, or a RenderError `invalid-project` or `too-large` with every problem found. */
export function loadProject(input: ProjectInput): Project {
  const parsed = parseProject(input);
  if (parsed.ok) return parsed.project;
  throw new RenderError(parsed.reason === 'too-large' ? 'too-large' : 'invalid-project', parsed.problems);
}
