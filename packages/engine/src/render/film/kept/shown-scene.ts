import type { Buffer } from 'node:buffer';
import { heardBy } from '../../../drawing/seen-sounds.ts';
import { isVideo, isWaveform } from '../../../language/kinds.ts';
import { scheduleSound } from '../../../media/sound/sound-schedule.ts';
import type { MediaAsset, SceneObject } from '../../../project/object-schemas.ts';
import type { Project } from '../../../project/schema.ts';
import type { Timeline, TimelineScene } from '../../../timeline/timeline.ts';
import type { OpenedFiles } from '../../open-footage.ts';
import { contentDigest, fieldsDigest } from './content-digest.ts';

/** Digests of what a scene shows beside the poses of its objects. */
export class ShownScene {
  readonly #project: Project;
  readonly #timeline: Timeline;
  readonly #scene: TimelineScene;
  readonly #files: OpenedFiles | undefined;
  readonly #objects = new Map<string, Buffer>();
  #background: Buffer | undefined;

  constructor(project: Project, timeline: Timeline, sceneIndex: number, files: OpenedFiles | undefined) {
    this.#files = files;
    this.#project = project;
    this.#timeline = timeline;
    this.#scene = timeline.scenes[sceneIndex];
  }

  /** Of its size and its background. */
  get background(): Buffer {
    const { width, height, background, backgroundGradient } = this.#scene;
    this.#background ??= contentDigest([width, height, background, backgroundGradient]);
    return this.#background;
  }

  /** Of what an object has beside its states, such as a picture. */
  object(id: string): Buffer {
    const cached = this.#objects.get(id);
    if (cached !== undefined) return cached;
    const { image, vector, axes, waveform, kind, media } = this.#project.scenes[this.#scene.id].objects[id];
    const heard = isWaveform(kind) ? this.#heardBy(waveform) : null;
    const clip = isVideo(kind) && media !== undefined ? this.#clip(media) : undefined;
    const digest = fieldsDigest({ image, vector, axes, waveform, heard, ...(clip && { clip }) });
    this.#objects.set(id, digest);
    return digest;
  }

  /** A file is known by its content, whatever its name. */
  #clip({ src, width, height }: MediaAsset): readonly unknown[] {
    return [this.#files?.get(src)?.fingerprint ?? src, width, height];
  }

  #heardBy(waveform: SceneObject['waveform']): unknown {
    const tracks = scheduleSound(this.#project, this.#timeline.scenes);
    const [heard, span] = heardBy(tracks, this.#scene, waveform?.of);
    return [heard.map((track) => contentDigest(track).toString('hex')), span];
  }
}

/** The scenes of a film, by their index. */
export function shownScenes(
  project: Project,
  timeline: Timeline,
  files?: OpenedFiles,
): readonly ShownScene[] {
  return timeline.scenes.map((_, index) => new ShownScene(project, timeline, index, files));
}
