import { afterAll, describe, expect, it } from 'vitest';
import { sized, stillProject } from '../../../../../test/support/build-project.ts';
import { ReferenceBrowser } from '../../../../../test/support/chromium.ts';
import { decodeFrames, probeFilm } from '../../../../../test/support/ffmpeg.ts';
import { checkedFilm } from '../../../../../test/support/film/check-film.ts';
import { decodePng, type Picture, pixelAt } from '../../../../../test/support/picture.ts';
import { projectFiles } from '../../../../../test/support/project-files.ts';
import {
  composition,
  keyframe,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../../test/support/project-parts.ts';
import type { Project } from '../../../src/project/schema.ts';
import { render } from '../../../src/render/render.ts';
import { expectStills } from './expect-stills.ts';

/** A box that rests for `holdMs`, moves from left to right for `moveMs`, and rests again. */
function movedBox(holdMs: number, moveMs: number, size = { width: 64, height: 36 }): Project {
  const { width, height } = size;
  return project(
    sized(
      scene('scene', {
        objects: [object('box')],
        compositions: [
          composition('left', holdMs, { box: state({ x: width / 4, y: height / 2 }) }),
          composition('right', holdMs, { box: state({ x: (3 * width) / 4, y: height / 2 }) }),
        ],
        transitions: [transition('left', 'right', moveMs, [track({ duration: moveMs })])],
      }),
      size,
    ),
  );
}

/** Consecutive scenes, each with its own size and colour, and with at most one object. */
function scenes(
  ...all: { background: string; durationMs: number; size?: [number, number]; box?: number }[]
): Project {
  return project(
    ...all.map(({ background, durationMs, size: [width, height] = [64, 36], box = 0 }, index) =>
      sized(
        scene(`scene${index}`, {
          background,
          objects: [object('box')],
          compositions: [
            composition('still', durationMs, {
              box: state({ x: width / 2, y: height / 2, width: box, height: box }),
            }),
          ],
        }),
        { width, height },
      ),
    ),
  );
}

/** Lists the types of the boxes of an MP4 file, in order. */
function boxTypes(film: Uint8Array): string[] {
  const bytes = Buffer.from(film);
  const types = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    types.push(bytes.toString('latin1', at + 4, at + 8));
  return types;
}

/** Finds the first and last columns and rows of bright pixels. */
function brightBox(picture: Picture): { columns: [number, number]; rows: [number, number] } {
  const columns: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const rows: [number, number] = [...columns];
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      if (pixelAt(picture, x, y)[0] < 128) continue;
      columns[0] = Math.min(columns[0], x);
      columns[1] = Math.max(columns[1], x);
      rows[0] = Math.min(rows[0], y);
      rows[1] = Math.max(rows[1], y);
    }
  }
  return { columns, rows };
}

describe("a film's clock", () => {
  it.each([
    { durationMs: 1000, fps: 24 as const, frames: 24 },
    { durationMs: 1000, fps: 30 as const, frames: 30 },
    { durationMs: 1000, fps: 60 as const, frames: 60 },
    { durationMs: 1234, fps: 24 as const, frames: 30 },
    { durationMs: 1234, fps: 30 as const, frames: 38 },
    { durationMs: 1234, fps: 60 as const, frames: 75 },
    { durationMs: 33, fps: 24 as const, frames: 1 },
    { durationMs: 33, fps: 30 as const, frames: 1 },
    { durationMs: 33, fps: 60 as const, frames: 2 },
    { durationMs: 0.00001, fps: 30 as const, frames: 1 },
    { durationMs: 1, fps: 24 as const, frames: 1 },
    { durationMs: 1, fps: 60 as const, frames: 1 },
    { durationMs: 16.7, fps: 30 as const, frames: 1 },
    { durationMs: 16.7, fps: 60 as const, frames: 2 },
    { durationMs: 2001, fps: 24 as const, frames: 49 },
    { durationMs: 2001, fps: 30 as const, frames: 61 },
    { durationMs: 2001, fps: 60 as const, frames: 121 },
  ])(
    'a film of $durationMs ms at $fps fps has $frames frames',
    { tags: 'ffmpeg' },
    async ({ durationMs, fps, frames }) => {
      const film = await checkedFilm(render(movedBox(0, durationMs), { format: 'mp4', fps }));
      expect(film).toMatchObject({ frames, durationMs });
      const { video, format, packets } = await probeFilm(film.data);
      const [, ticksPerSecond] = video.time_base.split('/').map(Number);
      expect(video.time_base).toBe(`1/${ticksPerSecond}`);
      // Frame i is at i / fps, exactly.
      expect(packets.map(({ pts }) => (pts * fps) / ticksPerSecond)).toEqual([...Array(frames).keys()]);
      // Every sample lasts a frame, the last one the rest of the duration.
      const [last, ...others] = packets.map(({ duration }) => duration / ticksPerSecond).reverse();
      expect(others.every((seconds) => seconds === 1 / fps)).toBe(true);
      expect(Math.abs(last - (durationMs / 1000 - (frames - 1) / fps))).toBeLessThan(0.0001);
      expect(Math.abs(Number(video.duration) - durationMs / 1000)).toBeLessThan(0.001);
      expect(Math.abs(Number(format.duration) - durationMs / 1000)).toBeLessThan(0.001);
      expect(Number(video.nb_frames)).toBe(frames);
    },
  );
});

