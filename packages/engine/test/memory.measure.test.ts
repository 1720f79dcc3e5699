import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { stillProject } from '../../../test/support/build-project.ts';
import { convertWithFfmpeg } from '../../../test/support/ffmpeg.ts';
import { peakSlope } from '../../../test/support/growth.ts';
import { joinPngChunks, pngHeaderChunk } from '../../../test/support/png-writer.ts';
import { writeWav } from '../../../test/support/wav-writer.ts';
import { loadEquationTypesetter } from '../src/drawing/equation/equation-typesetter.ts';
import { convertFile } from '../src/render/convert/convert-file.ts';
import { render } from '../src/render/render.ts';
import { decode, pngUrl } from './media/images/support.ts';
import { film, problemsOf } from './shorthand/expand.ts';

it("a picture's layers are freed while it is painted", async () => {
  // Each is painted on its own layer of some 8 MB.
  const growth = await peakSlope([20, 60, 120, 180], (count) => {
    const panes = Array.from({ length: count }, (_, index) => [
      `pane${index}`,
      {
        kind: 'rectangle' as const,
        state: {
          ...{ x: 960, y: 540, width: 1900, height: 1000 + index / 10 },
          ...{ stroke: '#ffffff', strokeWidth: 4, opacity: 0.5 },
        },
      },
    ]);
    const project = stillProject(Object.fromEntries(panes), { width: 1920, height: 1080 });
    return () => render(project, { format: 'png' });
  });
  expect(growth).toBeLessThan(1_000_000);
});

it('PNG data that is far larger than the picture is not inflated', async () => {
  const header = pngHeaderChunk({ width: 4, height: 4, bitDepth: 8, colorType: 2 });
  const end = { type: 'IEND', data: new Uint8Array() };
  const growth = await peakSlope([10e6, 100e6, 200e6, 400e6], (bytes) => {
    const url = pngUrl(
      joinPngChunks([header, { type: 'IDAT', data: deflateSync(Buffer.alloc(bytes)) }, end]),
    );
    return () => decode(url);
  });
  // Bytes of memory for each byte of the data.
  expect(growth).toBeLessThan(0.1);
});

it('a small FLAC that decodes to hours is not decoded beyond the size limit', {
  tags: 'ffmpeg',
}, async () => {
  const wav = writeWav({ sampleRate: 8000, frames: 8000, channels: [() => 0] });
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-map', '1:a'];
  const hours = new Map<number, Buffer>();
  for (const count of [1, 2, 4]) {
    const options = [...silence, '-t', String(3600 * count), '-c:a', 'flac', '-frame_size', '65535'];
    hours.set(count, await convertWithFfmpeg(wav, 'flac', options));
  }
  const { signal } = new AbortController();
  const usual = { type: 'media', maxBytes: 1 << 20, drawn: undefined, heardUntilMs: undefined } as const;
  const growth = await peakSlope([...hours.keys()], (count) => async () => {
    const result = await convertFile({ ...usual, bytes: hours.get(count) ?? Buffer.alloc(0) }, signal);
    expect(result.ok).toBe(false);
  });
  // An hour is 58 MB of samples.
  expect(growth).toBeLessThan(6_000_000);
});

it('TeX array columns that are repeated too often take no memory', async () => {
  const typesetter = await loadEquationTypesetter({ timeLimitMs: 60_000 });
  const growth = await peakSlope([1e6, 1e7, 1e8], (count) => () => {
    const result = typesetter.layout(`\\begin{array}{*{${count}}{c}}x\\end{array}`);
    expect(result).toMatchObject({ ok: false, problems: ['Too many column specifiers'] });
  });
  expect(growth).toBeLessThan(0.1);
});

it('shorthand that would expand to too many states is refused before it is expanded', async () => {
  const many = (count: number, value: unknown, name = 'o') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, value]));
  const growth = await peakSlope([100, 200, 400], (compositions) => {
    const objects = many(4000, { kind: 'circle' });
    const document = film({ objects, compositions: many(compositions, {}, 'c') });
    return () => expect(problemsOf(document)).toHaveLength(1);
  });
  // The states of a composition are 1.5 MB of JSON.
  expect(growth).toBeLessThan(200_000);
});
