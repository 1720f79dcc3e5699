import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { I420Picture } from '../../packages/h264/src/index.ts';
import { decodeWithFfmpeg, decodeWithOpenH264 } from './film/decoders.ts';

/** The last picture of the coder, without the samples beyond the edges. */
export function codedPlanes({ kernel, size: { width, height } }: I420Picture): Buffer {
  const memory = Buffer.from(kernel.memory.buffer);
  const stride = kernel.strideOfLuma();
  const rows = [
    ...Array.from({ length: height }, (_, row) => [kernel.lumaAddress() + row * stride, width]),
    ...[kernel.blueAddress(), kernel.redAddress()].flatMap((address) =>
      Array.from({ length: height / 2 }, (_, row) => [address + (row * stride) / 2, width / 2]),
    ),
  ];
  return Buffer.concat(rows.map(([start, length]) => memory.subarray(start, start + length)));
}

/** Pictures of a coder, and their byte stream. */
export interface CodedRun {
  readonly name: string;
  readonly stream: Buffer;
  /** MD5 of the I420 planes of each picture. */
  readonly digests: readonly string[];
}

export function digestOf(planes: Uint8Array): string {
  return createHash('md5').update(planes).digest('hex');
}

/** Expects that FFmpeg and OpenH264 decode exactly the pictures that the coder holds. */
export async function expectDecoded(runs: readonly CodedRun[]): Promise<void> {
  const stream = Buffer.concat(runs.map((run) => run.stream));
  for (const decode of [decodeWithFfmpeg, decodeWithOpenH264]) {
    const decoded = await decode(stream);
    const wrong: string[] = [];
    let at = 0;
    for (const { name, digests } of runs) {
      for (const [index, digest] of digests.entries()) {
        if (decoded[at++] !== digest) wrong.push(`${name}, picture ${index}`);
      }
    }
    expect(wrong.slice(0, 20), decode.name).toEqual([]);
    expect(decoded.length, decode.name).toBe(at);
  }
}
