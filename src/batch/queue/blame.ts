import { RenderError } from '../../render/render-error.ts';
import { StoreError } from '../outputs/store-error.ts';
import { JobFailedError } from './do-job.ts';
import { InvalidJobError } from './queued-job.ts';

/**
 * Who is to blame for a job that has no output, which decides what becomes of it:
 *
 * | blame    | the job                                  | the worker                      |
 * |----------|------------------------------------------|---------------------------------|
 * | `job`    | fails for good                           | goes on                         |
 * | `crash`  | is tried again, three times in all       | goes on                         |
 * | `output` | is tried again, for half an hour         | goes on                         |
 * | `store`  | goes back, and waits; no try is counted  | waits if the next ones fail too |
 * | `worker` | goes back at once; no try is counted     | stops                           |
 */
export type Blame = 'job' | 'crash' | 'output' | 'store' | 'worker';

/** Whom an error of a job blames. An error of a store is the output's if the store works for others. */
export async function blameFor(error: unknown, storeWorks: () => Promise<boolean>): Promise<Blame> {
  if (error instanceof JobFailedError) return error.isTransient ? 'crash' : 'job';
  if (error instanceof InvalidJobError) return 'job';
  if (error instanceof StoreError) {
    if (error.fault === 'output') return 'job';
    if (error.fault === 'setup') return 'worker';
    return (await storeWorks()) ? 'output' : 'store';
  }
  // Redis is full, or a replica for now.
  if (error instanceof Error && error.name === 'ReplyError') return 'store';
  if (error instanceof RenderError && error.code === 'invalid-option') return 'job';
  return 'crash';
}
