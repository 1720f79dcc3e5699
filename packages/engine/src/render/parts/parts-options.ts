import type { CaptionFormat } from '../../output/caption-text.ts';
import type { StoreOptions } from '../film/kept/store-options.ts';
import type { BuildReport } from '../film/piece-report.ts';
import type { RenderPartsOptions } from '../options/render-options.ts';
import type { RenderSupervisor } from '../process/supervisor.ts';
import type { ProjectInput, ShorthandOptions } from '../project-input.ts';
import type { PartsResult } from './parts-result.ts';

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
  /** Whether it is one film, which is too long for one render and has no chapters. */
  readonly isOneFilm?: boolean | undefined;
  /** The format in which captions are added to the result, and whether the file has them as a text track. */
  readonly captions?: CaptionFormat | undefined;
  readonly embedCaptions?: boolean | undefined;
}

/** A result with what became of the film's pieces, in its own milliseconds, if there was a cache. */
export interface BuiltPartsResult extends PartsResult {
  readonly build?: BuildReport;
  /** The text of a file of captions, if it was requested. */
  readonly captions?: string;
}
