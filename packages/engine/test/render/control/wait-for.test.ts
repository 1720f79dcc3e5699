import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../../../src/render/control/on-abort.ts';

const never = new Promise<never>(() => {});
const longMs = 60_000;

describe('waiting for a promise with patience', () => {
  it('gives its value, and rejects like it', async () => {
    const { signal } = new AbortController();
    expect(await waitFor(Promise.resolve(7), longMs, signal)).toBe(7);
    await expect(waitFor(Promise.reject(new Error('broken')), longMs, signal)).rejects.toThrow('broken');
  });

  it('ends when patience does, and when the signal is aborted, also before', async () => {
    const stop = new AbortController();
    expect(await waitFor(never, 1, stop.signal)).toBe(undefined);
    const waiting = waitFor(never, longMs, stop.signal);
    stop.abort();
    expect(await waiting).toBe(undefined);
    expect(await waitFor(never, longMs, stop.signal)).toBe(undefined);
  });

  it('leaves no listener at the signal', async () => {
    const { signal } = new AbortController();
    await Promise.all([waitFor(never, 1, signal), waitFor(Promise.resolve(), longMs, signal)]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
