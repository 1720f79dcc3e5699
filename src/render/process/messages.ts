import type { InspectionExtras, RenderInspection } from '../inspect.ts';
import type { RenderOptions, RenderProgress } from '../options.ts';
import type { ProjectInput, ShorthandOptions } from '../project-input.ts';
import type { NamedResult } from '../render.ts';
import type { RenderErrorCode } from '../render-error.ts';
import type { SheetLimits, SheetResult } from '../sheet/sheet.ts';
import type { SheetOptions } from '../sheet/sheet-options.ts';

/** The result of each kind of task. */
export interface TaskResults {
  readonly render: NamedResult;
  readonly inspect: RenderInspection;
  readonly sheet: SheetResult;
}

/** The options of each kind of task. */
export interface TaskOptions {
  readonly render: RenderOptions & ShorthandOptions;
  readonly inspect: RenderOptions & ShorthandOptions & InspectionExtras;
  readonly sheet: SheetOptions & ShorthandOptions & { readonly limits?: SheetLimits | undefined };
}

/** A task for the render process. */
export type Task<Kind extends keyof TaskResults = keyof TaskResults> = {
  readonly [One in Kind]: {
    readonly kind: One;
    readonly input: ProjectInput;
    readonly options: TaskOptions[One];
  };
}[Kind];

/** What the render process sends. After `ready` come, for each task, `taken`, any `progress`, and `done` or `failed`. */
export type RenderProcessMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'taken' }
  | { readonly type: 'progress'; readonly progress: RenderProgress }
  | { readonly type: 'done'; readonly value: TaskResults[keyof TaskResults]; readonly residentBytes: number }
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

/** An argument of a process that will do several tasks: it prepares for films and stills while it is idle. */
export const warmUpArgument = 'warm-up';

/** The default limit of the render process's JavaScript heap, and of its resident memory, in bytes. */
export const defaultMemoryBytes = 2 * 1024 ** 3;
