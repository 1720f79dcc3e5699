import { type Path, showValue } from '../../project/problem-text.ts';
import { type Cue, orderedCues } from '../captions/cue.ts';
import { readWordFile } from '../captions/word-files.ts';
import { isFilePath } from '../sources.ts';
import { textOfFile } from './file-texts.ts';
import type { SceneDraft } from './scene-draft.ts';

/**
 * Returns what is spoken and when: from a file of captions or of words with times, or from such words in the document. Returns
 * no cues for a file that is not read yet, and undefined for what is no speech, which is reported.
 */
export function readSpeech(
  draft: Pick<SceneDraft, 'texts' | 'unread' | 'problems'>,
  speech: unknown,
  path: Path,
): readonly Cue[] | undefined {
  const { problems } = draft;
  if (typeof speech === 'object' && speech !== null) {
    const read = readWordFile(JSON.stringify(speech));
    if (read.ok) return orderedCues(read.value);
    for (const problem of read.problems) problems.add(path, 'value', `is a list or an object ${problem}`);
    return undefined;
  }
  if (typeof speech !== 'string' || !isFilePath(speech)) {
    const rule = 'must be the name of a file with captions or the times of words, or such words themselves';
    problems.add(path, 'value', `${rule}, but is ${showValue(speech)}`);
    return undefined;
  }
  const text = textOfFile(draft, 'speech', speech, path);
  // It is JSON that this program has written.
  return text === undefined ? [] : (JSON.parse(text) as Cue[]);
}
