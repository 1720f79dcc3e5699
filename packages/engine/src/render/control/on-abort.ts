/** The listeners to one signal, behind a single listener of Node. */
class AbortListeners {
  readonly #signal: AbortSignal;
  readonly #entries = new Set<{ readonly call: () => void }>();
  readonly #callAll = () => {
    for (const entry of [...this.#entries]) entry.call();
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(listener: () => void): () => void {
    if (this.#entries.size === 0) this.#signal.addEventListener('abort', this.#callAll);
    const entry = { call: listener };
    this.#entries.add(entry);
    return () => {
      this.#entries.delete(entry);
      if (this.#entries.size === 0) this.#signal.removeEventListener('abort', this.#callAll);
    };
  }
}

const listenersOf = new WeakMap<AbortSignal, AbortListeners>();

/**
 * Calls the listener when the signal is aborted, or at once if it already is; returns a function that stops listening.
 * Any number of calls may share a signal: it gets only one listener, because Node prints a warning about a leak for
 * more than ten.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => {};
  }
  const listeners = listenersOf.get(signal) ?? new AbortListeners(signal);
  listenersOf.set(signal, listeners);
  return listeners.add(listener);
}

/** Resolves when the signal is aborted, or at once if it already is. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void onAbort(signal, resolve));
}

/**
 * Resolves with the value of a promise, or with undefined if that takes longer than a number of milliseconds, or when the
 * signal is aborted. Rejects like the promise.
 */
export async function waitFor<Value>(
  promise: Promise<Value>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Value | undefined> {
  let stopWaiting = () => {};
  const patience = new Promise<undefined>((resolve) => {
    const leave = () => resolve(undefined);
    const timer = setTimeout(leave, milliseconds);
    const stopListening = onAbort(signal, leave);
    stopWaiting = () => {
      clearTimeout(timer);
      stopListening();
    };
  });
  try {
    return await Promise.race([promise, patience]);
  } finally {
    stopWaiting();
  }
}
