import type { OutputFormat, RenderOptions, SheetOptions } from '@render-service/engine';

/** The export that the page requests. Its bytes equal those that the command line makes. */
export type ExportOrder =
  | {
      readonly kind: 'render';
      readonly options: RenderOptions & { readonly format: OutputFormat };
    }
  | { readonly kind: 'sheet'; readonly options: SheetOptions };

/** The state of an export, for the page. */
export interface ExportState {
  readonly id: string;
  readonly status: 'running' | 'done' | 'failed' | 'cancelled';
  /** The part that is done, 0 to 1. */
  readonly fraction: number;
  readonly framesDone: number;
  readonly frames: number;
  /** The name under which the file is saved. */
  readonly fileName: string;
  readonly bytes: number;
  readonly problems: readonly string[];
}
