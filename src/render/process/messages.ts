import type { RenderInspection } from '../inspect.ts';
import type { ProjectInput } from '../load-project.ts';
import type { RenderOptions, RenderProgress } from '../options.ts';
import type { NamedResult } from '../render.ts';
import type { RenderErrorCode } from '../render-error.ts';

/** What the render process can be asked to do, and what it answers. */
export interface Work {
  readonly render: NamedResult;
  readonly inspect: RenderInspection;
}

export interface Task<Kind extends keyof Work = keyof Work> {
  readonly kind: Kind;
  readonly input: ProjectInput;
  readonly options: RenderOptions;
}

/** Everything the render process says. After `ready`, each task is answered by `taken` and one `done` or `failed`. */
export type Answer =
  | { readonly type: 'ready' }
  | { readonly type: 'taken' }
  | { readonly type: 'progress'; readonly progress: RenderProgress }
  | { readonly type: 'done'; readonly value: Work[keyof Work]; readonly residentBytes: number }
  | {
      readonly type: 'failed';
      readonly code: RenderErrorCode;
      readonly problems: readonly string[];
      /** The stack of an unexpected failure. */
      readonly details: string | undefined;
      readonly residentBytes: number;
    };

/** What the main thread of the render process tells its guard. */
export type GuardOrder = 'watch' | 'rest';

/** The file descriptor whose other end the parent holds open as long as it lives. */
export const lifelineDescriptor = 4;

/** What the guard writes to the lifeline before it ends a process that took too much memory. */
export const memoryVerdict = 'memory';

/** An argument of a process that does more than one task: it prepares itself for films and stills while it idles. */
export const warmUpArgument = 'warm-up';

/** The most that the render process may take, of JavaScript heap and of resident memory alike, in bytes. */
export const defaultMemoryBytes = 2 * 1024 ** 3;
