import { describe, expect, it } from 'vitest';
import { stillProject } from '../../../../../test/support/build-project.ts';
import { checkedFilm, checkFilm } from '../../../../../test/support/film/check-film.ts';
import { decodePng } from '../../../../../test/support/picture.ts';
import { composition, project, scene } from '../../../../../test/support/project-parts.ts';
import type { FrameRate, OutputFormat } from '../../../src/output/formats.ts';
import type { Project } from '../../../src/project/schema.ts';
import { inspect } from '../../../src/render/inspect.ts';
import type { RenderControl, RenderOptions } from '../../../src/render/options/render-options.ts';
import { render } from '../../../src/render/render.ts';

/** An empty scene of one second, or of the given duration. */
function empty(width: number, height: number, durationMs = 1000): Project {
  const one = scene('scene', { compositions: [composition('still', durationMs)] });
  return project({ ...one, width, height });
}

async function sizeOf(input: Project, options: RenderOptions): Promise<[number, number]> {
  const rendering = render(input, options);
  const { width, height } = await (options.format === 'mp4' ? checkedFilm(rendering) : rendering);
  return [width, height];
}

describe('output size', () => {
  it.each<{ scene: [number, number]; given: RenderOptions; size: [number, number]; why: string }>([
    { scene: [320, 180], given: {}, size: [320, 180], why: "the scene's own" },
    { scene: [320, 180], given: { width: 100, height: 90 }, size: [100, 90], why: 'as given' },
    { scene: [320, 180], given: { width: 100 }, size: [100, 56], why: '100 x 56.25' },
    { scene: [320, 180], given: { height: 100 }, size: [178, 100], why: '177.8 x 100' },
    { scene: [320, 180], given: { width: 1 }, size: [1, 1], why: '1 x 0.56, rounded' },
    { scene: [1000, 10], given: { width: 20 }, size: [20, 1], why: '20 x 0.2, but at least 1' },
    { scene: [321, 181], given: {}, size: [321, 181], why: 'odd sides are fine' },
    // Longest side 1920; 4096 x 2160 at 0.46875 is 1920 x 1012.5.
    { scene: [4096, 2160], given: {}, size: [1920, 1012], why: 'the longest side at its limit' },
    { scene: [8192, 1], given: {}, size: [1920, 1], why: '1920 x 0.23' },
    // 2073600 pixels are 1440 x 1440.
    { scene: [1500, 1500], given: {}, size: [1440, 1440], why: 'the pixels at their limit' },
    { scene: [1920, 1080], given: {}, size: [1920, 1080], why: 'exactly at both limits' },
    // In binary floating point, the scaled sides are slightly less than integers.
    { scene: [2464, 1386], given: {}, size: [1920, 1080], why: 'exactly at both limits, scaled' },
    { scene: [1170, 2532], given: {}, size: [887, 1920], why: '887.2 x 1920' },
    {
      scene: [640, 360],
      given: { width: 1920 },
      size: [1920, 1080],
      why: 'exactly at both limits, enlarged',
    },
    {
      scene: [640, 360],
      given: { height: 1080 },
      size: [1920, 1080],
      why: 'exactly at both limits, enlarged',
    },
    { scene: [4096, 2160], given: { width: 1920, height: 1080 }, size: [1920, 1080], why: 'as given' },
  ])(
    'PNG and SVG of a scene $scene with $given have the size $size: $why',
    async ({ scene: [width, height], given, size }) => {
      const input = empty(width, height);
      const png = await render(input, given);
      expect([png.width, png.height]).toEqual(size);
      const picture = await decodePng(png.data);
      expect([picture.width, picture.height]).toEqual(size);
      const svg = await render(input, { ...given, format: 'svg' });
      expect(Buffer.from(svg.data).toString()).toContain(` width="${size[0]}" height="${size[1]}"`);
    },
  );

  it.each<{ scene: [number, number]; given: RenderOptions; size: [number, number] }>([
    { scene: [320, 180], given: {}, size: [320, 180] },
    { scene: [321, 181], given: {}, size: [320, 180] },
    { scene: [1, 1], given: {}, size: [2, 2] },
    { scene: [320, 180], given: { width: 100 }, size: [100, 56] },
    { scene: [320, 180], given: { width: 104 }, size: [104, 58] },
    { scene: [320, 180], given: { height: 100 }, size: [178, 100] },
    { scene: [1000, 10], given: { width: 20 }, size: [20, 2] },
    { scene: [4096, 2160], given: {}, size: [1920, 1012] },
    { scene: [8192, 1], given: {}, size: [1920, 2] },
    { scene: [1500, 1500], given: {}, size: [1440, 1440] },
    { scene: [2464, 1386], given: {}, size: [1920, 1080] },
    { scene: [1170, 2532], given: {}, size: [886, 1918] },
  ])(
    'an MP4 of a scene $scene with $given has the size $size',
    { tags: 'ffmpeg' },
    async ({ scene: [width, height], given, size }) => {
      expect(await sizeOf(empty(width, height, 30), { ...given, format: 'mp4' })).toEqual(size);
    },
  );

  it("the output size follows the first scene's aspect ratio", async () => {
    const [first, second] = [empty(300, 100).scenes.scene, empty(100, 300).scenes.scene];
    const input = project({ ...first, id: 'first' }, { ...second, id: 'second' });
    expect(await sizeOf(input, { width: 150, timeMs: 1500 })).toEqual([150, 50]);
  });
});

