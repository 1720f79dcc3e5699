import type { Cue } from '../project/object-schemas.ts';
import { showSeconds, showValue } from '../project/problem-text.ts';
import type { Project } from '../project/schema.ts';
import { lettersPerSecond, shortestCueMs } from '../shorthand/kinds/captions/caption-cues.ts';
import { wordsOf } from '../shorthand/kinds/captions/cue.ts';
import { lettersIn } from '../shorthand/kinds/captions/letters.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { AdviceList, AdviceRule } from './advice.ts';

const shownLetters = 40;

/** Share of the reading time that is enough, because readers differ by more than that. */
const enough = 0.95;

/** Cues that a rule is about; the message names the first. */
interface Found {
  readonly rule: AdviceRule;
  readonly cues: readonly Cue[];
  /** The verb for one cue and for several, what follows it, and the way out. */
  readonly verbs: readonly [one: string, many: string];
  readonly message: string;
}

/** Advises on cues that are too short to read, and on cues after the end of the film. */
export function adviseOnCaptions(project: Project, { scenes, durationMs }: Timeline, list: AdviceList): void {
  for (const { id: sceneId, startMs, durationMs: lastsMs } of scenes) {
    for (const { id, cues = [] } of Object.values(project.scenes[sceneId]?.objects ?? {})) {
      if (list.full) return;
      const shown = apart(cues.filter((cue) => cue.startMs >= startMs && cue.startMs < startMs + lastsMs));
      const found: readonly Found[] = [
        {
          rule: 'fast-captions',
          cues: shown.filter(isFast),
          verbs: ['has', 'have'],
          message: `more than ${lettersPerSecond} letters a second; shorten the text or leave more time for it`,
        },
        {
          rule: 'short-captions',
          cues: shown.filter(isShort),
          verbs: ['is', 'are'],
          message: `shown for less than ${shortestCueMs / 1000} s; leave more time, or join the text with the next one`,
        },
        {
          rule: 'late-captions',
          cues: cues.filter((cue) => cue.startMs >= durationMs),
          verbs: ['begins', 'begin'],
          message: `after the end of the film, which lasts ${showSeconds(durationMs)}; make the film longer, or shorten the file`,
        },
      ];
      for (const finding of found)
        addFound(finding, ['scenes', sceneId, 'objects', id, 'cues'].join('.'), list);
    }
  }
}

/** Cues that are shown at the same time as others, each with the whole time of its lines. */
function apart(cues: readonly Cue[]): Cue[] {
  const found = new Map<string, Cue>();
  const starts = new Map<string, number>();
  for (const [index, { startMs, endMs, text }] of cues.entries()) {
    const cueLines = text.split('\n');
    for (const line of cueLines) if (!starts.has(line)) starts.set(line, startMs);
    const next = cues[index + 1];
    const staying = new Set(next?.startMs === endMs ? next.text.split('\n') : []);
    for (const [line, shownFrom] of starts) {
      if (staying.has(line)) continue;
      starts.delete(line);
      const key = `${shownFrom} ${endMs}`;
      const before = found.get(key);
      const lines = before === undefined ? line : `${before.text}\n${line}`;
      found.set(key, { startMs: shownFrom, endMs, text: lines });
    }
  }
  return [...found.values()].sort((one, other) => one.startMs - other.startMs);
}

function addFound({ rule, cues, verbs: [one, many], message }: Found, path: string, list: AdviceList): void {
  const [first] = cues;
  if (first === undefined) return;
  const text = first.text.replace(/\s+/g, ' ');
  const name = showValue(text.length > shownLetters ? `${text.slice(0, shownLetters)}…` : text);
  const at = showSeconds(first.startMs);
  const subject =
    cues.length === 1
      ? `the cue ${name} at ${at} ${one}`
      : `${cues.length} cues, the first ${name} at ${at}, ${many}`;
  list.add({ rule, path, message: `${subject} ${message}` });
}

/** Single words are read at a glance. */
function isFast({ startMs, endMs, text }: Cue): boolean {
  const neededMs = (lettersIn(text) / lettersPerSecond) * 1000;
  return wordsOf(text).length > 1 && endMs - startMs < neededMs * enough;
}

function isShort(cue: Cue): boolean {
  return wordsOf(cue.text).length > 1 && !isFast(cue) && cue.endMs - cue.startMs < shortestCueMs * enough;
}
