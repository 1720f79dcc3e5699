import { isMap } from '../project/check.ts';
import { showPath } from '../project/problem-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What stands at the top level if a film is one scene. */
const topLevel = ['compositions', 'objects', 'enter'];

/** Something in a document that the full format does not have, in words; undefined if there is nothing of the kind. */
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

function fieldsOf(value: unknown): Fields {
  return isMap(value) ? value : {};
}
