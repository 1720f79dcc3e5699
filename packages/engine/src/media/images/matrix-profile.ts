import { Buffer } from 'node:buffer';

type Xyz = readonly [x: number, y: number, z: number];

/** Red, green and blue in the connection space of ICC, for codes of primaries (ITU-T H.273) other than those of sRGB. */
const primaries: ReadonlyMap<number, readonly [red: Xyz, green: Xyz, blue: Xyz]> = new Map([
  // BT.2020.
  [
    9,
    [
      [0.67348, 0.27904, -0.00194],
      [0.16566, 0.67534, 0.02998],
      [0.1251, 0.04562, 0.79686],
    ],
  ],
  // Display P3.
  [
    12,
    [
      [0.51512, 0.2412, -0.00105],
      [0.29198, 0.69225, 0.04189],
      [0.1571, 0.06657, 0.78407],
    ],
  ],
]);

const whitePoint: Xyz = [0.9642, 1, 0.82491];

/** The parameters of the curve of sRGB. */
const curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

/** Returns an ICC profile with the curve of sRGB; undefined for the primaries of sRGB, and for unknown ones. */
export function matrixProfile(code: number): Uint8Array | undefined {
  const colors = primaries.get(code);
  if (colors === undefined) return undefined;
  const names = ['rXYZ', 'gXYZ', 'bXYZ'];
  const tags: (readonly [name: string, content: Buffer])[] = [
    ['wtpt', xyz(whitePoint)],
    ...colors.map((color, index) => [names[index] ?? '', xyz(color)] as const),
    ...['rTRC', 'gTRC', 'bTRC'].map((name) => [name, parametricCurve()] as const),
  ];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  let at = 128 + table.length;
  for (const [index, [name, content]] of tags.entries()) {
    table.write(name, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(at, 8 + 12 * index);
    table.writeUInt32BE(content.length, 12 + 12 * index);
    at += content.length;
  }
  return Buffer.concat([header(at), table, ...tags.map(([, content]) => content)]);
}

function header(length: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.writeUInt32BE(length);
  // Version 4, for screens.
  bytes.writeUInt32BE(0x04000000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  bytes.write('acsp', 36, 'latin1');
  for (const [index, value] of whitePoint.entries()) bytes.writeInt32BE(fixed(value), 68 + 4 * index);
  return bytes;
}

function xyz(values: Xyz): Buffer {
  return numbers('XYZ ', values);
}

function parametricCurve(): Buffer {
  const bytes = numbers('para', [0, ...curve]);
  // The formula with a linear part.
  bytes.writeUInt16BE(3, 8);
  return bytes;
}

function numbers(type: string, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 + 4 * values.length);
  bytes.write(type, 0, 'latin1');
  for (const [index, value] of values.entries()) bytes.writeInt32BE(fixed(value), 8 + 4 * index);
  return bytes;
}

function fixed(value: number): number {
  return Math.round(value * 65_536);
}
