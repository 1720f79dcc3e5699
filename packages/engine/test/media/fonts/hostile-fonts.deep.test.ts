import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import compress from 'wawoff2/compress.js';
import { MediaProcess } from '../../../../../test/fuzz/media-process.ts';
import {
  type FontTable,
  joinFontTables,
  readFontTables,
  withFontTable,
} from '../../../../../test/support/font-writer.ts';
import { cffFont, fontUrl, variableFont } from '../../../../../test/support/own-fonts.ts';
import { Random } from '../../../../../test/support/random.ts';
import { firstSeed, runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import { compressedFile } from '../../../src/drawing/text/families.ts';
import { readFont } from '../../../src/media/fonts/read-font.ts';

/** A render takes some 200 MiB, and a text with as many outlines as are allowed some 300 more. */
const maxMebibytes = 1024;

let media: MediaProcess;
beforeAll(() => {
  media = new MediaProcess();
});
afterAll(() => media.close());

const text = 'Waffle fjord AV 0123 é';
const ttf = Buffer.from(compressedFile('BricolageGrotesque').read());

/** A font in each format, the variable one twice. */
async function fontsOfAllFormats() {
  const variable = await readFont(fontUrl(variableFont, 'woff2'));
  if (!variable.ok) throw new Error(variable.problems[0]);
  return [
    { name: 'ttf', type: 'ttf', bytes: ttf },
    { name: 'otf', type: 'otf', bytes: cffFont },
    { name: 'variable ttf', type: 'ttf', bytes: Buffer.from(variable.value) },
    { name: 'woff2', type: 'woff2', bytes: variableFont },
  ] as const;
}

const fonts = await fontsOfAllFormats();

describe('fonts with random changes', { timeout: runTimeoutMs }, () => {
  const rounds = runs(300);

  it.each(fonts)('refuses or draws a font with random changes: $name', async ({ name, type, bytes }) => {
    for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
      const changed = damaged(bytes, new Random(seed));
      await expectAnswer(fontUrl(changed, type), `${name}, seed ${seed}`);
    }
  });

  it.each(fonts.slice(0, 3))(
    'refuses or draws a font with changes in one table: $name',
    async ({ name, type, bytes }) => {
      const tags = readFontTables(bytes).map(({ tag }) => tag);
      for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
        const random = new Random(seed);
        const tag = random.pick(tags);
        const changed = withFontTable(bytes, tag, (data) =>
          random.chance(0.05) ? null : damaged(data, random),
        );
        await expectAnswer(fontUrl(changed, type), `${name}, seed ${seed}, ${tag}`);
      }
    },
  );

  it('refuses or draws a WOFF2 font made of a damaged one', async () => {
    const tags = readFontTables(ttf).map(({ tag }) => tag);
    for (let seed = firstSeed; seed < firstSeed + Math.ceil(rounds / 20); seed++) {
      const random = new Random(seed);
      const changed = withFontTable(ttf, random.pick(tags), (data) => damaged(data, random));
      const packed = await compress(changed).then(Buffer.from, () => undefined);
      if (packed !== undefined) await expectAnswer(fontUrl(packed, 'woff2'), `seed ${seed}`);
    }
  });
});

describe('truncated fonts', () => {
  it.each(fonts)('refuses a truncated font: $name', async ({ type, bytes }) => {
    const random = new Random(firstSeed);
    const lengths = [
      0,
      1,
      4,
      11,
      12,
      13,
      47,
      48,
      49,
      100,
      ...Array.from({ length: 30 }, () => random.below(bytes.length)),
    ];
    for (const length of lengths) {
      const { faults, problem } = await media.drawFont(fontUrl(bytes.subarray(0, length), type), text);
      expect(faults, `cut to ${length} bytes`).toEqual([]);
      expect(problem, `cut to ${length} bytes`).toMatch(/; (?:save|use)/);
    }
  });
});

describe('fonts with giant counts', () => {
  const counts = [
    ['maxp', 4],
    ['hhea', 34],
    ['head', 18],
    ['cmap', 2],
    ['GSUB', 4],
    ['GPOS', 6],
    ['GPOS', 8],
    ['glyf', 0],
    ['glyf', 10],
    ['fvar', 8],
    ['gvar', 4],
    ['CFF ', 4],
    ['CFF ', 20],
  ] as const;
  for (const { name, type, bytes } of fonts.slice(0, 3)) {
    it(`refuses or draws a font with giant counts: ${name}`, async () => {
      for (const [tag, offset] of counts) {
        for (const value of [0, 0x7fff, 0xffff]) {
          const changed = withFontTable(bytes, tag, (data) => {
            if (offset + 2 <= data.length) data.writeUInt16BE(value, offset);
            return data;
          });
          await expectAnswer(fontUrl(changed, type), `${tag} at ${offset} is ${value}`);
        }
      }
    });
  }

  it('refuses a font whose letters are too complex to draw', async () => {
    const { faults, problem } = await media.drawFont(fontUrl(complexFont(), 'ttf'), 'A'.repeat(10_000));
    expect(faults).toEqual([]);
    expect(problem).toMatch(/too complex to draw; use another font$/);
  });

  it('draws one complex letter', async () => {
    expect(await media.drawFont(fontUrl(complexFont(), 'ttf'), 'A')).toEqual({
      faults: [],
      problem: undefined,
    });
  });
});

