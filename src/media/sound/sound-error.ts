import { ContentError } from '../../project/content-error.ts';

/** Sound that cannot be read. */
export class SoundError extends ContentError {
  override readonly name = 'SoundError';
}
