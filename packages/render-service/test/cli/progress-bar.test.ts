import type { WriteStream } from 'node:tty';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProgressBar } from '../../src/cli/progress-bar.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The lines that a bar writes for reports of a time in milliseconds and of frames that are done, of 1000. */
function linesOf(reports: readonly (readonly [ms: number, framesDone: number])[], isTTY = true): string[] {
  const lines: string[] = [];
  const stream = { isTTY, write: (line: string) => lines.push(line.replace('\r\u001b[K', '')) };
  const bar = new ProgressBar(stream as unknown as WriteStream);
  let now = 0;
  for (const [ms, framesDone] of reports) {
    vi.advanceTimersByTime(ms - now);
    now = ms;
    bar.update({ fraction: framesDone / 1000, framesDone, frames: 1000 });
  }
  return lines;
}

const endOf = (line: string | undefined) => line?.replace(/^[█░]+ /, '');

it('a bar tells how long a film still takes once enough of it is made', () => {
  const lines = linesOf([
    [3000, 1],
    [3500, 20],
    [5000, 101],
    [13_000, 501],
    [22_980, 1000],
  ]);
  expect(lines.map(endOf)).toEqual([
    '1/1000 frames, 0 fps',
    '20/1000 frames, 6 fps',
    '101/1000 frames, 20 fps, 18 s left',
    '501/1000 frames, 39 fps, 10 s left',
    '1000/1000 frames, 44 fps, 0 s left',
  ]);
  expect(lines[3]).toMatch(/^█{15}░{15} /);
});

it('a bar does not judge by the first frame of a slow film', () => {
  const lines = linesOf([
    [4000, 1],
    [9000, 2],
    [60_000, 12],
  ]);
  expect(lines.map((line) => / \d+ s left$/.test(line))).toEqual([false, false, true]);
});

it('a bar is drawn at most ten times a second, and only in a terminal', () => {
  expect(
    linesOf([
      [1000, 1],
      [1050, 2],
      [1110, 3],
    ]),
  ).toHaveLength(2);
  expect(linesOf([[1000, 1]], false)).toEqual([]);
});
