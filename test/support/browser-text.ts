import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import {
  type FontName,
  fontsFolder,
  fontsWithBold,
} from '../../packages/engine/src/drawing/text/font-list.ts';
import type { Page } from '../tools/playwright.mjs';
import { type ChromiumSession, openChromium, takeScreenshot } from './chromium-session.ts';
import { decodePng, type Picture } from './picture.ts';

/** A text for a browser to set in the bundled fonts. Lengths are in pixels. */
export interface BrowserText {
  readonly text: string;
  /** Font families in order of preference. */
  readonly fonts: readonly FontName[];
  readonly fontSize: number;
  readonly language?: string;
  readonly bold?: boolean;
  readonly tabularNumbers?: boolean;
  readonly direction?: 'auto' | 'ltr' | 'rtl';
  /** A family that comes before the fonts. */
  readonly family?: readonly FamilyFile[];
  /** Further declarations in CSS. */
  readonly css?: string;
}

/** A file of a family, by its name in the package or as a data URL, with its weight and style in CSS. */
export interface FamilyFile {
  readonly file: string;
  readonly weight: number | string;
  readonly style: 'normal' | 'italic';
}

/** Chromium as a reference for set text. It opens a page when the first text is set; `close` closes it. */
export class BrowserTypesetter {
  #session: Promise<ChromiumSession> | undefined;

  async #page(): Promise<Page> {
    this.#session ??= openTypesettingPage();
    return (await this.#session).page;
  }

  /** The lines into which the browser breaks a text at each width, without the spaces around them. */
  async linesOf(text: BrowserText, widths: readonly number[]): Promise<string[][]> {
    // Typesetters keep the words of Korean whole, which browsers do only if a page asks for it.
    const wordBreak = text.language === 'ko' ? 'keep-all' : 'normal';
    const style = `white-space:pre-wrap;overflow-wrap:anywhere;word-break:${wordBreak}`;
    await this.#show(element(text, style), text);
    const page = await this.#page();
    return page.evaluate(`${JSON.stringify(widths)}.map(${readLines})`);
  }

  /** The advance width of a text of one line. */
  async widthOf(text: BrowserText): Promise<number> {
    await this.#show(element(text, 'position:absolute;white-space:pre'), text);
    const page = await this.#page();
    return page.evaluate("document.getElementById('text').getBoundingClientRect().width");
  }

  /** A text of one line with its baseline at (x, y), white on black. */
  async draw(text: BrowserText, at: { x: number; y: number }, size: Picture): Promise<Picture> {
    const page = await this.#page();
    await page.setViewportSize({ width: size.width, height: size.height });
    // An inline block without content has its bottom on the baseline.
    const strut = `<span style="display:inline-block;height:${at.y}px"></span>`;
    const place = `position:absolute;left:${at.x}px;top:0;white-space:pre;line-height:0;color:#fff`;
    const back = '<style>body{background:#000}</style>';
    await this.#show(back + element(text, place, strut), text);
    return decodePng(await takeScreenshot(page));
  }

  async #show(content: string, { fonts, bold = false, family = [] }: BrowserText): Promise<void> {
    const page = await this.#page();
    const faces = fonts.map((name) => {
      const hasBold = bold && fontsWithBold.has(name);
      const source = `url(https://fonts.test/${name}${hasBold ? '-Bold' : ''}.ttf)`;
      return `@font-face{font-family:${name};font-weight:${hasBold ? 700 : 400};src:${source}}`;
    });
    for (const { file, weight, style } of family) {
      const source = file.startsWith('data:') ? `url(${file})` : `url(https://fonts.test/${file}.ttf)`;
      faces.push(`@font-face{font-family:family;font-weight:${weight};font-style:${style};src:${source}}`);
    }
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>${faces.join('')}</style>${content}`);
    await page.evaluate(loadFonts);
  }

  async close(): Promise<void> {
    await (await this.#session)?.close();
  }
}

async function openTypesettingPage(): Promise<ChromiumSession> {
  const session = await openChromium({
    args: ['--font-render-hinting=none', '--disable-lcd-text'],
    deviceScaleFactor: 1,
  });
  // No request leaves the browser.
  await session.page.route('**/*', (route) => {
    const file = new URL(new URL(route.request().url()).pathname.slice(1), fontsFolder);
    const headers = { 'access-control-allow-origin': '*' };
    const body = existsSync(file)
      ? readFileSync(file)
      : brotliDecompressSync(readFileSync(`${file.pathname}.br`));
    return route.fulfill({ body, contentType: 'font/ttf', headers });
  });
  return session;
}

function element(text: BrowserText, place: string, before = ''): string {
  const { fonts, fontSize, language = 'en', bold, tabularNumbers, direction = 'auto' } = text;
  const families = [...(text.family ? ['family'] : []), ...fonts];
  const style = [
    `font:${bold ? 700 : 400} ${fontSize}px ${families.join()}`,
    'text-rendering:geometricPrecision;text-spacing-trim:space-all;line-break:strict',
    ...(tabularNumbers ? ['font-variant-numeric:tabular-nums'] : []),
    ...(text.css === undefined ? [] : [text.css]),
    place,
  ];
  const content = text.text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<div id="text" lang="${language}" dir="${direction}" style="${style.join(';')}">${before}${content}</div>`;
}

/** Fonts are loaded when text uses them, which lays out the page at once. */
const loadFonts = 'document.body.offsetWidth, document.fonts.ready.then(() => true)';

/**
 * Runs in the browser, for which this project has no types. Characters with their middles at about the same height form
 * a line.
 */
const readLines = `(width) => {
  const element = document.getElementById('text');
  element.style.width = width + 'px';
  const node = element.lastChild;
  const lines = [];
  let bottom = -Infinity;
  for (const { segment, index } of new Intl.Segmenter('und').segment(node.data)) {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + segment.length);
    const boxes = [...range.getClientRects()];
    if (segment.trim() === '' || boxes.length === 0) {
      if (lines.length > 0) lines[lines.length - 1] += segment;
      continue;
    }
    const box = boxes[boxes.length - 1];
    const middle = (box.top + box.bottom) / 2;
    if (middle > bottom) {
      lines.push('');
      bottom = box.bottom;
    }
    lines[lines.length - 1] += segment;
  }
  return lines.map((line) => line.trim());
}`;
