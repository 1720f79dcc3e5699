import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ChromiumSession, missingChromium, openChromium } from './chromium-session.ts';
import { decodePng, type Picture } from './picture.ts';

/** What the browser's XML parser finds in a document. */
export interface ParsedXml {
  /** What it says of a document that is not well-formed; null if it is. */
  readonly error: string | null;
  /** The names of elements and, as `element attribute`, of their attributes, each once. */
  readonly names: readonly string[];
  /** Everything between the elements that is more than white space. */
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

/** Chromium as a judge of our SVG files. One for a whole test file; `close` ends it and removes its profile. */
export class ChromiumJudge {
  readonly #session: ChromiumSession;

  private constructor(session: ChromiumSession) {
    this.#session = session;
  }

  /** Where Chromium is not installed, what is given skips every test that uses it. */
  static async start(): Promise<ChromiumJudge> {
    const session = await openChromium({
      deviceScaleFactor: 1,
      viewport: { width: 320, height: 180 },
      javaScriptEnabled: false,
    });
    return session ? new ChromiumJudge(session) : missingChromium<ChromiumJudge>();
  }

  /** Opens an SVG as a document of its own and takes its picture, pixel for pixel, nothing behind it. */
  async draw(svg: Uint8Array, size: { width: number; height: number }): Promise<Picture> {
    const path = join(this.#session.folder, 'picture.svg');
    await writeFile(path, svg);
    await this.#session.page.setViewportSize({ width: size.width, height: size.height });
    await this.#session.page.goto(pathToFileURL(path).href);
    const png = await this.#session.page.screenshot({ omitBackground: true, animations: 'allow' });
    return decodePng(png);
  }

  /** Has the browser's strict XML parser read documents, none of which is shown or run. */
  async parseXml(documents: readonly string[]): Promise<ParsedXml[]> {
    return this.#session.page.evaluate(`(${JSON.stringify(documents)}).map(${readNames})`);
  }

  async close(): Promise<void> {
    await this.#session.close();
  }
}
