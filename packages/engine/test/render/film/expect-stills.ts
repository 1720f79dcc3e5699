import { expect } from 'vitest';
import { decodeFrames, throughYuv420 } from '../../../../../test/support/ffmpeg.ts';
import { checkedFilm } from '../../../../../test/support/film/check-film.ts';
import { peakSignalToNoise } from '../../../../../test/support/picture-difference.ts';
import type { Project } from '../../../src/project/schema.ts';
import { render } from '../../../src/render/render.ts';

/** Renders a film of this width at 24 pictures a second, and compares three of them with stills of the same times. */
export async function expectStills(project: Project, width: number): Promise<void> {
  const film = await checkedFilm(render(project, { format: 'mp4', width, fps: 24 }), 24);
  const indexes = [0.15, 0.5, 0.9].map((share) => Math.round(share * (film.frames - 1)));
  const frames = await decodeFrames(film.data, indexes, film);
  for (const [at, index] of indexes.entries()) {
    const timeMs = (index * 1000) / 24;
    const still = await render(project, { timeMs, width: film.width, height: film.height });
    // Compared with the still after conversion to yuv420p: the small coloured shapes of a crowd lose more from the
    // halved chroma (34 dB) than from the encoder.
    const decibels = peakSignalToNoise(frames[at], await throughYuv420(still.data, film));
    expect(decibels, `at ${timeMs} ms`).toBeGreaterThanOrEqual(38);
  }
}
