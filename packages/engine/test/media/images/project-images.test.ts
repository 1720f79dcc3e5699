import { expect, test } from 'vitest';
import { joinPngChunks, pngHeaderChunk, writePng } from '../../../../../test/support/png-writer.ts';
import { ProjectImages } from '../../../src/media/images/project-images.ts';
import { pngUrl } from './support.ts';

/** A white picture of 9 megapixels. */
function largeSource(height: number): string {
  const width = 3000;
  const pixel = () => [1];
  return pngUrl(writePng({ width, height, colorType: 0, bitDepth: 1, filter: () => 0, pixel }));
}

test('decodes an image used by several objects only once', { tags: 'slow' }, async () => {
  const images = new ProjectImages();
  const src = largeSource(3000);
  const first = await images.decode(src, ['scenes', 'a', 'objects', 'logo', 'image']);
  const second = await images.decode(src, ['scenes', 'b', 'objects', 'logo', 'image']);
  expect(second).toBe(first);
  await expect(images.decode(largeSource(2999), ['scenes', 'b', 'objects', 'wall', 'image'])).rejects.toThrow(
    'scenes.b.objects.wall.image: all images together must have at most 16000000 pixels',
  );
});

test('reports an image that cannot be decoded at every path that uses it', async () => {
  const images = new ProjectImages();
  const header = pngHeaderChunk({ width: 1, height: 1, bitDepth: 8, colorType: 0 });
  const src = pngUrl(joinPngChunks([header]));
  for (const scene of ['a', 'b']) {
    const path = ['scenes', scene, 'objects', 'logo', 'image'];
    await expect(images.decode(src, path)).rejects.toThrow(`${path.join('.')}: the PNG is cut short`);
  }
});
