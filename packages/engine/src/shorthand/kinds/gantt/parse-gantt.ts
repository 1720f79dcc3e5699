import { foreignHeader, frontMatterEnd, frontMatterNote } from '../diagram-headers.ts';
import { lettersOf } from '../graph/flow-scanner.ts';
import { type FlowNote, maxNodeText } from '../graph/graph.ts';
import {
  DaysOff,
  dateReader,
  dayMs,
  isShown,
  laterBy,
  lengthMs,
  longestTask,
  readLength,
} from './calendar.ts';
import type { CalendarLength, GanttPlan, Task, TaskState } from './gantt.ts';
import { maxTasks } from './gantt.ts';

/** A task as its line says it. */
interface WrittenTask extends Pick<Task, 'name' | 'section' | 'state' | 'isMilestone'> {
  readonly id: string | null;
  /** A date, "after a b", or null for the end of the task before. */
  readonly start: string | null;
  /** A date, a length, or "until a". */
  readonly end: string;
  readonly line: number;
  readonly letter: number;
}

type Times = Pick<Task, 'start' | 'end'>;

const usualFormat = 'YYYY-MM-DD';
const undrawn =
  /^(title|todayMarker|topAxis|displayMode|accTitle|accDescr|click|includes|classDef|class|style)\b/;
const statements =
  'Name : 2026-01-05, 3d, Name : id, after other, 2w, with done, active, crit or milestone before these, section Name, dateFormat YYYY-MM-DD, axisFormat %b %d, tickInterval 1week, excludes weekends';
const units = {
  millisecond: 'ms',
  second: 's',
  minute: 'm',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'M',
} as const;

/** Thrown for what cannot be read. */
class GanttError extends Error {}

/** Reads the syntax of Mermaid's Gantt charts, line by line. Never throws; a line with an error has no effect. */
export function parseGantt(lines: readonly string[]): GanttPlan {
  return new GanttParser().parse(lines);
}

class GanttParser {
  readonly #errors: FlowNote[] = [];
  /** By their messages: the same is named once, where it is first. */
  readonly #undrawn = new Map<string, FlowNote>();
  readonly #tasks: WrittenTask[] = [];
  readonly #daysOff = new DaysOff();
  #section = '';
  #format = usualFormat;
  #readDate = dateReader(usualFormat) ?? (() => null);
  #isInclusive = false;
  #axisFormat: string | null = null;
  #tickInterval: CalendarLength | null = null;

  parse(lines: readonly string[]): GanttPlan {
    let isFirst = true;
    const front = frontMatterEnd(lines);
    if (front >= 0) this.#undrawn.set(frontMatterNote, { line: 0, letter: 0, message: frontMatterNote });
    for (const [line, written] of lines.entries()) {
      const text = written.replace(/%%.*$/, '').trim();
      const place = { line, letter: written.length - written.trimStart().length };
      if (text === '' || line <= front) continue;
      this.#attempt(place, () => this.#statement(text, isFirst, place));
      isFirst = false;
    }
    const last = { line: lines.length - 1, letter: lines.at(-1)?.length ?? 0 };
    if (this.#tasks.length > maxTasks)
      this.#errors.push({
        ...last,
        message: `must have at most ${maxTasks} tasks, but has ${this.#tasks.length}`,
      });
    if (this.#daysOff.isAlways)
      this.#errors.push({ ...last, message: 'excludes every day of the week; leave one' });
    return {
      tasks: this.#errors.length > 0 ? [] : this.#planned(),
      ...{ axisFormat: this.#axisFormat, tickInterval: this.#tickInterval },
      ...{ errors: this.#errors, undrawn: [...this.#undrawn.values()] },
    };
  }

  #attempt({ line, letter }: Pick<FlowNote, 'line' | 'letter'>, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof GanttError)) throw error;
      this.#errors.push({ line, letter, message: error.message });
    }
  }

