import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RenderSupervisor } from '../../../engine/src/render/process/supervisor.ts';
import { defaultSettings } from '../../src/contract/settings.ts';
import { JobRunner } from '../../src/mcp/job-runner.ts';
import { ProgressReport } from '../../src/mcp/progress-report.ts';

// Tests of waiting times with a mock clock.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limitMs = 1000;

/** A runner with a running call, and a function that makes another one. */
function busyRunner() {
  const runner = new JobRunner(new RenderSupervisor(), { ...defaultSettings, timeoutMs: limitMs }, () => {});
  const done: string[] = [];
  const join = (name: string, signal = new AbortController().signal) => {
    let end = () => {};
    const report = new ProgressReport(async () => {});
    vi.spyOn(report, 'wait').mockImplementation(() => void done.push(`${name} waits`));
    const work = () => {
      done.push(`${name} works`);
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    };
    const result = runner.perform({ signal, report }, work).finally(() => report.end());
    return { result, end: () => end() };
  };
  return { runner, first: join('first'), join, done };
}

describe('waiting calls', () => {
  it('the tool server runs calls in the order of their arrival', async () => {
    const { runner, first, join, done } = busyRunner();
    const [second, third] = [join('second'), join('third')];
    first.end();
    await first.result;
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['first works', 'second waits', 'third waits', 'second works']);
    second.end();
    await second.result;
    await vi.advanceTimersByTimeAsync(0);
    expect(done.at(-1)).toBe('third works');
    third.end();
    await runner.settled();
  });

  it('the tool server rejects a call at its time limit, and admits the next call', async () => {
    const { first, join, done } = busyRunner();
    const late = expect(join('late').result).rejects.toMatchObject({
      code: 'timeout',
      message:
        'waited for other calls to finish until the time limit of 1000 ms; call again when they have finished',
    });
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    join('next');
    await vi.advanceTimersByTimeAsync(1);
    await late;
    first.end();
    await vi.advanceTimersByTimeAsync(2 * limitMs);
    expect(done).toEqual(['first works', 'late waits', 'next waits', 'next works']);
  });

  it('the tool server removes a cancelled call, and does not admit a call cancelled before', async () => {
    const { runner, first, join, done } = busyRunner();
    const caller = new AbortController();
    const left = expect(join('left', caller.signal).result).rejects.toBe('enough');
    caller.abort('enough');
    await left;
    await expect(join('never', AbortSignal.abort('before')).result).rejects.toBe('before');
    const settled = runner.settled();
    first.end();
    await settled;
    expect(done).toEqual(['first works', 'left waits']);
  });

  it('the tool server begins no call before a cancelled one has ended', async () => {
    const { runner, join, first, done } = busyRunner();
    first.end();
    await runner.settled();
    const caller = new AbortController();
    const cancelled = join('cancelled', caller.signal);
    const next = join('next');
    caller.abort('enough');
    await vi.advanceTimersByTimeAsync(0);
    expect(done).not.toContain('next works');
    cancelled.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toContain('next works');
    next.end();
    await runner.settled();
  });

  it('the tool server refuses a call while a hundred others wait', async () => {
    const { join } = busyRunner();
    const waiting = Array.from({ length: 100 }, (_, index) => join(`call ${index}`));
    for (const { result } of waiting) result.catch(() => {});
    await expect(join('one too many').result).rejects.toMatchObject({
      code: 'failed',
      message: '100 calls are waiting for their turn; call again when they have finished',
    });
  });
});
