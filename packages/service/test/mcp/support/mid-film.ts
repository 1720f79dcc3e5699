import { join } from 'node:path';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import { childrenOf, isRunning } from '../../../../../test/support/linux-process.ts';
import { waitUntil } from '../../../../../test/support/wait-until.ts';
import { crowd } from './fixtures.ts';
import { WireClient, type WireOptions } from './wire-client.ts';

/** A server while it renders a long film. */
export async function inMidFilm(options: WireOptions = {}) {
  const client = await WireClient.open(options);
  const folder = await temporaryFolder();
  const id = client.startTool('service_render', { inputPath: crowd, outputPath: join(folder, 'film.mp4') });
  await client.untilMidFilm(id);
  const [renderProcess] = childrenOf(client.pid);
  return { client, folder, id, renderProcess };
}

export function untilGone(renderProcess: number): Promise<unknown> {
  return waitUntil('the render process is gone', () => !isRunning(renderProcess));
}
