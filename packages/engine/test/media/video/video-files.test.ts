// @module-tag ffmpeg
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileSource, MemorySource } from '../../../src/media/byte-source.ts';
import { PictureReader } from '../../../src/media/video/picture-reader.ts';
import { clipFolder, makeClip, numberedPictures, numberIn, stampsOf } from './support.ts';

const folder = clipFolder();
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'];

function useReader<Value>(file: string, use: (reader: PictureReader) => Value): Value {
  const descriptor = openSync(file, 'r');
  try {
    const reader = PictureReader.open(new FileSource(descriptor, statSync(file).size));
    if (!reader.ok) throw new Error(reader.problems.join('; '));
    try {
      return use(reader.value);
    } finally {
      reader.value.close();
    }
  } finally {
    closeSync(descriptor);
  }
}

function problemOf(bytes: Uint8Array): readonly string[] {
  const reader = PictureReader.open(new MemorySource(bytes));
  if (!reader.ok) return reader.problems;
  try {
    for (let timeMs = 0; timeMs <= 2000; timeMs += 100) reader.value.pictureAt(timeMs);
    return [];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    reader.value.close();
  }
}

it('shows pictures of a variable rate by their stamps', async () => {
  const file = join(folder, 'variable.mp4');
  const numbered = numberedPictures('30', 4);
  const select = `${numbered[numbered.length - 1]},select='lt(mod(n,7),2)+eq(mod(n,11),0)'`;
  await makeClip(...numbered.slice(0, -1), select, '-vsync', 'vfr', ...h264, file);
  const stamps = await stampsOf(file);
  expect(
    new Set(stamps.slice(1).map((stamp, index) => Math.round((stamp - stamps[index]) * 30))).size,
  ).toBeGreaterThan(2);
  useReader(file, (reader) => {
    for (const timeMs of [0, 60, 100, 320, 340, 2500, 3700, 1200, 3999]) {
      const stamp = stamps.findLast((one) => one * 1000 <= timeMs + 0.5) ?? 0;
      expect([timeMs, numberIn(reader.pictureAt(timeMs))]).toEqual([timeMs, Math.round(stamp * 30)]);
    }
  });
});

it('counts time after the edit list of a clip that was cut without coding it again', async () => {
  const whole = await makeClip(...numberedPictures('30', 4), ...h264, '-g', '30', join(folder, 'whole.mp4'));
  const file = await makeClip('-ss', '1.5', '-i', whole, '-c', 'copy', join(folder, 'cut.mp4'));
  useReader(file, (reader) => {
    expect(numberIn(reader.pictureAt(0))).toBe(45);
    expect(numberIn(reader.pictureAt(1000))).toBe(75);
    expect(reader.facts.durationMs).toBeCloseTo(2500, -2);
  });
});

it('counts time from the start of a file whose stamps begin later', async () => {
  const file = await makeClip(
    ...numberedPictures('30', 2),
    ...h264,
    '-output_ts_offset',
    '5',
    join(folder, 'late.mkv'),
  );
  useReader(file, (reader) => expect(numberIn(reader.pictureAt(1000))).toBe(30));
});

it('reads a file without an index, whose header has no duration', async () => {
  const piped = ['-f', 'webm', '-live', '1', join(folder, 'live.webm')];
  const file = await makeClip(
    ...numberedPictures('30', 3),
    '-c:v',
    'libvpx',
    '-g',
    '20',
    '-b:v',
    '1M',
    ...piped,
  );
  useReader(file, (reader) => {
    expect(reader.facts.durationMs).toBeCloseTo(3000, -2);
    expect([2500, 100, 2000].map((timeMs) => numberIn(reader.pictureAt(timeMs)))).toEqual([75, 3, 60]);
  });
});

it.each([90, 180, 270])('turns pictures by the %i degrees of their file', async (degrees) => {
  const corner = 'drawbox=x=0:y=0:w=80:h=40:color=red:t=fill';
  const plain = ['-f', 'lavfi', '-i', `color=blue:s=160x80:r=25:d=1,${corner}`, ...h264];
  const upright = await makeClip(...plain, join(folder, 'upright.mp4'));
  const file = await makeClip(
    '-i',
    upright,
    '-c',
    'copy',
    '-metadata:s:v',
    `rotate=${degrees}`,
    join(folder, `turned-${degrees}.mp4`),
  );
  // ffmpeg turns it by itself.
  const picture = await makeClip(
    '-i',
    file,
    '-frames:v',
    '1',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    join(folder, `turned-${degrees}.rgba`),
  );
  const expected = readFileSync(picture);
  useReader(file, ({ facts, ...reader }) => {
    void reader;
    expect([facts.width, facts.height]).toEqual(degrees === 180 ? [160, 80] : [80, 160]);
  });
  useReader(file, (reader) =>
    expect(largestDifference(pixelsAt(reader, 0), expected)).toBeLessThanOrEqual(3),
  );
});

it('stretches pictures to square pixels', async () => {
  const file = await makeClip(
    '-f',
    'lavfi',
    '-i',
    'color=blue:s=96x64:d=1',
    '-vf',
    'setsar=4/3',
    ...h264,
    join(folder, 'wide.mp4'),
  );
  useReader(file, ({ facts }) => expect([facts.width, facts.height]).toEqual([128, 64]));
});

