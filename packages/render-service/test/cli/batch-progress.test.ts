import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchProgress, CheckProgress, duration } from '../../../farm/src/commands/batch-progress.ts';

const made = { kind: 'made', bytes: 1 } as const;
const skipped = { kind: 'skipped', bytes: 1 } as const;
const failed = { kind: 'failed', code: 'failed', problems: ['a', 'b'] } as const;

/** Returns a stream, optionally a terminal, and what was written to it. */
function streamOf(isTTY: boolean): { stream: WriteStream; written: () => string } {
  const stream = Object.assign(new PassThrough(), { isTTY }) as unknown as WriteStream;
  return { stream, written: () => String(stream.read() ?? '') };
}

describe('the progress of a batch', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('batch shows its progress as a bar on a terminal', () => {
    const { stream, written } = streamOf(true);
    const progress = new BatchProgress(stream, 10);
    progress.done(1, skipped, () => 'row 1');
    expect(written()).toBe(`\r\u001b[K${'█'.repeat(3)}${'░'.repeat(27)} 1/10 done, 9 left`);
    vi.advanceTimersByTime(2000);
    progress.done(2, made, () => 'row 2');
    expect(written()).toContain(' 2/10 done, 8 left, 16 s left');
    vi.advanceTimersByTime(1000);
    progress.progress(3, 0.5);
    expect(written()).toContain(' 2/10 done, 8 left, 15 s left');
    progress.done(3, failed, () => 'row 3');
    expect(written()).toBe('\r\u001b[Krow 3: a\nrow 3: b\n');
    vi.advanceTimersByTime(1000);
    progress.done(4, made, () => 'row 4');
    expect(written()).toContain(' 3/10 done, 1 failed, 6 left, ');
    progress.clear();
    expect(written()).toBe('\r\u001b[K');
    expect(progress.counts).toEqual({ made: 2, skipped: 1, checked: 0, failed: 1 });
  });

  it('batch prints its progress every 10 seconds without a terminal', () => {
    const { stream, written } = streamOf(false);
    const progress = new BatchProgress(stream, 100);
    for (let second = 0; second < 25; second++) {
      vi.advanceTimersByTime(1000);
      progress.done(second, made, () => '');
    }
    expect(written()).toBe('10/100 done, 90 left, 90 s left\n20/100 done, 80 left, 80 s left\n');
    progress.clear();
    expect(written()).toBe('');
  });

  it('batch prints its first 20 failures and counts the rest', () => {
    const { stream, written } = streamOf(false);
    const progress = new BatchProgress(stream, 100);
    for (let number = 0; number < 50; number++) progress.done(number, failed, () => `row ${number}`);
    const lines = written().split('\n');
    expect(lines).toHaveLength(42);
    expect(lines.at(-2)).toBe('Further failures are only counted; --report lists all of them.');
    expect(progress.counts.failed).toBe(50);
  });

  it.each([
    [0.2, '1 s'],
    [119, '119 s'],
    [119.5, '2 min'],
    [3600, '60 min'],
    [9000, '2 h 30 min'],
  ])('batch shows a duration of %s seconds as %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});

describe('the progress of the search for existing outputs', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    { isTTY: true, first: '\r\u001b[K', last: '\r\u001b[K' },
    { isTTY: false, first: 'render-service: ', last: '\n' },
  ])(
    'batch shows the progress of a slow search for existing outputs, terminal: $isTTY',
    ({ isTTY, first, last }) => {
      const { stream, written } = streamOf(isTTY);
      const progress = new CheckProgress(stream);
      progress.looked(1000, 0);
      expect(written()).toBe('');
      vi.advanceTimersByTime(6000);
      progress.looked(2000, 3);
      progress.looked(3000, 3);
      progress.clear();
      expect(written()).toBe(`${first}looking for existing outputs: 2000 objects listed, 3 compared${last}`);
    },
  );
});