describe("a film's file", () => {
  it('a film is H.264 in yuv420p, tagged BT.709 limited range, with the movie box first', {
    tags: 'ffmpeg',
  }, async () => {
    const film = await checkedFilm(
      render(movedBox(100, 300, { width: 320, height: 180 }), { format: 'mp4' }),
    );
    const { video, format } = await probeFilm(film.data);
    expect(video).toMatchObject({
      codec_name: 'h264',
      pix_fmt: 'yuv420p',
      width: 320,
      height: 180,
      color_range: 'tv',
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
    });
    expect(format.nb_streams).toBe(1);
    const types = boxTypes(film.data);
    expect(types).toContain('moov');
    expect(types.indexOf('moov')).toBeLessThan(types.indexOf('mdat'));
  });

  it.each([24, 30, 60] as const)(
    'a film has a key frame at least every 2 s, at %d fps',
    { tags: 'ffmpeg' },
    async (fps) => {
      const film = await checkedFilm(render(movedBox(0, 5000), { format: 'mp4', fps }));
      const { packets } = await probeFilm(film.data);
      const keys = packets.flatMap(({ flags }, index) => (flags.includes('K') ? [index] : []));
      expect(keys[0]).toBe(0);
      const gaps = [...keys.slice(1), packets.length].map((key, index) => key - keys[index]);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * fps);
    },
  );

  it('a film repeats a held picture without drawing it again', { tags: 'ffmpeg' }, async () => {
    const film = await checkedFilm(render(movedBox(1000, 1000), { format: 'mp4', fps: 30 }));
    // One for each hold, and one for each of the transition's 30 frames.
    expect(film).toMatchObject({ frames: 90, rasterizedFrames: 32 });
  });

  it.each([
    [2, 2],
    [16, 16],
    [2, 90],
    [1920, 2],
  ])('a film can have %d x %d pixels', { tags: 'ffmpeg' }, async (width, height) => {
    const film = await checkedFilm(render(movedBox(50, 100), { format: 'mp4', width, height }));
    expect((await probeFilm(film.data)).video).toMatchObject({ width, height, nb_frames: '6' });
  });

  it('a film of a scene with odd sides has even sides', { tags: 'ffmpeg' }, async () => {
    const film = await checkedFilm(render(movedBox(50, 0, { width: 321, height: 181 }), { format: 'mp4' }));
    expect((await probeFilm(film.data)).video).toMatchObject({ width: 320, height: 180 });
  });
});

describe('a reduced scene', () => {
  it.each([
    [2464, 1386, 1920, 1080],
    [1170, 2532, 886, 1918],
  ])(
    'a reduced scene of %d x %d fills its film to every edge',
    { tags: 'ffmpeg' },
    async (width, height, ...size) => {
      const input = stillProject(
        { box: { kind: 'rectangle', state: { x: width / 2, y: height / 2, width, height } } },
        { width, height, background: '#000000' },
      );
      input.scenes.scene.compositions.still.duration = 30;
      const film = await checkedFilm(render(input, { format: 'mp4' }));
      expect([film.width, film.height]).toEqual(size);
      const [picture] = await decodeFrames(film.data, [0], film);
      expect(brightBox(picture)).toEqual({ columns: [0, size[0] - 1], rows: [0, size[1] - 1] });
    },
  );
});

