import { isProse } from '../../language/kinds.ts';
import { isMap } from '../check.ts';
import { wordsOfCue } from '../cue-words.ts';
import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';

/** Checks that cues belong to texts, follow each other in time, and have a time for each of their words. */
export function checkCues({ objects }: Scene, path: Path, problems: Problems): void {
  for (const [id, object] of Object.entries(objects)) {
    if (problems.full) return;
    if (!isMap(object) || object.cues === undefined) continue;
    const place = [...path, 'objects', id, 'cues'];
    if (!isProse(object.kind)) {
      problems.add(place, 'value', `belongs to a text, but the object is of kind ${showValue(object.kind)}`);
    } else if (Array.isArray(object.cues)) checkList(object.cues, place, problems);
  }
}

function checkList(cues: readonly unknown[], path: Path, problems: Problems): void {
  let last = 0;
  for (const [index, cue] of cues.entries()) {
    // Parts of it may be broken, which is reported already.
    if (problems.full || !isMap(cue)) return;
    const { startMs, endMs, text, words } = cue;
    if (typeof startMs !== 'number' || typeof endMs !== 'number') return;
    if (startMs < last) {
      const rule = `must be at least ${last}, the end of the cue before, but is ${startMs}`;
      problems.add([...path, index, 'startMs'], 'time-span', rule);
      return;
    }
    if (endMs <= startMs) {
      const rule = `must be greater than startMs, ${startMs}, but is ${endMs}`;
      problems.add([...path, index, 'endMs'], 'time-span', rule);
      return;
    }
    last = endMs;
    if (typeof text === 'string' && Array.isArray(words))
      checkWords(words, text, [...path, index, 'words'], problems);
  }
}

function checkWords(words: readonly unknown[], text: string, path: Path, problems: Problems): void {
  const count = wordsOfCue(text).length;
  if (words.length !== count) {
    const rule = `must have a time for each of the ${count} words of ${showValue(text)}, but has ${words.length}`;
    problems.add(path, 'value', rule);
    return;
  }
  let last = 0;
  for (const [index, word] of words.entries()) {
    if (!Array.isArray(word) || typeof word[0] !== 'number' || typeof word[1] !== 'number') return;
    const [startMs, endMs] = word;
    if (startMs >= last && endMs >= startMs) {
      last = startMs;
      continue;
    }
    const rule =
      startMs < last
        ? `must not begin before the word before it, at ${last}, but begins at ${startMs}`
        : `must not end before it begins, at ${startMs}, but ends at ${endMs}`;
    problems.add([...path, index], 'time-span', rule);
    return;
  }
}
