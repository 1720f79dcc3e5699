import { describe, expect, it } from 'vitest';
import { convertWithFfmpeg, runOnFile, type Size } from '../../../../../test/support/ffmpeg.ts';
import { decodeAnimation, seekInChromium } from '../../../../../test/support/film/browser-animation.ts';
import { decodePng, onBackground, type Picture } from '../../../../../test/support/picture.ts';
import { structuralSimilarity } from '../../../../../test/support/picture-difference.ts';
import { sine, wavUrl } from '../../../../../test/support/wav-writer.ts';
import { filmFormats, formats } from '../../../src/output/formats.ts';
import { render } from '../../../src/render/render.ts';

const size = { width: 320, height: 180 };

/** A white ball that moves over nothing, beside a translucent glass. */
function overlay(changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    shorthand: true,
    name: 'Overlay',
    ...size,
    background: '#00000000',
    objects: {
      ball: { kind: 'circle', state: { x: 60, y: 90, width: 80, height: 80, fill: 'white' } },
      glass: { kind: 'rectangle', state: { x: 250, y: 90, width: 60, height: 120, fill: '#3366ff80' } },
    },
    compositions: {
      left: { duration: 700, states: { ball: {}, glass: {} } },
      right: { duration: 633, enter: { duration: 1000 }, states: { ball: { x: 200 } } },
    },
    ...changes,
  });
}

const durationMs = 2333;
const animations = ['gif', 'webp', 'apng'] as const;
const overlays = ['webm', 'mov'] as const;

/** The still of the project at a frame of a film. */
async function stillAt(text: string, frame: number, fps: number): Promise<Picture> {
  const { data } = await render(text, { format: 'png', timeMs: (frame * 1000) / fps });
  return decodePng(data);
}

/** The frames of a film with their opacity, as FFmpeg decodes them at a constant rate. */
async function framesOf(
  file: Uint8Array,
  { fps, decoder = [] }: { fps: number; decoder?: readonly string[] },
  { width, height }: Size,
): Promise<Picture[]> {
  const scale =
    'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int';
  const { stdout, stderr } = await runOnFile('ffmpeg', file, (path) => [
    ...['-v', 'warning', '-xerror', '-err_detect', 'explode', ...decoder, '-i', path],
    ...['-vf', `fps=${fps}:round=near,${scale},format=rgba`, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
  ]);
  expect(stderr.toString()).toBe('');
  const length = 4 * width * height;
  return Array.from({ length: stdout.length / length }, (_, at) => ({
    width,
    height,
    data: new Uint8ClampedArray(stdout.subarray(at * length, (at + 1) * length)),
  }));
}

const decoders = { webm: ['-c:v', 'libvpx-vp9'], mov: [] } as const;

function alphaOf({ data }: Picture): Uint8ClampedArray {
  return data.filter((_, index) => index % 4 === 3);
}

function worstDifference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  return one.reduce((worst, value, index) => Math.max(worst, Math.abs(value - other[index])), 0);
}

/** The mean square of the differences of all colours. */
function meanError(seen: readonly Picture[], wanted: readonly Picture[]): number {
  let sum = 0;
  let count = 0;
  for (const [index, { data }] of wanted.entries()) {
    for (let at = 0; at < data.length; at++) sum += (data[at] - (seen[index]?.data[at] ?? 0)) ** 2;
    count += data.length;
  }
  return sum / count;
}