describe("a film's colours", () => {
  it("a film's colours decode to within 3 levels, and scenes are joined by cuts", {
    tags: 'ffmpeg',
  }, async () => {
    const colors = ['#ff0000', '#00ff00', '#0000ff', '#ffffff', '#808080', '#000000'];
    const input = scenes(...colors.map((background) => ({ background, durationMs: 100 })));
    const film = await checkedFilm(render(input, { format: 'mp4', fps: 30 }));
    const frames = await decodeFrames(film.data, [...Array(18).keys()], film);
    for (const [index, { data }] of frames.entries()) {
      const color = colors[Math.floor(index / 3)];
      const expected = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      const worst = data.reduce(
        (most, value, at) => (at % 4 === 3 ? most : Math.max(most, Math.abs(value - expected[at % 4]))),
        0,
      );
      expect(worst, `frame ${index}, ${color}`).toBeLessThanOrEqual(3);
    }
  });

  it.each([
    { background: 'none', film: 0, alpha: 0 },
    { background: 'transparent', film: 0, alpha: 0 },
    { background: '#ffffff80', film: 128, alpha: 128 },
  ])(
    'the background $background is drawn on black in MP4 and stays transparent in stills',
    { tags: ['chromium', 'ffmpeg'] },
    async ({ background, film, alpha }) => {
      const input = scenes({ background, durationMs: 100 });
      const mp4 = await checkedFilm(render(input, { format: 'mp4' }));
      const [frame] = await decodeFrames(mp4.data, [1], mp4);
      for (const channel of pixelAt(frame, 40, 20).slice(0, 3))
        expect(Math.abs(channel - film)).toBeLessThanOrEqual(3);
      const png = await decodePng((await render(input)).data);
      expect(pixelAt(png, 40, 20)[3]).toBe(alpha);
      const svg = await render(input, { format: 'svg' });
      expect(pixelAt(await browser.draw(svg.data, svg), 40, 20)[3]).toBe(alpha);
    },
  );

  it("a film shows a scene's background around the scene if the aspect ratios differ", {
    tags: 'ffmpeg',
  }, async () => {
    const input = scenes(
      { background: '#ff0000', durationMs: 100, size: [320, 180] },
      { background: '#0000ff', durationMs: 100, size: [180, 320], box: 400 },
    );
    const film = await checkedFilm(render(input, { format: 'mp4' }));
    expect(film).toMatchObject({ width: 320, height: 180 });
    const [, tall] = await decodeFrames(film.data, [1, 4], film);
    // 180 x 320 at 0.5625 is 101.25 wide, from 109.375 to 210.625; its white box is cut off there and
    // covers 0.625 of the columns at both ends.
    expect(brightBox(tall)).toEqual({ columns: [109, 210], rows: [0, 179] });
    const [red, green, blue] = pixelAt(tall, 50, 90);
    expect(Math.max(red, green, 255 - blue)).toBeLessThanOrEqual(3);
  });
});

const browser = new ReferenceBrowser();

afterAll(() => browser.close());

describe('a box that moves from 60 to 260 with a keyframe at 100', () => {
  const input = project(
    scene('scene', {
      objects: [object('box')],
      compositions: [
        composition('from', 200, { box: state({ x: 60, y: 90 }) }),
        composition('to', 200, { box: state({ x: 260, y: 90 }) }),
      ],
      transitions: [
        transition('from', 'to', 400, [track({ keyframes: { middle: keyframe('x', 0.5, 100) } })]),
      ],
    }),
  );
  /** 24 x 24 around (100, 90). */
  const expected = { columns: [88, 111], rows: [78, 101] };

  it('a moving box is at its keyframe at 400 ms in PNG', async () => {
    expect(brightBox(await decodePng((await render(input, { timeMs: 400 })).data))).toEqual(expected);
  });

  it('a moving box is at its keyframe at 400 ms in SVG', { tags: 'chromium' }, async () => {
    const svg = await render(input, { format: 'svg', timeMs: 400 });
    expect(brightBox(await browser.draw(svg.data, svg))).toEqual(expected);
  });

  it.each([
    { fps: 30 as const, index: 12 },
    { fps: 60 as const, index: 24 },
  ])(
    'a moving box is at its keyframe at 400 ms in MP4 at $fps fps',
    { tags: 'ffmpeg' },
    async ({ fps, index }) => {
      const film = await checkedFilm(render(input, { format: 'mp4', fps }));
      const [frame] = await decodeFrames(film.data, [index], film);
      expect(brightBox(frame)).toEqual(expected);
    },
  );
});

/** Short films at their own size. */
const widths: Readonly<Record<string, number>> = {
  'test/fixtures/projects/hello.json': 1280,
  'test/fixtures/projects/scripts.json': 1280,
};

describe("a film's pictures", () => {
  // Those of the examples and of the crowd are compared in example-films.deep.test.ts.
  it.each(projectFiles.filter(({ name }) => name in widths || name.endsWith('/derivative.json')))(
    "a film's pictures match the stills: $name",
    { tags: ['ffmpeg', 'slow'] },
    ({ name, project }) => expectStills(project, widths[name] ?? 640),
  );
});

describe('a cancelled film', () => {
  const long = stillProject({}, { width: 640, height: 360 });
  const moving = movedBox(0, 30_000, { width: 640, height: 360 });

  it('rendering a film rejects with `aborted` if the signal is aborted midway', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const film = render(moving, {
      format: 'mp4',
      signal: controller.signal,
      onProgress: ({ framesDone }) => {
        seen.push(framesDone);
        if (framesDone >= 5) controller.abort();
      },
    });
    await expect(film).rejects.toMatchObject({ name: 'RenderError', code: 'aborted' });
    expect(seen.findIndex((framesDone) => framesDone >= 5)).toBe(seen.length - 1);
  });

  it('rendering a film rejects with `aborted` if the signal is already aborted', async () => {
    const film = render(long, { format: 'mp4', signal: AbortSignal.abort() });
    await expect(film).rejects.toMatchObject({ code: 'aborted' });
  });

  it('rendering a film rejects with `timeout` if the time limit is exceeded', async () => {
    const film = render(moving, { format: 'mp4', timeoutMs: 1 });
    await expect(film).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('1 ms') });
  });
});
