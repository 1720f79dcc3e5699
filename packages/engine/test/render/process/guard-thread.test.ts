import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onLinux } from '../../../../../test/support/linux-process.ts';
import { lifelineDescriptor, outOfMemoryNotice } from '../../../src/render/process/messages.ts';

const mebibyte = 1024 ** 2;
const guardFile = new URL('../../../dist/render/process/guard-thread.js', import.meta.url).href;

/** Prelude of the scripts; nothing in it lets the event loop of the main thread run. */
const prelude = `
  import { readSync, writeSync } from 'node:fs';
  import { Worker } from 'node:worker_threads';
  const guard = new Worker(new URL(${JSON.stringify(guardFile)}), {
    workerData: Number(process.argv[1]),
    execArgv: [],
  });
  const block = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  const mebibyte = 1024 ** 2;
  const residentMebibytes = () => process.memoryUsage.rss() / mebibyte;
  const tell = (word) => writeSync(1, word + '\\n');
  const kept = [];
  // Slower than the guard looks.
  const growTo = (mebibytes) => {
    while (residentMebibytes() < mebibytes) {
      kept.push(Buffer.alloc(16 * mebibyte, 1));
      tell(residentMebibytes());
      block(120);
    }
  };
`;

/** Runs a script under a guard with this memory limit. */
function underGuard(maxMemoryMebibytes: number, script: string) {
  const limit = String(maxMemoryMebibytes * mebibyte);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', prelude + script, limit], {
    stdio: ['ignore', 'pipe', 'inherit', 'ignore', 'pipe'],
  });
  const lifeline = child.stdio[lifelineDescriptor];
  if (!(lifeline instanceof Socket)) throw new Error('the lifeline is no socket');
  const printed: string[] = [];
  let notice = '';
  child.stdout?.on('data', (data: Buffer) => printed.push(...data.toString().trim().split('\n')));
  lifeline.on('data', (data: Buffer) => {
    notice += data.toString();
  });
  lifeline.on('error', () => {});
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal, notice }));
  return { child, lifeline, printed, ended };
}

describe.skipIf(!onLinux)("a render process's guard", () => {
  it('the guard ends a blocked render process at the memory limit and reports why', {
    tags: 'slow',
  }, async () => {
    const { ended, printed } = underGuard(256, "guard.postMessage('watch'); growTo(260); block(600_000);");
    expect(await ended).toEqual({ code: null, signal: 'SIGKILL', notice: outOfMemoryNotice });
    // The process may end before it reports the step that was too much.
    expect(Number(printed.at(-1))).toBeGreaterThan(256 - 16);
  });

  it('the guard does not end a render process below its memory limit', { tags: 'slow' }, async () => {
    const { ended } = underGuard(
      256,
      "guard.postMessage('watch'); growTo(225); block(300); process.exit(7);",
    );
    expect(await ended).toEqual({ code: 7, signal: null, notice: '' });
  });

  it.each(['', "guard.postMessage('watch'); guard.postMessage('pause'); block(200);"])(
    "the guard checks a render process's memory only during a task (%j)",
    async (before) => {
      const { ended } = underGuard(20, `${before} block(500); process.exit(7);`);
      expect(await ended).toEqual({ code: 7, signal: null, notice: '' });
    },
  );

  it('the guard ends a blocked render process whose parent has ended', async () => {
    const { ended, lifeline, printed } = underGuard(1024, "block(300); tell('blocked'); block(600_000);");
    await expect.poll(() => printed, { timeout: 50_000 }).toEqual(['blocked']);
    lifeline.destroy();
    expect(await ended).toMatchObject({ signal: 'SIGKILL' });
  });
});
