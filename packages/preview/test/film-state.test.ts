import { expect, it } from 'vitest';
import { PreviewStand } from '../../../test/support/preview-stand.ts';
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

it('the moment of a note is one at which its object is seen, also on the way to its composition', async () => {
  await using stand = await PreviewStand.open(
    JSON.stringify({
      ...{ shorthand: true, name: 'Notes', width: 640, height: 360, background: 'white' },
      objects: {
        still: { kind: 'circle', x: 60, y: 60, width: 40 },
        outside: { kind: 'rectangle', x: 900, y: 200, width: 80, height: 60 },
        pale: { kind: 'text', text: 'Pale', fill: '#fafafa' },
        late: { kind: 'circle', x: 400, y: 300, width: 40 },
      },
      compositions: [
        { duration: 1000, states: { still: true } },
        {
          duration: 1000,
          enter: { duration: 1000, tracks: { late: { type: 'fade', delay: 900 } } },
          states: { pale: true, late: true, outside: true },
        },
        { duration: 1000, enter: 500, states: { pale: false, outside: false } },
      ],
    }),
  );
  const { remarks, revision } = await stand.until('the advice', ({ isAdvised }) => isAdvised, 30_000);
  const named = remarks.filter(({ object }) => object !== null);
  expect(named.map(({ object }) => object)).toEqual(expect.arrayContaining(['outside', 'pale', 'late']));
  for (const { object, timeMs, path } of named) {
    const asked = await stand.ask(`/api/moment?revision=${revision}&timeMs=${timeMs}`);
    const { objects } = JSON.parse(asked.body.toString());
    const { box, state } = objects.find(({ id }: { id: string }) => id === object);
    expect([path, box !== null, state.opacity]).toEqual([path, true, 1]);
  }
});
