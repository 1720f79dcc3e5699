// The families beside Inter that a text can be set in: each a regular and a bold file, between which the font library
// computes the other weights. They are compressed, which saves 60 KB in the package. Their characters are those of the languages with Latin, Greek and Cyrillic letters.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** `weights` are the folders of the package: the regular file, and the bold one. */
const families = [
  { name: 'SourceSerif4', package: 'source-serif-4', weights: ['400Regular', '700Bold'] },
  {
    name: 'SourceSerif4-Italic',
    package: 'source-serif-4',
    weights: ['400Regular_Italic', '700Bold_Italic'],
  },
  { name: 'JetBrainsMono', package: 'jetbrains-mono', weights: ['400Regular', '700Bold'] },
  { name: 'BricolageGrotesque', package: 'bricolage-grotesque', weights: ['400Regular', '700Bold'] },
];

/** Latin with Vietnamese, Greek, Cyrillic, punctuation, currencies, fractions, and common signs. */
const characters = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x18f, 0x18f],
  [0x192, 0x192],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x1cd, 0x1dc],
  [0x1e6, 0x1e7],
  [0x218, 0x21b],
  [0x237, 0x237],
  [0x259, 0x259],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2dd],
  [0x300, 0x304],
  [0x306, 0x30c],
  [0x31b, 0x31b],
  [0x323, 0x328],
  [0x384, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x493],
  [0x49a, 0x49b],
  [0x4a2, 0x4a3],
  [0x4ae, 0x4b1],
  [0x4d8, 0x4d9],
  [0x4e8, 0x4e9],
  [0x1e80, 0x1e85],
  [0x1e9e, 0x1e9e],
  [0x1ea0, 0x1ef9],
  [0x2000, 0x200d],
  [0x2010, 0x2027],
  [0x202f, 0x203a],
  [0x2044, 0x2044],
  [0x2070, 0x2089],
  [0x20a0, 0x20c0],
  [0x2113, 0x2122],
  [0x2150, 0x215e],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x221e, 0x221e],
  [0x2248, 0x2248],
  [0x2260, 0x2265],
];

/** Features that are always on. Others, such as fractions and digits of one width, would add glyphs. */
const features = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig'];

/** Returns the font files with their licences by name, and the characters of each font as ranges. */
export function buildFamilies({ subset, charactersOf, coverageOf, folderOf }) {
  const kept = new Set(
    characters.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i)),
  );
  const files = new Map();
  const coverage = [];
  for (const { name, package: source, weights } of families) {
    const folder = folderOf(source);
    for (const [index, weight] of weights.entries()) {
      const bytes = readFileSync(join(folder, weight, `${name.split('-')[0]}_${weight}.ttf`));
      const own = charactersOf(bytes).filter((codePoint) => kept.has(codePoint));
      const font = subset(bytes, own, false, features);
      files.set(`${index === 0 ? name : `${name}-Bold`}.ttf.br`, brotliCompressSync(font));
      if (index === 0) coverage.push(coverageOf(name, font));
    }
    files.set(join('licences', `${name.split('-')[0]}.txt`), readFileSync(join(folder, 'LICENSE_FONT')));
  }
  return { files, coverage };
}
