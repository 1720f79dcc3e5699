import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../advice/advice.ts';
import type { Path } from '../project/problem-text.ts';
import { partsOf, writeVariable } from '../shorthand/variable-syntax.ts';
import type { JsonTree } from './json-tree.ts';

/** Variables that are set outside the document, by name. */
export type OutsideVariables = Readonly<Record<string, unknown>>;

interface Target {
  readonly path: Path;
  readonly value: JsonValue;
}

/**
 * Returns a sentence if a value to change comes from a variable. Another value there would hold for one use of the document
 * only. A value that only moves or gets another name keeps its variables.
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
    const nodes = tree.walk(path);
    const node = nodes.at(-1);
    const isWhole = nodes.length > path.length;
    if (!node || (!isWhole && node.type === 'object')) continue;
    const before = tree.valueOf(node);
    const isMoved = value === null && targets.some((one) => isDeepStrictEqual(one.value, before));
    const [name] = isMoved ? [] : namesIn(before);
    if (name === undefined) continue;
    const from = Object.hasOwn(outside, name) ? ', which is set outside the document' : '';
    return `its value comes from the variable ${writeVariable(name)}${from}`;
  }
  return undefined;
}

function namesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    return [...partsOf(value)].flatMap((part) => (part.kind === 'variable' ? [part.name] : []));
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}
