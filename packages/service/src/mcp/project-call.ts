import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { checkOutputFile, readRegularFile } from '@render-service/engine/files';
import type { OutputRoom } from '@render-service/engine/process';
import type { JobControl, JobRunner } from './job-runner.ts';
import { progressReportFor } from './progress-report.ts';
import { failedResult } from './tool-result.ts';

/** Rules for the files that tools write. */
export const outputRules = {
  replace: false,
  adviceIfExists: 'files are never overwritten, so choose another outputPath',
};

interface CalledFiles {
  readonly inputPath: string;
  /** A new file. */
  readonly outputPath?: string | undefined;
}

type Work = (project: Uint8Array, room: OutputRoom['room'], control: JobControl) => Promise<CallToolResult>;

/** Answers a call about a project's file: runs the work when its turn comes, with what the file contains. */
export async function answerCall(
  runner: JobRunner,
  context: ServerContext,
  files: CalledFiles,
  work: Work,
): Promise<CallToolResult> {
  const report = progressReportFor(context);
  try {
    return await performOn(runner, files, { signal: context.mcpReq.signal, report }, work);
  } finally {
    report?.end();
  }
}

/** Like `answerCall`, for a caller with its own report. */
export async function performOn(
  runner: JobRunner,
  { inputPath, outputPath }: CalledFiles,
  control: JobControl,
  work: Work,
): Promise<CallToolResult> {
  let project: Uint8Array | undefined;
  try {
    return await runner.perform(control, async () => {
      const room = outputPath === undefined ? undefined : await checkOutputFile(outputPath, outputRules);
      project = await readRegularFile(inputPath, control.signal);
      return work(project, room, control);
    });
  } catch (error) {
    return failedResult(error, project);
  }
}
