import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ImageAsset } from '../../packages/engine/src/project/object-schemas.ts';
import type { Project } from '../../packages/engine/src/project/schema.ts';
import type { RenderOptions } from '../../packages/engine/src/render/options/render-options.ts';
import { audioTrack, composition, object, project, scene, state } from '../support/project-parts.ts';
import { dataUrl as wavUrl } from '../support/wav-writer.ts';
import { type Refusal, refusalFaults } from './answers.ts';

interface Answer {
  /** Length of the rendered file. */
  readonly bytes?: number;
  readonly refusal?: Refusal;
  readonly thrown?: string;
  /** Peak memory of the process since its start. */
  readonly peakMebibytes: number;
}

export interface MediaVerdict {
  /** Faults of the answer. */
  readonly faults: readonly string[];
  /** Why the media was rejected; undefined if it was drawn or played. */
  readonly problem: string | undefined;
}

const childFile = fileURLToPath(new URL('./media-child.mjs', import.meta.url));
const imagePlace = 'scenes.scene.objects.picture.image: ';
const soundPlace = 'scenes.scene.audioTracks.sound.asset: ';
/** A font as a whole or one of its files. */
const fontPlace = 'fonts.brand';
/** Far more than any of the fonts takes. */
const fontTimeoutMs = 10_000;

/** Without a limit, V8 leaves garbage on a busy machine for as long as memory is free, which says nothing about us. */
const childOptions = ['--max-old-space-size=256'];

/** Renders hostile media in a separate process, which is not replaced: after a crash, everything fails. */
export class MediaProcess {
  readonly #child: ChildProcess = fork(childFile, [], {
    serialization: 'advanced',
    execArgv: childOptions,
  });
  #last: Answer | undefined;

  /** Peak memory of the process, in MiB. */
  get peakMebibytes(): number {
    return this.#last?.peakMebibytes ?? Number.NaN;
  }

  /** Draws an image into a small still. Viewers draw the content of an SVG; a PNG is drawn here. */
  async drawImage(
    src: string,
    format: 'svg' | 'png' = 'png',
    declared: Partial<ImageAsset> = {},
  ): Promise<MediaVerdict> {
    const image = { src, width: 16, height: 16, ...declared };
    const one = scene('scene', {
      objects: [object('picture', { kind: 'image', image })],
      compositions: [composition('only', 0, { picture: state() })],
    });
    return this.#render(project(one), { format, width: 32 }, imagePlace);
  }

  /** Plays a WAV file in a film of one or two frames; `offset` is the start within the file, in milliseconds. */
  async playSound(wav: Uint8Array, { offset = 0 } = {}): Promise<MediaVerdict> {
    const track = audioTrack('sound', 0, 50);
    const asset = { ...track.asset, src: wavUrl(wav) };
    const audioTracks = [{ ...track, offset, muted: false, volume: 1, asset }];
    const one = scene('scene', { compositions: [composition('only', 50)], audioTracks });
    return this.#render(project(one), { format: 'mp4', width: 16, height: 16, fps: 24 }, soundPlace);
  }

  /** Draws a text in a font into a small still. */
  async drawFont(src: string, text: string, format: 'svg' | 'png' = 'png'): Promise<MediaVerdict> {
    const one = scene('scene', {
      objects: [object('title', { kind: 'text' })],
      compositions: [composition('only', 0, { title: state({ text, fontFamily: 'brand', fontSize: 20 }) })],
    });
    const document: Project = { ...project(one), extended: true, fonts: { brand: { src } } };
    return this.#render(document, { format, width: 320, timeoutMs: fontTimeoutMs }, fontPlace);
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  async #render(document: Project, options: RenderOptions, place: string): Promise<MediaVerdict> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null)
      throw new Error('the process is gone');
    this.#child.send({ project: document, options });
    const stop = new AbortController();
    const answer = once(this.#child, 'message', stop).then(([message]) => message as Answer);
    const end = once(this.#child, 'exit', stop).then(([code, by]): Answer => {
      return { thrown: `the process ended with ${by ?? code}`, peakMebibytes: 0 };
    });
    const found = await Promise.race([answer, end]);
    stop.abort();
    for (const promise of [answer, end]) promise.catch(() => {});
    this.#last = found;
    const { refusal, thrown, bytes } = found;
    if (thrown !== undefined) return { faults: [thrown], problem: undefined };
    if (refusal === undefined) return { faults: bytes === 0 ? ['an empty file'] : [], problem: undefined };
    const misplaced = refusal.problems.filter((problem) => !problem.startsWith(place));
    return {
      faults: [...refusalFaults(refusal), ...misplaced.map((problem) => `of another place: ${problem}`)],
      problem: refusal.problems[0]?.slice(place.length),
    };
  }
}
