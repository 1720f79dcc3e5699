// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { afterAll, describe, expect, it } from 'vitest';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import { render } from '../../src/render/render.ts';
import { expand, film, problemsOf, sceneOf } from './expand.ts';
import { drawnByChromium, iconNames, iconSheet } from './icon-sheet.ts';

const browser = new ReferenceBrowser();
afterAll(() => browser.close());

const icon = (fields: object) => ({
  objects: { a: { kind: 'icon', ...fields } },
  compositions: { s: { states: { a: true } } },
});

describe('icons', () => {
  it('a hundred icons look as Chromium draws them', { tags: 'chromium' }, async () => {
    const names = iconNames.filter((_, index) => index % 19 === 0);
    const { document, size } = iconSheet(names);
    const ours = await decodePng((await render(document, { format: 'png' })).data);
    await demandSamePicture(ours, await browser.draw(drawnByChromium(names), size), 'icons');
    const svg = await render(document, { format: 'svg' });
    await demandSamePicture(ours, await browser.draw(svg.data, svg), 'icons in SVG');
  });

  it('an icon is an image of outlines in its fill, white by default', () => {
    const { objects, compositions } = sceneOf(icon({ icon: 'coffee' }));
    expect(objects.a).toMatchObject({ kind: 'image', vector: { width: 24, height: 24 } });
    for (const { stroke, fill } of objects.a?.vector?.shapes ?? [])
      expect([stroke, fill]).toEqual(['currentColor', undefined]);
    expect(compositions.s?.states.a).toMatchObject({ fill: '#ffffff', width: 100, height: 100 });
    const [scene] = Object.values(
      expand({ ...film(icon({ icon: 'coffee' })), theme: 'paper' }).project.scenes,
    );
    expect(scene?.compositions.s?.states.a?.fill).toBe('#23201b');
  });

  it('names may be aliases, variables and fields of data', () => {
    const names = (changes: object) =>
      Object.values(sceneOf(changes).objects).map(({ vector }) => vector?.shapes.map(({ d }) => d).join());
    const [pie] = names(icon({ icon: 'chart-pie' }));
    expect(names(icon({ icon: 'activity-square' }))).toEqual(names(icon({ icon: 'square-activity' })));
    expect(names({ variables: { which: 'chart-pie' }, ...icon({ icon: '${which}' }) })).toEqual([pie]);
    const each = { kind: 'icon', icon: '${item}' };
    const row = { row: { kind: 'row', data: ['chart-pie', 'coffee'], each } };
    expect(names({ objects: row, compositions: { s: {} } })).toContain(pie);
  });

  it('an unknown variable in its name is one problem, also in each', () => {
    const unknown = expect.stringMatching(/icon: names the unknown variable "which"/);
    expect(problemsOf(film(icon({ icon: '${which}' })))).toEqual([unknown]);
    const each = { kind: 'icon', icon: '${which}' };
    expect(problemsOf(film({ objects: { a: { kind: 'row', data: 2, each } } }))).toEqual([unknown]);
  });

  it('an unknown name is answered with close ones', () => {
    expect(problemsOf(film(icon({ icon: 'cofee' })))).toEqual([
      expect.stringMatching(
        /^objects\.a\.icon: is "cofee", which is not an icon of Lucide; did you mean "coffee"/,
      ),
    ]);
    expect(problemsOf(film(icon({ icon: 'shopping basket' })))).toEqual([
      expect.stringMatching(/did you mean .*"shopping-basket"/),
    ]);
    expect(problemsOf(film(icon({ icon: 'qqqqqqqqqq' })))).toEqual([
      expect.stringMatching(/is not an icon of Lucide; see https/),
    ]);
    expect(problemsOf(film(icon({})))).toEqual([
      expect.stringMatching(/^objects\.a.*icon: is required for kind icon/),
    ]);
  });
});
