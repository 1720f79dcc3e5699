/** Whether a place in a message exists in the document, or would be a child of an existing one. */
export function isInDocument(place: string, document: unknown): boolean {
  if (place === 'project') return true;
  const segments = [...place.matchAll(/\[(\d+)\]|\["([^"]*)"\]|([A-Za-z0-9_-]+)/g)].map(
    ([, index, quoted, name]) => index ?? quoted ?? name ?? '',
  );
  let value: unknown = document;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null) return false;
    value = Reflect.get(value, segment);
  }
  return segments.length > 0;
}
