import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WaitingLine } from '../../src/mcp/waiting-line.ts';

// Tests of waiting times with a mock clock.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limitMs = 1000;

/** A line with a running call, and a function to wait in it. */
async function takenLine() {
  const line = new WaitingLine();
  const done: string[] = [];
  const release = await line.turn(new AbortController().signal, limitMs, () => done.push('first waits'));
  const join = (name: string, signal = new AbortController().signal) =>
    line
      .turn(signal, limitMs, () => done.push(`${name} waits`))
      .then((end) => {
        done.push(`${name} works`);
        return end;
      });
  return { line, release, join, done };
}

describe('waiting calls', () => {
  it('the waiting line runs calls in the order of their arrival', async () => {
    const { line, release, join, done } = await takenLine();
    const [second, third] = [join('second'), join('third')];
    release();
    // A second call does not end two turns.
    release();
    const end = await second;
    expect(done).toEqual(['second waits', 'third waits', 'second works']);
    end();
    (await third)();
    expect(done.at(-1)).toBe('third works');
    await line.settled();
  });

  it('the waiting line rejects a call at its time limit, and admits the next call', async () => {
    const { release, join, done } = await takenLine();
    const late = expect(join('late')).rejects.toMatchObject({
      code: 'timeout',
      problems: [
        'waited for other calls to finish until the time limit of 1000 ms; call again when they have finished',
      ],
    });
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    const next = join('next');
    await vi.advanceTimersByTimeAsync(1);
    await late;
    release();
    await next;
    expect(done).toEqual(['late waits', 'next waits', 'next works']);
  });

  it('the waiting line removes a cancelled call, and does not admit a call cancelled before', async () => {
    const { line, release, join } = await takenLine();
    const caller = new AbortController();
    const left = expect(join('left', caller.signal)).rejects.toBe('enough');
    caller.abort('enough');
    await left;
    await expect(join('never', AbortSignal.abort('before'))).rejects.toBe('before');
    const settled = line.settled();
    release();
    await settled;
  });

  it('the waiting line refuses a call while a hundred others wait', async () => {
    const { join } = await takenLine();
    const waiting = Array.from({ length: 100 }, (_, index) => join(`call ${index}`));
    for (const one of waiting) one.catch(() => {});
    await expect(join('one too many')).rejects.toMatchObject({
      code: 'failed',
      message: '100 calls are waiting for their turn; call again when they have finished',
    });
  });
});
