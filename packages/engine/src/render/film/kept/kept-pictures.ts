import type { Buffer } from 'node:buffer';
import type { Project } from '../../../project/schema.ts';
import type { Timeline } from '../../../timeline/timeline.ts';
import type { OpenedFiles } from '../../open-footage.ts';
import type { BuildReport } from '../piece-report.ts';
import { ByteWriter } from './byte-writer.ts';
import { contentDigest } from './content-digest.ts';
import { plainBytes } from './kept-piece.ts';
import { PictureWriter } from './picture-writer.ts';
import type { PieceStore } from './piece-store.ts';
import { type ShownScene, shownScenes } from './shown-scene.ts';
import { thisProgram } from './this-program.ts';

/** Stills, thumbnails and contact sheets of a project in a store of pieces. */
export class KeptPictures {
  readonly #store: PieceStore;
  readonly #timeline: Timeline;
  readonly #scenes: readonly ShownScene[];
  /** Of the values that are the same for all pictures. */
  readonly #project: Buffer;

  constructor(store: PieceStore, project: Project, timeline: Timeline, files?: OpenedFiles) {
    this.#store = store;
    this.#timeline = timeline;
    this.#scenes = shownScenes(project, timeline, files);
    const { fonts, extended } = project;
    this.#project = contentDigest(['picture', thisProgram, fonts, extended]);
  }

  /**
   * Returns what shows the pictures at some times: the bytes of an earlier one that shows the same, or those that `make`
   * returns, which are then kept. `form` is plain data on everything else in the bytes, such as their size and coding.
   * Nobody may change the bytes. Rejects as `make` does.
   */
  async at(
    times: readonly number[],
    form: readonly unknown[],
    make: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const writer = new ByteWriter().bytes(this.#project).bytes(contentDigest(form));
    const pictures = new PictureWriter(writer, this.#scenes);
    for (const timeMs of times) pictures.write(this.#timeline.at(timeMs));
    const key = writer.digest().toString('hex');
    const kept = await this.#store.get(key);
    if (kept !== undefined) return kept.stream;
    const made = await make();
    await this.#store.put(key, plainBytes(made));
    return made;
  }

  /** For the result of a task: the reason why pictures could not be kept; empty if all were. */
  get report(): { readonly build?: BuildReport } {
    const { problem } = this.#store;
    return problem === undefined ? {} : { build: { pieces: [], problem } };
  }
}
