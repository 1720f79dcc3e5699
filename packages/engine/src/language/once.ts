/** Returns a function that makes a value at its first call: a start does not make what only some films need. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
