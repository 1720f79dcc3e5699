import { type ChromiumSession, openChromium } from './chromium-session.ts';
import type { PreviewStand } from './preview-stand.ts';

/** Milliseconds that the page has for anything, also on a machine that has other work. */
const pageLimitMs = 40_000;

/**
 * Opens the page of a preview in Chromium; null where it is not installed. The page's errors are added to `faults`.
 */
export async function openPreviewPage(
  { url }: PreviewStand,
  faults: string[],
  options: Parameters<typeof openChromium>[0],
): Promise<ChromiumSession | null> {
  const session = await openChromium(options);
  if (session === null) return null;
  const { page } = session;
  page.on('pageerror', (error) => faults.push(error.message));
  page.setDefaultTimeout(pageLimitMs);
  await page.goto(url.href);
  return session;
}
