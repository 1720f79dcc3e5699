import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** The exports of packages/engine/assets/mathjax/mathjax.mjs, whose source is scripts/mathjax-engine.mjs. */
export interface MathjaxBundle {
  /** A new MathJax that shares no state with any other. */
  createMathjax(): Mathjax;
}

export interface Mathjax {
  /**
   * Typesets TeX in display style. During the call `measureText` gives the size in em of text that the mathematics
   * font lacks. Returns an error for TeX that does not parse, and throws for TeX that makes MathJax fail.
   */
  typeset(
    tex: string,
    measureText: (text: string) => TextBox,
    commands?: TexCommands,
  ): TypesetFormula | TypesetError;
}

/** Commands that TeX may have beside those of the packages. */
export interface TexCommands {
  /** `\renderspan{<number>}{…}`, which gives the element of a part the attribute `data-span`. */
  readonly hasSpans?: boolean;
  /** `\class{<name>}{…}`, which gives it the attribute `data-mark`. */
  readonly hasMarks?: boolean;
}

/** Width, height above the baseline and depth below it, in em. */
export interface TextBox {
  readonly w: number;
  readonly h: number;
  readonly d: number;
}

export interface TypesetFormula {
  readonly error?: undefined;
  /** The formula without its box, in thousandths of an em from the start of the baseline. */
  readonly svg: SvgElement;
  /** Size of the box in em, above and below the baseline. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Not null if `svg` is in pixels from the box's top left corner instead. */
  readonly pixelsPerEm: number | null;
}

export interface TypesetError {
  readonly error: string;
  /** The command or environment that does not exist. */
  readonly unknown?: UnknownName;
}

export interface UnknownName {
  /** Without its backslash. */
  readonly name: string;
  /** The names of its kind that exist. */
  readonly known: readonly string[];
  /** What precedes the name in TeX. */
  readonly prefix: string;
}

export interface SvgElement {
  readonly kind: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly SvgNode[];
}

export interface SvgText {
  readonly kind: '#text';
  readonly value: string;
}

export type SvgNode = SvgElement | SvgText;

/** Whether a node is text and not an element. */
export function isSvgText(node: SvgNode): node is SvgText {
  return node.kind === '#text';
}

const require = createRequire(import.meta.url);
const folder = new URL('../../../assets/mathjax/', import.meta.url);

/** What the bundle reads when a formula first needs it. */
const assets = {
  readFont: (name: string): string =>
    brotliDecompressSync(readFileSync(new URL(`font/${name}.json.br`, folder))).toString(),
  loadExtensions: (): unknown => require(fileURLToPath(new URL('mathjax-extensions.cjs', folder))),
};

/** Imports the bundle at the first call. */
export async function importMathjaxBundle(): Promise<MathjaxBundle> {
  const bundle = await import(new URL('mathjax.mjs', folder).href);
  return { createMathjax: () => bundle.createMathjax(assets) };
}
