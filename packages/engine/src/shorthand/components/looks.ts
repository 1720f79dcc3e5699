import { isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import type { Fields } from '../desugar/scene-draft.ts';
import { wholePart } from './component.ts';

/** Returns an object with the fields that a look gives its parts. Reports parts that it does not have. */
export function withLook(object: Fields, look: Fields, path: Path, problems: Problems): Fields {
  let changed = object;
  for (const [part, fields] of Object.entries(look)) {
    // Whether a part is there does not change what it is.
    if (typeof fields === 'boolean') continue;
    if (!isMap(fields)) {
      const isField = !childrenOf(object).some(([name]) => name === part) && part !== wholePart;
      const wayOut = isField ? `; fields of the whole are in "${wholePart}": { ${showValue(part)}: … }` : '';
      const rule = `must be true, false or an object, but is ${showValue(fields)}${wayOut}`;
      problems.add([...path, part], 'value', rule);
      continue;
    }
    if (part === wholePart) changed = { ...changed, ...fields };
    else {
      const found = withFields(changed, part.split('.'), fields);
      if (found === undefined) {
        const parts = [wholePart, ...childrenOf(changed).map(([name]) => name)].map(showValue).join(', ');
        problems.add([...path, part], 'unknown-id', `is none of its parts: ${parts}`);
      } else changed = found;
    }
  }
  return changed;
}

/** Returns an object with more fields in one of its parts; undefined if there is no such part. */
export function withFields(
  object: Fields,
  [name, ...rest]: readonly string[],
  fields: Fields,
): Fields | undefined {
  const index = childrenOf(object).findIndex(([one]) => one === name);
  const child = childrenOf(object)[index]?.[1];
  if (!isMap(child)) return undefined;
  const changed = rest.length === 0 ? { ...child, ...fields } : withFields(child, rest, fields);
  if (changed === undefined) return undefined;
  const { children } = object;
  if (Array.isArray(children)) return { ...object, children: children.with(index, changed) };
  return { ...object, children: { ...(children as Fields), [String(name)]: changed } };
}

/** The children of a group by their names: their ids, or their places in the list. */
export function childrenOf({ children }: Fields): readonly (readonly [name: string, child: unknown])[] {
  if (isMap(children)) return Object.entries(children);
  if (!Array.isArray(children)) return [];
  return children.map((child, index) => [
    isMap(child) && typeof child.id === 'string' ? child.id : String(index),
    child,
  ]);
}

/** The parts that are not there in a look: those that it hides, and those that only other looks show. */
export function hiddenIn(looks: Readonly<Record<string, unknown>>, look: string): ReadonlySet<string> {
  const hidden = new Set<string>();
  const shown = isMap(looks[look]) ? looks[look] : {};
  for (const parts of Object.values(looks))
    for (const [part, say] of Object.entries(isMap(parts) ? parts : {}))
      if (say === true && shown[part] === undefined) hidden.add(part);
  for (const [part, say] of Object.entries(shown)) if (say === false) hidden.add(part);
  return hidden;
}
