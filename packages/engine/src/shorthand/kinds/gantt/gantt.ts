import type { FlowNote } from '../graph/graph.ts';

/** Maximum numbers of tasks and of letters of a text. */
export const maxTasks = 100;
export const maxGanttText = 10_000;

/** What a task is marked as, in the order of colours; the last one of several that it has. */
export const taskStates = ['usual', 'active', 'done', 'crit'] as const;
export type TaskState = (typeof taskStates)[number];

/** A task with its times, in milliseconds since 1970. */
export interface Task {
  /** Its part: the id that the text gives it, or its name. */
  readonly id: string;
  readonly name: string;
  readonly section: string;
  readonly state: TaskState;
  readonly isMilestone: boolean;
  readonly start: number;
  readonly end: number;
}

/** A length of the calendar. */
export interface CalendarLength {
  readonly count: number;
  readonly unit: 'ms' | 's' | 'm' | 'h' | 'd' | 'w' | 'M' | 'y';
}

export interface GanttPlan {
  readonly tasks: readonly Task[];
  /** How dates are written on the axis, as d3-time-format does; null for what fits. */
  readonly axisFormat: string | null;
  /** The distance of dates on the axis; null for what fits. */
  readonly tickInterval: CalendarLength | null;
  readonly errors: readonly FlowNote[];
  /** What the language has, but a chart does not draw. */
  readonly undrawn: readonly FlowNote[];
}
