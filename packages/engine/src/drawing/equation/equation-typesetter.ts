import { LRUCache } from 'lru-cache';
import { didYouMean } from '../../names/closest-name.ts';
import type { TextRange } from '../../project/find-words.ts';
import { lineHeightOf } from '../text/line-height.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { EquationGlyph, EquationLayout } from './equation-layout.ts';
import {
  importMathjaxBundle,
  type Mathjax,
  type MathjaxBundle,
  type TexCommands,
  type TextBox,
  type TypesetFormula,
  type UnknownName,
} from './mathjax-bundle.ts';
import { verticalReach } from './outline-geometry.ts';
import { createOutlineCache, SvgFlattener } from './svg-flattener.ts';
import { UnknownColorError } from './tex-color.ts';
import { runWithTimeLimit, TimeLimitError, threadCpuMs } from './typesetting-time-limit.ts';

export interface EquationTypesetterOptions {
  /**
   * Typesets a run of characters that the mathematics font lacks, as one line. If it returns null or is not given,
   * the run is left blank and its characters are reported as missing.
   */
  readonly setText?: (text: string) => TextLayout | null;
  /** Processor time that one equation may take, in milliseconds; default 10,000. */
  readonly timeLimitMs?: number;
}

export interface TypesetEquation {
  readonly layout: EquationLayout;
  /** Characters that no font has, each once, in order of appearance. */
  readonly missing: readonly string[];
}

/** A `Result` that distinguishes an equation stopped at the time limit from invalid TeX. */
export type EquationResult =
  | { readonly ok: true; readonly value: TypesetEquation }
  | { readonly ok: false; readonly timedOut: boolean; readonly problems: readonly string[] };

/** Maximum number of glyphs and source characters of cached results, about 30 MB. */
const keptResultWeight = 250_000;
const maxMessageLength = 200;
/**
 * Default limit of processor time for one equation, in milliseconds. An equation is actually bounded by its number of
 * nodes: the slowest known equations take a quarter of this limit, so no result depends on the speed or load of a
 * machine.
 */
export const defaultTimeLimitMs = 10_000;
/** Number of times the limit is doubled on a busy machine, because the equation did not get its processor time. */
const maxExtensions = 5;
/** Size in em that MathJax gives a character that no font has. */
const blankCharacter: TextBox = { w: 0.6, h: 0.75, d: 0.2 };

type DrawnFormula = Pick<EquationLayout, 'glyphs' | 'root'>;

const undrawn: DrawnFormula = { glyphs: [], root: { kind: 'math', children: [] } };

const emptyResult: EquationResult = {
  ok: true,
  value: { layout: { width: 0, height: 0, baseline: 0, ...undrawn }, missing: [] },
};

/** Loads MathJax, which takes about 60 ms at the first call, and creates a typesetter. */
export async function loadEquationTypesetter(
  options: EquationTypesetterOptions = {},
): Promise<EquationTypesetter> {
  return new EquationTypesetter(await importMathjaxBundle(), options);
}

/** Typesets TeX with MathJax. Each equation is independent of all others. */
export class EquationTypesetter {
  readonly #bundle: MathjaxBundle;
  readonly #setText: (text: string) => TextLayout | null;
  readonly #timeLimitMs: number;
  readonly #results = new LRUCache<string, EquationResult>({ maxSize: keptResultWeight });
  #outlines = createOutlineCache();
  #mathjax: Mathjax;

  constructor(bundle: MathjaxBundle, options: EquationTypesetterOptions) {
    this.#bundle = bundle;
    this.#setText = options.setText ?? (() => null);
    this.#timeLimitMs = options.timeLimitMs ?? defaultTimeLimitMs;
    this.#mathjax = bundle.createMathjax();
  }

  /**
   * Typesets an equation in display style, with its box centred on the origin. Caches results, except for an equation
   * that exceeded the time limit. Never throws because of the TeX. `hasMarks` allows `\class`.
   */
  layout(tex: string, hasMarks = false): EquationResult {
    return this.#layout(tex, { hasMarks });
  }

  /**
   * Like `layout`, with the span of each glyph. Null if a span is not a part of the equation that can be marked: the
   * equation with marks does not parse or has other glyphs or places, or takes too long.
   */
  spansOf(
    tex: string,
    spans: readonly TextRange[],
    hasMarks = false,
  ): readonly (number | undefined)[] | null {
    const plain = this.layout(tex, hasMarks);
    const marked = this.#layout(markSpans(tex, spans), { hasSpans: true, hasMarks });
    if (!plain.ok || !marked.ok) return null;
    const { glyphs } = marked.value.layout;
    return isSameDrawing(plain.value.layout, marked.value.layout) ? glyphs.map(({ span }) => span) : null;
  }