describe('a film with transparency', () => {
  it.each([
    ['webm', 12, 0.98],
    ['mov', 2, 0.995],
  ] as const)(
    'a %s film has the opacity and the colours of the stills',
    { tags: 'ffmpeg' },
    async (format, maxAlpha, minSimilarity) => {
      const film = await render(overlay(), { format, fps: 30 });
      expect([film.frames, film.durationMs]).toEqual([70, durationMs]);
      const frames = await framesOf(film.data, { fps: 30, decoder: decoders[format] }, size);
      expect(frames).toHaveLength(70);
      for (const at of [0, 20, 25, 30, 40, 50, 60, 68]) {
        const still = await stillAt(overlay(), at, 30);
        const frame = frames[at] ?? expect.unreachable();
        const alpha = [alphaOf(frame), alphaOf(still)] as const;
        // The codec of WebM may soften single pixels of an edge.
        const differing = alpha[0].filter((value, index) => Math.abs(value - alpha[1][index]) > maxAlpha);
        expect(differing.length, `${format} ${at}`).toBeLessThan(format === 'mov' ? 1 : 200);
        for (const background of [
          [255, 0, 0],
          [0, 160, 0],
        ] as const) {
          const similarity = structuralSimilarity(
            onBackground(frame, background),
            onBackground(still, background),
          );
          expect(similarity, `${format} ${at}`).toBeGreaterThan(minSimilarity);
        }
      }
    },
  );

  it.each(overlays)(
    'a %s film has a constant rate, and a held picture takes almost no bytes',
    { tags: 'ffmpeg' },
    async (format) => {
      const compositions = {
        long: { duration: 58_000 },
        right: { duration: 500, enter: 500, states: { ball: { x: 200 } } },
      };
      const { data, frames } = await render(overlay({ compositions }), { format, fps: 30 });
      const first = await render(overlay({ compositions: { long: { duration: 100 } } }), { format, fps: 30 });
      // Two pictures of the motion, and some 30 bytes for each held frame.
      expect(data.length).toBeLessThan(20 * first.data.length + 30 * frames);
      const probed = await runOnFile('ffprobe', data, (path) => [
        ...['-v', 'warning', '-select_streams', 'v', '-count_packets', '-of', 'csv=p=0'],
        ...['-show_entries', 'stream=avg_frame_rate,r_frame_rate,nb_read_packets', path],
      ]);
      expect([probed.stdout.toString().trim(), probed.stderr.toString()]).toEqual([
        `30/1,30/1,${frames}`,
        '',
      ]);
      const { stdout, stderr } = await runOnFile('ffmpeg', data, (path) => [
        ...['-v', 'warning', '-xerror', '-err_detect', 'explode', '-ss', '57.5', ...decoders[format]],
        ...['-i', path, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
      ]);
      expect([stdout.length, stderr.toString()]).toEqual([4 * size.width * size.height, '']);
    },
  );

  it('Chromium shows the pictures of a WebM film while it holds and moves, wherever it seeks', {
    tags: ['chromium', 'slow'],
  }, async () => {
    const { data } = await render(overlay(), { format: 'webm', fps: 30 });
    const { durationMs: shownMs, pictures } = await seekInChromium(data, [2210, 310, 1210, 610, 1710]);
    expect(Math.abs(shownMs - durationMs)).toBeLessThan(34);
    for (const { timeMs, picture } of pictures) {
      const still = await stillAt(overlay(), Math.floor((timeMs * 30) / 1000), 30);
      const [seen, wanted] = [picture, still].map((one) => onBackground(one, [0, 160, 0]));
      expect(structuralSimilarity(seen, wanted), `${timeMs} ms`).toBeGreaterThan(0.98);
    }
  });

  it.each(overlays)(
    'a white edge of a %s film over red is at least as bright as white over red can be',
    { tags: 'ffmpeg' },
    async (format) => {
      const { data } = await render(overlay(), { format, fps: 24 });
      const frames = await framesOf(data, { fps: 24, decoder: decoders[format] }, size);
      const over = onBackground(frames[0] ?? expect.unreachable(), [255, 0, 0]);
      // Left of the glass, every mixture of white and red has all of its red.
      let darkest = 255;
      for (let y = 0; y < size.height; y++)
        for (let x = 0; x < 200; x++) darkest = Math.min(darkest, over.data[4 * (y * size.width + x)] ?? 0);
      expect(darkest).toBeGreaterThan(235);
    },
  );

  it.each(overlays)('a %s film has the sound of its project', { tags: 'ffmpeg' }, async (format) => {
    const src = wavUrl({ sampleRate: 48_000, frames: 48_000, channels: [sine(1000, 48_000, 0.5)] });
    const audioTracks = { tone: { asset: { src }, start: 500, duration: 1000 } };
    const { data, audioCodec } = await render(overlay({ audioTracks }), { format });
    expect(audioCodec).toBe(formats[format].audioCodec);
    const { stdout, stderr } = await runOnFile('ffmpeg', data, (path) => [
      ...['-v', 'warning', '-xerror', '-i', path, '-map', '0:a'],
      ...['-f', 'f32le', '-ac', '1', '-ar', '48000', '-'],
    ]);
    expect(stderr.toString()).toBe('');
    const samples = new Float32Array(
      stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length),
    );
    const first = samples.findIndex((value) => Math.abs(value) > 0.1);
    const last = samples.findLastIndex((value) => Math.abs(value) > 0.1);
    expect(Math.abs(first / 48 - 500)).toBeLessThan(3);
    expect(Math.abs(last / 48 - 1500)).toBeLessThan(3);
    expect(Math.abs(samples.length / 48 - durationMs)).toBeLessThan(25);
  });

  it.each(overlays)(
    'a %s film ends at the end of its project, and a held picture is stored once',
    { tags: 'ffmpeg' },
    async (format) => {
      const held = overlay({ compositions: { only: { duration: 5000, states: { ball: {}, glass: {} } } } });
      const { data, rasterizedFrames } = await render(held, { format });
      expect(rasterizedFrames).toBe(1);
      const { stdout } = await runOnFile('ffprobe', data, (path) => [
        ...['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path],
      ]);
      expect(Math.abs(Number(stdout.toString()) - 5)).toBeLessThan(0.002);
      expect(data.length).toBeLessThan(200_000);
    },
  );
});

describe('an MP4 with AAC', () => {
  const src = wavUrl({ sampleRate: 48_000, frames: 48_000, channels: [sine(1000, 48_000, 0.5)] });
  const text = overlay({ audioTracks: { tone: { asset: { src }, start: 500, duration: 1000 } } });

  it('an MP4 can have AAC, in time and as long as the film', { tags: 'ffmpeg' }, async () => {
    const { data, audioCodec } = await render(text, { format: 'mp4', audio: 'aac' });
    expect(audioCodec).toBe('aac');
    const probed = await runOnFile('ffprobe', data, (path) => [
      ...['-v', 'warning', '-select_streams', 'a', '-show_entries', 'stream=codec_name,duration'],
      ...['-of', 'csv=p=0', path],
    ]);
    expect(probed.stderr.toString()).toBe('');
    const [codec, duration] = probed.stdout.toString().trim().split(',');
    expect(codec).toBe('aac');
    expect(Math.abs(Number(duration) * 1000 - durationMs)).toBeLessThan(1);
    const { stdout, stderr } = await runOnFile('ffmpeg', data, (path) => [
      ...['-v', 'warning', '-xerror', '-err_detect', 'explode', '-i', path, '-map', '0:a'],
      ...['-f', 'f32le', '-ac', '1', '-ar', '48000', '-'],
    ]);
    expect(stderr.toString()).toBe('');
    const samples = new Float32Array(
      stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length),
    );
    expect(Math.abs(samples.findIndex((value) => Math.abs(value) > 0.1) / 48 - 500)).toBeLessThan(3);
    expect(Math.abs(samples.findLastIndex((value) => Math.abs(value) > 0.1) / 48 - 1500)).toBeLessThan(3);
  });

  it.each([
    [{ format: 'mp4', audio: 'flac' }, 'audio must be mp3 or aac, but is "flac"'],
    [{ format: 'webm', audio: 'aac' }, 'audio can only choose the sound of an MP4, but the format is webm'],
  ] as const)('the sound %j is refused', async (options, problem) => {
    await expect(render(text, options as never)).rejects.toMatchObject({
      code: 'invalid-option',
      message: problem,
    });
  });
});

