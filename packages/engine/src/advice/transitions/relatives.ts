import { fieldsOf } from '../../project/check.ts';
import { parsePath } from '../../project/problem-text.ts';
import type { AdviceList } from '../advice.ts';
import { decorativeIn } from '../decorative.ts';
import { objectsOfScene } from '../document-objects.ts';

/** What a document says about the objects of a scene that belong together. */
export interface Relatives {
  /** Objects with `"decorative": true`, and what belongs to these. */
  readonly decorative: ReadonlySet<string>;
  /** Whether two objects are parts of one, or members of one group, which may pass each other when it is sorted. */
  areMembersOfOne(one: string, other: string): boolean;
}

/** Returns the relatives of a scene's objects. `document` is plain shorthand, or null. */
export function relativesIn(document: unknown, sceneId: string, list: AdviceList): Relatives {
  const objects = objectsOfScene(document, sceneId);
  const wholes = new Map<unknown, string>();
  for (const [id, object] of Object.entries(objects)) {
    const { children, attached } = fieldsOf(object);
    for (const member of [children, attached].flat()) wholes.set(member, id);
  }
  const figureOf = (id: string) => writtenObject(list.describePlace(`scenes.${sceneId}.objects.${id}`)) ?? id;
  return {
    decorative: decorativeIn(objects),
    areMembersOfOne: (one, other) =>
      (wholes.has(one) && wholes.get(one) === wholes.get(other)) || figureOf(one) === figureOf(other),
  };
}

/** The object that a place in the document is in, or that its name is a part of; undefined for another place. */
function writtenObject(place: string): string | undefined {
  const path = parsePath(place);
  const index = path.findIndex((key) => key === 'objects' || key === 'states');
  const name = index < 0 ? undefined : path[index + 1];
  return name === undefined ? undefined : String(name).split('.')[0];
}
