import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FontCoverage } from '../../../src/drawing/text/font-coverage.ts';
import { fontNames, fontsFolder } from '../../../src/drawing/text/font-list.ts';

test('the folder holds exactly the fonts of the list', () => {
  const files = readdirSync(fontsFolder).filter((file) => file.endsWith('.ttf'));
  expect(files.toSorted()).toEqual(fontNames.map((name) => `${name}.ttf`).toSorted());
});

test.each(fontNames)('%s comes with its licence and copyright', (name) => {
  const licence = readFileSync(new URL(`licences/${name}.txt`, fontsFolder), 'utf8');
  expect(licence).toMatch(/^Copyright \d{4}/);
  expect(licence).toContain('SIL OPEN FONT LICENSE Version 1.1');
});

test.each(fontNames)('%s has no hinting and no tables for vertical writing', (name) => {
  const font = readFileSync(new URL(`${name}.ttf`, fontsFolder));
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => {
    const start = 12 + 16 * i;
    return font.toString('latin1', start, start + 4);
  });
  expect(tables).toContain('glyf');
  for (const table of ['fpgm', 'prep', 'cvt ', 'vhea', 'vmtx']) expect(tables).not.toContain(table);
});

test('all files together stay below 30 MB', () => {
  const sizes = readdirSync(fontsFolder).map((file) => statSync(new URL(file, fontsFolder)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(30 * 1024 * 1024);
});

test('no font claims a character for private use', () => {
  const coverage = new FontCoverage();
  for (const codePoint of [0xe000, 0xf8ff, 0xf0000, 0x10fffd]) expect(coverage.fontsWith(codePoint)).toBe(0);
});
