import type { OutputFormat } from '../output/formats.ts';
import type { Project } from '../project/schema.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { maxOutputBytes } from './capabilities.ts';
import { checkContent } from './content-issues.ts';
import { RenderError } from './render-error.ts';

/** Throws a RenderError `unsupported` that names all content that cannot be rendered in the format. */
export function refuseUnsupported(project: Project, timeline: Timeline, format: OutputFormat): void {
  const problems = checkContent(project, timeline)
    .issues.filter(({ blocks }) => blocks.includes(format))
    .map(({ message }) => message);
  if (problems.length > 0) throw new RenderError('unsupported', problems);
}

/** Creates the error for an output that is larger than the limit. */
export function outputTooLarge(): RenderError {
  return new RenderError('unsupported', [
    `project: its output is larger than ${maxOutputBytes} bytes; render it smaller or shorten the project`,
  ]);
}
