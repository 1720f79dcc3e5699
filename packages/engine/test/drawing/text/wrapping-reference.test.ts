// @module-tag chromium

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrowserTypesetter } from '../../../../../test/support/browser-text.ts';
import type { FontName } from '../../../src/drawing/text/font-list.ts';
import { plainStyle } from '../../../src/drawing/text/text-style.ts';
import { loadTypesetter, type Typesetter } from '../../../src/drawing/text/typesetter.ts';
import { wrappedLines } from './layout-probes.ts';

let typesetter: Typesetter;
const browser = new BrowserTypesetter();
beforeAll(async () => {
  typesetter = await loadTypesetter();
  await typesetter.prepareWrapping();
});
afterAll(() => browser.close());

interface Sample {
  readonly language: string;
  readonly fonts: readonly FontName[];
  readonly text: string;
}

const samples: readonly Sample[] = [
  {
    language: 'en',
    fonts: ['Inter'],
    text: 'The quick brown fox (that isn’t lazy) jumps over “thirteen” dogs, e.g. at 12:30 for $1,234.56 or 50% off; state-of-the-art internationalization, a well-known user@example.org.',
  },
  {
    language: 'de',
    fonts: ['Inter'],
    text: 'Die Donaudampfschifffahrtsgesellschaft fährt um 8:15 Uhr ab – hoffentlich! „Rindfleischetikettierung“ bleibt.',
  },
  {
    language: 'fr',
    fonts: ['Inter'],
    text: 'Qu’est-ce que c’est\u00a0? «\u00a0Voilà\u00a0», dit-il, l’été arrive peut-être demain.',
  },
  {
    language: 'ru',
    fonts: ['Inter'],
    text: 'Съешь же ещё этих мягких французских булок, да выпей чаю — кто-нибудь.',
  },
  {
    language: 'ja',
    fonts: ['Inter', 'NotoSansJP'],
    text: '吾輩は猫である。名前はまだ無い。「どこ」で生れたか、とんと見当がつかぬ。2024年にABCテストを行った。',
  },
  {
    language: 'zh-Hans',
    fonts: ['Inter', 'NotoSansSC'],
    text: '我们认为下面这些真理是不言而喻的：人人生而平等，造物者赋予他们若干不可剥夺的权利。',
  },
  {
    language: 'ko',
    fonts: ['Inter', 'NotoSansKR'],
    text: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.',
  },
  {
    language: 'th',
    fonts: ['Inter', 'NotoSansThai'],
    text: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม',
  },
  {
    language: 'ar',
    fonts: ['Inter', 'NotoSansArabic'],
    text: 'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق، وقد وهبوا عقلاً وضميراً 2024 ABC.',
  },
  {
    language: 'he',
    fonts: ['Inter', 'NotoSansHebrew'],
    text: 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. ABC 123.',
  },
  {
    language: 'hi',
    fonts: ['Inter', 'NotoSansDevanagari'],
    text: 'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।',
  },
  {
    language: 'en',
    fonts: ['Inter', 'TwemojiMozilla'],
    text: 'Party 🎉🎉🎉 with 👩🏽‍💻👨‍👩‍👧‍👦 and 🇯🇵🇩🇪🇺🇸 at 5 o’clock 🏴󠁧󠁢󠁥󠁮󠁧󠁿!',
  },
  {
    language: 'en',
    fonts: ['Inter'],
    text: 'super\u00adcali\u00adfragi\u00adlistic\u00adexpi\u00adali\u00addocious',
  },
  {
    language: 'en',
    fonts: ['Inter'],
    text: 'Two\u00a0words stay together\nand a newline      with many spaces ends a line',
  },
];

const fontSize = 40;

// Chromium breaks after every space, and not after a slash before a letter, unlike the standard.

describe('line wrapping compared with Chromium', () => {
  test.each(samples)(
    'wraps text like Chromium: $language: $text',
    { timeout: 30_000 },
    async ({ language, fonts, text }) => {
      const widths = [130, 200, 333, 480, 777];
      const ours = widths.map((width) =>
        wrappedLines(text, typesetter.layout(text, { ...plainStyle, wrapWidth: width / fontSize })),
      );
      expect(ours).toEqual(await browser.linesOf({ text, fonts, fontSize, language }, widths));
    },
  );
});
