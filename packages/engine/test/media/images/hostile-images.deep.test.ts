import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MediaProcess } from '../../../../../test/fuzz/media-process.ts';
import { jpegSegment, writeJpeg } from '../../../../../test/support/jpeg-writer.ts';
import {
  joinPngChunks,
  type PngChunk,
  type PngOptions,
  pngHeaderChunk,
  splitPngChunks,
  writePng,
} from '../../../../../test/support/png-writer.ts';
import { Random } from '../../../../../test/support/random.ts';
import { firstSeed, runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import { fixture, jpegUrl, pngUrl } from './support.ts';

/** More than ten times the memory of the pictures themselves. */
const maxMebibytes = 512;

let media: MediaProcess;
beforeAll(() => {
  media = new MediaProcess();
});
afterAll(() => media.close());

const depths = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] } as const;
/** Change of each channel from one pixel to the next. */
const steps = { 0: [3], 2: [3, 5, 7], 3: [3], 4: [3, 5], 6: [3, 5, 7, 2] } as const;
const palette = [
  [10, 20, 30],
  [250, 128, 3],
] as const;

/** Every kind of PNG, 13 x 11 pixels, in several IDAT chunks. */
const pngs = ([0, 2, 3, 4, 6] as const).flatMap((colorType) =>
  depths[colorType].flatMap((bitDepth) =>
    [false, true].map((interlaced) => {
      const most = colorType === 3 ? 1 : 2 ** bitDepth - 1;
      const options: PngOptions = {
        width: 13,
        height: 11,
        colorType,
        bitDepth,
        interlaced,
        idatSize: 20,
        pixel: (x, y) => steps[colorType].map((step) => Math.round(((x * step + y * 7) % 17) * (most / 16))),
        ...(colorType === 3 && { palette, transparency: [200, 100] }),
      };
      const name = `colour type ${colorType}, ${bitDepth} bits${interlaced ? ', interlaced' : ''}`;
      return { name, bytes: writePng(options) };
    }),
  ),
);

const component = (id: number) => ({ id, level: (x: number, y: number) => 90 + 13 * x + 7 * y });
const jpegs = [
  { name: 'grey', bytes: writeJpeg({ width: 30, height: 20, components: [component(1)] }) },
  {
    name: 'baseline with restarts',
    bytes: writeJpeg({ width: 30, height: 20, components: [1, 2, 3].map(component), restartInterval: 2 }),
  },
  {
    name: 'progressive',
    bytes: writeJpeg({ width: 30, height: 20, components: [1, 2, 3].map(component), progressive: true }),
  },
  { name: 'photo, baseline', bytes: fixture('gradient-baseline-420.jpg') },
  { name: 'photo, progressive', bytes: fixture('gradient-progressive-444.jpg') },
  { name: 'CMYK', bytes: fixture('quadrants-cmyk.jpg') },
];

describe('images truncated near a boundary', () => {
  it.each(pngs)('refuses a PNG truncated near a chunk boundary: $name', async ({ bytes }) => {
    await expectDrawn(pngUrl(bytes));
    const ends = splitPngChunks(bytes).map(
      ({ data }) => data.byteOffset - bytes.byteOffset + data.length + 4,
    );
    for (const length of around([8, ...ends], bytes.length)) {
      await expectRefused(pngUrl(bytes.subarray(0, length)), `cut to ${length} bytes`);
    }
  });

  it.each(jpegs)('refuses a JPEG truncated near a marker: $name', async ({ bytes }) => {
    await expectDrawn(jpegUrl(bytes));
    const markers = [...bytes.keys()].filter((at) => bytes[at] === 0xff && bytes[at + 1] !== 0);
    for (const length of around(markers, bytes.length)) {
      await expectRefused(jpegUrl(bytes.subarray(0, length)), `cut to ${length} bytes`);
    }
  });
});

describe('randomly changed images', { timeout: runTimeoutMs }, () => {
  const rounds = Math.ceil(runs(300) / 3);

  it('refuses or draws a PNG with random changes', async () => {
    await eachSeed(rounds, async (random) => {
      const { name, bytes } = random.pick(pngs);
      await expectAnswer(pngUrl(damaged(bytes, random)), random, name);
    });
  });

  it('refuses or draws a PNG with random changes and correct checksums', async () => {
    await eachSeed(rounds, async (random) => {
      const { name, bytes } = random.pick(pngs);
      const chunks = splitPngChunks(bytes);
      const harmed = random.below(chunks.length);
      const changed = chunks.map(({ type, data }, index) => {
        const alike = index === harmed && data.length > 0;
        return { type: random.chance(0.02) ? 'iCCP' : type, data: alike ? damaged(data, random) : data };
      });
      const order = random.chance(0.1) ? random.shuffled(changed) : changed;
      await expectAnswer(pngUrl(joinPngChunks(order)), random, name);
    });
  });

  it('refuses or draws a JPEG with random changes', async () => {
    await eachSeed(rounds, async (random) => {
      const { name, bytes } = random.pick(jpegs);
      await expectAnswer(jpegUrl(damaged(bytes, random)), random, name);
    });
  });
});

