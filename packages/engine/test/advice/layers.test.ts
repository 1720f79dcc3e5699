import { describe, expect, it } from 'vitest';
import { type ObjectSpec, stillProject } from '../../../../test/support/build-project.ts';
import { adviceOn } from './advice-on.ts';

const text = { x: 160, y: 90, text: 'Words to read', fontSize: 30 };

function inLayer(
  layer: ObjectSpec['state'],
  member: ObjectSpec['state'],
  more: Record<string, ObjectSpec> = {},
) {
  return stillProject({
    layer: { kind: 'layer', state: layer },
    words: { kind: 'text', layerId: 'layer', state: { ...text, ...member } },
    ...more,
  });
}

describe('advice on layers', () => {
  it('gives no advice on a layer with members that are seen', async () => {
    expect(await adviceOn(inLayer({}, {}))).toEqual([]);
    expect(await adviceOn(inLayer({ opacity: 0.9, effect: 'glow', fill: 'none' }, {}))).toEqual([]);
  });

  it('advises on a layer without members', async () => {
    const film = stillProject({ layer: { kind: 'layer', state: {} }, box: { kind: 'text', state: text } });
    expect(await adviceOn(film)).toEqual([
      {
        rule: 'unused-object',
        path: 'scenes.scene.objects.layer',
        message: 'this layer is empty; write "layerId": "layer" in the objects that it draws, or remove it',
      },
    ]);
  });

  it.each([
    [{ visible: false }, 'is not visible in this composition'],
    [{ opacity: 0 }, 'has opacity 0'],
  ])('advises on a member that is never seen because of its layer: %o', async (layer, why) => {
    expect(await adviceOn(inLayer(layer, {}))).toContainEqual({
      rule: 'paints-nothing',
      path: 'scenes.scene.compositions.still.states.words',
      message: `the object is visible, but its layer layer ${why}; show the layer`,
    });
  });

  it('counts the opacity of a layer for the contrast of its texts', async () => {
    const rules = async (layer: ObjectSpec['state'], member: ObjectSpec['state']) =>
      (await adviceOn(inLayer(layer, member))).map(({ rule, fix }) => [rule, fix]);
    expect(await rules({ opacity: 0.3 }, {})).toEqual([['low-contrast', undefined]]);
    // Full opacity of the text does not help inside a faint layer.
    expect(await rules({ opacity: 0.3 }, { opacity: 0.9 })).toEqual([['low-contrast', undefined]]);
    expect(await rules({}, { opacity: 0.3 })).toEqual([['low-contrast', { opacity: 1 }]]);
  });

  it('suggests no order for a text that an object outside of its layer covers', async () => {
    const lid: ObjectSpec = {
      kind: 'rectangle',
      state: { x: 160, y: 90, width: 300, height: 100, fill: '#334155' },
    };
    const [outside] = await adviceOn(inLayer({}, {}, { lid }));
    expect(outside).toMatchObject({ rule: 'covered' });
    expect(outside?.fix ?? {}).not.toHaveProperty('order');
    const [inside] = await adviceOn(inLayer({}, {}, { lid: { ...lid, layerId: 'layer' } }));
    expect(inside).toMatchObject({ rule: 'covered', fix: { order: 3 } });
  });

  it('advises on fields of a layer that have no effect', async () => {
    expect(await adviceOn(inLayer({ dash: [4, 4], wrapWidth: 100 }, {}))).toMatchObject([
      { rule: 'no-effect', fix: { wrapWidth: null } },
      { rule: 'no-effect', fix: { dash: null } },
    ]);
  });

  it('advises on layerId in a document without the mark', async () => {
    const { extended: _, ...film } = inLayer({}, {});
    film.scenes.scene.objects.layer = { ...film.scenes.scene.objects.layer, kind: 'rectangle' };
    film.scenes.scene.compositions.still.states.layer = {
      ...film.scenes.scene.compositions.still.states.layer,
      x: 20,
      y: 20,
    };
    expect(await adviceOn(film)).toMatchObject([
      {
        rule: 'missing-mark',
        message: expect.stringMatching(
          /^scenes\.scene\.objects\.words\.layerId is an extension of the format and is ignored; add "extended": true/,
        ),
      },
    ]);
  });
});
