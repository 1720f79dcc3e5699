import { spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sleep } from '../../../../../test/support/wait-until.ts';
import { ContentError } from '../../../src/project/content-error.ts';
import { problemAt } from '../../../src/project/problem.ts';
import { withTimeLimit } from '../../../src/render/control/time-limit.ts';
import { unexpectedCause } from '../../../src/render/render-error.ts';

const timeLimitModule = new URL('../../../dist/render/control/time-limit.js', import.meta.url).href;

/** Work that ends only when it is stopped. */
function untilStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason));
  });
}

describe('work with a time limit', () => {
  it('withTimeLimit stops work at the time limit and when the caller aborts', async () => {
    await expect(withTimeLimit({ timeoutMs: 20 }, untilStopped)).rejects.toMatchObject({ code: 'timeout' });
    const caller = new AbortController();
    const work = withTimeLimit({ signal: caller.signal }, untilStopped);
    caller.abort();
    await expect(work).rejects.toMatchObject({ code: 'aborted' });
    await expect(withTimeLimit({ signal: caller.signal }, async () => 1)).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  it('withTimeLimit drops the result of work that ignores its signal and ends late', async () => {
    const caller = new AbortController();
    const late = async () => {
      await sleep(60);
      caller.abort();
      return 1;
    };
    await expect(withTimeLimit({ timeoutMs: 20 }, late)).rejects.toMatchObject({ code: 'timeout' });
    await expect(withTimeLimit({ signal: caller.signal }, late)).rejects.toMatchObject({ code: 'aborted' });
  });

  it('withTimeLimit removes its listeners and timers, whether the work succeeds or fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const caller = new AbortController();
    await withTimeLimit({ signal: caller.signal }, async () => 1);
    await expect(
      withTimeLimit({ signal: caller.signal }, () => Promise.reject(new Error())),
    ).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  });

  it('withTimeLimit rejects with all content problems, and with the cause of an unexpected failure', async () => {
    const problems = ['a', 'b'].map((id) => problemAt([id], 'file', 'is wrong; change it'));
    const content = await withTimeLimit({}, () => Promise.reject(new ContentError(problems))).catch(
      (error) => error,
    );
    expect(content).toMatchObject({ code: 'failed', problems });
    expect(unexpectedCause(content)).toBeUndefined();
    const bug = new TypeError('x is not a function');
    const surprise = await withTimeLimit({}, () => Promise.reject(bug)).catch((error) => error);
    expect(surprise).toMatchObject({
      code: 'failed',
      message: 'project: could not be rendered, because of an unexpected failure',
    });
    expect(unexpectedCause(surprise)).toBe(bug.stack);
  });

  it('withTimeLimit keeps its limit after garbage collection and 20,000 earlier limits', {
    tags: 'slow',
  }, async () => {
    const script = `
      import { setTimeout as wait } from 'node:timers/promises';
      import { withTimeLimit } from ${JSON.stringify(timeLimitModule)};
      const control = (timeoutMs) => ({ signal: new AbortController().signal, timeoutMs });
      // Until the engine has compiled it anew, keeping nothing alive that it does not need.
      for (let turn = 0; turn < 20_000; turn++) await withTimeLimit(control(100_000), async () => turn);
      const endless = (stop) => new Promise((_, failed) => stop.addEventListener('abort', () => failed(stop.reason)));
      let code = 'none';
      withTimeLimit(control(300), endless).catch((error) => { code = error.code; });
      for (let turn = 0; turn < 5; turn++) {
        await wait(20);
        gc();
      }
      // A processor with much else to do may be late.
      for (let turn = 0; turn < 50 && code === 'none'; turn++) await wait(100);
      console.log(code);
    `;
    const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script]);
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
    await once(child, 'close');
    expect(printed).toBe('timeout\n');
  });
});
