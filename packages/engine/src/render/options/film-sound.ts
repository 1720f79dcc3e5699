import type { OutputFormat } from '../../output/formats.ts';
import { showValue } from '../../project/problem-text.ts';
import { RenderError } from '../render-error.ts';

/** The codecs that the sound of an MP4 can have. */
export const mp4Sounds = ['mp3', 'aac'] as const;
export type Mp4Sound = (typeof mp4Sounds)[number];

/** The codec of the sound. Only the library and the command line have this choice. */
export interface FilmSound {
  /** Codec of the sound of an MP4: `mp3` (default), or `aac` for platforms that demand it. */
  readonly audio?: Mp4Sound | undefined;
}

/** Throws a RenderError `invalid-option` for an unknown codec, and for another format than MP4. */
export function checkFilmSound({ audio }: FilmSound, format: OutputFormat): void {
  if (audio === undefined) return;
  if (!mp4Sounds.includes(audio)) {
    throw new RenderError('invalid-option', [`audio must be mp3 or aac, but is ${showValue(audio)}`]);
  }
  if (format !== 'mp4') {
    throw new RenderError('invalid-option', [
      `audio can only choose the sound of an MP4, but the format is ${format}`,
    ]);
  }
}
