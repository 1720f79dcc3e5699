import type { Canvas } from '@napi-rs/canvas';
import { ContentError } from '../../project/content-error.ts';
import { problemAt } from '../../project/problem.ts';
import type { Path } from '../../project/problem-text.ts';
import type { ByteSource } from '../byte-source.ts';
import type { ClipPicture } from './clip-picture.ts';
import { PictureReader, type StopSignal, VideoDamage } from './picture-reader.ts';

/** Decoders that are open at the same time. One for 1080p has some 80 MB. */
const maxReaders = 4;

/** A clip of a project, with its place there. */
export interface Clip {
  readonly source: ByteSource;
  readonly path: Path;
}

/** Decodes the pictures of a project's clips. Must be closed: open decoders keep the process from exiting. */
export class Footage {
  readonly #clips: ReadonlyMap<string, Clip>;
  readonly #signal: StopSignal | undefined;
  /** By clip and object, the one that was used last at the end. */
  readonly #readers = new Map<string, PictureReader>();

  constructor(clips: ReadonlyMap<string, Clip>, signal?: StopSignal) {
    this.#clips = clips;
    this.#signal = signal;
  }

  /**
   * Returns a picture of a clip; the canvas is valid until the next one of the same object. Throws a ContentError that names
   * the place of the clip, or the signal's reason.
   */
  pictureOf({ src, place, clipMs }: ClipPicture): Canvas {
    const clip = this.#clips.get(src);
    if (clip === undefined) throw new Error('a clip is drawn that was not opened');
    try {
      return this.#readerOf(clip, `${place} ${src}`).pictureAt(clipMs);
    } catch (error) {
      if (!(error instanceof VideoDamage)) throw error;
      throw new ContentError([problemAt(clip.path, 'damaged-media', error.message)]);
    }
  }

  close(): void {
    for (const reader of this.#readers.values()) reader.close();
    this.#readers.clear();
  }

  #readerOf({ source, path }: Clip, key: string): PictureReader {
    let reader = this.#readers.get(key);
    this.#readers.delete(key);
    if (reader === undefined) {
      const [oldest] = this.#readers;
      if (oldest !== undefined && this.#readers.size >= maxReaders) {
        oldest[1].close();
        this.#readers.delete(oldest[0]);
      }
      const opened = PictureReader.open(source, this.#signal);
      if (!opened.ok)
        throw new ContentError(opened.problems.map((problem) => problemAt(path, 'damaged-media', problem)));
      reader = opened.value;
    }
    this.#readers.set(key, reader);
    return reader;
  }
}
