// @module-tag chromium

import { afterAll, describe, expect, it } from 'vitest';
import {
  type BrowserText,
  BrowserTypesetter,
  type FamilyFile,
} from '../../../../test/support/browser-text.ts';
import { stillProject } from '../../../../test/support/build-project.ts';
import { bundledFont, cffFont, fontUrl, variableFont } from '../../../../test/support/own-fonts.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import { plainStyle } from '../../src/drawing/text/text-style.ts';
import { loadTypesetters } from '../../src/drawing/typesetters.ts';
import type { FontFiles } from '../../src/project/object-schemas.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';
import { faceOf } from '../../src/timeline/face.ts';

const browser = new BrowserTypesetter();
afterAll(() => browser.close());

const size = { width: 640, height: 100 };
const fontSize = 48;
const sameText = { similarity: 0.95, levels: 40 };

type Fields = Partial<CompositionState> & { readonly text: string };

const styles = { src: 'normal', bold: 'normal', italic: 'italic', boldItalic: 'italic' } as const;

function facesOf(files: FontFiles, regular: number | string): FamilyFile[] {
  return Object.entries(files).map(([cut, file]) => ({
    file: String(file),
    weight: cut === 'bold' || cut === 'boldItalic' ? 700 : regular,
    style: styles[cut as keyof FontFiles],
  }));
}

/** Demands the width and the picture of Chromium with the same files as @font-face. */
async function demandAgreement(
  files: FontFiles,
  state: Fields,
  { regular = 400, ...text }: Partial<BrowserText> & { regular?: number | string } = {},
): Promise<void> {
  const fonts = { brand: files };
  const { fontWeight = 400, italic = false, letterSpacing = 0 } = state;
  const css = `font-weight:${fontWeight};font-style:${italic ? 'italic' : 'normal'};letter-spacing:${letterSpacing}px`;
  const family = facesOf(files, regular);
  const theirs: BrowserText = { fontSize, fonts: ['Inter'], family, css, ...text, text: state.text };
  const own = { x: 20, y: 50, fontSize, align: 'left', fill: '#ffffff', strokeWidth: 0 } as const;
  const named = { ...own, ...state, fontFamily: 'brand' };
  const typesetters = await loadTypesetters({
    hasTexts: true,
    hasEquations: false,
    wrapsTexts: false,
    fonts,
  });
  const layout = typesetters.text(state.text, {
    ...plainStyle,
    face: faceOf(named),
    spacing: { letters: letterSpacing / fontSize, words: 0 },
  });
  // Equal letters of one font are the same object.
  const [[letter], [bundled]] = [layout, typesetters.text(state.text)].map(
    ({ lines }) => lines[0]?.glyphs ?? [],
  );
  expect(letter?.outline).not.toBe(bundled?.outline);
  const width = layout.width * fontSize + letterSpacing;
  expect(Math.abs(width - (await browser.widthOf(theirs)))).toBeLessThan(0.5);
  const still = stillProject({ text: { kind: 'text', state: named } }, { ...size, background: '#000000' });
  const ours = await decodePng((await render({ ...still, extended: true, fonts })).data);
  const picture = await browser.draw(theirs, { x: 20, y: 50 + 0.3 * fontSize }, ours);
  await demandSamePicture(ours, picture, JSON.stringify(state), sameText);
}

const pair = (name: string): FontFiles => ({ src: bundledFont(name), bold: bundledFont(`${name}-Bold`) });

describe('fonts of a project compared with Chromium', () => {
  const scripts = [
    ['Latin', 'Inter', 'Waffle fjord AV 0123 ß', 'en'],
    ['Greek and Cyrillic', 'Inter', 'Ελληνικά Кириллица', 'en'],
    ['Arabic', 'NotoSansArabic', 'العربية لغة جميلة', 'ar'],
    ['Devanagari', 'NotoSansDevanagari', 'नमस्ते क्षत्रिय', 'hi'],
    ['Japanese', 'NotoSansJP', '日本語の文字、かな', 'ja'],
  ] as const;
  for (const [script, name, text, language] of scripts) {
    for (const fontWeight of [400, 700]) {
      it(`draws ${script} ${fontWeight} like Chromium`, async () => {
        const direction = language === 'ar' ? 'rtl' : 'ltr';
        await demandAgreement(
          pair(name),
          { text, fontWeight },
          { language, direction, fonts: ['NotoSansThai'] },
        );
      });
    }
  }

  const cff = { src: fontUrl(cffFont, 'otf') };
  it('draws an OpenType font with CFF outlines like Chromium', () =>
    demandAgreement(cff, { text: 'Waffle fjord AV 0123 ß' }));

  it('slants a font without italic like Chromium', () =>
    demandAgreement(cff, { text: 'Hamburgefonts', italic: true }));

  it('makes a font without bold bold, like Chromium', () =>
    demandAgreement(cff, { text: 'Hamburgefonts', fontWeight: 700 }));

  it('spaces the letters of a font like Chromium', () =>
    demandAgreement(cff, { text: 'office AVATAR', letterSpacing: 6 }));

  it('draws what a font lacks in the bundled fonts', () =>
    demandAgreement(
      cff,
      { text: 'Café עברית 漢字' },
      { fonts: ['Inter', 'NotoSansHebrew', 'NotoSansJP'], language: 'ja' },
    ));

  it('chooses among four fonts like Chromium', { tags: 'slow' }, async () => {
    const files = {
      ...pair('SourceSerif4'),
      italic: bundledFont('SourceSerif4-Italic'),
      boldItalic: bundledFont('SourceSerif4-Italic-Bold'),
    };
    for (const fontWeight of [300, 500, 600, 900]) {
      for (const italic of [false, true])
        await demandAgreement(files, { text: 'Waffle fi', fontWeight, italic });
    }
  });

  for (const fontWeight of [200, 400, 550, 700]) {
    it(`sets the axis of a variable WOFF2 font to ${fontWeight} like Chromium`, async () => {
      const files = { src: fontUrl(variableFont, 'woff2') };
      const state = { text: 'Waffle fjord AV 0123', fontWeight };
      await demandAgreement(files, state, { regular: '200 700' });
      await demandAgreement(files, { ...state, italic: true }, { regular: '200 700' });
    });
  }
});
