import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ProgressNews, ProgressReport } from '../../src/mcp/progress-report.ts';

// Tests with a mock clock, because the actual waits would take too long.

let told: ProgressNews[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
});
afterEach(() => void vi.useRealTimers());

function report(tell: (news: ProgressNews) => Promise<void> = async (news) => void told.push(news)) {
  return new ProgressReport(tell);
}

it('a progress report sends a notification every ten seconds while there is no progress', async () => {
  const film = report();
  await vi.advanceTimersByTimeAsync(20_200);
  film.update({ fraction: 0.1, framesDone: 1, frames: 10 });
  await vi.advanceTimersByTimeAsync(25_000);
  film.update({ fraction: 0.2, framesDone: 2, frames: 10 });
  film.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([
    { progress: 1 / 1024, message: 'still working' },
    { progress: 2 / 1024, message: 'still working' },
    { progress: 1, total: 10, message: '1 of 10 frames' },
    { progress: 1 + 1 / 1024, total: 10, message: 'still working' },
    { progress: 1 + 2 / 1024, total: 10, message: 'still working' },
    { progress: 2, total: 10, message: '2 of 10 frames' },
  ]);
});

it('a progress report never exceeds the total', async () => {
  const film = report();
  film.update({ fraction: 1, framesDone: 10, frames: 10 });
  await vi.advanceTimersByTimeAsync(60_000);
  film.end();
  expect(told).toEqual([{ progress: 10, total: 10, message: '10 of 10 frames' }]);
});

it('a progress report skips frames that come too soon, but never the last frame', async () => {
  const film = report();
  for (let framesDone = 1; framesDone <= 30; framesDone++) {
    film.update({ fraction: framesDone / 30, framesDone, frames: 30 });
    await vi.advanceTimersByTimeAsync(30);
  }
  film.end();
  expect(told.map(({ progress }) => progress)).toEqual([1, 5, 9, 13, 17, 21, 25, 29, 30]);
});

it('a progress report waits for a slow client, and ignores a disconnected client', async () => {
  let makeRoom = () => {};
  const slow = report((news) => {
    told.push(news);
    return new Promise((done) => {
      makeRoom = done;
    });
  });
  for (let framesDone = 1; framesDone <= 5; framesDone++) {
    slow.update({ fraction: 0, framesDone, frames: 9 });
    await vi.advanceTimersByTimeAsync(1000);
  }
  makeRoom();
  await vi.advanceTimersByTimeAsync(0);
  slow.update({ fraction: 0, framesDone: 6, frames: 9 });
  slow.end();
  expect(told.map(({ progress }) => progress)).toEqual([1, 6]);

  const gone = report(() => Promise.reject(new Error('gone')));
  gone.update({ fraction: 1, framesDone: 0, frames: 0 });
  gone.end();
  await vi.advanceTimersByTimeAsync(0);
});
