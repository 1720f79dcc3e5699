/** What assets/mathjax/mathjax.mjs holds; scripts/mathjax-engine.mjs is its source. */
export interface MathjaxBundle {
  /** MathJax made anew, with no memory of any other. */
  createMathjax(): Mathjax;
}

export interface Mathjax {
  /**
   * Typesets TeX in display style. `measureText` is asked, during the call, for the size in em of text that the
   * mathematics font lacks. TeX that does not parse gives an error; what MathJax cannot cope with throws.
   */
  typeset(tex: string, measureText: (text: string) => TextBox): TypesetFormula | TypesetError;
}

/** Width, height above the baseline and depth below it, in em. */
export interface TextBox {
  readonly w: number;
  readonly h: number;
  readonly d: number;
}

export interface TypesetFormula {
  readonly error?: undefined;
  /** The whole formula, without its box: its coordinates are thousandths of an em from the baseline's start. */
  readonly svg: SvgElement;
  /** Size of the box in em, above and below the baseline. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Set when `svg` is in pixels from the box's top left corner instead. */
  readonly pixelsPerEm: number | null;
}

export interface TypesetError {
  readonly error: string;
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

/** Whether a node is text, not an element. */
export function isSvgText(node: SvgNode): node is SvgText {
  return node.kind === '#text';
}

const bundleUrl = new URL('../../../assets/mathjax/mathjax.mjs', import.meta.url);

/** Imports the bundle when it is first asked for. */
export function importMathjaxBundle(): Promise<MathjaxBundle> {
  return import(bundleUrl.href);
}
