import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BoldCoverage } from '../../../src/drawing/text/bold-coverage.ts';
import { bundledFile, familyFiles } from '../../../src/drawing/text/families.ts';
import { FontCoverage, fontBit } from '../../../src/drawing/text/font-coverage.ts';
import {
  colorEmojiFont,
  type FontName,
  fontNames,
  fontsFolder,
  fontsWithBold,
  uncompressedFiles,
} from '../../../src/drawing/text/font-list.ts';

test('the fonts folder contains exactly the listed fonts', () => {
  const files = readdirSync(fontsFolder).filter((file) => /\.ttf(\.br)?$/.test(file));
  const withBold = [...fontsWithBold, ...familyFiles];
  const names = [...fontNames, ...familyFiles, ...withBold.map((name) => `${name}-Bold`)];
  const expected = names.map((name) => (uncompressedFiles.has(name) ? `${name}.ttf` : `${name}.ttf.br`));
  expect(files.toSorted()).toEqual(expected.toSorted());
});

test('the emoji font comes with its licences', () => {
  const licence = readFileSync(new URL('licences/TwemojiMozilla.txt', fontsFolder), 'utf8');
  expect(licence).toContain('SIL OPEN FONT LICENSE\nVersion 1.1');
  expect(licence).toContain('creativecommons.org/licenses/by/4.0/');
});

test.each(fontNames.filter((name) => name !== colorEmojiFont))(
  'the font %s comes with its licence and copyright',
  (name) => {
    const licence = readFileSync(new URL(`licences/${name}.txt`, fontsFolder), 'utf8');
    expect(licence).toMatch(/^Copyright \d{4}/);
    expect(licence).toContain('SIL OPEN FONT LICENSE Version 1.1');
  },
);

test.each(fontNames)('the font %s has no tables for hinting or vertical writing', (name) => {
  const font = Buffer.from(bundledFile(name).read());
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => {
    const start = 12 + 16 * i;
    return font.toString('latin1', start, start + 4);
  });
  expect(tables).toContain('glyf');
  for (const table of ['fpgm', 'prep', 'cvt ', 'vhea', 'vmtx']) expect(tables).not.toContain(table);
});

test('all bundled font files together are smaller than 45 MiB', () => {
  const sizes = readdirSync(fontsFolder).map((file) => statSync(new URL(file, fontsFolder)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(45 * 1024 * 1024);
});

test('the East Asian bold fonts have everyday characters of the regular ones', () => {
  const coverage = new FontCoverage();
  const bold = new BoldCoverage();
  const samples: readonly [FontName, string][] = [
    ['NotoSansJP', '日本語漢字仮名かなカナ、。「」亜腕弌熙'],
    ['NotoSansSC', '简体中文汉字啊座亍齄'],
    ['NotoSansTC', '繁體中文漢字一籲乂龘'],
    ['NotoSansKR', '한국어가힣漢字'],
  ];
  for (const [name, text] of samples) {
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      expect(coverage.fontsWith(codePoint) & fontBit(name)).not.toBe(0);
      expect([character, bold.weightOf(name, [codePoint])]).toEqual([character, 'bold']);
    }
  }
  expect(bold.weightOf('NotoSansJP', [0x20bb7])).toBe('emboldened');
  expect(bold.weightOf('NotoSansMath', [0x2211])).toBe('emboldened');
  expect(bold.weightOf('TwemojiMozilla', [0x1f600])).toBe('regular');
});

test('no font covers private-use characters', () => {
  const coverage = new FontCoverage();
  for (const codePoint of [0xe000, 0xf8ff, 0xf0000, 0x10fffd]) expect(coverage.fontsWith(codePoint)).toBe(0);
});
