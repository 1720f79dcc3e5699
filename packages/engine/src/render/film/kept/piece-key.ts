import type { Buffer } from 'node:buffer';
import type { Project } from '../../../project/schema.ts';
import type { SceneFrame, Timeline } from '../../../timeline/timeline.ts';
import type { OpenedFiles } from '../../open-footage.ts';
import { FramePictures } from '../frame-pictures.ts';
import type { Piece } from '../piece.ts';
import type { VideoSettings } from '../piece-encoder.ts';
import { ByteWriter } from './byte-writer.ts';
import { contentDigest } from './content-digest.ts';
import { PictureWriter } from './picture-writer.ts';
import type { LooksCollector } from './piece-looks.ts';
import { type ShownScene, shownScenes } from './shown-scene.ts';
import { thisProgram } from './this-program.ts';

/** Makes the keys of a film's pieces. It draws nothing, so that this takes a small part of the time of a film. */
export class PieceKeys {
  readonly #frames: FramePictures<SceneFrame>;
  readonly #scenes: readonly ShownScene[];
  /** Of the values that are the same for all pieces. */
  readonly #film: Buffer;

  constructor(project: Project, timeline: Timeline, settings: VideoSettings, files?: OpenedFiles) {
    this.#frames = new FramePictures(timeline, settings);
    this.#scenes = shownScenes(project, timeline, files);
    const { size, framesPerSecond, quality } = settings;
    const { fonts, extended } = project;
    this.#film = contentDigest([thisProgram, size, framesPerSecond, quality, fonts, extended]);
  }

  /** Whether a frame differs from the frame before it, which the first one always does. */
  isNew(index: number): boolean {
    return this.#frames.isNew(index);
  }

  /**
   * Returns a digest of everything on which the bytes of a piece depend, except how many it may have: what its pictures
   * show, how long each is held, and the program that draws and codes them. Its place in the film and the names of
   * objects are not part of it. `looks` collects what the pictures show.
   */
  keyOf({ first, end }: Piece, looks?: LooksCollector): string {
    const writer = new ByteWriter().bytes(this.#film);
    const pictures = new PictureWriter(writer, this.#scenes, looks);
    let shown: SceneFrame | undefined;
    let held = 0;
    for (let index = first; index < end; index++) {
      const frame = this.#frames.at(index);
      held++;
      if (frame === shown) continue;
      shown = frame;
      writer.integer(held);
      looks?.addTime(held);
      held = 0;
      pictures.write(frame);
    }
    looks?.addTime(held);
    return writer.integer(held).digest().toString('hex');
  }
}
