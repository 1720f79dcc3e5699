import type { StageMilliseconds } from '../control/stage-clock.ts';
import type { InspectionExtras, RenderInspection } from '../inspect.ts';
import type { RenderOptions, RenderProgress } from '../options/render-options.ts';
import type { ProjectInput, ShorthandOptions } from '../project-input.ts';
import type { NamedResult } from '../render.ts';
import type { RenderErrorCode } from '../render-error.ts';
import type { SheetLimits, SheetResult } from '../sheet/sheet.ts';
import type { SheetOptions } from '../sheet/sheet-options.ts';
import type { FilmOutline } from '../view/film-outline.ts';
import type { ViewAnswer, ViewRequest } from '../view/view-request.ts';

/** The result of each kind of task. */
export interface TaskResults {
  readonly render: NamedResult;
  readonly inspect: RenderInspection;
  readonly sheet: SheetResult;
  readonly open: FilmOutline;
  /** Null if the process has not opened that film. */
  readonly view: ViewAnswer | null;
}

/** The options of each kind of task. */
export interface TaskOptions {
  readonly render: RenderOptions & ShorthandOptions;
  readonly inspect: RenderOptions & ShorthandOptions & InspectionExtras;
  readonly sheet: SheetOptions & ShorthandOptions & { readonly limits?: SheetLimits | undefined };
  /** The film replaces the one that the process has open, unless it cannot be opened. `film` names it. */
  readonly open: ShorthandOptions & { readonly film: string };
  readonly view: { readonly film: string; readonly request: ViewRequest };
}

/** A task for the render process. */
export type Task<Kind extends keyof TaskResults = keyof TaskResults> = {
  readonly [One in Kind]: {
    readonly kind: One;
    /** The project; null for what is asked about an open one. */
    readonly input: One extends 'view' ? null : ProjectInput;
    readonly options: TaskOptions[One];
  };
}[Kind];

/** A part of a large project, sent before its task, whose input is then empty. */
export interface InputPart {
  readonly kind: 'part';
  readonly bytes: Uint8Array;
}

/** Asks the process to stop its task, if that looks for it; then the task fails with `aborted`. */
export interface Cancellation {
  readonly kind: 'cancel';
}

/** What the render process sends. After `ready` come, for each task, `taken`, any `progress`, and `done` or `failed`. */
export type RenderProcessMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'taken' }
  | { readonly type: 'progress'; readonly progress: RenderProgress }
  | {
      readonly type: 'done';
      readonly value: TaskResults[keyof TaskResults];
      /** Zeros unless the task is a render. */
      readonly stages: StageMilliseconds;
      readonly residentBytes: number;
    }
  | {
      readonly type: 'failed';
      readonly code: RenderErrorCode;
      readonly problems: readonly string[];
      /** The stack of an unexpected failure. */
      readonly details: string | undefined;
      readonly residentBytes: number;
    };

/** What the main thread of the render process sends to its guard. */
export type GuardCommand = 'watch' | 'pause';

/** The file descriptor whose other end the parent keeps open as long as it runs. */
export const lifelineDescriptor = 4;

/** What the guard writes to the lifeline before it ends a process that uses too much memory. */
export const outOfMemoryNotice = 'memory';

/** What the guard answers whatever it is asked over the lifeline. */
export const stillAlive = '.';

/** An argument of a process that will do several tasks: it prepares for films and stills while it is idle. */
export const warmUpArgument = 'warm-up';

/** What the argument begins with that limits the processors which a film uses. */
export const processorsArgument = 'processors=';
