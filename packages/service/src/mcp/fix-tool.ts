import { dirname } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/server';
import { RenderError } from '@render-service/engine';
import { checkReplaceable, readUtf8, replaceFile } from '@render-service/engine/files';
import { contractFormats } from '@render-service/engine/formats';
import { toolSchemasOf } from '@render-service/engine/options';
import { fixProject } from '@render-service/engine/process';
import { mustBe } from '@render-service/engine/text';
import * as z from 'zod';
import { fixDescription } from './descriptions.ts';
import type { JobRunner } from './job-runner.ts';
import { answerCall } from './project-call.ts';
import { fixResult } from './result-schemas.ts';
import {
  type GivenArguments,
  readProject,
  readSwitch,
  sameInputPathSchema,
  toolArguments,
} from './tool-arguments.ts';
import { structuredResult } from './tool-result.ts';

const argumentShape = {
  inputPath: sameInputPathSchema,
  check: z.boolean().optional().describe('List the changes and leave the file as it is.'),
  path: z.string().optional().describe('Follow only the advice at this path.'),
  ...toolSchemasOf('service_fix', contractFormats),
};

/** Registers the tool service_fix. */
export function registerFixTool(server: McpServer, runner: JobRunner): void {
  server.registerTool(
    'service_fix',
    {
      description: fixDescription,
      inputSchema: toolArguments(argumentShape, (given) => ({
        ...readProject(given),
        check: readSwitch(given, 'check'),
        path: readPlace(given),
      })),
      outputSchema: fixResult,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ inputPath, check, path, variables, theme }, context) =>
      answerCall(runner, context, { inputPath }, async (before, _, { signal }) => {
        if (!check) await checkReplaceable(inputPath);
        const options = { variables, theme, baseFolder: dirname(inputPath), signal, layout: true };
        const inspect = (text: string) => runner.inspect(text, options);
        const { text, changes, left } = await fixProject(
          readUtf8(before),
          inspect,
          variables,
          (advice) => path === undefined || advice.path === path,
        );
        if (!check && changes.length > 0) await replaceFile(inputPath, { before, after: text, signal });
        return structuredResult({ changes, left });
      }),
  );
}

/** The path of advice; throws a RenderError `invalid-option` for anything but a string. */
function readPlace({ path }: GivenArguments): string | undefined {
  if (path === undefined || typeof path === 'string') return path;
  throw new RenderError('invalid-option', [`path ${mustBe('a string', path)}`]);
}
