import { expect, it, onTestFinished } from 'vitest';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { absenceText } from '../src/page/object-tree.js';

const square = (more: object = {}) => ({ kind: 'rectangle', x: 160, y: 90, width: 40, height: 40, ...more });

/** Why the objects of a film are not in the picture, as the list says it. */
async function absences(objects: object): Promise<Record<string, string>> {
  const stand = await PreviewStand.open(smallFilm({ objects, compositions: { one: { duration: 500 } } }));
  onTestFinished(() => stand.close());
  const { body } = await stand.ask('/api/moment?revision=1&timeMs=100');
  const moment: { objects: { id: string; absence: Parameters<typeof absenceText>[0] | null }[] } = JSON.parse(
    body.toString(),
  );
  const absent = moment.objects.flatMap(({ id, absence }) => (absence ? [[id, absenceText(absence)]] : []));
  return Object.fromEntries(absent);
}

it('an object that an opaque rectangle covers has that as its reason', async () => {
  const objects = {
    circle: { kind: 'circle', x: 160, y: 90, width: 30, height: 30 },
    label: { kind: 'text', x: 160, y: 90, text: 'Hi', fontSize: 10 },
    cover: square(),
    above: square({ width: 10, height: 10 }),
  };
  expect(await absences(objects)).toEqual({ circle: 'covered by cover', label: 'covered by cover' });
});

it.each([
  ['is smaller', { width: 39 }],
  ['is translucent', { opacity: 0.9 }],
  ['has a translucent colour', { fill: '#ff000080' }],
  ['has a gradient', { fill: 'linear-gradient(#ff000000, #ff0000)' }],
  ['has no fill', { fill: 'none', stroke: 'red' }],
  ['has round corners', { cornerRadius: 8 }],
  ['is turned', { rotation: 45 }],
  ['mixes its colours', { blend: 'multiply' }],
  ['is a circle', { kind: 'circle' }],
])('an object under one that %s is not covered', async (_, more) => {
  expect(await absences({ below: square(), cover: square(more) })).toEqual({});
});
