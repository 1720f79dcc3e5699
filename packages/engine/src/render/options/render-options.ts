import type { AllOptions } from './all-options.ts';
import type { OptionNameOf, QueryOptionName } from './option-table.ts';

export type { KnownAsyncDisposable, RenderProgress } from './all-options.ts';

/** Options of `render`; all have defaults. */
export interface RenderOptions extends Pick<AllOptions, OptionNameOf<'render'>> {}

/** The options of a render that HTTP also takes. */
export type PictureOptions = Pick<RenderOptions, QueryOptionName>;

/** Cancellation, time limit and progress of a render. */
export interface RenderControl extends Pick<AllOptions, 'signal' | 'timeoutMs' | 'onProgress'> {}

/**
 * Options of `inspect`: those of the render to check for, `layout` for the box of each object in every hold, and
 * `plan` for what happens in each composition. An inspection reports no progress.
 */
export interface InspectOptions extends Pick<AllOptions, OptionNameOf<'inspect'>> {}

/** Options of `fix`: those of the render for which the advice is given. Fixes report no progress. */
export interface FixOptions extends Pick<AllOptions, OptionNameOf<'fix'>> {}

/** Options of a contact sheet; all have defaults. */
export interface SheetOptions extends Pick<AllOptions, OptionNameOf<'sheet'>> {
  /** Width of the sheet in pixels. */
  readonly width?: number | undefined;
}

/** Options of `renderParts`. The time limit is that of each piece of up to 30 seconds. */
export interface RenderPartsOptions extends Pick<AllOptions, OptionNameOf<'renderParts'>> {
  /** Frames per second: 24, 30 (default) or 60. */
  readonly fps?: AllOptions['fps'];
}
