import { formats, isFilmFormat, type OutputFormat } from '../output/formats.ts';
import { problemAt } from '../project/problem.ts';
import type { Project } from '../project/schema.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { maxOutputBytes } from './capabilities.ts';
import { checkContent } from './content-issues.ts';
import type { OpenedFiles } from './open-footage.ts';
import { RenderError } from './render-error.ts';

/** Throws a RenderError `unsupported` that names all content that cannot be rendered in the format. */
export function refuseUnsupported(
  project: Project,
  timeline: Timeline,
  format: OutputFormat,
  files: OpenedFiles,
): void {
  const problems = checkContent(project, timeline, files)
    .issues.filter(({ blocks }) => blocks.includes(format))
    .map(({ problem }) => problem);
  if (problems.length > 0) throw new RenderError('unsupported', problems);
}

const mebibyte = 1024 ** 2;

/** Creates the error for an output in this format that is larger than the limit. */
export function outputTooLarge(format: OutputFormat): RenderError {
  const rule = `the ${formats[format].label} is over ${maxOutputBytes / mebibyte} MiB, the most for one output`;
  return new RenderError('unsupported', [problemAt([], 'output-size', `${rule}; ${waysOut(format)}`)]);
}

/** How to make an output in this format smaller. */
function waysOut(format: OutputFormat): string {
  if (format === 'svg') return 'embed smaller images or show fewer texts, or render a PNG';
  if (!isFilmFormat(format)) return 'render it smaller';
  const general = 'render it smaller, with fewer frames per second, or only a part of it';
  return animations.includes(format) ? `${general}; an MP4 of the same film is much smaller` : general;
}

const animations: readonly OutputFormat[] = ['gif', 'webp', 'apng'];