  #layout(tex: string, commands: TexCommands): EquationResult {
    if (tex.trim() === '') return emptyResult;
    // A formula with other commands is another one.
    const key = `${commands.hasSpans ? 'spans ' : ''}${commands.hasMarks && tex.includes('\\class') ? 'marks ' : ''}${tex}`;
    const cached = this.#results.get(key);
    if (cached !== undefined) return cached;
    const result = this.#typeset(tex, commands);
    const glyphs = result.ok ? result.value.layout.glyphs.length : 0;
    if (result.ok || !result.timedOut) this.#results.set(key, result, { size: 8 + tex.length + glyphs });
    return result;
  }

  #typeset(tex: string, commands: TexCommands): EquationResult {
    for (let extension = 0; ; extension++) {
      const startMs = threadCpuMs();
      try {
        return this.#typesetWithin(tex, commands, this.#timeLimitMs * 2 ** extension);
      } catch (error) {
        const hadItsTime = !(error instanceof TimeLimitError) || threadCpuMs() - startMs >= this.#timeLimitMs;
        // MathJax and the cache may have been interrupted at any point, so their states cannot be trusted.
        if (error instanceof TimeLimitError) this.#outlines = createOutlineCache();
        this.#mathjax = this.#bundle.createMathjax();
        if (hadItsTime || extension === maxExtensions) return this.#failure(error);
      }
    }
  }

  /**
   * Text is typeset between attempts and not during one, because `setText` may be native code, which would break when
   * stopped at the time limit. The first attempt finds the texts.
   */
  #typesetWithin(tex: string, commands: TexCommands, limitMs: number): EquationResult {
    const deadline = performance.now() + limitMs;
    const texts = new Map<string, TextLayout>();
    for (;;) {
      const remainingMs = Math.max(1, Math.ceil(deadline - performance.now()));
      const unset = new Set<string>();
      const result = runWithTimeLimit(() => this.#attempt(tex, commands, texts, unset), remainingMs);
      if (unset.size === 0) return result;
      for (const text of unset) texts.set(text, this.#layoutText(text));
    }
  }

  #attempt(
    tex: string,
    commands: TexCommands,
    texts: ReadonlyMap<string, TextLayout>,
    unset: Set<string>,
  ): EquationResult {
    const measure = (text: string) => {
      const layout = texts.get(text);
      if (layout === undefined) unset.add(text);
      return layout === undefined ? blankCharacter : boxOf(layout);
    };
    const formula = this.#mathjax.typeset(tex, measure, commands);
    if (formula.error !== undefined) return invalid(`${formula.error}${suggestion(formula.unknown)}`);
    // MathJax also measures characters that it then replaces, such as those of long arrows.
    const flattener = new SvgFlattener(this.#outlines, texts);
    const drawn = unset.size === 0 ? flattener.flatten(formula) : undrawn;
    return { ok: true, value: { layout: layoutOf(formula, drawn), missing: [...flattener.missing] } };
  }

  #layoutText(text: string): TextLayout {
    const layout = this.#setText(text.replace(/\s/g, ' '));
    if (layout !== null) return layout;
    const characters = [...text];
    const width = blankCharacter.w * characters.length;
    const lines = [{ width, isRightToLeft: false, glyphs: [] }];
    return {
      lines,
      lineHeight: lineHeightOf(lines),
      width,
      graphemeCount: characters.length,
      missing: [...new Set(characters)],
    };
  }

  #failure(error: unknown): EquationResult {
    if (error instanceof TimeLimitError) {
      const problem = `The formula takes longer than ${this.#timeLimitMs} ms to typeset`;
      return { ok: false, timedOut: true, problems: [problem] };
    }
    if (error instanceof UnknownColorError) return invalid(error.message);
    const reason = error instanceof Error ? error.message : String(error);
    if (/call stack/.test(reason)) return invalid('The formula is nested too deeply');
    return invalid(`The formula cannot be typeset (${reason})`);
  }
}

function suggestion(unknown: UnknownName | undefined): string {
  if (unknown === undefined) return '';
  return didYouMean(unknown.name, unknown.known, { show: (name) => `${unknown.prefix}${name}` });
}

function invalid(message: string): EquationResult {
  // MathJax's message may quote the formula with control characters and line breaks.
  const sentence = message.replace(/[\s\p{C}]+/gu, ' ').trim();
  const shortened = sentence.length > maxMessageLength ? `${sentence.slice(0, maxMessageLength)}…` : sentence;
  return { ok: false, timedOut: false, problems: [shortened.toWellFormed()] };
}

/** Returns the TeX with each span in a command that marks it. A group is marked inside its braces. */
function markSpans(tex: string, spans: readonly TextRange[]): string {
  let marked = '';
  let end = 0;
  for (const [index, span] of spans.entries()) {
    const part = tex.slice(span.start, span.end);
    const mark = (content: string) => `\\renderspan{${index}}{${content}}`;
    marked += tex.slice(end, span.start) + (isGroup(part) ? `{${mark(part.slice(1, -1))}}` : mark(part));
    end = span.end;
  }
  return marked + tex.slice(end);
}

/** Whether TeX is a single group in braces. */
function isGroup(tex: string): boolean {
  if (!tex.startsWith('{')) return false;
  let depth = 0;
  for (const { 0: token, index } of tex.matchAll(/\\.|[{}]/gs)) {
    if (token === '{') depth++;
    else if (token === '}') depth--;
    if (depth === 0) return index === tex.length - 1;
  }
  return false;
}

/** In em; the marks must not move anything. */
const maxShift = 1e-6;

function isSameDrawing(one: EquationLayout, other: EquationLayout): boolean {
  return (
    one.glyphs.length === other.glyphs.length &&
    one.glyphs.every((glyph, index) => isSameGlyph(glyph, other.glyphs[index]))
  );
}

function isSameGlyph(one: EquationGlyph, other: EquationGlyph | undefined): boolean {
  if (other === undefined || one.symbol !== other.symbol) return false;
  const colors = [one.color, other.color].map((color) => color && Object.values(color).join());
  return (
    colors[0] === colors[1] &&
    one.matrix.every((value, index) => Math.abs(value - (other.matrix[index] ?? Infinity)) <= maxShift)
  );
}

function boxOf(layout: TextLayout): TextBox {
  const line = layout.lines[0];
  if (line === undefined || line.glyphs.length === 0) return { ...blankCharacter, w: layout.width };
  return { w: layout.width, ...verticalReach(line.glyphs) };
}

/** Negative space can give a box a negative size; the glyphs are still centred on its middle. */
function layoutOf({ width, height, depth }: TypesetFormula, drawn: DrawnFormula): EquationLayout {
  const baseline = (height - depth) / 2;
  return { width: Math.max(0, width), height: Math.max(0, height + depth), baseline, ...drawn };
}
