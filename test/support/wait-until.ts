/**
 * Calls `ask` every few milliseconds until it returns something other than undefined, null or false, and returns that.
 * Throws an Error with the condition and the time waited.
 */
export async function waitUntil<Value>(
  what: string,
  ask: () => Value | Promise<Value>,
  limitMs = 40_000,
): Promise<NonNullable<Exclude<Value, false>>> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = await ask();
    if (isGiven(value)) return value;
    if (performance.now() > deadline) throw new Error(`timed out after ${limitMs} ms: ${what}`);
    await sleep(5);
  }
}

/** Resolves after that many milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

function isGiven<Value>(value: Value): value is NonNullable<Exclude<Value, false>> {
  return value !== undefined && value !== null && value !== false;
}
