import { BoundedCache } from '../bounded-cache.ts';
import type { Outline } from '../outline.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { EquationGlyph, EquationLayout } from './equation-layout.ts';
import {
  importMathjaxBundle,
  type Mathjax,
  type MathjaxBundle,
  type TextBox,
  type TypesetFormula,
} from './mathjax-bundle.ts';
import { verticalReach } from './outline-geometry.ts';
import { SvgFlattener } from './svg-flattener.ts';
import { runWithTimeLimit, TimeLimitError } from './time-limit.ts';

export interface EquationTypesetterOptions {
  /**
   * Sets a run of characters that the mathematics font lacks, as one line. Null, or no such function, leaves
   * an empty space and reports the characters as missing.
   */
  readonly setText?: (text: string) => TextLayout | null;
  /** Time one equation may take, in milliseconds; default 2000. */
  readonly timeLimitMs?: number;
}

export type EquationResult =
  | {
      readonly ok: true;
      readonly layout: EquationLayout;
      /** Characters that no font has, each once, in order of appearance. */
      readonly missing: readonly string[];
    }
  | {
      readonly ok: false;
      /** True when the equation was stopped at the time limit, false when it is not valid TeX. */
      readonly timedOut: boolean;
      /** One sentence for the author, without the name of the object. */
      readonly message: string;
    };

/** Numbers and key characters kept in outlines: some 32 MB at most. The whole font needs less than half. */
const keptOutlineWeight = 4_000_000;
/** Glyphs and source characters kept in results: some 30 MB at most. */
const keptResultWeight = 250_000;
const longestMessage = 200;
/** Time one equation may take unless told otherwise, in milliseconds. */
export const defaultTimeLimitMs = 2000;
/** Size in em of a character that nothing can set, as MathJax has it. */
const blankCharacter: TextBox = { w: 0.6, h: 0.75, d: 0.2 };

const emptyResult: EquationResult = { ok: true, layout: { width: 0, height: 0, glyphs: [] }, missing: [] };

/** Loads MathJax, some 70 ms at the first call, and makes a typesetter. */
export async function loadEquationTypesetter(
  options: EquationTypesetterOptions = {},
): Promise<EquationTypesetter> {
  return new EquationTypesetter(await importMathjaxBundle(), options);
}

/** Typesets TeX (MathJax's base and ams packages); equations know nothing of each other. */
export class EquationTypesetter {
  readonly #bundle: MathjaxBundle;
  readonly #setText: (text: string) => TextLayout | null;
  readonly #timeLimitMs: number;
  readonly #outlines = new BoundedCache<Outline>(keptOutlineWeight);
  readonly #results = new BoundedCache<EquationResult>(keptResultWeight);
  #mathjax: Mathjax;

  constructor(bundle: MathjaxBundle, options: EquationTypesetterOptions) {
    this.#bundle = bundle;
    this.#setText = options.setText ?? (() => null);
    this.#timeLimitMs = options.timeLimitMs ?? defaultTimeLimitMs;
    this.#mathjax = bundle.createMathjax();
  }

  /**
   * The equation in display style, its box centred on the origin. Each source is typeset once and remembered,
   * save one that ran out of time. Never throws for the sake of the TeX.
   */
  layout(tex: string): EquationResult {
    if (tex.trim() === '') return emptyResult;
    const known = this.#results.get(tex);
    if (known !== undefined) return known;
    const result = this.#typeset(tex);
    const glyphs = result.ok ? result.layout.glyphs.length : 0;
    if (result.ok || !result.timedOut) this.#results.set(tex, result, 8 + tex.length + glyphs);
    return result;
  }

  /**
   * Text is set between the attempts, not within: the setter may be native code, which a stop at the time limit
   * would leave broken. A first attempt finds out which text there is.
   */
  #typeset(tex: string): EquationResult {
    const deadline = performance.now() + this.#timeLimitMs;
    const texts = new Map<string, TextLayout>();
    try {
      for (;;) {
        const remainingMs = Math.max(1, Math.ceil(deadline - performance.now()));
        const unset = new Set<string>();
        const result = runWithTimeLimit(() => this.#attempt(tex, texts, unset), remainingMs);
        if (unset.size === 0) return result;
        for (const text of unset) texts.set(text, this.#layoutText(text));
      }
    } catch (error) {
      // It was interrupted at some unknown point.
      this.#mathjax = this.#bundle.createMathjax();
      return this.#failure(error);
    }
  }

  #attempt(tex: string, texts: ReadonlyMap<string, TextLayout>, unset: Set<string>): EquationResult {
    const formula = this.#mathjax.typeset(tex, (text) => {
      const layout = texts.get(text);
      if (layout === undefined) unset.add(text);
      return layout === undefined ? blankCharacter : boxOf(layout);
    });
    if (formula.error !== undefined) return invalid(formula.error);
    const glyphs = unset.size === 0 ? new SvgFlattener(this.#outlines, texts).flatten(formula) : [];
    const missing = [...new Set([...texts.values()].flatMap((layout) => layout.missing))];
    return { ok: true, layout: layoutOf(formula, glyphs), missing };
  }

  #layoutText(text: string): TextLayout {
    const layout = this.#setText(text.replace(/\s/g, ' '));
    if (layout !== null) return layout;
    const characters = [...text];
    const width = blankCharacter.w * characters.length;
    return {
      lines: [{ width, isRightToLeft: false, glyphs: [] }],
      width,
      graphemeCount: characters.length,
      missing: [...new Set(characters)],
    };
  }

  #failure(error: unknown): EquationResult {
    if (error instanceof TimeLimitError) {
      const message = `The formula takes longer than ${this.#timeLimitMs} ms to typeset`;
      return { ok: false, timedOut: true, message };
    }
    const reason = error instanceof Error ? error.message : String(error);
    if (/call stack/.test(reason)) return invalid('The formula is nested too deeply');
    return invalid(`The formula cannot be typeset (${reason})`);
  }
}

function invalid(message: string): EquationResult {
  // It may quote the formula, whatever that holds.
  const sentence = message.replace(/[\s\p{C}]+/gu, ' ').trim();
  const shortened = sentence.length > longestMessage ? `${sentence.slice(0, longestMessage)}…` : sentence;
  return { ok: false, timedOut: false, message: shortened.toWellFormed() };
}

function boxOf(layout: TextLayout): TextBox {
  const line = layout.lines[0];
  if (line === undefined || line.glyphs.length === 0) return { ...blankCharacter, w: layout.width };
  return { w: layout.width, ...verticalReach(line.glyphs) };
}

/** Negative space can leave a box of less than nothing; it is still centred on its middle. */
function layoutOf(
  { width, height, depth }: TypesetFormula,
  glyphs: readonly EquationGlyph[],
): EquationLayout {
  return { width: Math.max(0, width), height: Math.max(0, height + depth), glyphs };
}
