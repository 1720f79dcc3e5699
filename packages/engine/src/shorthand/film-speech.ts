import type { Problems } from '../project/problems.ts';
import type { Project } from '../project/schema.ts';
import { sequenceOf } from '../timeline/sequence.ts';
import type { PlainDocument } from './desugar/desugar-project.ts';
import { documentCues } from './kinds/captions/document-cues.ts';
import type { SpokenSentence } from './narration/narration.ts';
import { moveCue } from './narration/speech.ts';

/** What is said in a film, with times of the film. */
export function speechOfFilm(
  project: Project,
  speeches: ReadonlyMap<string, readonly SpokenSentence[]>,
): readonly SpokenSentence[] {
  if ([...speeches.values()].every((speech) => speech.length === 0)) return [];
  return sequenceOf(project).scenes.flatMap(({ id, startMs }, index) => {
    const speech = speeches.get(project.sceneOrder[index] ?? id) ?? [];
    return speech.map((sentence) => ({ ...sentence, cue: moveCue(sentence.cue, startMs) }));
  });
}

/** Gives captions without a file what the film says. `problems` takes places as written. */
export function fillCaptions(
  { scenes }: Project,
  captions: PlainDocument['spokenCaptions'],
  speech: readonly SpokenSentence[],
  problems: Problems,
): void {
  for (const [scene, ofScene] of captions) {
    for (const [id, { style, path }] of ofScene) {
      const object = scenes[scene]?.objects[id];
      if (object === undefined) continue;
      if (speech.length === 0) {
        const rule =
          'is required for kind captions in a film in which nobody speaks: a file such as "talk.srt"; or write "say" in compositions, or "words" in an audio track';
        problems.add([...path, 'src'], 'missing-field', rule);
        continue;
      }
      object.cues = documentCues(
        speech.map(({ cue }) => cue),
        style,
        path,
        problems,
      );
    }
  }
}
