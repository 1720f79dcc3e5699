import { expect, it } from 'vitest';
import { film, statesOf } from './laid-out.ts';

const ring = { kind: 'circle', width: 520, height: 520, fill: 'none', stroke: 'gold', innerRadius: 0.8 };
const number = { kind: 'text', text: '3', fontSize: 200, inside: 'ring' };

/** The state of an object in a composition in which only a part of the circle is drawn, and in one before. */
async function inBoth(objects: object, id: string, sweep: readonly number[]) {
  const compositions = {
    a: { states: Object.fromEntries(Object.keys(objects).map((one) => [one, {}])) },
    b: { states: { ring: { sweep } } },
  };
  const states = await statesOf(film(objects, { compositions }));
  return [states.a?.[id], states.b?.[id]];
}

it.each([[[0, 90]], [[200, 290]], [[0, 0]], [[0, 360]]])(
  'an object inside a circle stays in the middle of the whole circle: sweep %j',
  async (sweep) => {
    const whole = { ...ring, sweep: [0, 360] };
    const [before, after] = await inBoth({ ring: whole, number }, 'number', sweep);
    expect(after).toEqual(before);
    const side = { kind: 'rectangle', width: 40, height: 40, inside: 'ring', place: 'top left' };
    const [first, later] = await inBoth({ ring: whole, side }, 'side', sweep);
    expect(later).toEqual(first);
  },
);

it('the label of a circle stays in the middle of the whole circle', async () => {
  const [before, after] = await inBoth({ ring: { ...ring, text: '25 %' } }, 'ring-label', [0, 90]);
  expect(after).toEqual(before);
});
