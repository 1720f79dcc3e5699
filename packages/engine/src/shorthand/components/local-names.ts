import { isMap } from '../../project/check.ts';
import type { Fields } from '../desugar/scene-draft.ts';
import { targetFields } from '../relations.ts';

/** Fields that name other objects. */
const references: ReadonlySet<string> = new Set([...targetFields, 'clip', 'parentId']);

/**
 * Returns the template of a component in which the names of its own parts begin with that of the object: `"below": "title"`
 * is `"below": "users.title"` in the object `users`.
 */
export function withLocalNames(template: Fields, name: string): Fields {
  const parts = partsIn(template);
  if (parts.size === 0) return template;
  const local = (text: string) => (parts.has(text.split('.', 1)[0] ?? '') ? `${name}.${text}` : text);
  const copy = (value: unknown, isReference: boolean): unknown => {
    if (typeof value === 'string') return isReference ? local(value) : value;
    if (Array.isArray(value)) return value.map((item) => copy(item, isReference));
    if (!isMap(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => [field, copy(inner, references.has(field))]),
    );
  };
  return copy(template, false) as Fields;
}

/** The names of the parts directly inside the object of a component. */
function partsIn({ children }: Fields): ReadonlySet<string> {
  if (isMap(children)) return new Set(Object.keys(children));
  if (!Array.isArray(children)) return new Set();
  return new Set(
    children.flatMap((child) => (isMap(child) && typeof child.id === 'string' ? [child.id] : [])),
  );
}
