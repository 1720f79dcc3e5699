import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ReferenceBrowser } from '../../../../../test/support/chromium.ts';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import { decodePng, type Picture } from '../../../../../test/support/picture.ts';
import { structuralSimilarity } from '../../../../../test/support/picture-difference.ts';
import { writePng } from '../../../../../test/support/png-writer.ts';
import { joinPngChunks, readPngChunks } from '../../../src/media/images/png-chunks.ts';
import { pngChunk } from '../../../src/output/png.ts';
import { convertFile } from '../../../src/render/convert/convert-file.ts';
import { inspect } from '../../../src/render/inspect.ts';
import { fixture } from '../../media/images/support.ts';

async function convert(bytes: Uint8Array) {
  const { signal } = new AbortController();
  const usual = { type: 'image', maxBytes: 1 << 20, drawn: undefined, heardUntilMs: undefined } as const;
  const result = await convertFile({ ...usual, bytes }, signal);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return { ...result.value, picture: await decodePng(result.value.bytes) };
}

/** The file with other bytes after a text in it. */
function patched(file: Uint8Array, text: string, offset: number, ...values: number[]): Buffer {
  const bytes = Buffer.from(file);
  bytes.set(values, bytes.indexOf(text) + text.length + offset);
  return bytes;
}

const colors = { red: [230, 40, 40], green: [40, 200, 60], blue: [40, 80, 230], grey: [150, 150, 150] };

/** The names of the colours of the quarters: at the left and right of the top, then of the bottom. */
function quartersOf({ width, height, data }: Picture): string {
  const places = [
    [0.42, 0.42],
    [0.58, 0.42],
    [0.42, 0.58],
    [0.58, 0.58],
  ] as const;
  const distance = (one: readonly number[], other: readonly number[]) =>
    Math.hypot(...one.map((value, channel) => value - other[channel]));
  return places
    .map(([x, y]) => {
      const at = 4 * (Math.floor(y * height) * width + Math.floor(x * width));
      const seen = [...data.slice(at, at + 3)];
      const [nearest] = Object.entries(colors).toSorted(
        ([, one], [, other]) => distance(one, seen) - distance(other, seen),
      );
      return nearest[0];
    })
    .join(' ');
}

const displayed: Readonly<Record<number, string>> = {
  1: 'red green blue grey',
  2: 'green red grey blue',
  3: 'grey blue green red',
  4: 'blue grey red green',
  5: 'red blue green grey',
  6: 'blue red grey green',
  7: 'grey green blue red',
  8: 'green grey red blue',
};

const webp = fixture('quadrants-exif-6.webp');
const avif = fixture('quadrants-irot.avif');

/** The EXIF block of the WebP has one entry, whose value is at 18 after the length of the chunk. */
const turnedWebp = (orientation: number) => patched(webp, 'EXIF', 4 + 19, orientation);
const turnedAvif = (quarters: number) => patched(avif, 'irot', 0, quarters);
const mirroredAvif = (axis: number) =>
  patched(patched(avif, 'irot', 0, axis), 'irot', -4, ...Buffer.from('imir'));

const turned: readonly (readonly [name: string, file: Uint8Array, orientation: number])[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(
    (orientation) =>
      [`a WebP with the orientation ${orientation}`, turnedWebp(orientation), orientation] as const,
  ),
  ['a WebP with an unknown orientation', turnedWebp(9), 1],
  ['an AVIF that is not turned', turnedAvif(0), 1],
  ['an AVIF turned to the left once', turnedAvif(1), 8],
  ['an AVIF turned to the left twice', turnedAvif(2), 3],
  ['an AVIF turned to the left three times', turnedAvif(3), 6],
  ['an AVIF mirrored upside down', mirroredAvif(0), 4],
  ['an AVIF mirrored sideways', mirroredAvif(1), 2],
];

