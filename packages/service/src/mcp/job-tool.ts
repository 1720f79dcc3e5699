import type { McpServer } from '@modelcontextprotocol/server';
import { RenderError } from '@render-service/engine';
import { mustBe } from '@render-service/engine/text';
import * as z from 'zod';
import { jobDescription } from './descriptions.ts';
import { progressReportFor } from './progress-report.ts';
import { jobResult } from './result-schemas.ts';
import { type GivenArguments, toolArguments } from './tool-arguments.ts';
import type { ToolJobs } from './tool-jobs.ts';
import { failedResult } from './tool-result.ts';

const actions = ['wait', 'report', 'cancel'] as const;

const argumentShape = {
  job: z.string().describe('The job in the result of service_render.'),
  action: z.enum(actions).default('wait').describe('wait returns when it is done, or after a while.'),
};

/** Registers the tool service_job. */
export function registerJobTool(server: McpServer, jobs: ToolJobs): void {
  server.registerTool(
    'service_job',
    {
      description: jobDescription,
      inputSchema: toolArguments(argumentShape, readArguments),
      outputSchema: jobResult,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    async ({ job, action }, context) => {
      const report = progressReportFor(context);
      try {
        return await jobs[action](job, { signal: context.mcpReq.signal, report });
      } catch (error) {
        return failedResult(error);
      } finally {
        report?.end();
      }
    },
  );
}

function readArguments({ job, action = 'wait' }: GivenArguments) {
  if (typeof job !== 'string') throw new RenderError('invalid-option', [`job ${mustBe('a string', job)}`]);
  const knownAction = actions.find((one) => one === action);
  if (knownAction) return { job, action: knownAction };
  throw new RenderError('invalid-option', [`action ${mustBe(`one of ${actions.join(', ')}`, action)}`]);
}
