import type { RenderInspection } from '../inspect.ts';
import type { RenderOptions, RenderProgress } from '../options.ts';
import type { ProjectInput, ShorthandOptions } from '../project-input.ts';
import type { NamedResult } from '../render.ts';
import type { RenderErrorCode } from '../render-error.ts';

/** The result of each kind of task. */
export interface TaskResults {
  readonly render: NamedResult;
  readonly inspect: RenderInspection;
}

/** A task for the render process. */
export interface Task<Kind extends keyof TaskResults = keyof TaskResults> {
  readonly kind: Kind;
  readonly input: ProjectInput;
  readonly options: RenderOptions & ShorthandOptions;
}

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
