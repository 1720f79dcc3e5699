/**
 * Draws the formulas of tex-formulas.txt and compares each with what MathJax draws with all of its packages. Prints the
 * figures and what differs. With a folder as argument, it writes sheets of pictures there, ours on the left.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { close, createRenderer } from '../../packages/engine/dist/index.js';
import { drawReference } from './tex-reference.mjs';

const require = createRequire(import.meta.url);
const folder = process.argv[2];
const list = process.argv[3] ?? new URL('tex-formulas.txt', import.meta.url);
/** Pixels per em. */
const size = 24;
/** Ink differs that has no ink of the other picture within this distance, in pixels. */
const reach = 2;
/** Two pictures differ if a larger share of their ink does. */
const mostDifference = 0.01;
const rowsPerSheet = 14;

await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
const renderer = createRenderer();

function rasterize(svg) {
  const { width, height, pixels } = new Resvg(svg, { background: '#ffffff' }).render();
  return cropped({ width, height, pixels });
}

function isInk({ width, height, pixels }, x, y) {
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  const at = 4 * (y * width + x);
  return pixels[at] + pixels[at + 1] + pixels[at + 2] < 600;
}

function cropped(picture) {
  let [left, top, right, bottom] = [picture.width, picture.height, 0, 0];
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      if (!isInk(picture, x, y)) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  }
  const [width, height] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    const start = 4 * ((y + top) * picture.width + left);
    pixels.set(picture.pixels.subarray(start, start + 4 * width), 4 * y * width);
  }
  return { width, height, pixels };
}

/** The share of the ink of one picture that has no ink of the other near. */
function strangeInk(one, other) {
  let ink = 0;
  let strange = 0;
  for (let y = 0; y < one.height; y++) {
    for (let x = 0; x < one.width; x++) {
      if (!isInk(one, x, y)) continue;
      ink++;
      if (!hasInkNear(other, x, y)) strange++;
    }
  }
  return ink === 0 ? 0 : strange / ink;
}

function hasInkNear(picture, x, y) {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) if (isInk(picture, x + dx, y + dy)) return true;
  }
  return false;
}

function documentOf(text) {
  const formula = { kind: 'equation', x: 960, y: 540, text, fontSize: size, fill: '#000000' };
  return {
    shorthand: true,
    width: 1920,
    height: 1080,
    background: '#ffffff',
    objects: { formula },
    compositions: [{}],
  };
}

async function drawOurs(text) {
  const { issues } = await renderer.inspect(documentOf(text));
  const [issue] = issues.filter((one) => String(one.message ?? one).includes('formula'));
  const { data } = await renderer.render(documentOf(text), { format: 'svg' });
  return { issue: issue && String(issue.message ?? issue), picture: rasterize(Buffer.from(data).toString()) };
}

async function compare(text) {
  const ours = await drawOurs(text);
  const reference = await drawReference(text, size).then(rasterize, (error) => ({ error: error.message }));
  if (ours.issue) return { verdict: 'not drawn', detail: ours.issue, ours: ours.picture, reference };
  if ('error' in reference) return { verdict: 'only ours', detail: reference.error, ours: ours.picture };
  const difference = Math.max(strangeInk(ours.picture, reference), strangeInk(reference, ours.picture));
  const verdict = difference > mostDifference ? 'different' : 'same';
  return { verdict, detail: `${(100 * difference).toFixed(1)} %`, ours: ours.picture, reference };
}

function drawSheet(rows, path) {
  const column = Math.max(...rows.map(({ ours }) => ours.width)) + 40;
  const heights = rows.map(({ ours, reference }) => Math.max(30, ours.height, reference?.height ?? 0) + 20);
  const canvas = createCanvas(
    2 * column + 40,
    heights.reduce((sum, height) => sum + height, 0),
  );
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#3355ff';
  let y = 0;
  for (const [index, { number, ours, reference }] of rows.entries()) {
    context.fillText(String(number), 2, y + 15);
    for (const [picture, x] of [
      [ours, 30],
      [reference, 30 + column],
    ]) {
      if (picture?.width > 0)
        context.putImageData(new ImageData(picture.pixels, picture.width, picture.height), x, y + 5);
    }
    y += heights[index];
  }
  writeFileSync(path, canvas.toBuffer('image/png'));
}

const verdicts = {};
const rows = [];
let section = '';
for (const [index, line] of readFileSync(list, 'utf8').split('\n').entries()) {
  if (line.startsWith('#')) section = line.slice(2).split(':')[0];
  if (line === '' || line.startsWith('#')) continue;
  const result = await compare(line);
  verdicts[section] ??= {};
  verdicts[section][result.verdict] = (verdicts[section][result.verdict] ?? 0) + 1;
  if (result.verdict !== 'same') console.log(`${index + 1} ${result.verdict} (${result.detail}): ${line}`);
  rows.push({ number: index + 1, ...result });
}
console.table(verdicts);
if (folder !== undefined) {
  mkdirSync(folder, { recursive: true });
  const shown = rows.filter(({ verdict }) => process.env.ALL || verdict !== 'same');
  for (let start = 0; start < shown.length; start += rowsPerSheet) {
    drawSheet(shown.slice(start, start + rowsPerSheet), join(folder, `tex-${start / rowsPerSheet}.png`));
  }
}
await renderer.close?.();
await close();
