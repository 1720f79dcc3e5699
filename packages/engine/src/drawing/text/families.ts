import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type * as HarfBuzz from 'harfbuzzjs';
import type { Face } from '../../timeline/face.ts';
import { firstRangeFrom, type Ranges, rangesIn, readCoverage } from './font-coverage.ts';
import { fontsFolder, uncompressedFiles } from './font-list.ts';
import { shareOf, type WeightShares } from './weights.ts';

/** A file of a font. */
export interface FontFile {
  /** Unique among all files that a process opens. */
  readonly key: string;
  read(): Uint8Array;
  /** Of a font of a project, which was opened to check it. */
  readonly face?: HarfBuzz.Face | undefined;
}

/** A font of a family for one face. Equal faces have the same object. */
export interface FamilyFont {
  readonly key: string;
  /** The key of its family. */
  readonly family: string;
  readonly file: FontFile;
  /** Another file, and the share of it in outlines and advances. */
  readonly mixed?: { readonly file: FontFile; readonly share: number } | undefined;
  /** The weight at which a variable font is opened. */
  readonly axisWeight?: number | undefined;
  /** Whether outlines are slanted, because the family has no italic. */
  readonly isSlanted: boolean;
  /** Whether outlines become thicker, because the family has no bold. */
  readonly isEmboldened: boolean;
  /** Whether the font has a character. */
  has(codePoint: number): boolean;
}

/** A family of fonts beside Inter, which has the characters that it lacks. */
export interface FontFamily {
  readonly key: string;
  fontFor(face: Face): FamilyFont;
}

interface BundledCut {
  /** Name of the regular file; the bold one ends in -Bold. */
  readonly name: string;
  readonly shares: WeightShares;
}

interface BundledFamily {
  readonly upright: BundledCut;
  readonly italic?: BundledCut;
}

/** The families in the package, except Inter. */
const bundledFamilies: Readonly<Record<string, BundledFamily>> = {
  serif: {
    upright: {
      name: 'SourceSerif4',
      shares: [
        [400, 0],
        [500, 0.231],
        [600, 0.465],
        [700, 1],
        [800, 1.207],
        [900, 1.417],
      ],
    },
    italic: {
      name: 'SourceSerif4-Italic',
      shares: [
        [400, 0],
        [500, 0.247],
        [600, 0.498],
        [700, 1],
        [800, 1.199],
        [900, 1.4],
      ],
    },
  },
  mono: {
    upright: {
      name: 'JetBrainsMono',
      shares: [
        [400, 0],
        [500, 0.509],
        [600, 0.754],
        [700, 1],
        [800, 1.705],
      ],
    },
  },
  display: {
    upright: {
      name: 'BricolageGrotesque',
      shares: [
        [200, -0.667],
        [400, 0],
        [700, 1],
        [800, 1.332],
      ],
    },
  },
};

/** The files of the families in the package, by the name of their regular file. */
export const familyFiles: readonly string[] = Object.values(bundledFamilies).flatMap(({ upright, italic }) =>
  [upright, ...(italic ? [italic] : [])].map(({ name }) => name),
);

/** The weights of Inter, and of the fonts that draw what Inter lacks. */
export const interShares: WeightShares = [
  [400, 0],
  [500, 0.333],
  [600, 0.666],
  [700, 1],
  [800, 1.407],
  [900, 1.851],
];

const familyByName = new Map<string, FontFamily>();

/** Returns a family in the package; undefined for Inter and for other names. */
export function bundledFamily(name: string): FontFamily | undefined {
  const family = Object.hasOwn(bundledFamilies, name) ? bundledFamilies[name] : undefined;
  if (family === undefined) return undefined;
  const made = familyByName.get(name) ?? new Bundled(name, family);
  familyByName.set(name, made);
  return made;
}

class Bundled implements FontFamily {
  readonly key: string;
  readonly #family: BundledFamily;
  readonly #fonts = new Map<string, FamilyFont>();

  constructor(key: string, family: BundledFamily) {
    this.key = key;
    this.#family = family;
  }

  fontFor({ weight, isItalic }: Face): FamilyFont {
    const { upright, italic } = this.#family;
    const { name, shares } = (isItalic ? italic : undefined) ?? upright;
    const share = shareOf(shares, weight);
    const key = `${name} ${share} ${isItalic}`;
    const cached = this.#fonts.get(key);
    if (cached !== undefined) return cached;
    const [regular, bold] = [compressedFile(name), compressedFile(`${name}-Bold`)];
    const font = {
      key,
      family: this.key,
      file: share === 1 ? bold : regular,
      mixed: share === 0 || share === 1 ? undefined : { file: bold, share },
      isSlanted: isItalic && italic === undefined,
      isEmboldened: false,
      has: (codePoint: number) => isInRanges(rangesOf(name), codePoint),
    };
    this.#fonts.set(key, font);
    return font;
  }
}

/** Returns a file in the package. */
export function bundledFile(name: string): FontFile {
  if (!uncompressedFiles.has(name)) return compressedFile(name);
  const path = fileURLToPath(new URL(`${name}.ttf`, fontsFolder));
  return { key: name, read: () => readFileSync(path) };
}

/** Returns a file in the package that is compressed, as those of families are. */
export function compressedFile(name: string): FontFile {
  const path = fileURLToPath(new URL(`${name}.ttf.br`, fontsFolder));
  return { key: name, read: () => brotliDecompressSync(readFileSync(path)) };
}

let ranges: ReadonlyMap<string, Ranges> | undefined;

function rangesOf(name: string): Ranges {
  ranges ??= new Map(
    readCoverage('family-coverage.json').fonts.map((font) => [font.name, rangesIn(font.ranges)] as const),
  );
  return ranges.get(name) ?? [];
}

/** Whether ranges contain a code point. */
export function isInRanges(list: Ranges, codePoint: number): boolean {
  const index = firstRangeFrom(list, codePoint);
  return index < list.length && list[index] <= codePoint;
}