describe('options that are not allowed', () => {
  const small = empty(320, 180);

  it.each<{ options: Record<string, unknown>; message: RegExp }>([
    {
      options: { format: 'avi' },
      message: /^format must be svg, png, mp4, webm, mov, gif, webp or apng, but is "avi"$/,
    },
    { options: { format: null }, message: /format .* null/ },
    { options: { width: 0 }, message: /^width must be an integer from 1 to 3840, but is 0$/ },
    { options: { width: 3841 }, message: /width .* 3841/ },
    { options: { width: 100.5 }, message: /width .* 100\.5/ },
    { options: { width: Number.NaN }, message: /width .* NaN/ },
    { options: { width: '100' }, message: /width .* "100"/ },
    { options: { height: -3 }, message: /^height must be an integer from 1 to 3840, but is -3$/ },
    { options: { height: Number.POSITIVE_INFINITY }, message: /height .* Infinity/ },
    { options: { width: 3840, height: 2161 }, message: /^width x height .* 8294400, but is 3840 x 2161$/ },
    { options: { format: 'mp4', width: 101 }, message: /^width must be even for mp4, but is 101$/ },
    { options: { format: 'mp4', height: 91 }, message: /^height must be even for mp4, but is 91$/ },
    { options: { fps: 25 }, message: /^fps must be 24, 30 or 60, but is 25$/ },
    { options: { fps: '30' }, message: /fps .* "30"/ },
    { options: { timeMs: -1 }, message: /^timeMs must be a number of at least 0, but is -1$/ },
    { options: { timeMs: Number.NaN }, message: /timeMs .* NaN/ },
    { options: { timeMs: 1000.5 }, message: /timeMs .* 1000 ms, but is 1000\.5$/ },
    { options: { timeMs: 1, format: 'mp4' }, message: /^timeMs must be 0 for mp4, but is 1$/ },
    { options: { timeoutMs: 0 }, message: /^timeoutMs must be an integer from 1 to 600000, but is 0$/ },
    { options: { timeoutMs: 600_001 }, message: /timeoutMs .* 600001$/ },
    { options: { timeoutMs: 1.5 }, message: /timeoutMs .* 1\.5$/ },
  ])('render and inspect reject the options $options', async ({ options, message }) => {
    const refusal = {
      name: 'RenderError',
      code: 'invalid-option',
      message: expect.stringMatching(message),
    };
    await expect(render(small, options as RenderOptions & RenderControl)).rejects.toMatchObject(refusal);
    await expect(inspect(small, options as RenderOptions)).rejects.toMatchObject(refusal);
  });

  it('render reports all invalid options at once', async () => {
    const options = { width: 0, height: 5000, fps: 31, timeMs: -1 } as unknown as RenderOptions;
    await expect(render(small, options)).rejects.toMatchObject({
      problems: [/^width/, /^height/, /^fps/, /^timeMs/].map((start) => ({
        rule: 'invalid-option',
        message: expect.stringMatching(start),
      })),
    });
  });

  it.each([
    { input: empty(10, 320), options: { width: 200 }, shown: ['width 200', '10 x 320', '200 x 6400'] },
    { input: empty(320, 10), options: { height: 200 }, shown: ['height 200', '320 x 10', '6400 x 200'] },
    { input: empty(100, 100), options: { width: 3000 }, shown: ['width 3000', '3000 x 3000', '8294400'] },
  ])(
    'render rejects $options because the other side would exceed a limit',
    async ({ input, options, shown }) => {
      const error = await render(input, options).catch((reason) => reason);
      expect(error.code).toBe('invalid-option');
      for (const part of shown) expect(error.message).toContain(part);
    },
  );
});

