import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { pieceCode } from '../../../src/render/film/kept/piece-code.ts';

const packages = new URL('../../../../', import.meta.url);

it('kept pieces are used only by the kernel, the painter and the encoder that made them', async () => {
  const kernel = await readFile(new URL('h264/assets/kernel.wasm', packages));
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(new URL('engine/package.json', packages), 'utf8'),
  );
  expect(pieceCode).toMatchObject({
    kernel: createHash('sha256').update(kernel).digest('hex').slice(0, 16),
    canvas: dependencies['@napi-rs/canvas'],
    encoder: devDependencies['node-av'],
  });
});
