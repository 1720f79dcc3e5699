import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/command-line.ts';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import type { Part } from '../../../src/index.ts';
import { cacheContent } from '../../../src/render/film/kept/cache-folder.ts';
import { filmOf, high, low, part, silent } from './parts.ts';

it.each(['mp3', 'aac'] as const)(
  'the %s sound of a film of several projects is kept, and made anew only if it changed',
  { tags: 'slow' },
  async (audio) => {
    const cache = await temporaryFolder();
    const entries = async () => (await cacheContent(cache)).pieces;
    const made = async (parts: readonly Part[]) => {
      const before = await entries();
      const anew = await filmOf(parts, { audio });
      expect((await filmOf(parts, { audio, cache })).data.equals(anew.data)).toBe(true);
      return (await entries()) - before;
    };
    expect(await made([silent])).toBe(1);
    // Two pieces of each part with sound, and the sound.
    expect(await made([low, silent, high])).toBe(5);
    expect(await made([low, silent, high])).toBe(0);
    const blue = part({ name: 'Low', durationMs: 1000, tone: 440, fill: 'blue' });
    expect(await made([blue, silent, high])).toBe(2);
    const other = part({ name: 'Low', durationMs: 1000, tone: 450 });
    expect(await made([other, silent, high])).toBe(1);
    expect(await made([high, silent, low])).toBe(1);
  },
);

it('a film of several projects whose sound was kept has the bytes of one that is made anew, for any durations', {
  tags: 'slow',
  timeout: runTimeoutMs,
}, async () => {
  const cache = await temporaryFolder();
  const durations = fc.array(fc.integer({ min: 40, max: 1500 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(durations, fc.constantFrom('mp3', 'aac'), async (each, audio) => {
      const tones = [440, undefined, 660];
      const parts = each.map((durationMs, index) => part({ name: 'A', durationMs, tone: tones[index] }));
      const anew = await filmOf(parts, { audio });
      await filmOf(parts, { audio, cache });
      expect((await filmOf(parts, { audio, cache })).data.equals(anew.data)).toBe(true);
    }),
    { numRuns: runs(4) },
  );
});
