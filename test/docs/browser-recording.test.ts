// @module-tag ffmpeg
// @module-tag chromium
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inspect, render } from '../../packages/engine/src/index.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { externalProgram } from '../support/external-programs.ts';
import { checkedFilm } from '../support/film/check-film.ts';
import { decodePng } from '../support/picture.ts';
import { PreviewStand } from '../support/preview-stand.ts';

const page = readFileSync(new URL('../../docs/guides/footage.md', import.meta.url), 'utf8');
const [, demo = ''] = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, film = '']) => film);
const shown = readFileSync(new URL('../../examples/good-morning.json', import.meta.url), 'utf8');

/** A folder in which Playwright finds the machine's ffmpeg, which it would download otherwise. */
function browsersIn(folder: string): string {
  const list = new URL('../tools/node_modules/playwright-core/browsers.json', import.meta.url);
  const { browsers }: { browsers: { name: string; revision: string }[] } = JSON.parse(
    readFileSync(list, 'utf8'),
  );
  const revision = browsers.find(({ name }) => name === 'ffmpeg')?.revision;
  const place = join(folder, 'browsers', `ffmpeg-${revision}`);
  mkdirSync(place, { recursive: true });
  symlinkSync(externalProgram('ffmpeg'), join(place, 'ffmpeg-linux'));
  writeFileSync(join(place, 'INSTALLATION_COMPLETE'), '');
  return join(folder, 'browsers');
}

it("the guide's film of a browser test shows what Playwright has recorded of the preview", {
  tags: 'slow',
}, async () => {
  const folder = await temporaryFolder();
  await using stand = await PreviewStand.open(shown);
  const script = fileURLToPath(new URL('../support/record-page.mjs', import.meta.url));
  const args = [script, externalProgram('chromium'), stand.issueUrl().href, join(folder, 'shop.webm')];
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: browsersIn(folder) };
  await promisify(execFile)(process.execPath, args, { env });
  const inspected = await inspect(demo, { baseFolder: folder });
  expect(inspected.issues).toEqual([]);
  expect(inspected.clips).toMatchObject([{ width: 1280, height: 800, hasSound: false }]);
  const { durationMs } = await checkedFilm(render(demo, { format: 'mp4', width: 640, baseFolder: folder }));
  expect(durationMs).toBeGreaterThan(4500);
  const colorsAt = async (timeMs: number) => {
    const { data } = await render(demo, { format: 'png', width: 640, timeMs, baseFolder: folder });
    const { data: pixels } = await decodePng(data);
    return new Set(new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)).size;
  };
  // The page has letters, icons and a picture. A blank window has few colours.
  expect(await colorsAt(durationMs - 200)).toBeGreaterThan(1000);
});
