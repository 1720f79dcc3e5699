import type { Pose } from '../../../timeline/pose.ts';
import type { SceneFrame } from '../../../timeline/timeline.ts';
import type { ByteWriter } from './byte-writer.ts';
import { fieldsDigest, writeContent } from './content-digest.ts';
import type { LooksCollector } from './piece-looks.ts';
import type { ShownScene } from './shown-scene.ts';

/**
 * Writes pictures, such as those of one piece. What the painter paints anew depends on which poses and appearances of
 * two pictures are the same object, so one that was there before is written as its number, and one that only looks the
 * same is not.
 */
export class PictureWriter {
  readonly #writer: ByteWriter;
  readonly #scenes: readonly ShownScene[];
  readonly #looks: LooksCollector | undefined;
  readonly #numbers = new Map<unknown, number>();

  constructor(writer: ByteWriter, scenes: readonly ShownScene[], looks?: LooksCollector) {
    this.#writer = writer;
    this.#scenes = scenes;
    this.#looks = looks;
  }

  /** Writes what a picture shows that was not written before, and the numbers of the rest. */
  write({ sceneIndex, poses, entering, finish }: SceneFrame): void {
    if (finish !== undefined) writeContent(this.#writer, finish);
    if (entering !== undefined) {
      writeContent(this.#writer, [entering.transition, entering.share]);
      this.write(entering.before);
    }
    const scene = this.#scenes[sceneIndex];
    if (this.#writeNumber(scene)) {
      this.#writer.bytes(scene.background);
      this.#looks?.addBackground(scene.background);
    }
    this.#writer.integer(poses.length);
    for (const pose of poses) if (this.#writeNumber(pose)) this.#writePose(pose, scene);
  }

  #writePose(
    { objectId, layerId, kind, matrix, opacity, effects, clip, appearance, moments = [] }: Pose,
    scene: ShownScene,
  ) {
    const writer = this.#writer;
    const within = clip?.pose;
    for (const id of [objectId, layerId, within?.objectId])
      this.#writeNumber(id === undefined ? undefined : `object ${id}`);
    for (const look of [appearance, within?.appearance]) this.#writeNumber(look);
    const start = writer.length;
    writer.bytes(scene.object(objectId)).text(kind).number(opacity).bytes(fieldsDigest(appearance));
    for (const number of matrix) writer.number(number);
    writeContent(writer, effects);
    writeContent(writer, within && [within.kind, within.matrix]);
    if (within) writer.bytes(fieldsDigest(within.appearance));
    writer.integer(moments.length);
    for (const moment of moments) if (this.#writeNumber(moment)) this.#writePose(moment, scene);
    this.#looks?.addObject(objectId, writer.since(start));
  }

  /** Writes the number of a thing in order of appearance; returns whether it is new. */
  #writeNumber(thing: unknown): boolean {
    const number = this.#numbers.get(thing);
    this.#writer.integer(number ?? this.#numbers.size);
    if (number === undefined) this.#numbers.set(thing, this.#numbers.size);
    return number === undefined;
  }
}
