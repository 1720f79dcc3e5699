import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '../tools/playwright.mjs';
import { externalProgram, findExternalProgram } from './external-programs.ts';

type ContextOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;
type ScreenshotOptions = Parameters<Page['screenshot']>[0];

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
];

/** A running Chromium with one page. */
export interface ChromiumSession {
  /** Exists as long as the session, for the files that the page opens. */
  readonly folder: string;
  readonly page: Page;
  /** Ends the browser and removes its folder. */
  readonly close: () => Promise<void>;
}

/**
 * Takes a picture of a page. Chromium sometimes refuses the first one after its start, and takes the same when it is
 * asked again: https://github.com/MarketSquare/robotframework-browser/issues/5237.
 */
export async function takeScreenshot(page: Page, options?: ScreenshotOptions): Promise<Buffer> {
  try {
    return await page.screenshot(options);
  } catch (error) {
    if (!String(error).includes('Unable to capture screenshot')) throw error;
    return await page.screenshot(options);
  }
}

/** Starts Chromium with a new profile; null if it is not installed. `args` are added to the common arguments. */
export async function openChromium({
  args = [],
  ...options
}: ContextOptions = {}): Promise<ChromiumSession | null> {
  const executablePath = findExternalProgram('chromium');
  if (executablePath === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'render-service-chromium-'));
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...options,
    executablePath,
    headless: true,
    args: [...commonArguments, ...args],
  });
  const close = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, page: await context.newPage(), close };
}

/** It exists before the tests of a file run, so it can skip a test only when the test uses it. */
export function missingChromium<Stand extends object>(): Stand {
  return new Proxy({} as Stand, {
    get: (_, member) => {
      if (member === 'close') return async () => {};
      // Without `then`, `await` does not treat it as a promise.
      return member === 'then' ? undefined : () => externalProgram('chromium');
    },
  });
}
