// Records a page as the guide to footage does it: node record-page.mjs CHROMIUM URL FILE
import { dirname, join } from 'node:path';
import { chromium } from '../tools/playwright.mjs';

const [executablePath = '', url = '', file = ''] = process.argv.slice(2);
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const size = { width: 1280, height: 800 };
const browser = await chromium.launch({ executablePath, args });
const context = await browser.newContext({
  viewport: size,
  recordVideo: { dir: join(dirname(file), 'videos'), size },
});
const page = await context.newPage();
await page.goto(url);
await page.locator('#picture').waitFor();
await page.waitForTimeout(1500);
// The film plays in the recording.
await page.keyboard.press('Space');
await page.waitForTimeout(2500);
await context.close();
await page.video()?.saveAs(file);
await browser.close();
