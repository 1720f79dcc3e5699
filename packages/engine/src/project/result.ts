/** Result of a reader: the value, or at least one problem, each a sentence. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly string[] };

export function success<Value>(value: Value): Result<Value> {
  return { ok: true, value };
}

export function failure(...problems: readonly string[]): Result<never> {
  return { ok: false, problems };
}
