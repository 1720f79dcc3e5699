import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChromiumSession } from '../../../test/support/chromium-session.ts';
import { openPreviewPage } from '../../../test/support/preview-page.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import type { MomentObject, MomentRelations } from '../../engine/src/render/view/moment.ts';

const square = (state: object = {}) => ({
  kind: 'rectangle',
  state: { width: 30, height: 30, fill: 'gold', ...state },
});

const film = smallFilm({
  enter: 0,
  objects: {
    top: square({ place: 'top', margin: 10 }),
    under: square({ below: 'top', margin: 12, width: 20 }),
    beside: square({ leftOf: 'top', margin: 8 }),
    plain: square({ x: 20, y: 160 }),
    first: square(),
    second: square(),
    pair: { kind: 'row', children: ['first', 'second'], state: { below: 'under', margin: 14, gap: 6 } },
    frame: {
      kind: 'rectangle',
      state: { around: ['first', 'second'], padding: 5, fill: 'none', stroke: 'red' },
    },
    label: { kind: 'text', state: { inside: 'first', text: 'A', fontSize: 12, fill: 'navy' } },
    line: { kind: 'arrow', state: { from: 'plain', to: 'pair', stroke: 'white' } },
  },
  compositions: {
    one: { duration: 300, states: { under: {} } },
    two: { duration: 300, states: { under: { x: 60, y: 60 } } },
  },
});

let stand: PreviewStand;
beforeAll(async () => {
  stand = await PreviewStand.open(film);
});
afterAll(() => stand.close());

/** The objects at a time, by id. */
async function objectsAt(timeMs: number): Promise<ReadonlyMap<string, MomentObject>> {
  const { revision } = stand.session.state;
  const { body } = await stand.ask(`/api/moment?revision=${revision}&timeMs=${timeMs}`);
  const { objects }: { objects: readonly MomentObject[] } = JSON.parse(body.toString());
  return new Map(objects.map((object) => [object.id, object]));
}

describe('the relations of an object in the preview', () => {
  it('the preview lists the relations of an object as they are written, and the boxes that they name', async () => {
    const objects = await objectsAt(150);
    const relationsOf = (id: string): MomentRelations | null => objects.get(id)?.relations ?? null;
    const boxOf = (id: string) => objects.get(id)?.box ?? expect.unreachable();
    expect(relationsOf('plain')).toBeNull();
    expect(relationsOf('top')).toEqual({ written: { place: 'top', margin: '10' }, related: [], gaps: [] });
    expect(relationsOf('under')).toEqual({
      written: { below: 'top', margin: '12' },
      related: [{ id: 'top', box: boxOf('top') }],
      gaps: [{ left: 150, right: 170, top: 40, bottom: 52 }],
    });
    expect(relationsOf('beside')?.gaps).toEqual([{ left: 137, right: 145, top: 10, bottom: 40 }]);
    expect(relationsOf('first')?.written).toEqual({ group: 'pair (row)' });
    const pair = { ...boxOf('first'), right: boxOf('second').right };
    expect(relationsOf('first')?.related).toEqual([{ id: 'pair', box: pair }]);
    expect(relationsOf('frame')).toMatchObject({
      written: { around: 'first, second', padding: '5' },
      related: [{ id: 'first' }, { id: 'second' }],
    });
    expect(relationsOf('label')?.written).toEqual({ inside: 'first' });
    expect(relationsOf('line')).toMatchObject({
      written: { from: 'plain', to: 'pair' },
      related: [{ id: 'plain' }, { id: 'pair' }],
    });
  });

  it('a relation that numbers replace in a later composition is no longer listed', async () => {
    const under = (await objectsAt(450)).get('under');
    expect(under?.state).toMatchObject({ x: 60, y: 60 });
    expect(under?.relations).toBeNull();
  });

  it('the page lists the relations of the selected object and marks what they name', {
    tags: ['chromium', 'slow'],
  }, async () => {
    const faults: string[] = [];
    const chromium: ChromiumSession = await openPreviewPage(stand, faults, {
      viewport: { width: 1200, height: 700 },
    });
    try {
      const { page } = chromium;
      await page.locator('#objects button', { hasText: 'under' }).click();
      await page.locator('#details-state dt', { hasText: 'below' }).waitFor();
      expect(await page.locator('#details-state dd').nth(0).textContent()).toBe('top');
      const gap = await page.locator('#relations .gap').boundingBox();
      const related = await page.locator('#relations .related').boundingBox();
      const selected = await page.locator('#selection').boundingBox();
      if (!gap || !related || !selected) return expect.unreachable();
      expect(gap.y).toBeCloseTo(related.y + related.height, -0.5);
      expect(gap.y + gap.height).toBeCloseTo(selected.y, -0.5);
      await page.locator('#objects button', { hasText: 'plain' }).click();
      await page.locator('#relations').waitFor({ state: 'hidden' });
      expect(faults).toEqual([]);
    } finally {
      await chromium.close();
    }
  });
});
