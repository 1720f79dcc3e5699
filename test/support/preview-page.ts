import { type ChromiumSession, openChromium } from './chromium-session.ts';
import type { PreviewStand } from './preview-stand.ts';

/** Time limit for everything on the page, in milliseconds. It allows for a machine with other work. */
const pageLimitMs = 40_000;

/** Opens the page of a preview in Chromium. Adds the page's errors to `faults`. */
export async function openPreviewPage(
  { url }: PreviewStand,
  faults: string[],
  options: Parameters<typeof openChromium>[0],
): Promise<ChromiumSession> {
  const session = await openChromium(options);
  const { page } = session;
  page.on('pageerror', (error) => faults.push(error.message));
  page.setDefaultTimeout(pageLimitMs);
  await page.goto(url.href);
  return session;
}
