import { Buffer } from 'node:buffer';
import { dirname } from 'node:path';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { mustBe } from '../project/problem-text.ts';
import { readRegularFile } from '../render/input-file.ts';
import type { ShorthandOptions } from '../render/project-input.ts';
import { RenderError } from '../render/render-error.ts';
import type { Variables } from '../shorthand/schema.ts';
import { inspectDescription } from './descriptions.ts';
import type { JobRunner } from './job-runner.ts';
import { progressReportFor } from './progress-report.ts';
import { inspectionResult } from './result-schemas.ts';
import {
  type GivenArguments,
  inputPathSchema,
  readPath,
  readVariables,
  toolArguments,
  variablesSchema,
} from './tool-arguments.ts';
import { failedResult, structuredResult } from './tool-result.ts';

/** What a client's model can look at in one piece. */
const sheetLimits = { maxSide: 1568, maxBytes: 1024 ** 2 };

const argumentShape = {
  inputPath: inputPathSchema,
  sheet: z
    .boolean()
    .default(false)
    .describe(
      'Also answer with an image: the middle of every hold and transition, with time and composition.',
    ),
  layout: z.boolean().default(false).describe('Also list where every visible object is in every hold.'),
  variables: variablesSchema.describe('Values by name for variables of a project in shorthand.'),
};

interface InspectArguments {
  readonly inputPath: string;
  readonly sheet: boolean;
  readonly layout: boolean;
  readonly variables: Variables | undefined;
}

/** Offers service_inspect. */
export function registerInspectTool(server: McpServer, runner: JobRunner): void {
  server.registerTool(
    'service_inspect',
    {
      description: inspectDescription,
      inputSchema: toolArguments(argumentShape, readArguments),
      outputSchema: inspectionResult,
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    },
    async ({ inputPath, sheet, layout, variables }, context) => {
      const { signal } = context.mcpReq;
      const report = progressReportFor(context);
      let project: Uint8Array | undefined;
      try {
        return await runner.perform({ signal, report }, async () => {
          project = await readRegularFile(inputPath, signal);
          const options = { variables, baseFolder: dirname(inputPath), signal };
          const result = structuredResult(await runner.inspect(project, { ...options, layout }));
          if (!sheet) return result;
          return { ...result, content: [...result.content, await sheetContent(runner, project, options)] };
        });
      } catch (error) {
        return failedResult(error, project);
      } finally {
        report?.end();
      }
    },
  );
}

/** The sheet, or why there is none: a project with issues can be inspected, but not always be drawn. */
async function sheetContent(
  runner: JobRunner,
  project: Uint8Array,
  options: ShorthandOptions & { readonly signal: AbortSignal },
): Promise<CallToolResult['content'][number]> {
  try {
    const { data, mimeType } = await runner.sheet(project, { ...options, limits: sheetLimits });
    return { type: 'image', data: Buffer.from(data).toString('base64'), mimeType };
  } catch (error) {
    if (!(error instanceof RenderError) || error.code === 'aborted') throw error;
    return { type: 'text', text: `There is no sheet: ${error.message}` };
  }
}

function readArguments(given: GivenArguments): InspectArguments {
  return {
    inputPath: readPath(given, 'inputPath'),
    sheet: readSwitch(given, 'sheet'),
    layout: readSwitch(given, 'layout'),
    variables: readVariables(given),
  };
}

/** A switch that is off when it is left out; throws a RenderError `invalid-option` for anything but true and false. */
function readSwitch(given: GivenArguments, name: string): boolean {
  const { [name]: value = false } = given;
  if (typeof value === 'boolean') return value;
  throw new RenderError('invalid-option', [`${name} ${mustBe('true or false', value)}`]);
}
