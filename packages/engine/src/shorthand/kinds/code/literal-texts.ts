import { sourceTypeOf } from '../../../language/kinds.ts';
import { isMap } from '../../../project/check.ts';
import type { Path } from '../../../project/problem-text.ts';

/** Groups in groups that are looked through for code. */
const maxDepth = 50;

/** Returns the names of code in a document that need not be valid: ids, and the names of parts such as `card.code`. */
export function namesOfCode(document: object): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (name: string, object: unknown, depth: number) => {
    if (!isMap(object) || depth > maxDepth) return;
    if (isCode(object)) names.add(name);
    const { children } = object;
    if (!isMap(children) && !Array.isArray(children)) return;
    for (const [key, child] of Object.entries(children)) {
      const id = Array.isArray(children) && isMap(child) && typeof child.id === 'string' ? child.id : key;
      visit(`${name}.${id}`, child, depth + 1);
    }
  };
  const scenes = valuesOf(Reflect.get(document, 'scenes'));
  for (const scene of [document, ...scenes]) {
    const objects = isMap(scene) ? scene.objects : undefined;
    if (isMap(objects)) for (const [id, object] of Object.entries(objects)) visit(id, object, 0);
  }
  return names;
}

/**
 * Whether the text of an object or a state is code, in which `${name}` is not a variable. `names` are those of all code, and
 * `path` is the place of the object or state.
 */
export function hasLiteralText(holder: object, path: Path, names: ReadonlySet<string>): boolean {
  if (isCode(holder)) return true;
  if (path.at(-1) === 'state') return names.has(String(path.at(-2)));
  return path.at(-2) === 'states' && names.has(String(path.at(-1)));
}

function isCode(object: object): boolean {
  return sourceTypeOf(Reflect.get(object, 'kind') ?? Reflect.get(object, 'type')) === 'code';
}

function valuesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : isMap(value) ? Object.values(value) : [];
}
