import type { Vocabulary } from '../assertions/vocabulary.ts';
import type { Project } from './schema.ts';

/** The names that the assertions of a project in the full format may use: ids, seconds and compositions. */
export function assertionVocabulary({ scenes, sceneOrder }: Project): Vocabulary {
  const names = new Set(Object.values(scenes).flatMap(({ objects }) => Object.keys(objects)));
  return {
    objectsOf: (name) => (names.has(name) ? [name] : undefined),
    partsOf: () => undefined,
    names: [...names],
    scenes: sceneOrder.flatMap((id) =>
      Object.hasOwn(scenes, id) ? [{ id, compositions: scenes[id].compositionOrder }] : [],
    ),
    spokenAt: () => 'but only shorthand knows what is said; write seconds, such as 3.2s',
    colorOf: (text) =>
      /^(?:none|transparent|#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8}))$/i.test(text) ? text : undefined,
  };
}
