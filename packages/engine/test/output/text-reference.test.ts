import { Buffer } from 'node:buffer';
import { afterAll, describe, expect, it } from 'vitest';
import { BrowserTypesetter } from '../../../../test/support/browser-text.ts';
import { type ObjectSpec, stillProject, writtenProject } from '../../../../test/support/build-project.ts';
import { ReferenceBrowser } from '../../../../test/support/chromium.ts';
import { decodeFrames, throughYuv420 } from '../../../../test/support/ffmpeg.ts';
import { checkedFilm } from '../../../../test/support/film/check-film.ts';
import { decodePng, type Picture, pixelAt } from '../../../../test/support/picture.ts';
import { demandSamePicture } from '../../../../test/support/same-picture.ts';
import type { FontName } from '../../src/drawing/text/font-list.ts';
import type { CompositionState } from '../../src/project/schema.ts';
import { render } from '../../src/render/render.ts';

const browser = new BrowserTypesetter();
afterAll(() => browser.close());

const size = { width: 640, height: 100 };
const fontSize = 48;

function drawn(state: Partial<CompositionState>): Promise<Picture> {
  const project = stillProject(
    {
      text: {
        kind: 'text',
        state: { x: 20, y: 50, fontSize, align: 'left', fill: '#ffffff', strokeWidth: 0, ...state },
      },
    },
    { ...size, background: '#000000' },
  );
  return render(project).then(({ data }) => decodePng(data));
}

interface Sample {
  readonly text: string;
  readonly fonts: readonly FontName[];
  readonly language?: string;
}

/** The browser has more contrast in glyphs than in paths. Measured: 0.96 and 31; with another weight 0.85 and 100. */
const sameText = { similarity: 0.95, levels: 40 };

async function demandAgreement(
  { text, fonts, language = 'en' }: Sample,
  look: { bold?: boolean; tabularNumbers?: boolean; direction?: 'ltr' | 'rtl' },
): Promise<void> {
  const ours = await drawn({
    text,
    ...(look.bold && { fontWeight: 700 }),
    ...(look.tabularNumbers && { tabularNumbers: true }),
    ...(look.direction && { direction: look.direction }),
  });
  const at = { x: 20, y: 50 + 0.3 * fontSize };
  const theirs = await browser.draw({ text, fonts, fontSize, language, ...look }, at, ours);
  await demandSamePicture(ours, theirs, text, sameText);
}

const scripts: readonly Sample[] = [
  { text: 'Hamburgefonts Ångström', fonts: ['Inter'] },
  { text: 'Ελληνικά γράμματα', fonts: ['Inter'] },
  { text: 'Русский язык, ещё', fonts: ['Inter'] },
  { text: 'العربية لغة جميلة', fonts: ['Inter', 'NotoSansArabic'] },
  { text: 'עברית שפה יפה', fonts: ['Inter', 'NotoSansHebrew'] },
  { text: '日本語の文字 カナ', fonts: ['Inter', 'NotoSansJP'], language: 'ja' },
  { text: '简体中文 汉字', fonts: ['Inter', 'NotoSansSC'], language: 'zh-Hans' },
  { text: '繁體中文 這個', fonts: ['Inter', 'NotoSansTC'], language: 'zh-Hant' },
  { text: '한국어 글자', fonts: ['Inter', 'NotoSansKR'], language: 'ko' },
  { text: 'हिन्दी क्षत्रिय', fonts: ['Inter', 'NotoSansDevanagari'] },
  { text: 'ภาษาไทยที่นี่', fonts: ['Inter', 'NotoSansThai'] },
];

describe('bold text compared with Chromium', () => {
  it.each(scripts)('draws bold text like Chromium: $text', { tags: 'chromium' }, async (sample) => {
    await demandAgreement(sample, { bold: true });
  });

  it('emboldens text whose font has no bold version with 20 to 80% more ink', async () => {
    for (const text of ['∑∫√∞', '𠮷㐂']) {
      const [regular, bold] = await Promise.all([drawn({ text }), drawn({ text, fontWeight: 700 })]);
      const gain = inkOf(bold) / inkOf(regular);
      expect(gain).toBeGreaterThan(1.2);
      expect(gain).toBeLessThan(1.8);
    }
  });
});

describe('directions compared with Chromium', () => {
  it.each(
    [
      { text: 'C++ (1, 2)!', fonts: ['Inter'] },
      { text: 'abc שלום 12', fonts: ['Inter', 'NotoSansHebrew'] },
      { text: 'العربية, one.', fonts: ['Inter', 'NotoSansArabic'] },
    ].flatMap((sample) =>
      (['ltr', 'rtl'] as const).map((direction) => ({ ...sample, direction })),
    ) as readonly (Sample & {
      direction: 'ltr' | 'rtl';
    })[],
  )(
    'draws a text from $direction like Chromium: $text',
    { tags: 'chromium' },
    async ({ direction, ...sample }) => {
      await demandAgreement(sample, { direction });
    },
  );
});

/** Returns the sum of one channel over all pixels. */
function inkOf({ data }: Picture, channel = 0): number {
  let ink = 0;
  for (let at = channel; at < data.length; at += 4) ink += data[at];
  return ink;
}

