import type { Buffer } from 'node:buffer';
import type { Project } from '../../../project/schema.ts';
import type { Pose } from '../../../timeline/pose.ts';
import type { SceneFrame, Timeline } from '../../../timeline/timeline.ts';
import { FramePictures } from '../frame-pictures.ts';
import type { Piece } from '../piece.ts';
import type { VideoSettings } from '../piece-encoder.ts';
import { ByteWriter } from './byte-writer.ts';
import { contentDigest, fieldsDigest, writeContent } from './content-digest.ts';
import type { LooksCollector } from './piece-looks.ts';
import { ShownScene } from './shown-scene.ts';
import { thisProgram } from './this-program.ts';

/** Makes the keys of a film's pieces. It draws nothing, so that this takes a small part of the time of a film. */
export class PieceKeys {
  readonly #frames: FramePictures<SceneFrame>;
  readonly #scenes: readonly ShownScene[];
  /** Of what is the same for all pieces. */
  readonly #film: Buffer;

  constructor(project: Project, timeline: Timeline, settings: VideoSettings) {
    this.#frames = new FramePictures(timeline, settings);
    this.#scenes = timeline.scenes.map((_, index) => new ShownScene(project, timeline, index));
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

/**
 * Writes the pictures of one piece. What the painter paints anew depends on which poses and appearances of two pictures
 * are the same object, so one that was there before is written as its number, and one that only looks the same is not.
 */
class PictureWriter {
  readonly #writer: ByteWriter;
  readonly #scenes: readonly ShownScene[];
  readonly #looks: LooksCollector | undefined;
  readonly #numbers = new Map<unknown, number>();

  constructor(writer: ByteWriter, scenes: readonly ShownScene[], looks: LooksCollector | undefined) {
    this.#writer = writer;
    this.#scenes = scenes;
    this.#looks = looks;
  }

  write({ sceneIndex, poses }: SceneFrame): void {
    const scene = this.#scenes[sceneIndex];
    if (this.#writeNumber(scene)) {
      this.#writer.bytes(scene.background);
      this.#looks?.addBackground(scene.background);
    }
    this.#writer.integer(poses.length);
    for (const pose of poses) if (this.#writeNumber(pose)) this.#writePose(pose, scene);
  }

  #writePose(
    { objectId, layerId, kind, matrix, opacity, effects, clip, appearance }: Pose,
    scene: ShownScene,
  ) {
    const writer = this.#writer;
    const within = clip?.pose;
    for (const id of [objectId, layerId, within?.objectId]) this.#writeNumber(`object ${id}`);
    for (const look of [appearance, within?.appearance]) this.#writeNumber(look);
    const start = writer.length;
    writer.bytes(scene.object(objectId)).text(kind).number(opacity).bytes(fieldsDigest(appearance));
    for (const number of matrix) writer.number(number);
    writeContent(writer, effects);
    writeContent(writer, within && [within.kind, within.matrix]);
    if (within) writer.bytes(fieldsDigest(within.appearance));
    this.#looks?.addObject(objectId, writer.since(start));
  }

  /** Writes the number of a thing in order of appearance; returns whether it is new. */
  #writeNumber(thing: unknown): boolean {
    const known = this.#numbers.get(thing);
    this.#writer.integer(known ?? this.#numbers.size);
    if (known === undefined) this.#numbers.set(thing, this.#numbers.size);
    return known === undefined;
  }
}
