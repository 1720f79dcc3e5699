import { dirname } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/server';
import { checkReplaceable, readUtf8, replaceFile } from '@render-service/engine/files';
import { contractFormats } from '@render-service/engine/formats';
import { toolSchemasOf } from '@render-service/engine/options';
import { fixProject } from '@render-service/engine/process';
import * as z from 'zod';
import { fixDescription } from './descriptions.ts';
import type { JobRunner } from './job-runner.ts';
import { answerCall } from './project-call.ts';
import { fixResult } from './result-schemas.ts';
import {
  readPath,
  readSwitch,
  readTheme,
  readVariables,
  sameInputPathSchema,
  toolArguments,
} from './tool-arguments.ts';
import { structuredResult } from './tool-result.ts';

const argumentShape = {
  inputPath: sameInputPathSchema,
  check: z.boolean().optional().describe('List the changes and leave the file as it is.'),
  ...toolSchemasOf('service_fix', contractFormats),
};

/** Registers the tool service_fix. */
export function registerFixTool(server: McpServer, runner: JobRunner): void {
  server.registerTool(
    'service_fix',
    {
      description: fixDescription,
      inputSchema: toolArguments(argumentShape, (given) => ({
        inputPath: readPath(given, 'inputPath'),
        check: readSwitch(given, 'check'),
        variables: readVariables(given),
        theme: readTheme(given),
      })),
      outputSchema: fixResult,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ inputPath, check, variables, theme }, context) =>
      answerCall(runner, context, { inputPath }, async (before, _, { signal }) => {
        if (!check) await checkReplaceable(inputPath);
        const options = { variables, theme, baseFolder: dirname(inputPath), signal, layout: false };
        const inspect = (text: string) => runner.inspect(text, options);
        const { text, changes, left } = await fixProject(readUtf8(before), inspect, variables);
        if (!check && changes.length > 0) await replaceFile(inputPath, { before, after: text, signal });
        return structuredResult({ changes, left });
      }),
  );
}