describe('colour emoji compared with Chromium', () => {
  // Chromium does not join a sequence with U+FE0F in a web font; those are in emoji.test.ts.
  const emojiOnly: readonly FontName[] = ['TwemojiMozilla'];
  it.each([
    { name: 'faces', text: '😀😂🥰😎🤖👻' },
    { name: 'skin tones', text: '👍👍🏻👍🏽👍🏿🧑🏾‍🚀' },
    { name: 'joined sequences', text: '👨‍👩‍👧‍👦👩🏽‍💻👨🏿‍🤝‍👨🏻🧑‍🚒' },
    { name: 'flags', text: '🇯🇵🇩🇪🇧🇷🇺🇳🏴󠁧󠁢󠁳󠁣󠁴󠁿' },
    { name: 'characters with an emoji selector', text: '❤️☎️☀️' },
    { name: 'between letters', text: 'To 🚀 go ⭐ far', fonts: ['Inter', 'TwemojiMozilla'] as const },
  ])('draws emoji like Chromium: $name', { tags: 'chromium' }, async ({ text, fonts = emojiOnly }) => {
    await demandAgreement({ text, fonts }, {});
  });

  it("draws colour emoji without the text's fill and stroke", async () => {
    const text = '🟥';
    const plain = await drawn({ text });
    expect(pixelAt(plain, 44, 50)).toEqual([221, 46, 68, 255]);
    const looks = [{ fill: '#00ff00', stroke: '#0000ff', strokeWidth: 6 }, { fill: 'none' }];
    for (const look of looks) {
      expect(Buffer.from((await drawn({ text, ...look })).data).equals(Buffer.from(plain.data))).toBe(true);
    }
  });

  it("draws emoji with the text's opacity", async () => {
    const half = pixelAt(await drawn({ text: '🟥', opacity: 0.5 }), 44, 50);
    for (const [i, level] of [110, 23, 34].entries()) expect(Math.abs(half[i] - level)).toBeLessThan(2);
  });

  it.each([
    { name: 'after U+FE0E', text: '😀\ufe0e' },
    { name: 'if they are newer than the colour font', text: '\u{1fae9}' },
  ])("draws emoji in the text's fill $name", async ({ text }) => {
    const state = { x: 60, y: 50, fontSize, fill: '#00ff00', strokeWidth: 0, text };
    const project = stillProject({ object: { kind: 'text', state } }, { ...size, background: '#000000' });
    const picture = await decodePng((await render(project)).data);
    const [red, green, blue] = [0, 1, 2].map((channel) => inkOf(picture, channel));
    expect([red, blue]).toEqual([0, 0]);
    expect(green).toBeGreaterThan(50_000);
  });
});

describe('emoji and bold, wrapped text in SVG, PNG and MP4', () => {
  const states: Readonly<Record<string, Partial<CompositionState>>> = {
    left: {
      x: 10,
      y: 60,
      align: 'left',
      wrapWidth: 200,
      fontWeight: 700,
      text: 'Left and bold 👩🏽‍💻, wrapped',
    },
    right: { x: 470, y: 60, align: 'right', wrapWidth: 180, text: 'שלום עולם 🇯🇵 abc' },
    middle: {
      x: 240,
      y: 160,
      wrapWidth: 400,
      opacity: 0.6,
      effect: 'glow',
      text: '🎉 吾輩は猫である。名前はまだ無い。',
    },
  };
  const specs = Object.fromEntries(
    Object.entries(states).map(([id, state], i): [string, ObjectSpec] => [
      id,
      {
        kind: 'text',
        state: { fontSize: 28, fill: '#ffd166', stroke: '#0f172a', strokeWidth: 1, ...state },
        track: { order: i === 0 ? 'sequential' : 'together' },
      },
    ]),
  );
  /** The edges of every emoji layer are anti-aliased. Measured: 0.992 and 9. */
  const sameLayers = { similarity: 0.99, levels: 12 };
  const scene = { width: 480, height: 220, background: '#334155' };
  const browser = new ReferenceBrowser();
  afterAll(() => browser.close());

  it.each([1000, 430])(
    'draws emoji and wrapped text the same in SVG and PNG while written, at %i ms',
    { tags: 'chromium' },
    async (timeMs) => {
      const project = writtenProject(specs, scene);
      const png = await render(project, { timeMs });
      const svg = await render(project, { format: 'svg', timeMs });
      await demandSamePicture(
        await decodePng(png.data),
        await browser.draw(svg.data, svg),
        `written ${timeMs}`,
        sameLayers,
      );
    },
  );

  it('draws emoji and wrapped bold text the same in MP4 and PNG', { tags: 'ffmpeg' }, async () => {
    const project = stillProject(specs, scene);
    const film = await checkedFilm(render(project, { format: 'mp4', fps: 24 }));
    const [frame] = await decodeFrames(film.data, [3], film);
    const ours = await throughYuv420((await render(project)).data, film);
    await demandSamePicture(frame, ours, 'film', { similarity: 0.97, levels: 12 });
  });
});

describe('tabular digits', () => {
  it('draws tabular digits like Chromium with the same font', { tags: 'chromium' }, async () => {
    for (const text of ['0123456789', '1,111.11']) {
      await demandAgreement({ text, fonts: ['Inter'] }, { tabularNumbers: true });
      await demandAgreement({ text, fonts: ['Inter'] }, { tabularNumbers: true, bold: true });
    }
  });
});