describe('an animated picture', () => {
  it.each(animations)(
    'Chromium shows the pictures of the stills in a %s file, each at its time',
    { tags: ['chromium', 'slow'] },
    async (format) => {
      const film = await render(overlay(), { format });
      expect([film.frames, film.mimeType]).toEqual([35, formats[format].mediaType]);
      const type = format === 'apng' ? 'image/png' : film.mimeType;
      const frames = await decodeAnimation(film.data, type);
      expect(frames).toHaveLength(film.rasterizedFrames);
      const total = frames.reduce((sum, frame) => sum + frame.durationMs, 0);
      expect(Math.abs(total - durationMs)).toBeLessThan(format === 'gif' ? 10 : 1);
      let startMs = 0;
      for (const [index, { durationMs: shownMs, picture }] of frames.entries()) {
        const frame = Math.round((startMs * 15) / 1000);
        startMs += shownMs;
        if (index % 4 > 0) continue;
        const still = await stillAt(overlay(), frame, 15);
        if (format === 'apng') {
          // The canvas of the page multiplies colours by their opacity, with a loss of at most one step.
          expect(worstDifference(alphaOf(picture), alphaOf(still)), `${index}`).toBe(0);
        }
        const [one, other] = [onBackground(picture, [200, 30, 30]), onBackground(still, [200, 30, 30])];
        const least = { apng: 0.999, webp: 0.97, gif: 0.85 }[format];
        expect(structuralSimilarity(one, other), `${format} ${index}`).toBeGreaterThan(least);
      }
    },
  );

  it('an APNG has exactly the pixels of the stills', { tags: ['ffmpeg', 'slow'] }, async () => {
    const { data } = await render(overlay(), { format: 'apng', fps: 20 });
    const { stdout, stderr } = await runOnFile('ffmpeg', data, (path) => [
      ...['-v', 'warning', '-xerror', '-f', 'apng', '-i', path, '-vf', 'fps=20', '-frames:v', '46'],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
    ]);
    expect(stderr.toString()).toBe('');
    const length = 4 * size.width * size.height;
    for (const at of [0, 15, 20, 27, 33, 45]) {
      const still = await render(overlay(), { format: 'png', timeMs: at * 50 });
      const { stdout: pixels } = await runOnFile('ffmpeg', still.data, (path) => [
        ...['-v', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
      ]);
      expect(stdout.subarray(at * length, (at + 1) * length).equals(pixels), `${at}`).toBe(true);
    }
  });

  it.each([
    ['gif', 'gifsicle', ['--info']],
    ['webp', 'webpinfo', ['-quiet']],
    ['apng', 'pngcheck', ['-q']],
  ] as const)(
    '%s files conform to %s',
    { tags: ['gifsicle', 'webp', 'pngcheck'] },
    async (format, program, args) => {
      const { data } = await render(overlay(), { format });
      const { stdout, stderr } = await runOnFile(program, data, (path) => [...args, path]);
      expect(stderr.toString()).toBe('');
      expect(stdout.toString()).not.toMatch(/error|warning|invalid/i);
      if (format === 'gif') expect(stdout.toString()).toContain('loop forever');
    },
  );

  it('the colours of a GIF are as close as with the palette of the ffmpeg command', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const ids = Array.from({ length: 48 }, (_, index) => `ball${index}`);
    const project = JSON.stringify({
      ...{ shorthand: true, ...size, background: '#203040' },
      objects: Object.fromEntries(
        ids.map((id, index) => {
          const fill = `#${((index * 0x35f1a7 + 0x407090) & 0xffffff).toString(16).padStart(6, '0')}`;
          const state = {
            x: 20 + 40 * (index % 8),
            y: 15 + 30 * Math.floor(index / 8),
            width: 34,
            height: 34,
            fill,
          };
          return [id, { kind: 'circle', state: { ...state, effect: 'glow' } }];
        }),
      ),
      compositions: {
        one: { duration: 100 },
        two: {
          enter: { duration: 1900 },
          states: Object.fromEntries(
            ids.map((id, index) => [id, { x: 300 - 40 * (index % 8), opacity: 0.7 }]),
          ),
        },
      },
    });
    const { data: exact } = await render(project, { format: 'apng', fps: 10 });
    const { data: gif } = await render(project, { format: 'gif', fps: 10 });
    const theirs = await convertWithFfmpeg(exact, 'gif', [
      '-lavfi',
      'fps=10,split[a][b];[a]palettegen[p];[b][p]paletteuse',
    ]);
    const [wanted, ours, others] = await Promise.all(
      [exact, gif, theirs].map((file) => framesOf(file, { fps: 10 }, size)),
    );
    const error = meanError(others, wanted);
    console.log(error, meanError(ours, wanted));
    expect(error).toBeGreaterThan(1);
    expect(meanError(ours, wanted)).toBeLessThan(1.1 * error);
  });

  it.each([10, 12, 24, 30, 50, 60] as const)(
    'a GIF of %i frames per second does not drift',
    { tags: 'gifsicle' },
    async (fps) => {
      const moving = overlay({
        compositions: {
          a: { duration: 1, states: { ball: {} } },
          b: { duration: 1, enter: { duration: 3000, easing: 'linear' }, states: { ball: { x: 200 } } },
        },
      });
      const { data } = await render(moving, { format: 'gif', fps });
      const { stdout } = await runOnFile('gifsicle', data, (path) => ['--info', path]);
      const delays = [...stdout.toString().matchAll(/delay ([\d.]+)s/g)].map(([, delay]) => Number(delay));
      expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeCloseTo(3, 1);
    },
  );
});

describe('every film format', () => {
  it.each(filmFormats)('the same project gives the same bytes as %s', async (format) => {
    const [one, other] = await Promise.all([render(overlay(), { format }), render(overlay(), { format })]);
    expect(Buffer.from(one.data).equals(other.data)).toBe(true);
  });

  it.each(filmFormats)('cancelling a render to %s rejects it, and the next one works', async (format) => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    await expect(render(overlay(), { format, signal: stop.signal, onProgress })).rejects.toMatchObject({
      code: 'aborted',
    });
    expect((await render(overlay(), { format })).bytes).toBeGreaterThan(1000);
  });

  it.each([
    ['gif', 24, 31, '10, 12, 15, 20, 24, 25, 30, 50 or 60'],
    ['webm', 30, 15, '24, 30 or 60'],
  ] as const)('the frame rates of %s are checked', async (format, right, wrong, rates) => {
    expect((await render(overlay(), { format, fps: right })).frames).toBe(
      Math.ceil((durationMs * right) / 1000),
    );
    await expect(render(overlay(), { format, fps: wrong as never })).rejects.toMatchObject({
      message: `fps must be ${rates}, but is ${wrong}`,
    });
  });
});
