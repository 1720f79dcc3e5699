import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { findJudge, judge } from './judges.ts';
import { decodePng, type Picture } from './picture.ts';

/** What every Chromium of the tests is started with. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
];

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
  readonly #folder: string;
  readonly #context: BrowserContext;
  readonly #page: Page;

  private constructor(folder: string, context: BrowserContext, page: Page) {
    this.#folder = folder;
    this.#context = context;
    this.#page = page;
  }

  /** Where Chromium is not installed, what is given skips every test that uses it. */
  static async start(): Promise<ChromiumJudge> {
    const executable = findJudge('chromium');
    if (executable === null) return missingChromium<ChromiumJudge>();
    const folder = await mkdtemp(join(tmpdir(), 'render-service-chromium-'));
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: executable,
      headless: true,
      deviceScaleFactor: 1,
      viewport: { width: 320, height: 180 },
      javaScriptEnabled: false,
      args: [...chromiumArguments],
    });
    return new ChromiumJudge(folder, context, await context.newPage());
  }

  /** Opens an SVG as a document of its own and takes its picture, pixel for pixel, nothing behind it. */
  async draw(svg: Uint8Array, size: { width: number; height: number }): Promise<Picture> {
    const path = join(this.#folder, 'picture.svg');
    await writeFile(path, svg);
    await this.#page.setViewportSize({ width: size.width, height: size.height });
    await this.#page.goto(pathToFileURL(path).href);
    const png = await this.#page.screenshot({ omitBackground: true, animations: 'allow' });
    return decodePng(png);
  }

  /** Has the browser's strict XML parser read documents, none of which is shown or run. */
  async parseXml(documents: readonly string[]): Promise<ParsedXml[]> {
    return this.#page.evaluate(`(${JSON.stringify(documents)}).map(${readNames})`);
  }

  async close(): Promise<void> {
    await this.#context.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Started before all tests of a file, it cannot skip a test before one uses it. */
export function missingChromium<Stand extends object>(): Stand {
  return new Proxy({} as Stand, {
    get: (_, member) => {
      if (member === 'close') return async () => {};
      // It is no promise, although it is given by one.
      return member === 'then' ? undefined : () => judge('chromium');
    },
  });
}
