/**
 * Takes the pictures of docs/guides/preview.md with Chromium, from an example film in a temporary folder. The package
 * must be built.
 */
import { execFileSync, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '../../test/tools/playwright.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pictures = join(root, 'docs', 'preview');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

const folder = await mkdtemp(join(tmpdir(), 'render-service-screenshots-'));
const file = join(folder, 'film.json');
await copyFile(join(root, 'examples', 'sound-wave.json'), file);
const preview = spawn(
  process.execPath,
  [join(root, 'packages/render-service/dist/cli/main.js'), 'preview', file],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const url = await new Promise((done) => {
  preview.stdout.on('data', (chunk) => done(/http\S+/.exec(chunk.toString())[0]));
});
const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
  executablePath,
  headless: true,
  viewport: { width: 1280, height: 800 },
  colorScheme: 'dark',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
try {
  const page = await context.newPage();
  const take = async (name) => writeFile(join(pictures, name), webp(await page.screenshot()));
  await page.goto(url);
  await page.locator('#wave:not([hidden])').waitFor();
  await page.locator('#video[src]').waitFor({ state: 'attached' });
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await page.locator('#objects button', { hasText: /^e-note/ }).click();
  await page.locator('#selection').waitFor();
  // The list has scrolled below the pointer.
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1000);
  await take('preview.webp');

  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"fontSize": 72', '"fontSize": "large"'));
  await page.locator('#status[data-status="broken"]').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(300);
  await take('preview-problem.webp');
} finally {
  await context.close();
  preview.kill('SIGINT');
  await rm(folder, { recursive: true, force: true });
}

/**
 * Returns nearly the same picture in a fifth of the bytes: it is part of every package. The page has few colours, and its
 * texts stay sharp. Needs ffmpeg.
 */
function webp(png) {
  const colors = 'split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none,format=rgba';
  const args = ['-v', 'error', '-i', '-', '-vf', colors, '-c:v', 'libwebp', '-lossless', '1'];
  return execFileSync('ffmpeg', [...args, '-compression_level', '6', '-quality', '100', '-f', 'webp', '-'], {
    input: png,
  });
}
