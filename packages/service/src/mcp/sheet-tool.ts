import { dirname } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/server';
import type { SheetOptions } from '@render-service/engine';
import { writeOutputFile } from '@render-service/engine/files';
import { contractFormats } from '@render-service/engine/formats';
import { toolSchemasOf } from '@render-service/engine/options';
import { sheetDescription } from './descriptions.ts';
import type { JobRunner } from './job-runner.ts';
import { answerCall, outputRules } from './project-call.ts';
import { sheetResult } from './result-schemas.ts';
import { imageContent, pictureLimits } from './small-picture.ts';
import {
  newFileSchema,
  readPath,
  readProject,
  sameInputPathSchema,
  toolArguments,
} from './tool-arguments.ts';
import { structuredResult } from './tool-result.ts';

const options = toolSchemasOf('service_sheet', contractFormats);

const argumentShape = {
  inputPath: sameInputPathSchema,
  outputPath: newFileSchema,
  ...options,
};

/** Registers the tool service_sheet. */
export function registerSheetTool(server: McpServer, runner: JobRunner): void {
  server.registerTool(
    'service_sheet',
    {
      description: sheetDescription,
      inputSchema: toolArguments(argumentShape, (given) => {
        const { inputPath, ...ofProject } = readProject(given);
        // The sheet checks its options.
        const sheetArguments = Object.fromEntries(Object.keys(options).map((name) => [name, given[name]]));
        return {
          inputPath,
          outputPath: readPath(given, 'outputPath'),
          options: { ...(sheetArguments as SheetOptions), ...ofProject },
        };
      }),
      outputSchema: sheetResult,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ inputPath, outputPath, options }, context) =>
      answerCall(runner, context, { inputPath, outputPath }, async (document, _, { signal }) => {
        const task = { ...options, baseFolder: dirname(inputPath), signal };
        const { data, mimeType, ...made } = await runner.sheet(document, task);
        await writeOutputFile(outputPath, data, { ...outputRules, signal });
        const { maxSide, maxBytes } = pictureLimits;
        const isSmall = Math.max(made.width, made.height) <= maxSide && made.bytes <= maxBytes;
        const seen = isSmall ? data : (await runner.sheet(document, { ...task, limits: pictureLimits })).data;
        const answer = structuredResult({ outputPath, mimeType, ...made });
        return { ...answer, content: [...answer.content, imageContent(seen, mimeType)] };
      }),
  );
}