  #statement(text: string, isFirst: boolean, place: Pick<FlowNote, 'line' | 'letter'>): void {
    if (text.length > 1000) throw new GanttError(`must have at most 1000 letters, but has ${text.length}`);
    if (isFirst && text === 'gantt') return;
    const other = isFirst ? foreignHeader(text, 'gantt') : null;
    if (other !== null) throw new GanttError(other);
    const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/su.exec(text) ?? [];
    const isTask = /^\w+\s*:/.test(text);
    if (!isTask && this.#setting(word, rest)) return;
    if (!isTask && undrawn.test(text)) {
      const message = `${word} is not drawn${word === 'title' ? '; write a text above the chart' : ''}`;
      if (!this.#undrawn.has(message)) this.#undrawn.set(message, { ...place, message });
      return;
    }
    this.#task(text, place);
  }

  /** Reads what is no task; false for other words. */
  #setting(word: string, rest: string): boolean {
    switch (word) {
      case 'section':
        this.#section = textOf(rest);
        return true;
      case 'dateFormat': {
        const reader = dateReader(rest);
        if (reader === null)
          throw new GanttError(`must be a format of YYYY, MM, DD, HH, mm, ss, X and x, but is ${rest}`);
        [this.#format, this.#readDate] = [rest, reader];
        return true;
      }
      case 'axisFormat':
        this.#axisFormat = rest;
        return true;
      case 'tickInterval': {
        const [, count, unit] =
          /^([1-9]\d{0,5})(millisecond|second|minute|hour|day|week|month)$/.exec(rest) ?? [];
        if (unit === undefined)
          throw new GanttError(
            `must be a number with ${Object.keys(units).join(', ')}, such as 1week, but is ${rest}`,
          );
        this.#tickInterval = { count: Number(count), unit: units[unit as keyof typeof units] };
        return true;
      }
      case 'inclusiveEndDates':
        this.#isInclusive = true;
        return true;
      case 'weekend':
        if (rest !== 'friday' && rest !== 'saturday')
          throw new GanttError(`must be friday or saturday, the first day of weekends, but is ${rest}`);
        this.#daysOff.weekend = rest;
        return true;
      case 'weekday':
        return true;
      case 'excludes':
        for (const part of rest.split(/[\s,]+/).filter(Boolean))
          if (!this.#daysOff.add(part, this.#readDate))
            throw new GanttError(
              `excludes ${part}, but can weekends, a weekday such as sunday, or a date such as ${this.#format}`,
            );
        return true;
      default:
        return false;
    }
  }

  #task(text: string, place: Pick<FlowNote, 'line' | 'letter'>): void {
    const at = text.indexOf(':');
    if (at < 0) throw new GanttError(`cannot be read; there are ${statements}`);
    const name = textOf(text.slice(0, at));
    const items = text
      .slice(at + 1)
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    let state: TaskState = 'usual';
    let isMilestone = false;
    while (items[0] !== undefined && /^(active|done|crit|milestone|vert)$/.test(items[0])) {
      const tag = items.shift();
      if (tag === 'vert') throw new GanttError('is a vertical marker, which is not drawn; write a milestone');
      if (tag === 'milestone') isMilestone = true;
      else state = tag as TaskState;
    }
    const end = items.pop();
    if (end === undefined || items.length > 2)
      throw new GanttError(
        'must have an id, a start and an end or a length, such as Name : a, 2026-01-05, 3d',
      );
    // Of two, the first is the start, but a single word can only be an id.
    const isId = items.length === 1 && /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(items[0] ?? '');
    const start = isId ? null : (items.pop() ?? null);
    this.#tasks.push({
      id: items.pop() ?? null,
      start,
      end,
      name,
      section: this.#section,
      state,
      isMilestone,
      ...place,
    });
  }

  /** The tasks with their times. Those that wait for each other, and dates that are none, are errors. */
  #planned(): readonly Task[] {
    const times = new Map<WrittenTask, Times>();
    const byId = new Map(this.#tasks.flatMap((task) => (task.id === null ? [] : [[task.id, task] as const])));
    const waiting = new Set<WrittenTask>();
    const timesOf = (task: WrittenTask): Times => {
      const known = times.get(task);
      if (known !== undefined) return known;
      if (waiting.has(task))
        throw new GanttError(
          `waits for itself: ${[...waiting].map(({ id, name }) => id ?? name).join(', ')}`,
        );
      waiting.add(task);
      const named = (ids: string) =>
        ids
          .split(/\s+/)
          .filter(Boolean)
          .map((id) => {
            const other = byId.get(id);
            if (other === undefined) throw new GanttError(`names the task ${id}, but no task has that id`);
            return timesOf(other);
          });
      const start = this.#start(task, named, timesOf);
      const made = { start, end: this.#end(task, start, named) };
      waiting.delete(task);
      times.set(task, made);
      return made;
    };
    const ids = new Set<string>();
    return this.#tasks.flatMap((task): Task[] => {
      const before = this.#errors.length;
      this.#attempt(task, () => timesOf(task));
      waiting.clear();
      const found = times.get(task);
      if (this.#errors.length > before || found === undefined) return [];
      const wanted = task.id ?? task.name;
      let id = wanted;
      for (let count = 2; ids.has(id); count++) id = `${wanted} ${count}`;
      ids.add(id);
      const { name, section, state, isMilestone } = task;
      return [{ id, name, section, state, isMilestone, ...found }];
    });
  }

  #start(
    task: WrittenTask,
    named: (ids: string) => readonly Times[],
    timesOf: (task: WrittenTask) => Times,
  ): number {
    const { start } = task;
    if (start === null) {
      const before = this.#tasks[this.#tasks.indexOf(task) - 1];
      if (before === undefined)
        throw new GanttError(`needs a start, such as ${this.#format}, because no task is before it`);
      return timesOf(before).end;
    }
    const [, ids] = /^after\s+(.+)$/.exec(start) ?? [];
    if (ids !== undefined) return Math.max(...named(ids).map(({ end }) => end));
    const time = this.#readDate(start);
    if (time === null)
      throw new GanttError(`must start at a date ${this.#format} or after a task, but starts at ${start}`);
    return time;
  }

  #end({ end }: WrittenTask, start: number, named: (ids: string) => readonly Times[]): number {
    const [, ids] = /^until\s+(.+)$/.exec(end) ?? [];
    const length = readLength(end);
    const date = this.#readDate(end);
    const time =
      ids !== undefined
        ? Math.min(...named(ids).map((times) => times.start))
        : length !== null && lengthMs(length) <= longestTask
          ? this.#daysOff.extended(start, laterBy(start, length))
          : date === null
            ? null
            : date + (this.#isInclusive ? dayMs : 0);
    if (time === null && length !== null)
      throw new GanttError(`lasts ${end}, but a task lasts at most 100 years`);
    if (time === null)
      throw new GanttError(
        `must end at a date ${this.#format}, after a length such as 3d, or until a task, but ends at ${end}`,
      );
    if (time < start) throw new GanttError('ends before it starts');
    if (!isShown(time)) throw new GanttError('ends after the year 9999');
    return time;
  }
}

function textOf(written: string): string {
  const text = lettersOf(written);
  if (text.length > maxNodeText)
    throw new GanttError(`must have at most ${maxNodeText} letters, but has ${text.length}`);
  return text;
}
