import { RenderError } from '../../render/render-error.ts';

/** The queue cannot be used, for a reason that the message tells. */
export class QueueError extends RenderError {
  constructor(problem: string) {
    super('failed', [problem]);
  }
}
