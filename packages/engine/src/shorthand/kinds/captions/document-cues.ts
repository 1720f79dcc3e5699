import { maxCues, type Cue as PlainCue } from '../../../project/object-schemas.ts';
import type { Path } from '../../../project/problem-text.ts';
import type { Problems } from '../../../project/problems.ts';
import { type CaptionStyle, captionCues } from './caption-cues.ts';
import type { Cue } from './cue.ts';

/** Returns the cues of captions as a document has them, in lists of its own. More than an object can have are reported. */
export function documentCues(
  spoken: readonly Cue[],
  style: CaptionStyle,
  path: Path,
  problems: Problems,
): PlainCue[] {
  const cues = captionCues(spoken, style);
  if (cues.length > maxCues) {
    const rule = `makes ${cues.length} cues, but an object has at most ${maxCues}; divide the film into several`;
    problems.add(path, 'count', rule);
  }
  return cues
    .slice(0, maxCues)
    .map(({ words, ...cue }) => ({ ...cue, ...(words && { words: words.map((times) => [...times]) }) }));
}
