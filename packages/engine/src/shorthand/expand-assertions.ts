import { parseAssertion } from '../assertions/parse-assertion.ts';
import type { Vocabulary } from '../assertions/vocabulary.ts';
import { showClock } from '../language/written-times.ts';
import { wordsIn } from '../project/assertion-vocabulary.ts';
import type { Problems } from '../project/problems.ts';
import { cameraId } from './desugar/camera.ts';
import type { StagedScene } from './expand-scene.ts';
import { spokenWords } from './kinds/captions/cue.ts';
import { nearestPhrases, parsePhrase, spokenLetters, timesOfPhrase } from './narration/find-phrase.ts';
import type { SpokenSentence } from './narration/narration.ts';

/** The objects and times that names in sentences may mean. */
export interface AssertionNames {
  readonly scenes: readonly StagedScene[];
  readonly speech: readonly SpokenSentence[];
  readonly colorOf: Vocabulary['colorOf'];
}

/**
 * Replaces names of parts, groups and figures in the sentences of `expect` by the ids of their objects, and spoken words
 * by their times. Sentences that cannot be read are problems, and stay as they are.
 */
export function expandAssertions(
  sentences: readonly string[],
  names: AssertionNames,
  problems: Problems,
): readonly string[] {
  const vocabulary = vocabularyOf(names);
  return sentences.map((sentence, index) => {
    if (problems.full) return sentence;
    const parsed = parseAssertion(sentence, vocabulary);
    if (parsed.ok) return parsed.plain;
    problems.add(['expect', index], 'assertion', parsed.message);
    return sentence;
  });
}

function vocabularyOf({ scenes, speech, colorOf }: AssertionNames): Vocabulary {
  const ids = new Map<string, Set<string>>();
  const children = new Map<string, Set<string>>();
  const add = (lists: Map<string, Set<string>>, name: string, items: readonly string[]) => {
    const listed = lists.get(name) ?? new Set();
    for (const item of items) listed.add(item);
    lists.set(name, listed);
  };
  for (const stage of scenes) {
    for (const [name, objects] of namedObjects(stage)) {
      if (objects.length === 0) continue;
      add(ids, name, objects);
      const dot = name.lastIndexOf('.');
      if (dot > 0) add(children, name.slice(0, dot), [name]);
    }
    for (const [id, { children: members }] of Object.entries(stage.scene.objects ?? {}))
      add(
        children,
        stage.names.get(id) ?? id,
        (members ?? []).map((one) => stage.names.get(one) ?? one),
      );
  }
  const spoken = spokenLetters(speech.flatMap(({ cue }) => spokenWords(cue)));
  return {
    objectsOf: (name) => {
      const found = ids.get(name);
      return found && [...found];
    },
    partsOf: (name) => {
      const parts = [...(children.get(name) ?? [])].flatMap((part) => {
        const found = ids.get(part);
        return found ? [[...found]] : [];
      });
      return parts.length === 0 ? undefined : parts;
    },
    wordsOf: (name) => wordsIn(name, (owner) => [...(ids.get(owner) ?? [])], scenes),
    names: [...ids.keys()],
    scenes: scenes.map(({ id, sequence }) => ({ id, compositions: sequence })),
    spokenAt: (words) => spokenAt(words, spoken),
    colorOf,
  };
}

/** The names that a document uses for the objects of a scene, and the ids of the objects that are drawn for each. */
function* namedObjects({
  objects,
  members,
  parts,
  names,
}: StagedScene): Generator<[string, readonly string[]]> {
  const drawn = (id: string): readonly string[] => {
    const inside = members.get(id);
    const exactId = Object.hasOwn(objects, id) ? [id] : [];
    return inside === undefined
      ? exactId
      : [...exactId, ...inside.flatMap((one) => (one === id ? [] : drawn(one)))];
  };
  for (const id of Object.keys(objects))
    if (!parts.has(id) && names.get(id) !== cameraId && id !== cameraId) yield [names.get(id) ?? id, [id]];
  for (const id of members.keys()) yield [names.get(id) ?? id, drawn(id)];
  for (const [id, { name, figure }] of parts) {
    if (!Object.hasOwn(objects, id)) continue;
    yield [name, [id]];
    yield [names.get(figure) ?? figure, [id]];
  }
}

const maxPhraseLetters = 200;

function spokenAt(words: string, spoken: ReturnType<typeof spokenLetters>): number | string {
  if (spoken.words.length === 0)
    return 'but nobody speaks in this film; write seconds, such as 3.2s, or a composition';
  const phrase = words.length <= maxPhraseLetters ? parsePhrase(words) : undefined;
  if (phrase === undefined) return 'which are no words that somebody says';
  const times = timesOfPhrase(phrase, spoken);
  const time = times[(phrase.occurrence ?? 1) - 1];
  if (time !== undefined) return Math.round(time + phrase.shiftMs);
  if (times.length > 0) return `which are said only ${times.length === 1 ? 'once' : `${times.length} times`}`;
  const near = nearestPhrases(phrase, spoken).map(
    ({ text, startMs }) => `'${text}' at ${showClock(startMs)}`,
  );
  return `which are never said${near.length === 0 ? '' : `; the nearest are ${near.join(', ')}`}`;
}
