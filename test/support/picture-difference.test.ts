import { existsSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { paintPicture } from './picture.ts';
import { peakSignalToNoise, structuralSimilarity, worstRegion } from './picture-difference.ts';
import { demandSamePicture } from './same-picture.ts';

const grey = (level: number, width = 32, height = 32) =>
  paintPicture(width, height, () => [level, level, level, 255]);
const checkerboard = (odd: 0 | 1) =>
  paintPicture(32, 32, (x, y) => {
    const level = (x + y) % 2 === odd ? 255 : 0;
    return [level, level, level, 255];
  });

describe('structural similarity', () => {
  it('structuralSimilarity is 1 for a picture and itself', () => {
    expect(structuralSimilarity(checkerboard(0), checkerboard(0))).toBeCloseTo(1, 10);
  });

  it('structuralSimilarity depends only on the means for plain grey pictures', () => {
    // (2 x 100 x 150 + 6.5025) / (100^2 + 150^2 + 6.5025)
    expect(structuralSimilarity(grey(100), grey(150))).toBeCloseTo(0.923092, 6);
  });

  it('structuralSimilarity is nearly -1 for a checkerboard and its negative', () => {
    // Variance 127.5^2 = 16256.25, covariance its negative: (-32512.5 + 58.5225) / (32512.5 + 58.5225)
    expect(structuralSimilarity(checkerboard(0), checkerboard(1))).toBeCloseTo(-0.996406, 5);
  });

  it('structuralSimilarity detects a changed last pixel if the size is not a multiple of the step', () => {
    const changed = paintPicture(33, 35, (x, y) =>
      x === 32 && y === 34 ? [255, 255, 255, 255] : [9, 9, 9, 255],
    );
    expect(structuralSimilarity(grey(9, 33, 35), changed)).toBeLessThan(1);
  });

  it('structuralSimilarity treats a picture smaller than its window as one window', () => {
    expect(structuralSimilarity(grey(100, 3, 2), grey(150, 3, 2))).toBeCloseTo(0.923092, 6);
  });
});

describe('the worst region', () => {
  it('worstRegion reports a difference of 0 for equal pictures', () => {
    expect(worstRegion(grey(7), grey(7)).levels).toBe(0);
  });

  it('worstRegion finds the region with the largest difference, averaged over pixels and channels', () => {
    const changed = paintPicture(40, 20, (x, y) => [x === 35 && y === 18 ? 255 : 0, 0, x === 3 ? 1 : 0, 255]);
    // The region in the corner is only 8 x 4 pixels.
    expect(worstRegion(grey(0, 40, 20), changed)).toEqual({ levels: 255 / (3 * 32), x: 32, y: 16 });
  });
});

describe('the peak signal-to-noise ratio', () => {
  it('peakSignalToNoise computes the ratio from the mean squared difference', () => {
    // 10 log10(255^2 / 5^2)
    expect(peakSignalToNoise(grey(100), grey(105))).toBeCloseTo(34.1514, 4);
    expect(peakSignalToNoise(grey(100), grey(100))).toBe(Number.POSITIVE_INFINITY);
  });

  it('peakSignalToNoise refuses pictures of different sizes', () => {
    expect(() => peakSignalToNoise(grey(1, 2, 3), grey(1, 3, 2))).toThrow('2 x 3 and 3 x 2');
  });
});

describe('the comparison of pictures', () => {
  it('demandSamePicture accepts pictures with negligible differences', async () => {
    await demandSamePicture(grey(100), grey(101), 'two greys');
  });

  it('demandSamePicture distinguishes black from transparent, and names the file with the difference', async () => {
    const clear = paintPicture(32, 32, () => [0, 0, 0, 0]);
    const error: Error = await demandSamePicture(grey(0), clear, 'black and nothing').then(
      () => expect.unreachable(),
      (reason) => reason,
    );
    expect(error.message).toContain('255.0 levels at (0, 0)');
    const path = error.message.split(': ').at(-1) ?? '';
    expect(path).toMatch(/black-and-nothing\.png$/);
    expect(existsSync(path)).toBe(true);
    rmSync(path);
  });
});
