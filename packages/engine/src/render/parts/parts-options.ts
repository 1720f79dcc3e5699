import type { AudioCodec } from '../../output/formats.ts';
import type { StoreOptions } from '../film/kept/store-options.ts';
import type { RenderPartsOptions } from '../options/render-options.ts';
import type { RenderSupervisor } from '../process/supervisor.ts';
import type { ProjectInput, ShorthandOptions } from '../project-input.ts';
import type { BuildReport } from '../render.ts';

/** One of the projects that form a longer film. */
export interface LabelledPart extends ShorthandOptions {
  readonly project: ProjectInput;
  /** Its name in messages. */
  readonly label: string;
}

/** Options of a film of several projects; its file has rules of its own. */
export interface PartsOptions extends Omit<RenderPartsOptions, 'replace'>, Pick<StoreOptions, 'store'> {
  /** Renderers of the caller, which stay open, instead of `jobs` new ones. */
  readonly renderers?: readonly RenderSupervisor[] | undefined;
}

/** The chapter of a part. */
export interface PartChapter {
  /** Name of the part's project in one line, cut to 255 bytes. */
  readonly title: string;
  /** In the film, in milliseconds. */
  readonly startMs: number;
}

/** A film of several parts, in a file. */
export interface PartsResult {
  readonly format: 'mp4';
  readonly mimeType: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly frames: number;
  /** Pictures drawn: the frames except those that repeat a held picture. */
  readonly rasterizedFrames: number;
  /** Codec of the sound; null without sound. */
  readonly audioCodec: AudioCodec | null;
  /** Of the first 255 parts; a file cannot list more. */
  readonly chapters: readonly PartChapter[];
  /** Milliseconds from the call to its result. */
  readonly elapsedMs: number;
}

/** A result with what became of the film's pieces, in its own milliseconds, if there was a cache. */
export interface BuiltPartsResult extends PartsResult {
  readonly build?: BuildReport;
}
