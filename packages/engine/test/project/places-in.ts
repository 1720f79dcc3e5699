/** Every place in a document, such as `scenes.intro.sceneOrder.0`. */
export function placesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const place = path === '' ? key : `${path}.${key}`;
    return [place, ...placesIn(child, place)];
  });
}
