import { describe, expect, it } from 'vitest';
import { problemsOf, statesOf } from './laid-out.ts';

const box = { width: 300, height: 200 };
const objects = {
  title: { kind: 'text', state: { place: 'top', text: 'Title' } },
  card: { kind: 'rectangle', state: { ...box, x: 400, y: 300 } },
  label: { kind: 'text', state: { inside: 'card', text: 'Label' } },
  arrow: { kind: 'arrow', state: { from: 'card', to: 'title' } },
};

/** A film in which nothing but the title is visible before the last composition. */
const filmOf = (moved: object, others: Readonly<Record<string, object>> = {}, changes: object = {}) => {
  const all: Record<string, object> = { ...objects, ...others };
  const ids = Object.keys(all).filter((id) => id !== 'title' && !('of' in (all[id] ?? {})));
  const saying = (visible: boolean) => Object.fromEntries(ids.map((id) => [id, { visible }]));
  return {
    shorthand: true,
    objects: all,
    compositions: {
      a: { states: { title: {} } },
      b: { states: { ...saying(false), ...changes } },
      c: { states: { ...saying(true), card: { visible: true, ...moved } } },
    },
  };
};

describe('an object mentioned with "visible": false', () => {
  it('an object with "visible": false is next to the invisible object of its relation, and both enter there', async () => {
    const { a, b, c } = await statesOf(filmOf({ x: 1000, y: 700 }));
    expect([b?.card?.x, c?.card?.x]).toEqual([400, 1000]);
    expect((c?.label?.x ?? 0) - (b?.label?.x ?? 0)).toBeCloseTo(600, 2);
    expect((c?.label?.y ?? 0) - (b?.label?.y ?? 0)).toBeCloseTo(400, 2);
    expect(b?.label?.x).toBeCloseTo(400, 0);
    expect(a?.label).toEqual(b?.label);
    // The arrow leads from the invisible card to the title.
    expect([b?.arrow?.x, b?.arrow?.y]).not.toEqual([960, 540]);
    expect(b?.arrow?.x).toBeLessThan((c?.arrow?.x ?? 0) - 100);
  });

  it('an object with "visible": false is where the next composition shows it, unless it is placed before', async () => {
    const row = { kind: 'row', children: ['one', 'two'] };
    const one = { kind: 'rectangle', state: box };
    const note = { kind: 'text', state: { below: 'row', text: 'Note' } };
    const { a, b, c } = await statesOf(filmOf({}, { one, two: one, row, note }));
    expect(c?.note?.y).toBeGreaterThan(640);
    expect(b?.note).toEqual({ ...c?.note, visible: false });
    expect(a?.note).toEqual({ ...c?.note, visible: false });
  });

  it('an object with "visible": false needs no space for its relation', async () => {
    const other = { kind: 'rectangle', state: { ...box, x: 400, y: 300 } };
    const link = { kind: 'arrow', state: { from: 'card', to: 'other' } };
    const { b, c } = await statesOf(filmOf({ x: 1400 }, { other, link }));
    expect(c?.link?.width).toBeLessThan(-600);
    expect(b?.link).toEqual({ ...c?.link, visible: false });
  });

  it('the relation of a visible object cannot name an object with "visible": false', async () => {
    const film = filmOf({}, {}, { label: {} });
    expect(await problemsOf(film)).toEqual([
      'objects.label.state.inside: is "card", which the composition b does not show; show it, or place label in another way there',
    ]);
  });
});
