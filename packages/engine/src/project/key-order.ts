/**
 * The keys of an object in the order in which a text has them, where JavaScript moved the whole numbers among them to
 * the front. A property with a symbol, which neither checks nor copies of all properties see.
 */
const keyOrder: unique symbol = Symbol('key order');

type Keyed = Readonly<Record<string, unknown>> & { readonly [keyOrder]?: readonly string[] };

/** Remembers the order of the keys of an object, if it is not that of `Object.keys`. */
export function keepKeyOrder(object: object, keys: readonly string[]): void {
  if (Object.keys(object).every((key, index) => key === keys[index])) return;
  Object.defineProperty(object, keyOrder, { value: keys });
}

/** Gives a copy of an object the order of its keys. */
export function copyKeyOrder<T extends object>(copy: T, from: object): T {
  const keys = (from as Keyed)[keyOrder];
  if (keys !== undefined) Object.defineProperty(copy, keyOrder, { value: keys });
  return copy;
}

/** Like `Object.keys`, but whole numbers stay where the text has them. */
export function orderedKeys(object: object): readonly string[] {
  return (object as Keyed)[keyOrder]?.filter((key) => Object.hasOwn(object, key)) ?? Object.keys(object);
}

/** Like `Object.entries`, but whole numbers stay where the text has them. */
export function orderedEntries<T>(object: Readonly<Record<string, T>>): [key: string, value: T][] {
  return orderedKeys(object).map((key) => [key, object[key] as T]);
}

/** Returns a deep copy of JSON data, in which the keys keep their order. */
export function copyJson(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(copyJson);
  if (typeof data !== 'object' || data === null) return data;
  const copy: Record<string, unknown> = Object.create(Object.getPrototypeOf(data));
  for (const [key, value] of Object.entries(data)) copy[key] = copyJson(value);
  return copyKeyOrder(copy, data);
}
