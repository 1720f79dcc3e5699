import { expect, it } from 'vitest';
import { remarksOn } from '../src/film-state.ts';

it('advice with a moment of its own is marked there, and other advice where its place is shown', async () => {
  const advice = [
    {
      rule: 'assertion' as const,
      path: 'expect[0]',
      message: '"a moves" is not true: a does not move',
      atMs: 1200,
    },
    {
      rule: 'assertion' as const,
      path: 'expect[1]',
      message: '"film lasts 3s" is not true: the film lasts 2s',
    },
  ];
  const remarks = await remarksOn([], advice, {
    locate: async (wanted) => wanted.map(() => null),
    valuesOf: async () => [],
    outline: null,
    layout: [],
  });
  expect(remarks.map(({ kind, timeMs }) => ({ kind, timeMs }))).toEqual([
    { kind: 'advice', timeMs: 1200 },
    { kind: 'advice', timeMs: null },
  ]);
});
