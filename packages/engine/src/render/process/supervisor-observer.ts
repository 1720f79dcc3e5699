import type { StageMilliseconds } from '../control/stage-clock.ts';
import type { NamedResult } from '../render.ts';

/** Cause of a render process's end. */
export const endCauses = [
  // The caller stopped the task.
  'cancelled',
  'time_limit',
  'memory_limit',
  // It used too much memory after a task.
  'idle_memory',
  // A task failed in an unexpected way, which may have left something broken in it.
  'unexpected_failure',
  'start_limit',
  // It ended by itself, or the system ended it.
  'crash',
] as const;
export type EndCause = (typeof endCauses)[number];

/** Times of a task in milliseconds. `queue` is the time until the render process took it. */
export type TaskTimes = StageMilliseconds & { readonly queue: number };

/** Receives the events of a renderer. Its functions must be quick and must not throw. */
export interface SupervisorObserver {
  /** Called when a render is done. */
  readonly rendered: (result: NamedResult, times: TaskTimes) => void;
  /** Called when a process ended although the renderer was not closed; another one replaces it. */
  readonly processEnded: (cause: EndCause) => void;
}
