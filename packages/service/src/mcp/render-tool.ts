import { dirname } from 'node:path';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { OutputFormat, RenderOptions, RenderResult, ShorthandOptions } from '@render-service/engine';
import { outputFormat, writeOutputFile } from '@render-service/engine/files';
import { type CheckedOptions, checkOptions, toolSchemasOf } from '@render-service/engine/options';
import { describeIssue } from '@render-service/engine/text';
import { describeRender } from './descriptions.ts';
import type { JobRunner } from './job-runner.ts';
import { type ProgressReport, progressReportFor } from './progress-report.ts';
import { outputRules, performOn } from './project-call.ts';
import { renderOrJobResult, renderResult } from './result-schemas.ts';
import { drawSmall } from './small-picture.ts';
import {
  type GivenArguments,
  newFileSchema,
  readPath,
  readVariables,
  sameInputPathSchema,
  toolArguments,
} from './tool-arguments.ts';
import type { JobWork, ToolJobs } from './tool-jobs.ts';
import { structuredResult } from './tool-result.ts';

function argumentShape(offered: readonly OutputFormat[]) {
  return {
    inputPath: sameInputPathSchema,
    outputPath: newFileSchema,
    ...toolSchemasOf('service_render', offered),
  };
}

interface RenderArguments {
  readonly inputPath: string;
  readonly outputPath: string;
  readonly options: CheckedOptions & ShorthandOptions;
}

interface RenderToolOptions {
  /** With them, a render that takes long returns a job. */
  readonly jobs?: ToolJobs | undefined;
  /** Added to its entry in the list of tools. */
  readonly listing?: object | undefined;
}

/** Registers the tool service_render. */
export function registerRenderTool(
  server: McpServer,
  runner: JobRunner,
  offered: readonly OutputFormat[],
  { jobs, listing = {} }: RenderToolOptions = {},
): void {
  server.registerTool(
    'service_render',
    {
      description: describeRender(offered, jobs !== undefined),
      inputSchema: toolArguments(argumentShape(offered), (given) => readArguments(given, offered)),
      outputSchema: jobs ? renderOrJobResult : renderResult,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
      ...listing,
    },
    async (given, context) => {
      const report = progressReportFor(context);
      const { signal } = context.mcpReq;
      try {
        if (jobs) {
          const work: JobWork = (control) => renderToFile(given, jobs.runner, { ...control, report });
          return await jobs.start(given.outputPath, work, { signal, report });
        }
        return await renderToFile(given, runner, {
          signal,
          report,
          onProgress: (progress) => report?.update(progress),
        });
      } finally {
        report?.end();
      }
    },
  );
}

type RenderControl = Parameters<JobWork>[0] & { readonly report: ProgressReport | undefined };

/** Renders into the new file. Resolves with the result of the call, which may be a failure. */
async function renderToFile(
  { inputPath, outputPath, options }: RenderArguments,
  runner: JobRunner,
  { signal, report, onProgress }: RenderControl,
): Promise<CallToolResult> {
  const start = performance.now();
  const files = { inputPath, outputPath };
  return performOn(runner, files, { signal, report }, async (document, room) => {
    const task = { ...options, baseFolder: dirname(inputPath), signal };
    const answerOf = ({ warnings, ...made }: Pick<RenderResult, 'warnings'>) =>
      structuredResult({
        ...{ outputPath, ...made, elapsedMs: Math.round(performance.now() - start) },
        ...(warnings && { warnings: warnings.map(describeIssue) }),
      });
    let result: RenderResult;
    try {
      result = await runner.render(document, { ...task, room, onProgress });
    } catch (error) {
      const { isForParts, renderParts } = await import('@render-service/engine/parts');
      if (!isForParts(error)) throw error;
      const { width, height, fps, theme, variables, baseFolder } = task;
      const parts = [{ project: document, label: inputPath, variables, baseFolder }];
      const asked = { width, height, fps, theme, timeoutMs: runner.timeoutMs, signal, onProgress };
      const film = await renderParts(parts, outputPath, { ...asked, isOneFilm: true }, outputRules);
      const { chapters: _, build: __, ...made } = film;
      return answerOf(made);
    }
    await writeOutputFile(outputPath, result.data, { ...outputRules, signal });
    const { data: _, ...made } = result;
    const answer = answerOf(made);
    const picture = await pictureOf(result, (width) =>
      runner.render(document, { ...task, width, height: undefined }),
    );
    return { ...answer, content: [...answer.content, ...picture] };
  });
}

/**
 * A PNG at a size for the client's model; nothing for other formats. The file is already written, so a failure to draw
 * the picture does not fail the call.
 */
async function pictureOf(
  made: RenderResult,
  draw: (width: number) => Promise<RenderResult>,
): Promise<CallToolResult['content']> {
  if (made.format !== 'png') return [];
  try {
    return [await drawSmall(made, draw, made)];
  } catch {
    return [];
  }
}

function readArguments(given: GivenArguments, offered: readonly OutputFormat[]): RenderArguments {
  const inputPath = readPath(given, 'inputPath');
  const outputPath = readPath(given, 'outputPath');
  const asked = given as RenderOptions;
  const options = checkOptions(
    { ...asked, format: outputFormat(outputPath, asked.format, offered) },
    offered,
  );
  return { inputPath, outputPath, options: { ...options, variables: readVariables(given) } };
}
