import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Canvas } from '@napi-rs/canvas';
import { afterAll } from 'vitest';
import { externalProgram } from '../../../../../test/support/external-programs.ts';

const run = promisify(execFile);

/** Bits of the number in a picture, each a square of this side, in a row at the top. */
const [bits, side] = [12, 16];

/** Size of numbered pictures. */
export const numberedSize = { width: bits * side, height: 66 };

/** A folder for the clips of a test file, which is removed after its tests. */
export function clipFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clips-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs ffmpeg, to write the last of the arguments. */
export async function makeClip(...given: readonly string[]): Promise<string> {
  const file = given[given.length - 1];
  await run(externalProgram('ffmpeg'), ['-v', 'error', '-y', ...given]);
  return file;
}

/**
 * The arguments of an input whose pictures carry their number, the lowest bit at the left, white for 1. Pictures move
 * below it, so that coders use references.
 */
export function numberedPictures(
  rate: string,
  seconds: number,
  { width, height } = numberedSize,
): readonly string[] {
  const square = `floor(X*${bits}/${width})`;
  const isOne = `mod(floor(N/pow(2,${square})),2)`;
  const moving = '128+80*sin((X+N*3)/9)';
  return [
    ...['-f', 'lavfi', '-i', `color=gray:s=${width}x${height}:r=${rate}:d=${seconds}`],
    ...['-vf', `geq=lum='if(lt(Y,${height / 3}),16+219*${isOne},${moving})':cb=128:cr=128`],
  ];
}

/** Reads the number of a picture. */
export function numberIn(picture: Canvas): number {
  const { width, height } = picture;
  const { data } = picture.getContext('2d').getImageData(0, 0, width, height);
  return numberOf((x, y) => data[(y * width + x) * 4 + 1], { width, height });
}

/** Reads the number from the brightness of pixels. */
export function numberOf(
  brightness: (x: number, y: number) => number,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const y = Math.floor(height / 6);
  return Array.from({ length: bits }, (_, bit) =>
    brightness(Math.floor(((bit + 0.5) * width) / bits), y),
  ).reduce((sum, value, bit) => sum + (value > 127 ? 2 ** bit : 0), 0);
}

/** The stamps of the pictures of a clip in seconds, in order, as ffprobe decodes them. */
export async function stampsOf(file: string): Promise<number[]> {
  const { stdout } = await run(externalProgram('ffprobe'), [
    ...['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0', file],
  ]);
  return stdout
    .split('\n')
    .map((line) => Number.parseFloat(line))
    .filter(Number.isFinite);
}
