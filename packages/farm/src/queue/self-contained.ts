import { Buffer } from 'node:buffer';
import { convertApart, loadProject, withClips } from '@render-service/engine/process';
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
  const given = { variables: job.variables, baseFolder, keepsFiles: true };
  const loaded = await loadProject(document, given, signal, convertApart);
  try {
    return Buffer.from(JSON.stringify(withClips(loaded)));
  } finally {
    loaded.close();
  }
}
