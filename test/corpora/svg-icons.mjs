/**
 * Compares the SVG files of icon packages, as a film shows them, with the pictures that Chromium draws. Prints each file
 * that is refused or differs, and the figures of each package. Needs the built package, Chromium and the icon packages:
 *
 *   npm run build && npm --prefix test/corpora/svg-packages install --ignore-scripts --no-package-lock
 *   node test/corpora/svg-icons.mjs [part of a file's name …]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { transformSync } from 'esbuild';
import { inspect, RenderError, render } from '../../packages/engine/dist/index.js';
import { chromium } from '../tools/playwright.mjs';

/** Folders of packages, with the most files that are compared: those at equal distances in the order of their names. */
const folders = [
  ['flag-icons/flags/4x3', 300],
  ['devicon/icons', 300],
  ['simple-icons/icons', 200],
  ['lucide-static/icons', 200],
  ['@twemoji/svg', 200],
  ['super-tiny-icons/images/svg', 200],
  ['cryptocurrency-icons/svg/color', 200],
  ['@lobehub/icons-static-svg/icons', 200],
  ['circle-flags/flags', 200],
];

/** Pictures are drawn in the middle of cells, with a border that shows what leaves them. */
const side = 240;
const cell = 256;
const columns = 4;
const perSheet = columns ** 2;
const sheetSide = columns * cell;

/** The least similarity of pictures that look alike. */
const alike = 0.98;

const packages = fileURLToPath(new URL('svg-packages/node_modules/', import.meta.url));
const { structuralSimilarity } = await importTypeScript('../support/picture-difference.ts');

const wanted = process.argv.slice(2);
const files = folders.flatMap(([folder, most]) =>
  sample(svgFiles(join(packages, folder)), most)
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
    .map((file) => ({ folder, file })),
);
const executablePath =
  process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: sheetSide, height: sheetSide } });
const work = mkdtempSync(join(tmpdir(), 'svg-icons-'));
const results = [];
try {
  for (let at = 0; at < files.length; at += perSheet)
    results.push(...(await compare(files.slice(at, at + perSheet))));
} finally {
  await browser.close();
  if (!process.env.KEEP) rmSync(work, { recursive: true });
  else console.log(work);
}
report();

async function compare(sheet) {
  const copies = sheet.map(({ file }, index) => {
    const name = `${index}-${basename(file)}`;
    cpSync(file, join(work, name));
    return name;
  });
  const theirs = await drawInBrowser(copies);
  const ours = await drawInFilm(copies);
  if (process.env.KEEP) {
    const canvas = createCanvas(2 * sheetSide, sheetSide);
    const context = canvas.getContext('2d');
    context.drawImage(theirs.image, 0, 0);
    context.drawImage(ours.image, sheetSide, 0);
    writeFileSync(
      join(work, `sheet-${files.indexOf(sheet[0]) / perSheet}.png`),
      canvas.toBuffer('image/png'),
    );
  }
  return sheet.map(({ folder, file }, index) => ({
    folder,
    file,
    refused: ours.refused.get(index),
    unread: theirs.unread.includes(index),
    advice: ours.advice.get(index),
    similarity: structuralSimilarity(cellOf(ours.image, index), cellOf(theirs.image, index)),
  }));
}

async function drawInBrowser(names) {
  // Images of HTML are moved to whole pixels; those of SVG are not.
  const images = names.map((name, index) => {
    const { x, y } = middleOf(index);
    const box = `x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side}"`;
    return `<image href="${encodeURIComponent(name)}" ${box}/>`;
  });
  const file = join(work, 'sheet.html');
  const size = `width="${sheetSide}" height="${sheetSide}" style="display:block"`;
  writeFileSync(file, `<!doctype html><body style="margin:0"><svg ${size}>${images.join('')}</svg>`);
  await page.goto(pathToFileURL(file).href);
  const unread = await page.evaluate(`(async (names) => {
    const isRead = (name) => { const image = new Image(); image.src = encodeURIComponent(name); return image.decode(); };
    const results = await Promise.allSettled(names.map(isRead));
    return results.flatMap(({ status }, index) => (status === 'fulfilled' ? [] : [index]));
  })(${JSON.stringify(names)})`);
  return { image: await loadImage(await page.screenshot()), unread };
}

/** Draws files that are not refused. */
async function drawInFilm(names) {
  const refused = new Map();
  for (;;) {
    const objects = names.flatMap((src, index) => {
      if (refused.has(index)) return [];
      const box = { ...middleOf(index), width: side, height: side, fit: 'contain' };
      return [[`i${index}`, { kind: 'image', src, ...box }]];
    });
    const project = {
      shorthand: true,
      width: sheetSide,
      height: sheetSide,
      background: '#ffffff',
      objects: Object.fromEntries(objects),
      compositions: [{}],
    };
    try {
      const { data } = await render(project, { format: 'png', baseFolder: work });
      const { advice } = await inspect(project, { baseFolder: work });
      return { image: await loadImage(data), refused, advice: byObject(advice) };
    } catch (error) {
      if (!(error instanceof RenderError) || error.problems.length === 0) throw error;
      for (const { path, message } of error.problems) refused.set(Number(path[1].slice(1)), message);
    }
  }
}

function byObject(advice) {
  const entries = advice
    .filter(({ rule }) => rule === 'bitmap')
    .map(({ path, message }) => [Number(path[1].slice(1)), message]);
  return new Map(entries);
}

function middleOf(index) {
  return { x: ((index % columns) + 0.5) * cell, y: (Math.floor(index / columns) + 0.5) * cell };
}

function cellOf(image, index) {
  const context = createCanvas(cell, cell).getContext('2d');
  const { x, y } = middleOf(index);
  context.drawImage(image, cell / 2 - x, cell / 2 - y);
  return { width: cell, height: cell, data: context.getImageData(0, 0, cell, cell).data };
}

function svgFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.svg'))
    .sort()
    .map((name) => join(folder, name));
}

function sample(all, most) {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]);
}

async function importTypeScript(name) {
  const source = readFileSync(new URL(name, import.meta.url), 'utf8');
  const { code } = transformSync(source, { loader: 'ts', format: 'esm' });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

function report() {
  const rows = new Map(
    folders.map(([folder]) => [folder, { files: 0, alike: 0, differ: 0, refused: 0, unread: 0 }]),
  );
  const shown = results.toSorted((one, other) => one.similarity - other.similarity);
  for (const { folder, file, refused, unread, similarity, advice } of shown) {
    const row = rows.get(folder);
    row.files++;
    if (unread) row.unread++;
    else if (refused !== undefined) row.refused++;
    else if (similarity < alike) row.differ++;
    else row.alike++;
    if (unread || (refused === undefined && similarity >= alike)) continue;
    const why = refused ?? `${similarity.toFixed(3)} ${advice ?? ''}`;
    console.log(`${file.slice(packages.length)}: ${why}`);
  }
  console.table(Object.fromEntries(rows));
  const sum = (key) => [...rows.values()].reduce((total, row) => total + row[key], 0);
  console.log(
    `${sum('files')} files: ${sum('alike')} alike, ${sum('differ')} different, ${sum('refused')} refused; ` +
      `${sum('unread')} that Chromium cannot read`,
  );
}
