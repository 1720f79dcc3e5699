import type { NamedWords, Vocabulary } from '../assertions/vocabulary.ts';
import { hasLetters, isTypeset } from '../language/kinds.ts';
import { findWords, wordsToName } from './find-words.ts';
import type { SceneObject } from './object-schemas.ts';
import type { CompositionState, Project } from './schema.ts';

/** The names that the assertions of a project in the full format may use: ids, seconds and compositions. */
export function assertionVocabulary({ scenes, sceneOrder }: Project): Vocabulary {
  const staged = Object.values(scenes).map(({ objects, compositions }) => ({
    objects,
    states: Object.values(compositions).map(({ states }) => states),
  }));
  const names = new Set(Object.values(scenes).flatMap(({ objects }) => Object.keys(objects)));
  return {
    objectsOf: (name) => (names.has(name) ? [name] : undefined),
    partsOf: () => undefined,
    wordsOf: (name) => wordsIn(name, (owner) => (names.has(owner) ? [owner] : []), staged),
    names: [...names],
    scenes: sceneOrder.flatMap((id) =>
      Object.hasOwn(scenes, id) ? [{ id, compositions: scenes[id].compositionOrder }] : [],
    ),
    spokenAt: () => 'but only shorthand knows what is said; write seconds, such as 3.2s',
    colorOf: (text) =>
      /^(?:none|transparent|#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8}))$/i.test(text) ? text : undefined,
  };
}

/** The objects of a scene, with their states in each composition. */
interface StatedObjects {
  readonly objects: Readonly<Record<string, SceneObject>>;
  readonly states: readonly Readonly<Record<string, CompositionState>>[];
}

/** Maximum length of the name of an object before the dot, so that a sentence of dots takes no time. */
const maxOwnerLength = 300;

/** Maximum number of texts whose words are offered for those that none has. */
const maxOffered = 10;

/** Finds the words that a name means: those of the text or equation with the longest name that it begins with. */
export function wordsIn(
  name: string,
  idsOf: (owner: string) => readonly string[],
  scenes: readonly StatedObjects[],
): NamedWords | undefined {
  const dots = Array.from(name.slice(0, maxOwnerLength).matchAll(/\./g), ({ index }) => index);
  for (const dot of dots.reverse()) {
    const [owner, words] = [name.slice(0, dot), name.slice(dot + 1)];
    const [id, ...others] = idsOf(owner);
    if (id === undefined || others.length > 0 || words === '') continue;
    const lettered = scenes.filter(
      ({ objects }) => Object.hasOwn(objects, id) && hasLetters(objects[id].kind),
    );
    if (lettered.length === 0) continue;
    const texts = lettered.flatMap(({ objects, states }) =>
      states.flatMap((own) =>
        Object.hasOwn(own, id) ? [{ text: own[id].text, isEquation: isTypeset(objects[id].kind) }] : [],
      ),
    );
    const isFound = texts.some(({ text, isEquation }) => findWords(text, words, isEquation).length > 0);
    const offered = isFound
      ? []
      : texts.slice(0, maxOffered).flatMap(({ text, isEquation }) => wordsToName(text, isEquation));
    const target = isFound ? `${id}.${words}` : undefined;
    return { owner, words, target, known: [...new Set(offered)] };
  }
  return undefined;
}
