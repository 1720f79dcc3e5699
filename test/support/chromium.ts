import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ChromiumSession, openChromium, takeScreenshot } from './chromium-session.ts';
import { decodePng, type Picture } from './picture.ts';

/** The result of the browser's XML parser for a document. */
export interface ParsedXml {
  /** The error for a document that is not well-formed; null if it is. */
  readonly error: string | null;
  /** The names of elements and, as `element attribute`, of their attributes, each once. */
  readonly names: readonly string[];
  /** All text between the elements except white space. */
  readonly text: string;
}

/** Runs in the browser, for which this project has no types. */
const readNames = `(source) => {
  const parsed = new DOMParser().parseFromString(source, 'application/xml');
  const elements = [...parsed.getElementsByTagName('*')];
  const error = elements.find(({ localName }) => localName === 'parsererror');
  const names = elements.flatMap((element) =>
    [element.tagName, ...[...element.attributes].map(({ name }) => element.tagName + ' ' + name)]);
  return { error: error?.textContent ?? null, names: [...new Set(names)], text: parsed.documentElement.textContent.trim() };
}`;

/** Chromium as a reference for our SVG files. It opens a page when the first picture is drawn; `close` closes it. */
export class ReferenceBrowser {
  #session: Promise<ChromiumSession> | undefined;

  #open(): Promise<ChromiumSession> {
    this.#session ??= openChromium({
      deviceScaleFactor: 1,
      viewport: { width: 320, height: 180 },
      javaScriptEnabled: false,
    });
    return this.#session;
  }

  /** Opens an SVG as a separate document and takes its picture, pixel for pixel, without a background. */
  draw(svg: Uint8Array, size: { width: number; height: number }): Promise<Picture> {
    return this.#shoot('picture.svg', svg, size);
  }

  /** Opens the content of an HTML body and takes its picture, pixel for pixel. */
  drawHtml(body: string, size: { width: number; height: number }): Promise<Picture> {
    const style = 'body { margin: 0 } * { position: absolute; box-sizing: border-box }';
    const page = `<!doctype html><meta charset="utf-8"><style>${style}</style><body>${body}</body>`;
    return this.#shoot('page.html', Buffer.from(page), size);
  }

  async #shoot(name: string, content: Uint8Array, size: { width: number; height: number }): Promise<Picture> {
    const { folder, page } = await this.#open();
    const path = join(folder, name);
    await writeFile(path, content);
    await page.setViewportSize({ width: size.width, height: size.height });
    await page.goto(pathToFileURL(path).href);
    return decodePng(await takeScreenshot(page, { omitBackground: true, animations: 'allow' }));
  }

  /** Parses documents with the browser's strict XML parser, without showing or running them. */
  async parseXml(documents: readonly string[]): Promise<ParsedXml[]> {
    const { page } = await this.#open();
    return page.evaluate(`(${JSON.stringify(documents)}).map(${readNames})`);
  }

  async close(): Promise<void> {
    await (await this.#session)?.close();
  }
}
