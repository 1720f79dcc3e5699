import { countParts, type TextPart } from '../../language/text-parts.ts';
import type { CompositionState } from '../../project/schema.ts';
import { isEntering } from '../appearing.ts';
import { usualStagger } from '../part-motion.ts';
import type { ResolvedTrack } from '../schema.ts';
import type { MovingPart, MovingParts } from './figure.ts';

type States = Readonly<Record<string, CompositionState>>;

/** A transition in which lines of code may enter. Times in milliseconds. */
interface Writing {
  readonly ids: readonly string[];
  readonly parts: MovingParts;
  readonly from: States;
  readonly to: States;
  readonly fromId: string;
  readonly toId: string;
  readonly track: ResolvedTrack;
  /** The time of the first line, and how long all of them may take. */
  readonly start: number;
  readonly room: number;
}

/** When a part is written. */
export interface WritingTime {
  readonly start: number;
  readonly duration: number;
  /** Between its letters, words or lines; none for a part that appears as a whole. */
  readonly stagger: number | undefined;
  /** Whether it appears as a whole, such as the number of a line. */
  readonly isWhole: boolean;
}

/** All parts that are written, and whether they take too long. */
export interface WritingTimes {
  readonly times: ReadonlyMap<string, WritingTime>;
  /** Number of letters, words or lines, and when the last of them starts; null if they end in time. */
  readonly late: { readonly count: number; readonly last: number; readonly own: number } | null;
}

/** Longest time of one letter, word or line, and of a line that appears as a whole. */
const longestPart = 250;

/** The output of a command appears after a pause, in the time of letters. */
const pauseBeforeOutput = 6;

/** Returns the shares of a transition in which a part changes; all of it by default. */
export function turnOf(
  part: Pick<MovingPart, 'turns'> | undefined,
  { fromId, toId }: Pick<Writing, 'fromId' | 'toId'>,
): readonly [start: number, end: number] {
  return part?.turns?.get(`${fromId} ${toId}`) ?? [0, 1];
}

/** How many letters, words or lines a text counts as. */
function weightOf({ text }: CompositionState, by: TextPart | undefined): number {
  return countParts(text, by ?? 'letter');
}

/**
 * Returns when the lines of code are written that enter in a transition, one line after another. None for a track that neither
 * writes them nor lets their parts enter one after another.
 */
export function writingTimes(writing: Writing): WritingTimes {
  const { ids, parts, from, to, track } = writing;
  const { by, type, stagger } = track;
  const times = new Map<string, WritingTime>();
  if (by === undefined && (type !== 'write' || stagger !== undefined)) return { times, late: null };
  const lines = new Map<string, { y: number; weight: number; ids: string[]; isOutput: boolean }>();
  const written = new Set(
    ids.filter((id) => parts.get(id)?.grows === 'letters').map((id) => parts.get(id)?.figure),
  );
  for (const id of ids) {
    const part = parts.get(id);
    const state = to[id];
    if (part === undefined || state === undefined) continue;
    if (!written.has(part.figure) || !isEntering(from[id], state)) continue;
    if (part.label === null) {
      // What the lines are written on is there first.
      const duration = Math.min(longestPart, writing.room / 4);
      times.set(id, { start: writing.start, duration, stagger: undefined, isWhole: true });
      continue;
    }
    const key = `${part.figure} ${part.label}`;
    const line = lines.get(key) ?? { y: state.y, weight: 0, ids: [], isOutput: true };
    line.ids.push(id);
    if (part.grows === 'letters') {
      line.weight = weightOf(state, by);
      line.isOutput = false;
    }
    lines.set(key, line);
  }
  const inOrder = [...lines.values()].sort((one, other) => one.y - other.y);
  const [first] = inOrder;
  if (first === undefined) return { times, late: null };
  return timesInOrder(inOrder, writing, times);
}

function timesInOrder(
  lines: readonly { weight: number; ids: string[]; isOutput: boolean }[],
  writing: Writing,
  times: Map<string, WritingTime>,
): WritingTimes {
  const { parts, track, start: first, room: whole } = writing;
  const { by, duration } = track;
  const [from, to] = turnOf(parts.get(lines[0]?.ids[0] ?? ''), writing);
  const [start, room] = [first + from * whole, (to - from) * whole];
  const weights = lines.map(({ weight, isOutput }, index) => {
    if (!isOutput) return Math.max(1, weight);
    return lines[index - 1]?.isOutput === false ? 1 + pauseBeforeOutput : 1;
  });
  const count = weights.reduce((sum, weight) => sum + weight, 0);
  const partDuration = by === undefined ? 0 : (duration ?? Math.min(longestPart, room / 4));
  const free = by === undefined ? (duration ?? room) : room - partDuration;
  const steps = by === undefined ? count : Math.max(1, count - 1);
  const usual = by === undefined ? free / steps : Math.min(usualStagger[by], free / steps);
  const step = track.stagger ?? usual;
  let before = 0;
  for (const [index, { ids, isOutput }] of lines.entries()) {
    const weight = weights[index] ?? 1;
    const at = Math.round(start + step * (isOutput ? before + weight - 1 : before));
    for (const id of ids) {
      const isWhole = parts.get(id)?.grows !== 'letters';
      const length =
        by === undefined && !isWhole
          ? step * weight
          : isWhole
            ? Math.min(longestPart, room / 4)
            : partDuration;
      const left = first + whole - at;
      times.set(id, {
        start: at,
        duration: Math.max(0, Math.min(Math.floor(length), left)),
        stagger: by === undefined || isWhole ? undefined : step,
        isWhole,
      });
    }
    before += weight;
  }
  const last = start + step * (by === undefined ? 0 : count - 1);
  const isLate = by !== undefined && last + partDuration > first + whole + 0.5;
  return { times, late: isLate ? { count, last, own: partDuration } : null };
}