describe("a still's time", () => {
  it('a still can show the end of the project', async () => {
    expect(await render(empty(64, 36), { timeMs: 1000 })).toMatchObject({ frames: 0, durationMs: 0 });
  });

  it('a still can show time 0 of a project of 0 ms', async () => {
    const still = stillProject({
      box: { kind: 'rectangle', state: { x: 32, y: 18, width: 64, height: 36 } },
    });
    still.scenes.scene.compositions.still.duration = 0;
    const picture = await decodePng((await render(still)).data);
    expect([...picture.data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
  });
});

describe("a film's length", () => {
  it.each<{ durationMs: number; fps: FrameRate; why: RegExp }>([
    { durationMs: 60_001, fps: 24, why: /60001 ms.* 60000 ms/ },
    { durationMs: 60_001, fps: 30, why: /60001 ms.* 60000 ms/ },
    { durationMs: 30_001, fps: 60, why: /1801 frames at 60 fps.* 1800/ },
    { durationMs: 0, fps: 30, why: /0 ms/ },
  ])('render rejects a film of $durationMs ms at $fps fps', async ({ durationMs, fps, why }) => {
    await expect(render(empty(64, 36, durationMs), { format: 'mp4', fps })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(why),
    });
  });

  it.each<{ durationMs: number; fps: FrameRate; frames: number }>([
    { durationMs: 60_000, fps: 24, frames: 1440 },
    { durationMs: 60_000, fps: 30, frames: 1800 },
    { durationMs: 30_000, fps: 60, frames: 1800 },
  ])(
    'render accepts a film of $durationMs ms at $fps fps',
    { tags: 'ffmpeg' },
    async ({ durationMs, fps, frames }) => {
      const film = await checkedFilm(render(empty(16, 16, durationMs), { format: 'mp4', fps }), fps);
      expect(film).toMatchObject({ frames, rasterizedFrames: 1, durationMs });
    },
  );

  it.each<OutputFormat>(['svg', 'png'])(
    'the film length limit does not apply to a still as %s',
    async (format) => {
      const still = await render(empty(64, 36, 500_000), { format, timeMs: 500_000, fps: 60 });
      expect(still.bytes).toBeGreaterThan(0);
    },
  );
});

describe('the result', () => {
  it.each([
    { format: 'svg', mimeType: 'image/svg+xml', frames: 0, rasterizedFrames: 0, durationMs: 0 },
    { format: 'png', mimeType: 'image/png', frames: 0, rasterizedFrames: 1, durationMs: 0 },
    { format: 'mp4', mimeType: 'video/mp4', frames: 30, rasterizedFrames: 1, durationMs: 1000 },
  ] as const)('the result of a $format render describes the output', { tags: 'ffmpeg' }, async (expected) => {
    const result = await render(empty(64, 36), { format: expected.format });
    if (result.format === 'mp4') await checkFilm(result.data, result);
    expect(result).toMatchObject({ ...expected, width: 64, height: 36, audioCodec: null });
    expect(result.bytes).toBe(result.data.length);
  });

  it('a render without options makes a PNG', async () => {
    expect((await render(empty(64, 36))).format).toBe('png');
  });
});
