import { createHash } from 'node:crypto';
import type * as HarfBuzz from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
import { readFont } from '../../media/fonts/read-font.ts';
import { ContentError } from '../../project/content-error.ts';
import { maxFontBytesInAll, maxProblems } from '../../project/limits.ts';
import type { FontFiles } from '../../project/object-schemas.ts';
import { type Problem, problemAt } from '../../project/problem.ts';
import { failure, type Result, success } from '../../project/result.ts';
import type { Project } from '../../project/schema.ts';
import type { Face } from '../../timeline/face.ts';
import type { FamilyFont, FontFamily, FontFile } from './families.ts';

/** The fonts of a family, in the order in which they are opened. */
const cutNames = ['src', 'bold', 'italic', 'boldItalic'] as const satisfies readonly (keyof FontFiles)[];

type CutName = (typeof cutNames)[number];

/** A font of a project. */
interface OwnFile extends FontFile {
  /** Size as TTF or OTF, in bytes. */
  readonly size: number;
  /** The weights of a variable font. */
  readonly weights: { readonly lightest: number; readonly heaviest: number } | undefined;
  has(codePoint: number): boolean;
}

/** Total size of the fonts that stay open for the next project, in bytes: those of two projects. */
const keptBytes = 2 * maxFontBytesInAll;

const openFiles = new LRUCache<string, OwnFile>({ maxSize: keptBytes, sizeCalculation: ({ size }) => size });

/**
 * Opens the fonts of a project. Rejects with a ContentError that names the place of each font that cannot be read or
 * is too large.
 */
export async function openFamilies(
  fonts: NonNullable<Project['fonts']>,
  harfBuzz: typeof HarfBuzz,
): Promise<ReadonlyMap<string, FontFamily>> {
  const problems: Problem[] = [];
  const files = new Map<string, OwnFile>();
  const families = new Map<string, FontFamily>();
  for (const [name, family] of Object.entries(fonts)) {
    const cuts: Partial<Record<CutName, OwnFile>> = {};
    for (const cut of cutNames) {
      const src = family[cut];
      if (src === undefined || problems.length === maxProblems) continue;
      const file = await openFile(src, harfBuzz);
      if (!file.ok) {
        problems.push(...file.problems.map((problem) => problemAt(['fonts', name, cut], 'font', problem)));
        continue;
      }
      files.set(file.value.key, file.value);
      cuts[cut] = file.value;
    }
    families.set(name, new OwnFamily(cuts));
  }
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes > maxFontBytesInAll) {
    const rule = `have ${bytes} bytes together, but at most 16 MiB (${maxFontBytesInAll} bytes) are possible`;
    problems.push(
      problemAt(['fonts'], 'font', `${rule}; use fewer, or keep only the characters that the project needs`),
    );
  }
  if (problems.length > 0) throw new ContentError(problems);
  return families;
}

async function openFile(src: string, harfBuzz: typeof HarfBuzz): Promise<Result<OwnFile>> {
  const key = createHash('sha256').update(src).digest('hex');
  const cached = openFiles.get(key);
  if (cached !== undefined) return success(cached);
  const bytes = await readFont(src);
  if (!bytes.ok) return bytes;
  const face = new harfBuzz.Face(new harfBuzz.Blob(bytes.value));
  const font = new harfBuzz.Font(face);
  if (!hasLetters(font, harfBuzz))
    return failure('has no letters with outlines that can be drawn; use another font');
  const { wght } = face.getAxisInfos();
  const owned = new Map<number, boolean>();
  const file: OwnFile = {
    key,
    // Garbage collection frees the copy of HarfBuzz, and starts earlier if these bytes are counted with it.
    read: () => bytes.value,
    face,
    size: bytes.value.length,
    weights: wght && { lightest: wght.min, heaviest: wght.max },
    has(codePoint) {
      const isKnown = owned.get(codePoint);
      if (isKnown !== undefined) return isKnown;
      const glyph = font.nominalGlyph(codePoint);
      const isOwned = glyph !== undefined && glyph !== 0;
      owned.set(codePoint, isOwned);
      return isOwned;
    },
  };
  openFiles.set(key, file);
  return success(file);
}

const firstVisible = 0x21;
/** The end of the planes with almost all letters. */
const endOfLetters = 0x20000;
/** Characters without outlines that a font may have before its first letter. */
const maxBlanks = 1000;

/** Whether one of the first characters of a font has an outline. HarfBuzz reads damaged outlines as empty ones. */
function hasLetters(font: HarfBuzz.Font, harfBuzz: typeof HarfBuzz): boolean {
  let hasOutline = false;
  const pen = new harfBuzz.DrawFuncs();
  const found = () => {
    hasOutline = true;
  };
  pen.setLineToFunc(found);
  pen.setQuadraticToFunc(found);
  pen.setCubicToFunc(found);
  let blanks = 0;
  for (let codePoint = firstVisible; codePoint < endOfLetters && blanks < maxBlanks; codePoint++) {
    const glyph = font.nominalGlyph(codePoint);
    if (glyph === undefined || glyph === 0) continue;
    font.drawGlyph(glyph, pen);
    if (hasOutline) return true;
    blanks++;
  }
  return false;
}

/** Heavier letters than this are bold; from `firstEmboldened` on they become thicker if the font is lighter. */
const lastRegular = 500;
const firstEmboldened = 600;

/** Chooses fonts as browsers do: first by style, then by weight. */
class OwnFamily implements FontFamily {
  readonly key: string;
  readonly #cuts: Readonly<Partial<Record<CutName, OwnFile>>>;
  readonly #fonts = new Map<string, FamilyFont>();

  constructor(cuts: Readonly<Partial<Record<CutName, OwnFile>>>) {
    this.key = `own ${cutNames.map((name) => cuts[name]?.key ?? '').join(' ')}`;
    this.#cuts = cuts;
  }

  fontFor({ weight, isItalic }: Face): FamilyFont {
    const { src, bold, italic, boldItalic } = this.#cuts;
    const isSlanted = isItalic && italic === undefined && boldItalic === undefined;
    const [regular, heavy] = isItalic && !isSlanted ? [italic, boldItalic] : [src, bold];
    const file = weight > lastRegular ? (heavy ?? regular) : (regular ?? heavy);
    if (file === undefined) throw new Error('a family without a font is used');
    const { lightest, heaviest } = file.weights ?? {};
    const axisWeight =
      lightest === undefined || heaviest === undefined
        ? undefined
        : Math.min(heaviest, Math.max(lightest, weight));
    const ownWeight = heaviest ?? (file === heavy ? 700 : 400);
    const isEmboldened = weight >= firstEmboldened && ownWeight < firstEmboldened;
    const key = `${file.key} ${axisWeight ?? ''} ${isEmboldened} ${isSlanted}`;
    const cached = this.#fonts.get(key);
    if (cached !== undefined) return cached;
    const font = { key, family: this.key, file, axisWeight, isSlanted, isEmboldened, has: file.has };
    this.#fonts.set(key, font);
    return font;
  }
}
