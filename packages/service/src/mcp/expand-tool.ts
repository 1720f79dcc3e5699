import { dirname } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/server';
import { writeOutputFile } from '@render-service/engine/files';
import { contractFormats } from '@render-service/engine/formats';
import { toolSchemasOf } from '@render-service/engine/options';
import { expandDescription } from './descriptions.ts';
import type { JobRunner } from './job-runner.ts';
import { answerCall, outputRules } from './project-call.ts';
import { expandResult } from './result-schemas.ts';
import {
  newFileSchema,
  readPath,
  readProject,
  sameInputPathSchema,
  toolArguments,
} from './tool-arguments.ts';
import { structuredResult } from './tool-result.ts';

const argumentShape = {
  inputPath: sameInputPathSchema,
  outputPath: newFileSchema,
  ...toolSchemasOf('service_expand', contractFormats),
};

/** Registers the tool service_expand. */
export function registerExpandTool(server: McpServer, runner: JobRunner): void {
  server.registerTool(
    'service_expand',
    {
      description: expandDescription,
      inputSchema: toolArguments(argumentShape, (given) => ({
        ...readProject(given),
        outputPath: readPath(given, 'outputPath'),
      })),
      outputSchema: expandResult,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ inputPath, outputPath, variables, theme }, context) =>
      answerCall(runner, context, { inputPath, outputPath }, async (document, _, { signal }) => {
        const start = performance.now();
        const options = { variables, theme, baseFolder: dirname(inputPath), signal };
        const expanded = await runner.expand(document, options);
        await writeOutputFile(outputPath, expanded, { ...outputRules, signal });
        const elapsedMs = Math.round(performance.now() - start);
        return structuredResult({ outputPath, bytes: expanded.length, elapsedMs });
      }),
  );
}
