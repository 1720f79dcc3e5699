// @module-tag chromium

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openChromium } from '../../../../../test/support/chromium-session.ts';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import { renderParts } from '../../../src/index.ts';
import { film } from '../../shorthand/expand.ts';

const fills = ['#c03020', '#20a040', '#2040c0', '#c0a020'];

/** Runs in the browser, for which this project has no types: the colours in the middle of the film at these times. */
const look = `async (base64, times) => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const video = document.createElement('video');
  const next = (name) => new Promise((done, failed) => {
    video.addEventListener(name, done, { once: true });
    video.addEventListener('error', () => failed(new Error(video.error.message)), { once: true });
  });
  const loaded = next('loadeddata');
  video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
  await loaded;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const seen = [];
  for (const time of times) {
    const done = next('seeked');
    // A busy browser says that it has sought before it shows the picture.
    const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.currentTime = time;
    await done;
    await shown;
    context.drawImage(video, 0, 0);
    seen.push([...context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data.subarray(0, 3)]);
  }
  return { duration: video.duration, seen };
}`;

describe('the chapters of a film', () => {
  it('Chromium shows each chapter after a jump to its start, in any order', async () => {
    const parts = fills.map((background, index) => ({
      project: film({
        ...{ width: 160, height: 90, background },
        compositions: { only: { duration: 900 + 70 * index } },
        objects: { dot: { kind: 'circle', state: { x: 10, y: 10, width: 4, height: 4 } } },
      }),
    }));
    const path = join(await temporaryFolder(), 'film.mp4');
    const { chapters, durationMs } = await renderParts(parts, path);
    const session = await openChromium();
    try {
      const order = [3, 1, 2, 0];
      const times = order.map((index) => ((chapters[index]?.startMs ?? 0) + 5) / 1000);
      const { duration, seen }: { duration: number; seen: number[][] } = await session.page.evaluate(
        `(${look})(${JSON.stringify((await readFile(path)).toString('base64'))}, ${JSON.stringify(times)})`,
      );
      expect(duration).toBeCloseTo(durationMs / 1000, 2);
      for (const [at, index] of order.entries()) {
        const fill = fills[index] ?? '';
        const expected = [1, 3, 5].map((start) => Number.parseInt(fill.slice(start, start + 2), 16));
        const difference = expected.map((value, channel) => Math.abs(value - (seen[at]?.[channel] ?? 0)));
        expect(Math.max(...difference), `chapter ${index}`).toBeLessThan(16);
      }
    } finally {
      await session.close();
    }
  });
});
