import { Buffer } from 'node:buffer';
import { convertApart, loadProject } from '@render-service/engine/process';
import type { PreparedJob } from '../batch-source.ts';

/**
 * Returns a project in the full format, with the files that its variables name and with their values, which a worker
 * renders without access to files. Rejects with a RenderError.
 */
export async function selfContained(
  { template, job }: PreparedJob,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { document, baseFolder } = template;
  const given = { variables: job.variables, baseFolder };
  const { project } = await loadProject(document, given, signal, convertApart);
  return Buffer.from(JSON.stringify(project));
}