describe('a still picture', () => {
  const browser = new ReferenceBrowser();
  afterAll(() => browser.close());

  it.each(turned)('shows %s upright', async (_, file, orientation) => {
    const { picture } = await convert(file);
    const [width, height] = orientation >= 5 ? [120, 160] : [160, 120];
    expect(picture).toMatchObject({ width, height });
    expect(quartersOf(picture)).toBe(displayed[orientation]);
  });

  const inColors = (primaries: number) => patched(turnedAvif(0), 'nclx', 0, 0, primaries);

  // Chromium shows each WebP as it is stored.
  const compared: readonly (readonly [name: string, file: Uint8Array])[] = [
    ...turned.flatMap(([name, file]) => (name.includes('AVIF') ? [[name, file] as const] : [])),
    ['an AVIF in Display P3', inColors(12)],
    ['an AVIF in BT.2020', inColors(9)],
  ];

  it.each(compared)('shows %s as Chromium does', { tags: 'chromium' }, async (_, file) => {
    const { picture } = await convert(file);
    const page = `<img style="left:0;top:0" src="data:image/avif;base64,${Buffer.from(file).toString('base64')}">`;
    const theirs = await browser.drawHtml(page, { width: picture.width, height: picture.height });
    expect(structuralSimilarity(picture, theirs)).toBeGreaterThan(0.97);
    const differences = picture.data.map((value, index) => Math.abs(value - theirs.data[index]));
    expect(differences.reduce((sum, one) => sum + one, 0) / differences.length).toBeLessThan(2);
  });

  it.each([
    ['sRGB', 1, [39, 200, 58]],
    ['Display P3', 12, [0, 204, 2]],
    ['BT.2020', 9, [0, 211, 0]],
  ] as const)('converts the colours of an AVIF from %s', async (_, primaries, [red, green, blue]) => {
    const { picture } = await convert(inColors(primaries));
    const at = 4 * (10 * picture.width + picture.width - 10);
    const seen = [...picture.data.slice(at, at + 3)];
    for (const [channel, value] of [red, green, blue].entries())
      expect(Math.abs(seen[channel] - value), String(seen)).toBeLessThanOrEqual(3);
  });

  it.each(['irot', 'ispe', 'ipma', 'ipco', 'pitm', 'meta'])(
    'refuses an AVIF whose box %s is damaged, or draws it',
    async (box) => {
      for (const value of [0, 0x7f, 0xff]) {
        const file = patched(avif, box, -5, value);
        await convert(file).catch((error: unknown) => expect(String(error)).toContain('damaged or unusual'));
      }
    },
  );
});

/** Four by four pixels: red, then blue. */
const gif = Buffer.from(
  'R0lGODlhBAAEAPAAAP0AAAAA/iH/C05FVFNDQVBFMi4wAwEAAAAh+QQEZAD/ACwAAAAABAAEAAACBISPCQUAIfkEBWQAAAAsAAAAAAQABAAAAgSMjxkFADs=',
  'base64',
);
/** The first frame of it. */
const stillGif = Buffer.from(
  'R0lGODlhBAAEAPAAAP0AAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQEZAD/ACwAAAAABAAEAAACBISPCQUAOw==',
  'base64',
);

const red = writePng({ width: 4, height: 4, colorType: 2, bitDepth: 8, pixel: () => [255, 0, 0] });

/** A PNG that says that it has two frames. */
function animatedPng(): Uint8Array {
  const { chunks } = readPngChunks(red);
  const data = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  const [header, ...others] = chunks;
  return joinPngChunks([header, { type: 'acTL', data, whole: pngChunk('acTL', data) }, ...others]);
}

async function adviceOn(name: string, file: Uint8Array): Promise<string[]> {
  const baseFolder = await temporaryFolder();
  await writeFile(join(baseFolder, name), file);
  const film = {
    shorthand: true,
    width: 160,
    height: 90,
    objects: { logo: { kind: 'image', src: name, width: 40, height: 40 } },
    compositions: { a: {} },
  };
  const { advice = [] } = await inspect(film, { advice: true, baseFolder });
  return advice
    .filter(({ rule }) => rule === 'first-frame')
    .map(({ path, message }) => `${path}: ${message}`);
}

describe('an animated picture', () => {
  it('is its first frame', async () => {
    const { mime, picture } = await convert(gif);
    expect(mime).toBe('image/png');
    expect(picture).toMatchObject({ width: 4, height: 4 });
    expect([...picture.data.slice(0, 4)]).toEqual([253, 0, 0, 255]);
  });

  it.each([
    ['a GIF', 'logo.gif', gif],
    ['a PNG', 'logo.png', animatedPng()],
  ])('gives advice as %s', async (_, name, file) => {
    expect(await adviceOn(name, file)).toEqual([
      'objects.logo.src: only the first frame of this animated picture is drawn; use a still picture',
    ]);
  });

  it.each([
    ['a GIF', 'logo.gif', stillGif],
    ['a PNG', 'logo.png', red],
  ])('gives no advice with one frame as %s', async (_, name, file) => {
    expect(await adviceOn(name, file)).toEqual([]);
  });
});
