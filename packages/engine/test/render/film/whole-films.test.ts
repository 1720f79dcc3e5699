import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { probeChapters, runOnFile } from '../../../../../test/support/ffmpeg.ts';
import { seekInChromium } from '../../../../../test/support/film/browser-animation.ts';
import { checkWholeFilm } from '../../../../../test/support/film/check-whole-film.ts';
import { decodedPicture } from '../../../../../test/support/film/decoded-picture.ts';
import { onLinux } from '../../../../../test/support/linux-process.ts';
import { decodePng, onBackground } from '../../../../../test/support/picture.ts';
import { structuralSimilarity } from '../../../../../test/support/picture-difference.ts';
import {
  composition,
  object,
  project,
  scene,
  state,
  track,
  transition,
} from '../../../../../test/support/project-parts.ts';
import { sine, wavUrl } from '../../../../../test/support/wav-writer.ts';
import { filmOf } from '../../../../../test/support/write-film.ts';
import { smallestSides } from '../../../src/output/formats.ts';
import type { RenderOptions } from '../../../src/render/options/render-options.ts';
import { render } from '../../../src/render/render.ts';
import { filmOf as filmOfParts, high, low, silent } from '../parts/parts.ts';
import { noise } from './noise.ts';

const size = { width: 480, height: 270 };
const codecs = ['hevc', 'av1'] as const;
const black = [0, 0, 0] as const;

const src = wavUrl({ sampleRate: 48_000, frames: 48_000, channels: [sine(1000, 48_000, 0.5)] });

/** A ball and a word that move over a translucent ground, are held, and fade. */
const text = JSON.stringify({
  shorthand: true,
  name: 'Ball',
  ...size,
  background: '#80402080',
  objects: {
    ball: { kind: 'circle', state: { x: 70, y: 130, width: 90, height: 90, fill: 'gold' } },
    word: { kind: 'text', text: 'Half the bytes', state: { x: 300, y: 230, fontSize: 30 } },
  },
  compositions: {
    left: { duration: 300, states: { ball: {}, word: {} } },
    right: { duration: 2610, enter: { duration: 800 }, states: { ball: { x: 410 }, word: {} } },
    gone: { duration: 200, enter: { duration: 400 }, states: { ball: { opacity: 0.2 }, word: {} } },
  },
  audioTracks: { tone: { asset: { src }, start: 500, duration: 1000 } },
});
const durationMs = 4310;

const inCodec = (codec: (typeof codecs)[number], more: RenderOptions = {}) =>
  render(text, { format: 'mp4', codec, ...more });

