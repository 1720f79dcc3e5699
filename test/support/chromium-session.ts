import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '../tools/playwright.mjs';
import { externalProgram } from './external-programs.ts';

type ScreenshotOptions = Parameters<Page['screenshot']>[0];

/** How a browser is started: added to the common arguments, and left out of Playwright's. */
interface BrowserArguments {
  readonly args?: readonly string[];
  readonly ignoreDefaultArgs?: string[];
}

/** Options of a browser's context, and of the browser. */
export interface SessionOptions extends BrowserContextOptions, BrowserArguments {}

/** The arguments of every Chromium of the tests. */
const commonArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
  '--autoplay-policy=no-user-gesture-required',
];

/** A page in Chromium. */
export interface ChromiumSession {
  /** Exists as long as the session, for the files that the page opens. */
  readonly folder: string;
  readonly page: Page;
  /** Closes the page and all others of its context, and removes the folder. */
  readonly close: () => Promise<void>;
}

/**
 * Takes a picture of a page. Chromium sometimes refuses one after its start or under load, and takes the same when it is
 * asked again a little later: https://github.com/MarketSquare/robotframework-browser/issues/5237.
 */
export async function takeScreenshot(page: Page, options?: ScreenshotOptions): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await page.screenshot(options);
    } catch (error) {
      if (attempt === maxScreenshots || !String(error).includes('Unable to capture screenshot')) throw error;
      await setTimeout(200 * attempt);
    }
  }
}

/** How often a picture is asked for that Chromium refuses. */
const maxScreenshots = 6;

/** The browsers of this process by their arguments: starting one takes a second, a new context milliseconds. */
const browsers = new Map<string, Promise<Browser>>();

function browserWith({ args = [], ignoreDefaultArgs = [] }: BrowserArguments): Promise<Browser> {
  // Also for a browser that runs already, because it looks whether the test declares it.
  const executablePath = externalProgram('chromium');
  const key = JSON.stringify([args, ignoreDefaultArgs]);
  const known = browsers.get(key);
  if (known) return known;
  const browser = chromium.launch({
    executablePath,
    headless: true,
    args: [...commonArguments, ...args],
    ignoreDefaultArgs,
  });
  browsers.set(key, browser);
  const forget = () => browsers.delete(key);
  browser.then((running) => running.on('disconnected', forget), forget);
  return browser;
}

/** Opens a page in a browser without a history. */
export async function openChromium({
  args,
  ignoreDefaultArgs,
  ...options
}: SessionOptions = {}): Promise<ChromiumSession> {
  const browser = await browserWith({ args, ignoreDefaultArgs });
  const context = await browser.newContext(options);
  const folder = await mkdtemp(join(tmpdir(), 'render-service-chromium-'));
  const close = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, page: await context.newPage(), close };
}