describe('WOFF2 bombs', () => {
  it('refuses a WOFF2 font that unpacks to a gigabyte', async () => {
    const size = 2 ** 30;
    const zeros = brotliCompressSync(Buffer.alloc(size), {
      params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 5 },
    });
    for (const declared of [size, 1000]) {
      const { faults, problem } = await media.drawFont(fontUrl(woff2(zeros, declared), 'woff2'), text);
      expect(faults).toEqual([]);
      expect(problem).toMatch(declared === size ? /at most 8 MiB/ : /damaged WOFF2 font; save it again$/);
    }
  });
});

it('reads all hostile fonts within 1024 MiB of memory', () => {
  expect(media.peakMebibytes).toBeLessThan(maxMebibytes);
});

async function expectAnswer(src: string, what: string): Promise<void> {
  const { faults } = await media.drawFont(src, text);
  expect(faults, what).toEqual([]);
}

/** A WOFF2 font with one table, of which only the declared size is known. */
function woff2(stream: Uint8Array, declared: number): Buffer {
  const length: number[] = [];
  for (let rest = declared; rest > 0 || length.length === 0; rest = Math.floor(rest / 128))
    length.unshift((rest % 128) | (length.length > 0 ? 0x80 : 0));
  const header = Buffer.alloc(48);
  header.write('wOF2', 0, 'latin1');
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt32BE(48 + 1 + length.length + stream.length, 8);
  header.writeUInt16BE(1, 12);
  header.writeUInt32BE(Math.min(declared + 28, 0xffffffff), 16);
  header.writeUInt32BE(stream.length, 20);
  // The table "cmap".
  return Buffer.concat([header, Buffer.from([0, ...length]), stream]);
}

/** A font whose letter consists of eight copies of a contour with 20,000 points. HarfBuzz draws no larger ones. */
function complexFont(): Buffer {
  const points = 20_000;
  const flags: number[] = [];
  // On the curve, one byte each for x and y, repeated.
  for (let left = points; left > 0; left -= 256) flags.push(0x3f, Math.min(255, left - 1));
  const simple = Buffer.concat([
    be16([1, 0, 0, 1000, 1000, points - 1, 0]),
    Buffer.from(flags),
    Buffer.alloc(2 * points, 1),
  ]);
  const parts = Array.from({ length: 8 }, (_, i) => be16([i < 7 ? 0x22 : 0x02, 1, i * 10]));
  const composite = Buffer.concat([be16([0xffff, 0, 0, 1000, 1000]), ...parts]);
  const glyphs = [Buffer.alloc(0), padded(simple), padded(composite)];
  const loca = Buffer.alloc(4 * (glyphs.length + 1));
  let end = 0;
  for (const [i, { length }] of glyphs.entries()) {
    end += length;
    loca.writeUInt32BE(end, 4 * (i + 1));
  }
  const own: Record<string, Uint8Array> = {
    glyf: Buffer.concat(glyphs),
    loca,
    hmtx: be16([500, 0, 500, 0, 500, 0]),
    cmap: be16([0, 1, 3, 1, 0, 12, 4, 32, 0, 4, 4, 1, 0, 65, 0xffff, 0, 65, 0xffff, 2 - 65 + 65536, 1, 0, 0]),
  };
  const kept = ['head', 'hhea', 'maxp', 'OS/2', 'post'];
  const tables = readFontTables(ttf).filter(({ tag }) => kept.includes(tag));
  const sized = tables.map(({ tag, data }): FontTable => {
    const copy = Buffer.from(data);
    if (tag === 'head') copy.writeInt16BE(1, 50);
    if (tag === 'maxp') copy.writeUInt16BE(glyphs.length, 4);
    if (tag === 'hhea') copy.writeUInt16BE(glyphs.length, 34);
    return { tag, data: copy };
  });
  return joinFontTables([...sized, ...Object.entries(own).map(([tag, data]) => ({ tag, data }))]);
}

function be16(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, 2 * i);
  return bytes;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

/** Returns a copy with some bytes changed, removed or inserted. */
function damaged(bytes: Uint8Array, random: Random): Buffer {
  const copy = [...bytes];
  for (let count = random.below(4); count >= 0; count--) {
    const at = random.below(copy.length);
    const value = random.pick([0, 255, 0x7f, random.below(256), (copy[at] ?? 0) ^ (1 << random.below(8))]);
    copy.splice(at, random.pick([1, 1, 1, 1, 1, 1, 0, 3]), value);
  }
  return Buffer.from(copy);
}
