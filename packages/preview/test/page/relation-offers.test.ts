import { describe, expect, it } from 'vitest';
import type { EditedField, FieldSource } from '../../../engine/src/fix/edited-object.ts';
import { placedBy, relationOffers } from '../../src/page/relation-offers.js';

function field(name: string, value: EditedField['value'], source: FieldSource['kind']): EditedField {
  const paths = {
    written: `objects.a.${name}`,
    object: `objects.a.${name}`,
    member: null,
    here: `here.${name}`,
  };
  const type = { type: 'number', choices: [], minimum: null, maximum: null, description: '' } as const;
  return { name, value, source: { kind: source, name: null }, paths, ...type, isUsual: true };
}

/** An object below another one, with a margin. */
const below = {
  found: {
    name: 'a',
    fields: [
      field('x', null, 'relation'),
      field('below', 'title', 'object'),
      field('margin', 40, 'object'),
      field('above', null, 'default'),
    ],
  },
  state: {},
  coordinates: { x: 0, y: 0, scale: 1, rotation: 0 },
  scene: { width: 1000, height: 500 },
  scope: 'written' as const,
};
const at = (x: number, y: number, width = 100, height = 40) => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
});
const labels = (
  box: ReturnType<typeof at>,
  others: readonly { name: string; box: ReturnType<typeof at> }[],
) => relationOffers(below, box, others).map(({ label }) => label);

describe('relations that are offered', () => {
  it.each([
    ['below', at(300, 200), ['below card, margin 40']],
    ['above', at(300, 30), ['above card, margin 10']],
    ['to the right', at(470, 100), ['rightOf card, margin 70']],
    ['to the left', at(150, 100), ['leftOf card, margin 50']],
    ['elsewhere', at(420, 210), []],
  ])('for a box %s of another one', (_where, box, expected) => {
    expect(labels(box, [{ name: 'card', box: at(300, 100, 100, 80) }])).toEqual(expected);
  });

  it('for a box in the middle of another one and of the frame', () => {
    expect(labels(at(300, 102), [{ name: 'card', box: at(300, 100, 200, 120) }])).toEqual(['inside card']);
    expect(labels(at(500, 250), [])).toEqual(['at the center']);
    expect(labels(at(500, 60), [])).toEqual(['at the top, margin 40']);
    expect(labels(at(930, 460), [])).toEqual(['at the bottom right, margin 20']);
  });

  it('the nearest is first', () => {
    const others = [
      { name: 'far', box: at(300, 60) },
      { name: 'near', box: at(300, 180) },
    ];
    expect(labels(at(300, 300), others)).toEqual(['below near, margin 80']);
  });

  it('another relation takes the place of the old one, and its margin', () => {
    const [offer] = relationOffers(below, at(470, 100), [{ name: 'card', box: at(300, 100, 100, 80) }]);
    expect(offer?.edits).toEqual([
      { path: 'objects.a.rightOf', value: 'card' },
      { path: 'objects.a.margin', value: 70 },
      { path: 'objects.a.below', remove: true },
    ]);
    expect(placedBy(below, { x: 1, y: 2 })).toEqual([
      { path: 'objects.a.x', value: 1 },
      { path: 'objects.a.y', value: 2 },
      { path: 'objects.a.below', remove: true },
      { path: 'objects.a.margin', remove: true },
    ]);
  });
});
