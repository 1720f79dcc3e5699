import type { Canvas } from '@napi-rs/canvas';
import type { PixelArea, Plane } from '@render-service/h264';
import { ContentError } from '../../project/content-error.ts';
import { problemAt } from '../../project/problem.ts';
import type { Path } from '../../project/problem-text.ts';
import type { ByteSource } from '../byte-source.ts';
import type { ClipPicture } from './clip-picture.ts';
import type { Size } from './picture-converter.ts';
import { PictureReader, type StopSignal, VideoDamage } from './picture-reader.ts';

/** Decoders that are open at the same time. One for 1080p has some 80 MB. */
const maxReaders = 4;

/** How often a picture may be halved. */
const mostHalvings = 4;

/** How often a picture can be halved before it is smaller than it is drawn. */
function halvingsFor(scale: number): number {
  // A film of whole pixels may miss a half by a rounding error.
  return Math.max(0, Math.min(mostHalvings, Math.floor(-Math.log2(scale) + 1e-6)));
}

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
   * Returns a picture of a clip that is drawn at a share of its size; it may be smaller if the share is. The canvas is valid
   * until the next one of the same object. Throws a ContentError that names the place of the clip, or the signal's reason.
   */
  pictureOf(picture: ClipPicture, scale = 1): Canvas {
    return this.#read(picture, (reader) => reader.pictureAt(picture.clipMs, halvingsFor(scale)));
  }

  /**
   * Whether a picture of a clip can be taken as the planes of a film; otherwise only `pictureOf` shows it right. Throws as
   * `pictureOf`.
   */
  hasPlanes(picture: ClipPicture): boolean {
    return this.#read(picture, (reader) => {
      const { width, height } = reader.facts;
      return width === picture.width && height === picture.height && reader.hasPlanesAt(picture.clipMs);
    });
  }

  /** Returns those planes of a part of it in a size, which are valid until the next use of this object. */
  planesOf(picture: ClipPicture, part: PixelArea, size: Size): readonly Plane[] {
    return this.#read(picture, (reader) => reader.planesAt(picture.clipMs, part, size));
  }

  /** Whether all pictures of a clip are opaque. Throws as `pictureOf`. */
  isOpaque(picture: ClipPicture): boolean {
    return this.#read(picture, ({ facts }) => facts.isOpaque);
  }

  #read<Read>({ src, place }: ClipPicture, read: (reader: PictureReader) => Read): Read {
    const clip = this.#clips.get(src);
    if (clip === undefined) throw new Error('a clip is drawn that was not opened');
    try {
      return read(this.#readerOf(clip, `${place} ${src}`));
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
