// @module-tag ffmpeg
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FileSource } from '../../../src/media/byte-source.ts';
import { PictureReader } from '../../../src/media/video/picture-reader.ts';
import { clipFolder, makeClip, numberedPictures, numberIn, stampsOf } from './support.ts';

const folder = clipFolder();
const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

function readerOf(file: string): PictureReader {
  const descriptor = openSync(file, 'r');
  const reader = PictureReader.open(new FileSource(descriptor, statSync(file).size));
  opened.push(() => closeSync(descriptor));
  if (!reader.ok) throw new Error(reader.problems.join('; '));
  opened.unshift(() => reader.value.close());
  return reader.value;
}

/** The number of the picture that is shown at a time, by the stamps of the clip. */
function numberAt(stamps: readonly number[], timeMs: number): number {
  return Math.max(
    0,
    stamps.findLastIndex((stamp) => stamp * 1000 <= timeMs + 0.5),
  );
}

const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '25', '-bf', '3', '-pix_fmt', 'yuv420p'];

/** Clips with their arguments for ffmpeg. */
const clips: Readonly<
  Record<string, { readonly file: string; readonly rate: string; readonly coding: readonly string[] }>
> = {
  'H.264 with B pictures': { file: 'b.mp4', rate: '30', coding: h264 },
  'H.264 at 24000/1001': { file: 'film.mp4', rate: '24000/1001', coding: h264 },
  'H.264 in open groups': {
    file: 'open.mkv',
    rate: '25',
    coding: [...h264, '-x264-params', 'open-gop=1:keyint=25'],
  },
  'H.264 of 60 pictures a second in a MOV': { file: 'fast.mov', rate: '60', coding: h264 },
  HEVC: {
    file: 'hevc.mp4',
    rate: '30',
    coding: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'keyint=25:log-level=none'],
  },
  VP8: {
    file: 'vp8.webm',
    rate: '30',
    coding: ['-c:v', 'libvpx', '-g', '25', '-b:v', '2M', '-auto-alt-ref', '1', '-lag-in-frames', '10'],
  },
  VP9: {
    file: 'vp9.webm',
    rate: '30',
    coding: ['-c:v', 'libvpx-vp9', '-g', '25', '-b:v', '2M', '-deadline', 'realtime', '-cpu-used', '8'],
  },
  AV1: { file: 'av1.mp4', rate: '30', coding: ['-c:v', 'libsvtav1', '-preset', '12', '-g', '25'] },
  ProRes: { file: 'prores.mov', rate: '25', coding: ['-c:v', 'prores_ks', '-profile:v', '1'] },
  'Motion JPEG': { file: 'mjpeg.mov', rate: '25', coding: ['-c:v', 'mjpeg', '-q:v', '3'] },
  GIF: { file: 'some.gif', rate: '20', coding: [] },
};

describe.each(Object.entries(clips))('pictures of %s', (name, { file, rate, coding }) => {
  const path = join(folder, file);

  it(`${name}: each time shows the last picture whose stamp is not after it`, async () => {
    await makeClip(...numberedPictures(rate, 4), ...coding, path);
    const stamps = await stampsOf(path);
    const reader = readerOf(path);
    for (let timeMs = 0; timeMs < 4100; timeMs += 13.7)
      expect([timeMs, numberIn(reader.pictureAt(timeMs))]).toEqual([timeMs, numberAt(stamps, timeMs)]);
  });

  it(`${name}: the pictures do not depend on the order in which they are asked for`, async () => {
    const stamps = await stampsOf(path);
    const reader = readerOf(path);
    for (const timeMs of [3900, 100, 2040, 2000, 0, 3999, 1960, 3960, 40, 1000, 999.2, 1040])
      expect([timeMs, numberIn(reader.pictureAt(timeMs))]).toEqual([timeMs, numberAt(stamps, timeMs)]);
    const late = readerOf(path);
    expect(numberIn(late.pictureAt(3500))).toBe(numberAt(stamps, 3500));
  });
});
