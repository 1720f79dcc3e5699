import { dirname } from 'node:path';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { OutputFormat, RenderOptions, RenderResult, ShorthandOptions } from '@render-service/engine';
import {
  checkOutputFile,
  outputFormat,
  readRegularFile,
  writeOutputFile,
} from '@render-service/engine/files';
import { type CheckedOptions, checkOptions, toolSchemasOf } from '@render-service/engine/options';
import * as z from 'zod';
import { describeRender } from './descriptions.ts';
import type { JobRunner } from './job-runner.ts';
import { progressReportFor } from './progress-report.ts';
import { renderResult } from './result-schemas.ts';
import { drawSmall } from './small-picture.ts';
import { type GivenArguments, readPath, readVariables, toolArguments } from './tool-arguments.ts';
import { failedResult, structuredResult } from './tool-result.ts';

const outputRules = {
  replace: false,
  adviceIfExists: 'files are never overwritten, so choose another outputPath',
};

function argumentShape(offered: readonly OutputFormat[]) {
  return {
    inputPath: z.string().describe('As for service_inspect.'),
    outputPath: z
      .string()
      .describe('Absolute path of the new file, in an existing folder. Files are never overwritten.'),
    ...toolSchemasOf('service_render', offered),
  };
}

interface RenderArguments {
  readonly inputPath: string;
  readonly outputPath: string;
  readonly options: CheckedOptions & ShorthandOptions;
}

/** Registers the tool service_render. */
export function registerRenderTool(
  server: McpServer,
  runner: JobRunner,
  offered: readonly OutputFormat[],
): void {
  server.registerTool(
    'service_render',
    {
      description: describeRender(offered),
      inputSchema: toolArguments(argumentShape(offered), (given) => readArguments(given, offered)),
      outputSchema: renderResult,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    async ({ inputPath, outputPath, options }, context) => {
      const start = performance.now();
      const { signal } = context.mcpReq;
      const report = progressReportFor(context);
      let project: Uint8Array | undefined;
      try {
        const { result, picture } = await runner.perform({ signal, report }, async () => {
          const room = await checkOutputFile(outputPath, outputRules);
          const document = await readRegularFile(inputPath, signal);
          project = document;
          const task = { ...options, baseFolder: dirname(inputPath), signal };
          const result = await runner.render(document, {
            ...task,
            room,
            onProgress: (progress) => report?.update(progress),
          });
          await writeOutputFile(outputPath, result.data, { ...outputRules, signal });
          return {
            result,
            picture: await pictureOf(result, (width) =>
              runner.render(document, { ...task, width, height: undefined }),
            ),
          };
        });
        const elapsedMs = Math.round(performance.now() - start);
        const { data: _, ...made } = result;
        const answer = structuredResult({ outputPath, ...made, elapsedMs });
        return { ...answer, content: [...answer.content, ...picture] };
      } catch (error) {
        return failedResult(error, project);
      } finally {
        report?.end();
      }
    },
  );
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
