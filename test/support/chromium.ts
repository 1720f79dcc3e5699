import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ChromiumSession, missingChromium, openChromium, takeScreenshot } from './chromium-session.ts';
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

/** Chromium as a reference for our SVG files. One for a whole test file; `close` ends it and removes its profile. */
export class ReferenceBrowser {
  readonly #session: ChromiumSession;

  private constructor(session: ChromiumSession) {
    this.#session = session;
  }

  /** Without Chromium, every test that uses the returned browser is skipped. */
  static async start(): Promise<ReferenceBrowser> {
    const session = await openChromium({
      deviceScaleFactor: 1,
      viewport: { width: 320, height: 180 },
      javaScriptEnabled: false,
    });
    return session ? new ReferenceBrowser(session) : missingChromium<ReferenceBrowser>();
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
    const path = join(this.#session.folder, name);
    await writeFile(path, content);
    const { page } = this.#session;
    await page.setViewportSize({ width: size.width, height: size.height });
    await page.goto(pathToFileURL(path).href);
    return decodePng(await takeScreenshot(page, { omitBackground: true, animations: 'allow' }));
  }

  /** Parses documents with the browser's strict XML parser, without showing or running them. */
  async parseXml(documents: readonly string[]): Promise<ParsedXml[]> {
    return this.#session.page.evaluate(`(${JSON.stringify(documents)}).map(${readNames})`);
  }

  async close(): Promise<void> {
    await this.#session.close();
  }
}