/** Pixel formats with the matrix and range of their samples. */
const colors: readonly (readonly [format: string, matrix: string, range: string])[] = [
  ['yuv420p', 'bt709', 'tv'],
  ['yuv420p', 'smpte170m', 'tv'],
  ['yuv420p', 'bt709', 'pc'],
  ['yuv420p', 'smpte170m', 'pc'],
  ['yuv422p', 'bt709', 'tv'],
  ['yuv444p', 'bt709', 'tv'],
  ['yuv420p10le', 'bt709', 'tv'],
  ['yuv422p10le', 'bt709', 'pc'],
];

it.each(colors)('shows the colours of %s with %s and the range %s', async (format, matrix, range) => {
  const card = ['red', 'lime', 'blue', 'white', 'black', 'gray', '0xc08040', '0x2040a0'];
  const patches = card
    .map((color) => `color=${color}:s=32x64:d=1:r=5,format=gbrp[${card.indexOf(color)}]`)
    .join(';');
  const inputs = card.map((_, index) => `[${index}]`).join('');
  const converted = `scale=out_color_matrix=${matrix}:out_range=${range}:flags=accurate_rnd+full_chroma_int+bicubic,format=${format}`;
  const tags = [
    '-colorspace',
    matrix,
    '-color_range',
    range,
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
  ];
  const file = join(folder, `card-${format}-${matrix}-${range}.mkv`);
  const graph = `${patches};${inputs}hstack=inputs=${card.length},${converted}`;
  await makeClip('-filter_complex', graph, '-c:v', 'ffv1', ...tags, file);
  const wanted = [
    ...[
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 255],
      [0, 0, 0],
      [128, 128, 128],
    ],
    ...[
      [192, 128, 64],
      [32, 64, 160],
    ],
  ];
  useReader(file, (reader) => {
    const pixels = pixelsAt(reader, 0);
    const seen = card.map((_, index) => [
      ...pixels.subarray((32 * 256 + index * 32 + 16) * 4, (32 * 256 + index * 32 + 16) * 4 + 3),
    ]);
    const differences = seen.flatMap((color, index) =>
      color.map((value, channel) => Math.abs(value - wanted[index][channel])),
    );
    expect(Math.max(...differences), JSON.stringify(seen)).toBeLessThanOrEqual(2);
  });
});

it('keeps the transparency of VP9 in WebM and of ProRes 4444', async () => {
  const half = ['-f', 'lavfi', '-i', 'color=red@0.5:s=64x64:d=1:r=10,format=rgba'];
  const webm = await makeClip(
    ...half,
    '-c:v',
    'libvpx-vp9',
    '-pix_fmt',
    'yuva420p',
    join(folder, 'alpha.webm'),
  );
  const mov = await makeClip(
    ...half,
    '-c:v',
    'prores_ks',
    '-profile:v',
    '4',
    '-pix_fmt',
    'yuva444p10le',
    join(folder, 'alpha.mov'),
  );
  for (const file of [webm, mov]) {
    const [red, , , alpha] = useReader(file, (reader) => pixelsAt(reader, 500).subarray(0, 4));
    expect([Math.abs(alpha - 128) <= 2, red > 240]).toEqual([true, true]);
  }
});

it('says in a sentence what is wrong with a file', async () => {
  const sound = await makeClip('-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac', join(folder, 'sound.mp4'));
  expect(problemOf(readFileSync(sound))).toEqual([
    'the MP4 has no pictures; use it as a sound, or export it again',
  ]);
  expect(problemOf(Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'))).toEqual([
    'the file is neither MP4, MOV, WebM, Matroska nor GIF; convert it to MP4',
  ]);
  expect(problemOf(Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'))[0]).toContain('neither MP4');
  const large = await makeClip(
    '-f',
    'lavfi',
    '-i',
    'color=s=7680x4320:d=0.1:r=10',
    '-c:v',
    'mjpeg',
    join(folder, '8k.mov'),
  );
  expect(problemOf(readFileSync(large))[0]).toMatch(/^the MOV is 7680 x 4320, but pictures may have/);
});

it('reads what is left of files that are cut off or damaged, or says that they are', async () => {
  const file = await makeClip(
    ...numberedPictures('30', 2),
    ...h264,
    '-movflags',
    '+faststart',
    join(folder, 'fragile.mp4'),
  );
  const bytes = readFileSync(file);
  for (const share of [0.05, 0.2, 0.5, 0.8, 0.99]) {
    const problems = problemOf(bytes.subarray(0, Math.floor(bytes.length * share)));
    for (const problem of problems) expect(problem).toMatch(/^the MP4 .*; export it again$/);
  }
  for (let seed = 1; seed <= 60; seed++) {
    const damaged = Buffer.from(bytes);
    for (let flip = 0; flip < 40; flip++)
      damaged[(seed * 7919 + flip * 104_729) % bytes.length] ^= 1 << (flip % 8);
    for (const problem of problemOf(damaged)) expect(problem).toMatch(/^the (?:MP4|file) .*; .+/);
  }
  writeFileSync(join(folder, 'empty.mp4'), '');
  expect(problemOf(Buffer.alloc(0))[0]).toContain('neither MP4');
});

function pixelsAt(reader: PictureReader, timeMs: number): Uint8Array {
  const { width, height } = reader.facts;
  const { data } = reader.pictureAt(timeMs).getContext('2d').getImageData(0, 0, width, height);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function largestDifference(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - other[index])), 0);
}
