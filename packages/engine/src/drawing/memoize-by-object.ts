/**
 * Returns a function that computes its result once for each object and caches it for as long as the object lives.
 * Further arguments must not change the result; they can only stop the computation by an error, and then nothing is
 * cached.
 */
export function memoizeByObject<Key extends object, Rest extends readonly unknown[], Result>(
  compute: (key: Key, ...rest: Rest) => Result,
): (key: Key, ...rest: Rest) => Result {
  const results = new WeakMap<Key, { readonly result: Result }>();
  return (key, ...rest) => {
    let kept = results.get(key);
    if (!kept) {
      kept = { result: compute(key, ...rest) };
      results.set(key, kept);
    }
    return kept.result;
  };
}
