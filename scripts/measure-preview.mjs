/**
 * Measures the preview in Chromium: from a key to its picture, from a save to its picture and to the film of an example
 * with one changed word, pictures a second while the film is not ready, and memory while scrubbing.
 * Prints one line for each. `node scripts/measure-preview.mjs [--minutes 1]`; the package must be built.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '../test/tools/playwright.mjs';
import { childrenOf, residentBytes } from './linux-process.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } });
const main = fileURLToPath(new URL('../packages/render-service/dist/cli/main.js', import.meta.url));
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Twenty objects of 1080p that move all the time. */
function film(name, title = 'Twenty objects') {
  const ids = Array.from({ length: 20 }, (_, index) => `object${index}`);
  const text = (id) => id.endsWith('5') && { kind: 'text', state: { text: title } };
  const states = (shift) =>
    Object.fromEntries(
      ids.map((id, index) => [
        id,
        { x: 150 + ((index * 379 + shift) % 1600), y: 100 + ((index * 211) % 880) },
      ]),
    );
  return JSON.stringify({
    shorthand: true,
    name,
    enter: 9000,
    objects: Object.fromEntries(
      ids.map((id, index) => [
        id,
        text(id) || {
          kind: ['circle', 'rectangle'][index % 2],
          state: { fill: ['gold', 'teal'][index % 2] },
        },
      ]),
    ),
    compositions: { a: { duration: 500, states: states(0) }, b: { duration: 500, states: states(800) } },
  });
}

/** The value that a share of the sorted values does not exceed. */
function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function report(what, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(sorted, share).toFixed(1));
  console.log(`${what}: p50 ${p50} ms, p95 ${p95} ms (${times.length} times)`);
}

/** Plays for a second from stills, and returns the number of pictures of the film that were shown. */
const playStills = `(async () => {
  const canvas = document.getElementById('picture');
  const key = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
  let pictures = 0;
  const observer = new MutationObserver(() => pictures++);
  key();
  await new Promise((done) => setTimeout(done, 200));
  observer.observe(canvas, { attributeFilter: ['data-shown'] });
  const start = performance.now();
  while (performance.now() - start < 1000 && document.getElementById('video').hidden)
    await new Promise((done) => setTimeout(done, 20));
  observer.disconnect();
  const seconds = (performance.now() - start) / 1000;
  key();
  return pictures / seconds;
})()`;

/** Resident memory of a process and its children, in MB. */
function residentMemory(pid) {
  return childrenOf(pid).reduce((sum, child) => sum + residentMemory(child), residentBytes(pid) / 1024 ** 2);
}

const folder = await mkdtemp(join(tmpdir(), 'render-service-measure-'));
const file = join(folder, 'film.json');
await writeFile(file, film('Start'));
// Films of an earlier run are not there to be shown again.
const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
const preview = spawn(process.execPath, [main, 'preview', file], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((done) => {
  preview.stdout.on('data', (chunk) => done(/http\S+/.exec(chunk.toString())[0]));
});
const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
  executablePath,
  headless: true,
  // The page allows no code from outside, such as the conditions for which this script waits.
  bypassCSP: true,
  viewport: { width: 2300, height: 1420 },
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
try {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('#picture[data-shown]').waitFor();
  // The film is rendered first, so it takes no time from the measurements.
  await page.locator('#video[src]').waitFor({ timeout: 120_000, state: 'attached' });
  const size = await page.evaluate("document.getElementById('picture').width");

  const scrub = (steps) => `(async () => {
    const canvas = document.getElementById('picture');
    const times = [];
    for (let step = 0; step < ${steps}; step++) {
      const before = canvas.dataset.shown;
      const shown = new Promise((done) => {
        const observer = new MutationObserver(() => { observer.disconnect(); done(); });
        observer.observe(canvas, { attributeFilter: ['data-shown'] });
      });
      const start = performance.now();
      const key = step % 280 < 140 ? '.' : ',';
      document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await shown;
      times.push(performance.now() - start);
    }
    return times;
  })()`;
  /** Moves the playhead to 3 s, from where the steps below stay within the transition, and lets it rest. */
  const goToStart = async () => {
    await page.keyboard.press('Home');
    for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(500);
  };
  await goToStart();
  await page.evaluate(scrub(20));
  await goToStart();
  report(
    `from a key to its picture while the playhead moves, 1080p film of 20 objects, ${size} pixels wide at rest`,
    await page.evaluate(scrub(200)),
  );

  const saves = [];
  for (let index = 0; index < 40; index++) {
    const before = await page.locator('#picture').getAttribute('data-shown');
    const start = performance.now();
    await writeFile(`${file}.tmp`, film(`Save ${index}`));
    await rename(`${file}.tmp`, file);
    await page.waitForFunction(
      `document.getElementById('picture').dataset.shown !== ${JSON.stringify(before)}`,
      null,
      {
        polling: 5,
      },
    );
    saves.push(performance.now() - start);
    await page.waitForTimeout(100);
  }
  report('from a save to its picture', saves);

  const rates = [];
  for (let index = 0; index < 5; index++) {
    await writeFile(file, film(`Play ${index}`, `Film ${index}`));
    await page.waitForFunction(
      `document.title !== '' && !document.getElementById('video').hasAttribute('src')`,
    );
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    rates.push(await page.evaluate(playStills));
  }
  console.log(
    `pictures a second while the film is not ready, 640 pixels wide: ${rates.map((rate) => rate.toFixed(1)).join(', ')}`,
  );

  const example = await readFile(new URL('../examples/pythagoras.json', import.meta.url), 'utf8');
  const isReady = `document.getElementById('status-text').textContent === 'Up to date, film ready'`;
  const saveFilm = async (text) => {
    const start = performance.now();
    await writeFile(`${file}.tmp`, text);
    await rename(`${file}.tmp`, file);
    await page.waitForFunction(`!(${isReady})`, null, { polling: 5 });
    await page.waitForFunction(isReady, null, { polling: 5, timeout: 120_000 });
    return performance.now() - start;
  };
  await page.waitForFunction(isReady, null, { timeout: 120_000 });
  report('from a save to the film, 1080p, pieces that were not kept', [await saveFilm(example)]);
  const films = [];
  for (let index = 0; index < 20; index++)
    films.push(await saveFilm(example.replace('Take one right', `Take ${index} right`)));
  report('from a save to the film, one changed word', films);
  await writeFile(file, film('Memory'));

  await page.waitForTimeout(8000);
  const memory = [residentMemory(preview.pid)];
  const end = performance.now() + Number(values.minutes) * 60_000;
  while (performance.now() < end) {
    await goToStart();
    await page.evaluate(scrub(280));
    memory.push(residentMemory(preview.pid));
  }
  const half = Math.floor(memory.length / 2);
  const mean = (numbers) => (numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toFixed(0);
  console.log(
    `memory of the preview and its processes while scrubbing for ${values.minutes} minutes: first half ` +
      `${mean(memory.slice(0, half))} MB, second half ${mean(memory.slice(half))} MB, most ${Math.max(...memory).toFixed(0)} MB`,
  );
} finally {
  await context.close();
  preview.kill('SIGINT');
  await rm(folder, { recursive: true, force: true });
}
