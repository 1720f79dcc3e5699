import { type DocumentObject, unknownNames, walkDocument } from './document-objects.ts';

/** Maximum number of fields to look at. */
const maxFields = 1000;

/**
 * Returns names of fields of a valid document that shorthand does not have, each once, without comments. Much faster
 * than the advice on them.
 */
export async function findIgnoredFields(document: unknown): Promise<readonly string[]> {
  const found: { name: string; object: DocumentObject }[] = [];
  walkDocument(document, true, (object) => {
    if (found.length >= maxFields) return;
    for (const name of unknownNames(object).slice(0, maxFields)) found.push({ name, object });
  });
  // Most documents have none.
  if (found.length === 0) return [];
  const [{ isAnnotation }, { holderOf }] = await Promise.all([
    import('./fields/field-meanings.ts'),
    import('./fields/unknown-field.ts'),
  ]);
  const ignored = found.filter(({ name, object }) => !isAnnotation(name, holderOf(object)));
  return [...new Set(ignored.map(({ name }) => name))];
}
