import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../../test/support/command-line.ts';
import { decodeFrames, throughYuv420 } from '../../../../../test/support/ffmpeg.ts';
import { checkedFilm } from '../../../../../test/support/film/check-film.ts';
import { structuralSimilarity } from '../../../../../test/support/picture-difference.ts';
import { wavUrl } from '../../../../../test/support/wav-writer.ts';
import { render as renderInProcess } from '../../../src/library.ts';
import { render } from '../../../src/render/render.ts';
import { decodeSound, onsetMs } from '../../media/sound/film-support.ts';

const size = { width: 320, height: 180 };

/** A click of 1 ms in the second second, loud enough to be distinct from the encoder's noise. */
const click = (frame: number) =>
  frame >= 96_000 && frame < 96_048 ? 0.9 * (-1) ** Math.floor(frame / 8) : 0;

/** A ball that crosses the picture in 2 seconds, after a hold of 1 second, with a click after 2 seconds. */
const film = JSON.stringify({
  shorthand: true,
  name: 'Crossing',
  ...size,
  background: 'navy',
  objects: { ball: { kind: 'circle', state: { x: 30, y: 90, width: 40, height: 40, fill: 'gold' } } },
  compositions: {
    left: { duration: 1000, states: { ball: {} } },
    right: { duration: 1000, enter: { duration: 2000, easing: 'linear' }, states: { ball: { x: 290 } } },
  },
  audioTracks: {
    click: {
      asset: { src: wavUrl({ sampleRate: 48_000, frames: 192_000, channels: [click] }) },
      start: 0,
      duration: 4000,
    },
  },
});

it('a part of a film shows the frames of the project at its times', {
  tags: ['ffmpeg', 'slow'],
}, async () => {
  const [fromMs, toMs] = [1500, 3400];
  const part = await checkedFilm(render(film, { format: 'mp4', fps: 30, fromMs, toMs }), 30);
  expect([part.durationMs, part.frames]).toEqual([1900, 57]);
  const indexes = [0, 20, 44, 45, 56];
  const frames = await decodeFrames(part.data, indexes, size);
  for (const [at, index] of indexes.entries()) {
    const timeMs = fromMs + (index * 1000) / 30;
    const { data } = await render(film, { format: 'png', timeMs });
    const shown = frames[at] ?? expect.unreachable();
    expect(structuralSimilarity(shown, await throughYuv420(data, size)), `${timeMs}`).toBeGreaterThan(0.97);
  }
});

it('a part of a film has the sound of the project at its times', { tags: ['ffmpeg', 'slow'] }, async () => {
  for (const [fromMs, toMs, heard] of [
    [1500, 3400, 500],
    [1999, 2500, 1],
    [0, 4000, 2000],
  ] as const) {
    const { data } = await checkedFilm(render(film, { format: 'mp4', fps: 24, fromMs, toMs }), 24);
    const { left } = await decodeSound(data);
    expect(Math.abs(onsetMs(left) - heard)).toBeLessThan(2);
  }
});

it('a film of the whole range has the same bytes as the film', async () => {
  const whole = await render(film, { format: 'mp4' });
  const part = await render(film, { format: 'mp4', fromMs: 0, toMs: 4000 });
  expect(Buffer.from(part.data).equals(whole.data)).toBe(true);
});

it('a part of a project that is too long for a film can be rendered', async () => {
  const long = film.replace('"left":{"duration":1000', '"left":{"duration":59000');
  await expect(render(long, { format: 'mp4' })).rejects.toMatchObject({ code: 'unsupported' });
  const { frames } = await render(long, { format: 'mp4', fromMs: 59_500, toMs: 60_500 });
  expect(frames).toBe(30);
});

it.each([
  [{ format: 'png', fromMs: 100 }, 'fromMs can only choose a part of a film, but the format is png'],
  [{ format: 'mp4', fromMs: 900, toMs: 900 }, 'toMs must be greater than fromMs, which is 900, but is 900'],
  [{ format: 'mp4', fromMs: -1 }, 'fromMs must be a number of at least 0, but is -1'],
  [{ format: 'mp4', toMs: Number.NaN }, 'toMs must be a number of at least 0, but is NaN'],
  [{ format: 'mp4', fromMs: 4000 }, "fromMs must lie inside the project's duration of 4000 ms, but is 4000"],
  [{ format: 'mp4', toMs: 4001 }, "toMs must lie inside the project's duration of 4000 ms, but is 4001"],
] as const)('the part %j of a film is refused', async (options, problem) => {
  await expect(renderInProcess(film, options)).rejects.toMatchObject({
    code: 'invalid-option',
    message: problem,
  });
});

it('the command line renders a part of a film, and refuses times that are no numbers', {
  tags: 'slow',
}, async () => {
  const folder = await temporaryFolder();
  const [input, output] = [join(folder, 'film.json'), join(folder, 'film.mp4')];
  await writeFile(input, film);
  const args = ['render', input, '-o', output, '--json'];
  const made = await run([...args, '--from-ms', '1500', '--to-ms', '2000.5']);
  expect(JSON.parse(made.stdout.toString())).toMatchObject({ durationMs: 500.5, frames: 16 });
  const refused = await run([...args, '--force', '--from-ms', '1s']);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--from-ms must be a number')]);
});
