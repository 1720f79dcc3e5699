// The public types are read by programs that know those of Node, those of the DOM, or neither, and that may be set to an
// older language. What only some of them know is asked for here rather than named.

/** AbortSignal, where the program knows it. */
export type KnownAbortSignal = typeof globalThis extends {
  AbortSignal: { readonly prototype: infer Signal };
}
  ? Signal
  : { readonly aborted: boolean };

/** AsyncDisposable, where the program knows `Symbol.asyncDispose`. */
export type KnownAsyncDisposable = SymbolConstructor extends {
  readonly asyncDispose: infer Key extends symbol;
}
  ? { [Name in Key]: () => Promise<void> }
  : object;
