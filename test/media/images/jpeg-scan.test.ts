import { describe, expect, test } from 'vitest';
import { readHuffmanTables, ScanDamage } from '../../../src/media/images/jpeg-entropy.ts';
import { readJpegScan } from '../../../src/media/images/jpeg-scan.ts';
import type { JpegFrame } from '../../../src/media/images/jpeg-segments.ts';

/** One code for each class: enough for a header, which has the limits of libjpeg. */
const table = (number: number) => [number, 1, ...Array<number>(15).fill(0), 0];
const read = readHuffmanTables(Uint8Array.from([...table(0x00), ...table(0x10)]));
if (!read.ok) throw new Error(read.problems.join('; '));
const tables = read.value;

/** Returns a frame of components with the given sampling factors. */
function frameOf(progressive: boolean, ...sampling: readonly (readonly [number, number])[]): JpegFrame {
  const components = sampling.map(([horizontal, vertical], index) => ({
    id: index + 1,
    horizontal,
    vertical,
    quantization: 0,
  }));
  return { progressive, width: 64, height: 64, components };
}

function readScan(frame: JpegFrame, range: readonly number[], ids = frame.components.map(({ id }) => id)) {
  return readJpegScan(
    Uint8Array.from([ids.length, ...ids.flatMap((id) => [id, 0]), ...range]),
    frame,
    tables,
  );
}

describe('JPEG scan headers', () => {
  test('accepts ten blocks per unit in a JPEG scan header, but not eleven', () => {
    const whole = [0, 63, 0];
    const ten = frameOf(false, [4, 2], [1, 1], [1, 1]);
    expect(readScan(ten, whole).units).toMatchObject({ columns: 2, rows: 4, blocks: { length: 10 } });
    const eleven = frameOf(false, [4, 2], [2, 1], [1, 1]);
    expect(() => readScan(eleven, whole)).toThrow(ScanDamage);
    expect(() => readScan(eleven, whole)).toThrow('11 blocks per unit; at most 10 are allowed');
  });

  test.each([
    [[0, 0, 0x0d], true],
    [[0, 0, 0x0e], false],
    [[0, 0, 0x10], true],
    [[0, 0, 0x20], false],
    [[1, 63, 0], true],
    [[1, 64, 0], false],
    [[2, 1, 0], false],
    [[0, 1, 0], false],
  ])(
    "validates coefficients and bits in a progressive JPEG's scan header: %j, allowed: %j",
    (range, allowed) => {
      const read = () => readScan(frameOf(true, [1, 1]), range);
      if (allowed) expect(read().first).toBe(range[0]);
      else expect(read).toThrow(ScanDamage);
    },
  );

  test('refuses bands beyond the first coefficient in a JPEG scan with several components', () => {
    const frame = frameOf(true, [1, 1], [1, 1], [1, 1]);
    expect(readScan(frame, [0, 0, 0]).parts).toHaveLength(3);
    expect(() => readScan(frame, [1, 5, 0])).toThrow(ScanDamage);
    expect(readScan(frame, [1, 5, 0], [2]).parts).toHaveLength(1);
  });
});
