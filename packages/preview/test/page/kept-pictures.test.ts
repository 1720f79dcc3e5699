import { expect, it } from 'vitest';
import { filmOutline } from '../../../../test/support/film-outline.ts';
import { KeptPictures, pictureKey } from '../../src/page/picture.js';

it('preview pictures share one key during a hold, and have one key for each time in a transition', () => {
  const film = { revision: 3, outline: filmOutline([300, 400, 300]) };
  const keys = [0, 299, 300, 301, 700, 1000].map((timeMs) => pictureKey(film, timeMs, 320));
  expect(keys).toEqual([
    '3 hold 0 320',
    '3 hold 0 320',
    '3 300 320',
    '3 301 320',
    '3 hold 2 320',
    '3 1000 320',
  ]);
});

it('preview pictures have one key for each time in a hold with captions', () => {
  const outline = filmOutline([300]);
  const segments = outline.segments.map((segment) => ({ ...segment, isStill: false }));
  const keyAt = (timeMs: number) =>
    pictureKey({ revision: 3, outline: { ...outline, segments } }, timeMs, 320);
  expect([0, 1, 299].map(keyAt)).toEqual(['3 0 320', '3 1 320', '3 299 320']);
});

it('the preview page drops the oldest kept pictures when their total size exceeds the limit', () => {
  const kept = new KeptPictures(100);
  for (const key of ['a', 'b', 'c']) kept.add(key, new ArrayBuffer(40));
  expect(['a', 'b', 'c'].map((key) => kept.get(key)?.byteLength)).toEqual([undefined, 40, 40]);
});

it('a kept picture that is added several times counts once towards the limit', () => {
  const kept = new KeptPictures(100);
  kept.add('a', new ArrayBuffer(40));
  for (let time = 0; time < 3; time++) kept.add('b', new ArrayBuffer(50));
  expect(kept.get('a')?.byteLength).toBe(40);
});

it('clearing the kept pictures removes them and frees their space', () => {
  const kept = new KeptPictures(100);
  kept.add('a', new ArrayBuffer(90));
  kept.clear();
  expect(kept.get('a')).toBeUndefined();
  kept.add('b', new ArrayBuffer(90));
  expect(kept.get('b')?.byteLength).toBe(90);
});
