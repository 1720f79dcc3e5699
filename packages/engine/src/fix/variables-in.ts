import { isDeepStrictEqual } from 'node:util';
import { type JsonTree, membersOf } from '../project/json-tree.ts';
import type { JsonValue } from '../project/problem.ts';
import type { Path } from '../project/problem-text.ts';
import { partsOf, writeVariable } from '../shorthand/variable-syntax.ts';

/** Variables that are set outside the document, by name. */
export type OutsideVariables = Readonly<Record<string, unknown>>;

interface Target {
  readonly path: Path;
  readonly value: JsonValue;
}

/**
 * Returns a sentence if a value to change comes from a variable. Another value there would hold for one use of the
 * document only. A value that only moves or gets another name keeps its variables, and a text may keep them in it.
 */
export function describeVariables(
  tree: JsonTree,
  targets: readonly Target[],
  outside: OutsideVariables,
): string | undefined {
  const { root } = tree;
  const marker = tree.find(['shorthand']);
  if (root.type !== 'object' || marker?.value !== true) return undefined;
  for (const { path, value } of targets) {
    const [top, variable] = path;
    if (top === 'variables' && variable !== undefined && Object.hasOwn(outside, variable)) {
      return `the variable ${variable} is set outside the document`;
    }
    const node = tree.find(placeOfValue(tree, path));
    if (!node) continue;
    const before = tree.valueOf(node);
    const isMoved = value === null && targets.some((one) => isDeepStrictEqual(one.value, before));
    const kept = namesIn(value);
    const [name] = isMoved ? [] : namesIn(before).filter((one) => !kept.includes(one));
    if (name === undefined) continue;
    const from = Object.hasOwn(outside, name) ? ', which is set outside the document' : '';
    return `its value comes from the variable ${writeVariable(name)}${from}`;
  }
  return undefined;
}

/**
 * Returns the place where the value of a field is written. A state of a composition that omits it has that of the last
 * earlier composition with the field, or of the object; the place is the given one if none has it.
 */
export function placeOfValue(tree: JsonTree, path: Path): Path {
  if (tree.find(path)) return path;
  const start = path.lastIndexOf('compositions');
  const [, composition, states, object = '', field = ''] = path.slice(start);
  if (start < 0 || states !== 'states' || path.length !== start + 5) return path;
  const scene = path.slice(0, start);
  const keys = compositionKeys(tree, scene);
  const earlier = keys.slice(0, Math.max(0, keys.indexOf(composition ?? ''))).reverse();
  const places: readonly Path[] = [
    ...earlier.map((key) => [...scene, 'compositions', key, 'states', object, field]),
    [...scene, 'objects', object, 'state', field],
    [...scene, 'objects', object, field],
  ];
  return places.find((place) => tree.find(place)) ?? path;
}

/** Returns the names or the numbers of the compositions of a scene, in their order. */
export function compositionKeys(tree: JsonTree, scene: Path): Path {
  const compositions = tree.find([...scene, 'compositions']);
  if (compositions?.type === 'array') return (compositions.children ?? []).map((_, index) => index);
  return compositions ? membersOf(compositions).map(({ key }) => String(key.value)) : [];
}

function namesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    return [...partsOf(value)].flatMap((part) => (part.kind === 'variable' ? [part.name] : []));
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}
