import type { StageMilliseconds } from '../control/stage-clock.ts';
import type { RenderResult } from '../render.ts';

/** Why a render process ended. */
export const endCauses = [
  // The caller stopped the task.
  'cancelled',
  'time_limit',
  'memory_limit',
  // It kept much memory after a task.
  'idle_memory',
  'start_limit',
  // It ended by itself, or the system ended it.
  'crash',
] as const;
export type EndCause = (typeof endCauses)[number];

/** Where the time of a task went, in milliseconds. `queue` is the time until the render process took it. */
export type TaskTimes = StageMilliseconds & { readonly queue: number };

/** Is told what a renderer does. Its functions must be quick, and must not throw. */
export interface SupervisorObserver {
  /** A render was made. */
  readonly rendered: (result: RenderResult, times: TaskTimes) => void;
  /** A process ended, though the renderer was not closed; another one takes its place. */
  readonly processEnded: (cause: EndCause) => void;
}
