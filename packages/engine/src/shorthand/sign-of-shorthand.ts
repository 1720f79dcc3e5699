import { fieldsOf, isMap } from '../project/check.ts';
import { showPath } from '../project/problem-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields at the top level of a film with one scene. */
const topLevel = ['compositions', 'objects', 'enter'];

/**
 * Finds something in a document that only shorthand has, and describes it in words. Returns undefined if there is
 * nothing.
 */
export function signOfShorthand(document: unknown): string | undefined {
  const project = fieldsOf(document);
  if (project.scenes === undefined) {
    const field = topLevel.find((name) => project[name] !== undefined);
    return field && `${field} at the top level`;
  }
  for (const [id, scene] of Object.entries(fieldsOf(project.scenes))) {
    const sign = signInScene(fieldsOf(scene));
    if (sign !== undefined) return showPath(['scenes', id, ...sign]);
  }
  return undefined;
}

function signInScene({ enter, objects, compositions }: Fields): string[] | undefined {
  if (enter !== undefined) return ['enter'];
  for (const [id, object] of Object.entries(fieldsOf(objects))) {
    if (isMap(fieldsOf(object).state)) return ['objects', id, 'state'];
  }
  for (const [id, composition] of Object.entries(fieldsOf(compositions))) {
    if (fieldsOf(composition).enter !== undefined) return ['compositions', id, 'enter'];
    const states = fieldsOf(fieldsOf(composition).states);
    const hidden = Object.keys(states).find((object) => states[object] === false);
    if (hidden !== undefined) return ['compositions', id, 'states', hidden];
  }
  return undefined;
}
