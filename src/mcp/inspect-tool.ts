import { dirname } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/server';
import { readRegularFile } from '../render/input-file.ts';
import { inspectionSchema } from '../render/result-schemas.ts';
import { inspectDescription } from './descriptions.ts';
import type { JobRunner } from './job-runner.ts';
import {
  inputPathSchema,
  readPath,
  readVariables,
  toolArguments,
  variablesSchema,
} from './tool-arguments.ts';
import { failedResult, structuredResult } from './tool-result.ts';

/** Offers service_inspect. */
export function registerInspectTool(server: McpServer, runner: JobRunner): void {
  server.registerTool(
    'service_inspect',
    {
      title: 'Check a project',
      description: inspectDescription,
      inputSchema: toolArguments({ inputPath: inputPathSchema, variables: variablesSchema }, (given) => ({
        inputPath: readPath(given, 'inputPath'),
        variables: readVariables(given),
      })),
      outputSchema: inspectionSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    },
    async ({ inputPath, variables }, { mcpReq: { signal } }) => {
      try {
        const inspection = await runner.perform(signal, async () =>
          runner.inspect(await readRegularFile(inputPath, signal), {
            variables,
            baseFolder: dirname(inputPath),
            signal,
          }),
        );
        return structuredResult(inspection);
      } catch (error) {
        return failedResult(error);
      }
    },
  );
}