describe('decompression bombs', () => {
  const end: PngChunk = { type: 'IEND', data: new Uint8Array() };
  const header = (side: number) => pngHeaderChunk({ width: side, height: side, bitDepth: 8, colorType: 6 });
  const idat = (inflated: Uint8Array): PngChunk => ({ type: 'IDAT', data: deflateSync(inflated) });
  const small = idat(new Uint8Array(4 * (1 + 4 * 4)));
  /** Half a gigabyte of zeros in half a megabyte. */
  const zeros = deflateSync(Buffer.alloc(2 ** 29), { level: 9 });
  const latin1 = (text: string) => Buffer.from(text, 'latin1');

  it('refuses images that declare 2048 x 2048 pixels but contain almost no data', async () => {
    const png = joinPngChunks([header(2048), idat(new Uint8Array(100)), end]);
    await expectRefused(pngUrl(png), 'too little', { width: 2048, height: 2048 });
    const jpeg = Buffer.from(writeJpeg({ width: 8, height: 8, components: [component(1)] }));
    const frame = jpeg.indexOf(Uint8Array.of(0xff, 0xc0));
    jpeg.writeUInt16BE(2048, frame + 5);
    jpeg.writeUInt16BE(2048, frame + 7);
    await expectRefused(jpegUrl(jpeg), 'too little', { width: 2048, height: 2048 });
  });

  it('draws a 4 x 4 PNG whose data inflates to half a gigabyte', async () => {
    await expectDrawn(pngUrl(joinPngChunks([header(4), { type: 'IDAT', data: zeros }, end])));
  });

  it.each([
    ['zTXt', Buffer.concat([latin1('Comment\0\0'), zeros])],
    ['iTXt', Buffer.concat([latin1('Comment\0\x01\0\0\0'), zeros])],
    ['iCCP', Buffer.concat([latin1('profile\0\0'), zeros])],
  ])('draws a PNG whose %s chunk inflates to half a gigabyte', async (type, data) => {
    await expectDrawn(pngUrl(joinPngChunks([header(4), { type, data }, small, end])));
  });

  it('draws a PNG with 80,000 empty chunks', async () => {
    const empty = new Array<PngChunk>(80_000).fill({ type: 'tEXt', data: new Uint8Array() });
    await expectDrawn(pngUrl(joinPngChunks([header(4), ...empty, small, end])));
    const none = new Array<PngChunk>(80_000).fill({ type: 'IDAT', data: new Uint8Array() });
    await expectDrawn(pngUrl(joinPngChunks([header(4), ...none, small, end])));
  });

  it('draws a JPEG with 100,000 comment segments', async () => {
    const { bytes } = jpegs[0] ?? { bytes: new Uint8Array() };
    const comments = Buffer.alloc(400_000, jpegSegment(0xfe, []));
    await expectDrawn(jpegUrl(Buffer.concat([bytes.subarray(0, 2), comments, bytes.subarray(2)])));
  });

  it("draws a picture whose size differs from the project's declared size", async () => {
    const [{ bytes }] = pngs as [(typeof pngs)[number]];
    for (const declared of [
      { width: 1, height: 1 },
      { width: 2048, height: 2048 },
      { width: 2048, height: 1 },
    ]) {
      await expectDrawn(pngUrl(bytes), declared);
    }
  });
});

it('reads all hostile images within 512 MiB of memory', () => {
  expect(media.peakMebibytes).toBeLessThan(maxMebibytes);
});

async function expectDrawn(src: string, declared = {}): Promise<void> {
  for (const format of ['svg', 'png'] as const) {
    expect(await media.drawImage(src, format, declared)).toEqual({ faults: [], problem: undefined });
  }
}

async function expectRefused(src: string, what: string, declared = {}): Promise<void> {
  const { faults, problem } = await media.drawImage(src, 'png', declared);
  expect(faults, what).toEqual([]);
  expect(problem, what).toMatch(/; (?:export the image again|make it smaller)$/);
}

async function expectAnswer(src: string, random: Random, what: string): Promise<void> {
  const { faults } = await media.drawImage(src, random.pick(['svg', 'png']));
  expect(faults, `${what}: ${src}`).toEqual([]);
}

async function eachSeed(rounds: number, run: (random: Random) => Promise<void>): Promise<void> {
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) await run(new Random(seed));
}

/** Returns the given offsets and their neighbours within a file. */
function around(offsets: readonly number[], length: number): number[] {
  const near = offsets.flatMap((at) => [at - 1, at, at + 1]);
  return [...new Set(near)].filter((at) => at >= 0 && at < length);
}

/** Returns a copy with some bytes changed, removed or inserted. */
function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = [...bytes];
  for (let count = random.below(4); count >= 0; count--) {
    const at = random.below(copy.length);
    const value = random.pick([0, 255, 0x7f, random.below(256), (copy[at] ?? 0) ^ (1 << random.below(8))]);
    copy.splice(at, random.pick([1, 1, 1, 1, 0, 3]), value);
  }
  return Uint8Array.from(copy);
}
