import { maxCueLength } from '../../../project/object-schemas.ts';
import type { Cue, WordTime } from './cue.ts';

/** Cues that are closer together than this, in milliseconds, follow each other without a flicker. */
export const closeMs = 300;

/** The most cues that are shown together. */
const maxTogether = 8;

/**
 * Divides cues in time, so that none overlap: while several are shown, their texts are lines of one cue, the earliest first. A
 * short overlap ends the earlier one instead. Of more than eight, the first is left out.
 */
export function stackCues(cues: readonly Cue[]): Cue[] {
  const stacked: Cue[] = [];
  let shown: readonly Cue[] = [];
  let timeMs = 0;
  const showUntil = (untilMs: number) => {
    const ends = [...new Set(shown.map(({ endMs }) => Math.min(endMs, untilMs)))];
    for (const endMs of ends.sort((one, other) => one - other)) {
      if (endMs > timeMs) stacked.push(together(shown, timeMs, endMs));
      timeMs = Math.max(timeMs, endMs);
      shown = shown.filter((cue) => cue.endMs > timeMs);
    }
    timeMs = untilMs;
  };
  for (const cue of cues.toSorted((one, other) => one.startMs - other.startMs)) {
    if (shown.some((earlier) => isSame(earlier, cue))) {
      shown = shown.map((earlier) => (isSame(earlier, cue) ? extended(earlier, cue) : earlier));
      continue;
    }
    shown = shown.map((earlier) => (meetsShortly(earlier, cue) ? partOf(earlier, 0, cue.startMs) : earlier));
    showUntil(cue.startMs);
    shown = [...shown, cue];
    const length = () => shown.reduce((sum, { text }) => sum + text.length + 1, 0);
    while (shown.length > maxTogether || (shown.length > 1 && length() > maxCueLength))
      shown = shown.slice(1);
  }
  showUntil(Number.POSITIVE_INFINITY);
  return stacked;
}

/** Whether a cue has the text of one that is still shown. */
function isSame(earlier: Cue, { startMs, text }: Cue): boolean {
  return earlier.text === text && earlier.endMs > startMs;
}

function extended(earlier: Cue, { endMs }: Cue): Cue {
  return { ...earlier, endMs: Math.max(earlier.endMs, endMs) };
}

function meetsShortly(earlier: Cue, { startMs }: Cue): boolean {
  const overlapMs = earlier.endMs - startMs;
  return overlapMs > 0 && overlapMs < Math.min(closeMs, startMs - earlier.startMs);
}

function together(cues: readonly Cue[], startMs: number, endMs: number): Cue {
  const parts = cues.map((cue) => partOf(cue, startMs, endMs));
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) return first;
  const text = parts.map((part) => part.text).join('\n');
  if (parts.some(({ words }) => words === undefined)) return { startMs, endMs, text };
  // Words become spoken in the order of the text.
  let begunMs = startMs;
  const words = parts.flatMap((part) =>
    (part.words ?? []).map(([start, end]): WordTime => {
      begunMs = Math.max(begunMs, start);
      return [begunMs, Math.max(begunMs, end)];
    }),
  );
  return { startMs, endMs, text, words };
}

/** What is shown of a cue between two times, with the times of its words. */
function partOf(cue: Cue, fromMs: number, toMs: number): Cue {
  const startMs = Math.max(cue.startMs, fromMs);
  const endMs = Math.min(cue.endMs, toMs);
  if (startMs === cue.startMs && endMs === cue.endMs) return cue;
  const within = (ms: number) => Math.min(Math.max(ms, startMs), endMs);
  const words = cue.words?.map(([start, end]): WordTime => [within(start), within(end)]);
  return { startMs, endMs, text: cue.text, ...(words && { words }) };
}
