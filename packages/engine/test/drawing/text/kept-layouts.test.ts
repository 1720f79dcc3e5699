import { expect, it } from 'vitest';
import { loadTypesetter } from '../../../src/drawing/text/typesetter.ts';

it('layouts are kept by the memory that they take', async () => {
  const typesetter = await loadTypesetter();
  const layoutOf = (index: number) => typesetter.layout(`${index}${'letters '.repeat(250)}`);
  const first = layoutOf(0);
  for (let index = 1; index < 5; index++) layoutOf(index);
  expect(layoutOf(0)).toBe(first);
  // 2,000 letters with the outlines that are joined of them take two megabytes.
  for (let index = 1; index < 30; index++) layoutOf(index);
  expect(layoutOf(0)).not.toBe(first);
});
