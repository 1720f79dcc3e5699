// @module-tag chromium

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BrowserText,
  BrowserTypesetter,
  type FamilyFile,
} from '../../../../test/support/browser-text.ts';
import { stillProject } from '../../../../test/support/build-project.ts';
import { decodePng, type Picture } from '../../../../test/support/picture.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import { plainStyle } from '../../src/drawing/text/text-style.ts';
import { loadTypesetter, type Typesetter } from '../../src/drawing/text/typesetter.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';
import { faceOf } from '../../src/timeline/face.ts';

const browser = new BrowserTypesetter();
let typesetter: Typesetter;
beforeAll(async () => {
  typesetter = await loadTypesetter();
});
afterAll(() => browser.close());

const size = { width: 640, height: 100 };
const fontSize = 48;
/** Measured: 0.96 and 31. */
const sameText = { similarity: 0.95, levels: 40 };

type Fields = Partial<CompositionState> & { readonly text: string };

function drawn(state: Fields): Promise<Picture> {
  const own = { x: 20, y: 50, fontSize, align: 'left', fill: '#ffffff', strokeWidth: 0 } as const;
  const objects = { text: { kind: 'text', state: { ...own, ...state } } } as const;
  return render(stillProject(objects, { ...size, background: '#000000' })).then(({ data }) =>
    decodePng(data),
  );
}

async function demandAgreement(state: Fields, text: Omit<BrowserText, 'text' | 'fontSize'>): Promise<void> {
  const theirs: BrowserText = { text: state.text, fontSize, ...text };
  const letterSpacing = (state.letterSpacing ?? 0) / fontSize;
  const layout = typesetter.layout(state.text, {
    ...plainStyle,
    face: faceOf(state),
    spacing: { letters: letterSpacing, words: (state.wordSpacing ?? 0) / fontSize },
  });
  // Browsers also add the space after the last letter.
  const width = layout.width * fontSize + (state.letterSpacing ?? 0);
  expect(Math.abs(width - (await browser.widthOf(theirs)))).toBeLessThan(0.5);
  const ours = await drawn(state);
  const picture = await browser.draw(theirs, { x: 20, y: 50 + 0.3 * fontSize }, ours);
  await demandSamePicture(ours, picture, JSON.stringify(state), sameText);
}

function filesOf(name: string, italic?: string): FamilyFile[] {
  const pair = (file: string, style: FamilyFile['style']) => [
    { file, weight: 400, style },
    { file: `${file}-Bold`, weight: 700, style },
  ];
  return [...pair(name, 'normal'), ...(italic === undefined ? [] : pair(italic, 'italic'))];
}

const families = {
  serif: filesOf('SourceSerif4', 'SourceSerif4-Italic'),
  mono: filesOf('JetBrainsMono'),
  display: filesOf('BricolageGrotesque'),
} as const;

describe('families compared with Chromium', () => {
  for (const [fontFamily, family] of Object.entries(families)) {
    for (const fontWeight of [400, 700]) {
      for (const italic of [false, true]) {
        const css = `font-weight:${fontWeight};font-style:${italic ? 'italic' : 'normal'}`;
        it(`draws ${fontFamily} ${fontWeight}${italic ? ' italic' : ''} like Chromium`, async () => {
          const text = 'Waffle fjord AV 0123 ß';
          await demandAgreement({ text, fontFamily, fontWeight, italic }, { fonts: ['Inter'], family, css });
        });
      }
    }
  }

  it('draws what a family lacks in the other fonts', async () => {
    const text = 'Café עברית 漢字';
    const fonts = ['Inter', 'NotoSansHebrew', 'NotoSansJP'] as const;
    const look = { fonts, family: families.serif, language: 'ja', css: 'font-weight:400' };
    await demandAgreement({ text, fontFamily: 'serif' }, look);
  });

  it('slants Inter like Chromium', async () => {
    const fonts = ['Inter'] as const;
    await demandAgreement(
      { text: 'Hamburgefonts Ångström', italic: true },
      { fonts, css: 'font-style:italic' },
    );
  });

  it.each([24, -6])('spaces words by %f px like Chromium', async (wordSpacing) => {
    const css = `word-spacing:${wordSpacing}px`;
    const text = 'The office of words';
    await demandAgreement({ text, wordSpacing }, { fonts: ['Inter'], css });
    const both = { text, wordSpacing, letterSpacing: 3 };
    await demandAgreement(both, { fonts: ['Inter'], css: `${css};letter-spacing:3px` });
    await demandAgreement({ text: 'كلمات في نص', wordSpacing }, { fonts: ['Inter', 'NotoSansArabic'], css });
  });

  it.each([6, -2, 0.4])('spaces letters by %f px like Chromium, without ligatures', async (letterSpacing) => {
    const css = `letter-spacing:${letterSpacing}px`;
    await demandAgreement({ text: 'office -> AVATAR', letterSpacing }, { fonts: ['Inter'], css });
    const family = families.serif;
    const state = { text: 'Waffle fi ffl', letterSpacing, fontFamily: 'serif' };
    await demandAgreement(state, { fonts: ['Inter'], family, css });
  });

  it('never spaces the letters of Arabic words', async () => {
    const text = 'العربية لغة';
    const css = 'letter-spacing:0';
    await demandAgreement({ text, letterSpacing: 0 }, { fonts: ['Inter', 'NotoSansArabic'], css });
    const width = (letterSpacing: number) =>
      typesetter.layout('العربية', { ...plainStyle, spacing: { letters: letterSpacing, words: 0 } }).width;
    expect(width(0.2)).toBe(width(0));
  });
});