/** The scheduling policy of a thread, as in proc(5): 0 is the usual one. Undefined for a thread that has ended. */
function policyOf(stat: string): number | undefined {
  try {
    return Number(readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ')[38]);
  } catch {
    return undefined;
  }
}

describe.each(codecs)('an MP4 in %s', (codec) => {
  it('is what its own parser and ffmpeg expect, as long as the project, with its sound', {
    tags: 'ffmpeg',
  }, async () => {
    const { data, frames, audioCodec, mimeType } = await inCodec(codec);
    expect([frames, audioCodec, mimeType]).toEqual([130, 'mp3', 'video/mp4']);
    const checked = await checkWholeFilm(data, codec);
    expect(checked).toMatchObject({ ...size, frames, framesPerSecond: 30, hasSound: true });
    expect(checked.durationMs).toBeCloseTo(durationMs, 6);
    const { data: h264 } = await render(text, { format: 'mp4' });
    expect(data.length).toBeLessThan(h264.length);
  });

  it('is as small as the codec allows, and is refused below', { tags: 'ffmpeg' }, async () => {
    const side = smallestSides[codec];
    for (const [width, height] of [
      [side, side],
      [480, side],
      [side, 480],
    ]) {
      const { data, frames } = await inCodec(codec, { width, height });
      expect(await checkWholeFilm(data, codec)).toMatchObject({ width, height, frames });
    }
    for (const [width, height] of [
      [side - 2, 480],
      [480, side - 2],
    ])
      await expect(inCodec(codec, { width, height })).rejects.toThrow(
        `codec ${codec} needs ${side} pixels or more for each side, but the output has ${width} x ${height}; ` +
          'choose h264, or a larger width or height',
      );
  });

  it('shows its stills, also while pictures are held', { tags: 'ffmpeg' }, async () => {
    const { data, rasterizedFrames } = await inCodec(codec);
    expect(rasterizedFrames).toBeLessThan(50);
    for (const frame of [0, 8, 12, 20, 33, 34, 60, 100, 112, 116, 129]) {
      const still = await render(text, { timeMs: (frame * 1000) / 30 });
      const wanted = onBackground(await decodePng(still.data), black);
      const seen = await decodedPicture(data, frame, size);
      expect(structuralSimilarity(seen, wanted), `frame ${frame}`).toBeGreaterThan(0.98);
    }
  });

  it('has the same bytes each time', async () => {
    const [one, other] = [await inCodec(codec, { fps: 24 }), await inCodec(codec, { fps: 24 })];
    expect(Buffer.compare(one.data, other.data)).toBe(0);
    expect(one.frames).toBe(Math.ceil((durationMs * 24) / 1000));
  });

  it('can have AAC and a text track', { tags: 'ffmpeg' }, async () => {
    const captions = { kind: 'captions', src: [{ text: 'Hello', startMs: 300, endMs: 1300 }] };
    const written = { shorthand: true, ...size, objects: { captions }, compositions: [{ duration: 2000 }] };
    const film = { ...written, audioTracks: { tone: { asset: { src }, duration: 1000 } } };
    const options = { format: 'mp4', codec, audio: 'aac', embedCaptions: true } as const;
    const { data } = await render(JSON.stringify(film), options);
    const { stdout, stderr } = await runOnFile('ffprobe', data, (path) => [
      ...['-v', 'warning', '-show_entries', 'stream=codec_name,codec_tag_string', '-of', 'csv=p=0', path],
    ]);
    expect([stdout.toString().trim().split('\n'), stderr.toString()]).toEqual([
      [`${codec},${codec === 'hevc' ? 'hvc1' : 'av01'}`, 'aac,mp4a', 'mov_text,tx3g'],
      '',
    ]);
  });

  it('joins several projects with a chapter for each', { tags: 'ffmpeg' }, async () => {
    const { data } = await filmOfParts([low, silent, high], { codec });
    expect(await checkWholeFilm(data, codec)).toMatchObject({ frames: 90, durationMs: 3000, hasSound: true });
    expect((await probeChapters(data)).map(({ startMs }) => startMs)).toEqual([0, 1000, 1700]);
  });

  it('gets coarser where it would be too large', { tags: 'ffmpeg' }, async () => {
    const turned = (rotation: number) => ({
      noise: state({ x: 160, y: 90, width: 400, height: 400, rotation }),
    });
    const dense = project(
      scene('scene', {
        objects: [object('noise', { kind: 'image', image: noise(1000, 1000) })],
        compositions: [composition('a', 0, turned(0)), composition('b', 0, turned(7200))],
        transitions: [transition('a', 'b', 2000, [track({ objectId: 'noise', duration: 2000 })])],
      }),
    );
    const done: number[] = [];
    const made = async (maximumBytes: number) => {
      const onFrame = (frames: number) => done.push(frames);
      return (await filmOf(dense, { codec, isChecked: false, maximumBytes, onFrame })).bytes;
    };
    const fine = await made(1 << 26);
    const most = Math.round(fine.length / 3);
    const coarse = await made(most);
    expect(coarse.length).toBeLessThanOrEqual(most);
    expect(coarse.length).toBeGreaterThan(most / 4);
    expect(Buffer.compare(coarse, await made(most))).toBe(0);
    expect((await checkWholeFilm(coarse, codec)).frames).toBe(60);
    const each = Array.from({ length: 60 }, (_, frame) => frame + 1);
    expect(done).toEqual([...each, ...each, ...each]);
    await expect(made(2000)).rejects.toThrow('exceeds the maximum size');
  });

  it.runIf(onLinux)('leaves the priority of its process as it is, also for root', async () => {
    await inCodec(codec, { toMs: 300 });
    const threads = readdirSync('/proc/self/task').flatMap(
      (id) => policyOf(`/proc/self/task/${id}/stat`) ?? [],
    );
    expect(new Set(threads)).toEqual(new Set([0]));
  });

  it('stops as soon as it is cancelled', async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    await expect(inCodec(codec, { signal: stop.signal, onProgress })).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  it('needs the mark in the full format', async () => {
    const unmarked = project(scene('scene', { compositions: [composition('still', 100)] }));
    await expect(render(unmarked, { format: 'mp4', codec })).rejects.toMatchObject({
      code: 'invalid-option',
      message: `codec ${codec} is an extension; add "extended": true at the top of the document, or choose h264`,
    });
    expect(await render({ ...unmarked, extended: true }, { format: 'mp4', codec })).toMatchObject({
      frames: 3,
    });
  });

  it.each(['webm', 'mov', 'gif', 'png'] as const)('is refused for %s', async (format) => {
    await expect(render(text, { format, codec })).rejects.toMatchObject({
      code: 'invalid-option',
      message: `codec can only choose the pictures of an MP4, but the format is ${format}`,
    });
  });
});

it('h264 is the codec of an MP4 without another one', async () => {
  const [one, other] = [
    await render(text, { format: 'mp4' }),
    await render(text, { format: 'mp4', codec: 'h264' }),
  ];
  expect(Buffer.compare(one.data, other.data)).toBe(0);
});

it('Chromium shows the pictures of an MP4 in AV1, wherever it seeks', {
  tags: ['chromium', 'slow'],
}, async () => {
  const { data } = await inCodec('av1');
  const film = await seekInChromium(data, [4210, 310, 3110, 610, 1710], 'video/mp4');
  expect(Math.abs(film.durationMs - durationMs)).toBeLessThan(34);
  for (const { timeMs, picture } of film.pictures) {
    const still = await render(text, { timeMs: (Math.floor((timeMs * 30) / 1000) * 1000) / 30 });
    const wanted = onBackground(await decodePng(still.data), black);
    expect(structuralSimilarity(picture, wanted), `${timeMs} ms`).toBeGreaterThan(0.97);
  }
});
