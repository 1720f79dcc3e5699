import { RenderError } from '../../render/render-error.ts';

/** The data cannot be read as rows from some place on, so that nothing is rendered. */
export class DataError extends RenderError {
  constructor(name: string, problem: string) {
    super('failed', [`${name}: ${problem}`]);
  }
}
