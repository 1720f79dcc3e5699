import { type Path, showValue } from '../../project/problem-text.ts';
import { type Cue, orderedCues } from '../kinds/captions/cue.ts';
import type { SpokenText } from '../kinds/captions/read-spoken-text.ts';
import { readWordFile } from '../kinds/captions/word-files.ts';
import { isFilePath } from '../sources.ts';
import { textOfFile } from './file-texts.ts';
import type { SceneDraft } from './scene-draft.ts';

/**
 * Returns spoken words with their times: from a file of captions or of words with times, or from such words in the document. Returns
 * no cues for a file that is not read yet, and undefined for what is no speech, which is reported.
 */
export function readSpeech(
  draft: Pick<SceneDraft, 'texts' | 'unread' | 'problems' | 'notes'>,
  speech: unknown,
  path: Path,
): readonly Cue[] | undefined {
  const { problems, notes } = draft;
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
  if (text === undefined) return [];
  // It is JSON that this program has written.
  const { cues, encoding }: SpokenText = JSON.parse(text);
  if (encoding !== undefined) {
    const message = `${showValue(speech)} is not UTF-8 and is read as ${encoding}, which fits its letters; save it as UTF-8`;
    notes.push({ path, message, rule: 'encoding' });
  }
  return cues;
}
