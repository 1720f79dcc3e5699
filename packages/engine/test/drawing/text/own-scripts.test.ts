import { readFileSync } from 'node:fs';
import * as harfBuzz from 'harfbuzzjs';
import { describe, expect, it } from 'vitest';
import { fontUrl } from '../../../../../test/support/own-fonts.ts';
import { plainStyle } from '../../../src/drawing/text/text-style.ts';
import { loadTypesetter } from '../../../src/drawing/text/typesetter.ts';
import { readFont } from '../../../src/media/fonts/read-font.ts';

const fixtures = new URL('../../../../../test/fixtures/fonts/', import.meta.url);
const typesetter = await loadTypesetter();

const fonts = [
  ['noto-sans-tamil-subset', 'மொழி கை'],
  ['noto-sans-bengali-subset', 'কি ক্ষ র্ক'],
] as const;

/** Where HarfBuzz places the glyphs with outlines of a text, by itself, in em. */
function shapedByHarfBuzz(bytes: Uint8Array, text: string) {
  const face = new harfBuzz.Face(new harfBuzz.Blob(bytes));
  const font = new harfBuzz.Font(face);
  const buffer = new harfBuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfBuzz.shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let pen = 0;
  const places: number[] = [];
  for (const [index, { codepoint }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance, xOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0 };
    if (font.glyphToPath(codepoint) !== '') places.push((pen + xOffset) / face.upem);
    pen += xAdvance;
  }
  return { places, width: pen / face.upem };
}

describe('fonts of a project in other scripts', () => {
  it.each(fonts)('%s shapes its letters as HarfBuzz does', async (name, text) => {
    const src = fontUrl(readFileSync(new URL(`${name}.woff2`, fixtures)), 'woff2');
    const families = await typesetter.openFamilies({ own: { src } });
    const face = { ...plainStyle.face, family: 'own' };
    const layout = typesetter.layout(text, { ...plainStyle, face }, (family) => families.get(family));
    const bytes = await readFont(src);
    if (!bytes.ok) throw new Error(bytes.problems.join('; '));
    const expected = shapedByHarfBuzz(bytes.value, text);
    const [line] = layout.lines;
    expect(layout.missing).toEqual([]);
    expect(line?.width).toBeCloseTo(expected.width, 5);
    const places = line?.glyphs.map(({ x }) => x) ?? [];
    expect(places).toHaveLength(expected.places.length);
    for (const [index, place] of expected.places.entries()) expect(places[index]).toBeCloseTo(place, 5);
  });
});
