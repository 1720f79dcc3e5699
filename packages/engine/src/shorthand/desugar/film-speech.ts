import type { Path } from '../../project/problem-text.ts';
import type { Cue } from '../captions/cue.ts';
import type { SceneDraft } from './scene-draft.ts';

/** Returns what the voice of the film says, in project time, for captions without a file. Reports a film without speech. */
export function filmSpeech({ problems }: SceneDraft, path: Path): readonly Cue[] | undefined {
  problems.add(
    [...path, 'src'],
    'missing-field',
    'is required for kind captions: a file with cues or the times of words, such as "talk.srt", "talk.vtt" or "words.json"',
  );
  return undefined;
}
