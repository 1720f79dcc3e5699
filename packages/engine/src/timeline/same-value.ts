/**
 * Whether two values without functions have the same content. Distinguishes 0 from -0, so that what is sampled never
 * depends on earlier samples.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => isSameValue(Reflect.get(one, key), Reflect.get(other, key)));
}
