import type { Problem } from '../../project/problem.ts';
import type { Result } from '../../project/result.ts';
import type { StageMilliseconds } from '../control/stage-clock.ts';
import type { Conversion, Converted } from '../convert/conversion.ts';
import type { InspectTaskOptions, RenderInspection } from '../inspect.ts';
import type { RenderControl, RenderProgress } from '../options/render-options.ts';
import type { ProjectInput, ShorthandOptions } from '../project-input.ts';
import type { NamedResult, RenderTaskOptions } from '../render.ts';
import type { RenderErrorCode } from '../render-error.ts';
import type { SheetTaskOptions, SheetTaskResult } from '../sheet/sheet.ts';
import type { FilmOutline } from '../view/film-outline.ts';
import type { ViewAnswer, ViewRequest } from '../view/view-request.ts';
import type { PieceRequest } from './piece-messages.ts';

/** Result of each kind of task. */
export interface TaskResults {
  readonly render: NamedResult;
  readonly inspect: RenderInspection;
  readonly sheet: SheetTaskResult;
  /** The project in the full format, as JSON. */
  readonly expand: Uint8Array;
  readonly convert: Result<Converted>;
  readonly open: FilmOutline;
  /** Null if the process does not have that film open. */
  readonly view: ViewAnswer | null;
}

/** Options of each kind of task. */
export interface TaskOptions {
  /** With `asksForPieces`, the parent has the place of the pieces. */
  readonly render: Omit<RenderTaskOptions, keyof RenderControl | 'store'> & {
    readonly asksForPieces?: boolean | undefined;
  };
  readonly inspect: Omit<InspectTaskOptions, keyof RenderControl>;
  readonly sheet: Omit<SheetTaskOptions, keyof RenderControl>;
  readonly expand: ShorthandOptions;
  /** The input is the file. */
  readonly convert: Omit<Conversion, 'bytes'>;
  /** Opens a film under the name `film`. The process keeps the three films that were opened last. */
  readonly open: ShorthandOptions & { readonly film: string };
  readonly view: { readonly film: string; readonly request: ViewRequest };
}

/** A task for the render process. */
export type Task<Kind extends keyof TaskResults = keyof TaskResults> = {
  readonly [One in Kind]: {
    readonly kind: One;
    /** The project; null for a request about an open one. */
    readonly input: One extends 'view' ? null : ProjectInput;
    readonly options: TaskOptions[One];
  };
}[Kind];

/** A part of a large project, sent before its task, whose input is then empty. */
export interface InputPart {
  readonly kind: 'part';
  readonly bytes: Uint8Array;
}

/** Asks the process to stop its task if it is stoppable; the task then fails with `aborted`. */
export interface Cancellation {
  readonly kind: 'cancel';
}

/**
 * Messages of the render process. `ready` is followed, for each task, by `taken`, any `progress` and `piece`, and `done`
 * or `failed`.
 */
export type RenderProcessMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'taken' }
  | { readonly type: 'progress'; readonly progress: RenderProgress }
  | PieceRequest
  | {
      readonly type: 'done';
      readonly value: TaskResults[keyof TaskResults];
      /** All 0 unless the task is a render. */
      readonly stages: StageMilliseconds;
      readonly residentBytes: number;
    }
  | {
      readonly type: 'failed';
      readonly code: RenderErrorCode;
      readonly problems: readonly Problem[];
      /** The stack of an unexpected failure. */
      readonly details: string | undefined;
      readonly residentBytes: number;
    };

/** Messages of the main thread of the render process to its guard. */
export type GuardCommand = 'watch' | 'pause';

/** File descriptor whose other end the parent keeps open as long as it runs. */
export const lifelineDescriptor = 4;

/** Message of the guard on the lifeline before it ends a process that uses too much memory. */
export const outOfMemoryNotice = 'memory';

/** Reply of the guard to any data on the lifeline. */
export const stillAlive = '.';

/** Argument of a process for several tasks, which prepares for films and stills while it is idle. */
export const warmUpArgument = 'warm-up';

/** Prefix of the argument that limits the processors of a film. */
export const processorsArgument = 'processors=';
