import { ContentError } from '../project/content-error.ts';
import type { TextRange } from '../project/find-words.ts';
import { problemAt } from '../project/problem.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import type { Project } from '../project/schema.ts';
import type { EquationLayout } from './equation/equation-layout.ts';
import {
  defaultTimeLimitMs,
  type EquationResult,
  type EquationTypesetter,
  loadEquationTypesetter,
} from './equation/equation-typesetter.ts';
import { memoizeByObject } from './memoize-by-object.ts';
import type { Outline } from './outline.ts';
import { bundledFamily, type FontFamily } from './text/families.ts';
import { ComplexLettersError } from './text/shaping.ts';
import type { TextLayout } from './text/text-layout.ts';
import { plainStyle, type TextStyle } from './text/text-style.ts';
import { loadTypesetter, type Typesetter } from './text/typesetter.ts';

/** Typesets the texts and equations of a project. */
export interface Typesetters {
  text(text: string, style?: TextStyle): TextLayout;
  /** The words of a text, each with the signs that no line break separates from it. Requires `wrapsTexts`. */
  words(text: string): string[];
  /** Null for TeX that does not parse. Throws a ContentError that names `place` for TeX that takes too long. */
  equation(tex: string, place: Path): EquationLayout | null;
  /** Like `equation`, with the reason for a failure. */
  equationResult(tex: string): EquationResult;
  /** The span of each glyph of an equation; null if the spans are not complete parts of it. */
  equationSpans(tex: string, spans: readonly TextRange[]): readonly (number | undefined)[] | null;
}

/** An equation is filled with one colour. */
const textInEquations: TextStyle = { ...plainStyle, emoji: 'plain' };

let equationTypesetter: Promise<EquationTypesetter> | undefined;

/** Which letters a project has. */
export interface LetterKinds {
  readonly hasTexts: boolean;
  readonly hasEquations: boolean;
  readonly wrapsTexts: boolean;
  /** Whether equations may have marked pieces, which are an extension of the format. */
  readonly hasMarks?: boolean;
  /** The fonts of the project. */
  readonly fonts?: Project['fonts'];
}

/** Returns which letters a project has. */
export function lettersOf(project: Project): LetterKinds {
  const kinds = new Set(
    Object.values(project.scenes).flatMap(({ objects }) => Object.values(objects).map(({ kind }) => kind)),
  );
  const { fonts } = project;
  return {
    hasTexts: kinds.has('text') || kinds.has('axes'),
    hasEquations: kinds.has('equation'),
    wrapsTexts: wrapsText(project),
    hasMarks: project.extended === true,
    fonts,
  };
}

/**
 * Loads only the bundled fonts and typesetters that the project needs, and all of its own fonts. Rejects with a
 * ContentError for fonts that cannot be used.
 */
export async function loadTypesetters({
  hasTexts,
  hasEquations,
  wrapsTexts,
  hasMarks = false,
  fonts,
}: LetterKinds): Promise<Typesetters> {
  const texts = hasEquations || hasTexts || fonts ? await loadTypesetter() : undefined;
  if (texts && hasEquations) {
    equationTypesetter ??= loadEquationTypesetter({ setText: (text) => texts.layout(text, textInEquations) });
  }
  if (texts && wrapsTexts) await texts.prepareWrapping();
  const families = texts && fonts ? await texts.openFamilies(fonts) : noFamilies;
  const equations = hasEquations ? await equationTypesetter : undefined;
  return new LoadedTypesetters(texts, families, equations, hasMarks);
}

const noFamilies: ReadonlyMap<string, FontFamily> = new Map();

function wrapsText(project: Project): boolean {
  return Object.values(project.scenes).some(({ compositions }) =>
    Object.values(compositions).some(({ states }) =>
      Object.values(states).some(({ wrapWidth }) => wrapWidth !== undefined),
    ),
  );
}

class LoadedTypesetters implements Typesetters {
  readonly #texts: Typesetter | undefined;
  readonly #families: ReadonlyMap<string, FontFamily>;
  readonly #equations: EquationTypesetter | undefined;
  readonly #hasMarks: boolean;

  constructor(
    texts: Typesetter | undefined,
    families: ReadonlyMap<string, FontFamily>,
    equations: EquationTypesetter | undefined,
    hasMarks: boolean,
  ) {
    this.#texts = texts;
    this.#families = families;
    this.#equations = equations;
    this.#hasMarks = hasMarks;
  }

  text(text: string, style?: TextStyle): TextLayout {
    const families = this.#families;
    if (families.size === 0) return this.#loadedTexts().layout(text, style);
    const familyOf = (name: string) => families.get(name) ?? bundledFamily(name);
    try {
      const layout = this.#loadedTexts().layout(text, style, familyOf);
      if (isDrawable(layout)) return layout;
    } catch (error) {
      if (!(error instanceof ComplexLettersError)) throw error;
    }
    throw undrawable(families, style);
  }

  words(text: string): string[] {
    return this.#loadedTexts().words(text);
  }

  #loadedTexts(): Typesetter {
    if (!this.#texts) throw new Error('text is drawn in a project that has none');
    return this.#texts;
  }

  equation(tex: string, place: Path): EquationLayout | null {
    const result = this.equationResult(tex);
    if (result.ok) return result.value.layout;
    if (result.timedOut) throw new ContentError([problemAt(place, 'equation', tooLong(tex))]);
    return null;
  }

  equationResult(tex: string): EquationResult {
    return this.#loadedEquations().layout(tex, this.#hasMarks);
  }

  equationSpans(tex: string, spans: readonly TextRange[]): readonly (number | undefined)[] | null {
    return this.#loadedEquations().spansOf(tex, spans, this.#hasMarks);
  }

  #loadedEquations(): EquationTypesetter {
    if (!this.#equations) throw new Error('an equation is drawn in a project that has none');
    return this.#equations;
  }
}

/**
 * Maximum number of coordinates in the outlines of a text in fonts of the project: over ten times as many as 10,000
 * usual letters have.
 */
const maxTextCoordinates = 8_000_000;

/** Maximum distance of an outline from the origin of its glyph, and of a glyph from the others, in em. */
const maxDistance = 1_000_000;

/** Whether a text can be drawn, which is certain only for the bundled fonts. */
const isDrawable = memoizeByObject(({ lines }: TextLayout): boolean => {
  let coordinates = 0;
  for (const { glyphs } of lines) {
    for (const { outline, layers = [], x, y } of glyphs) {
      if (!(Math.abs(x) <= maxDistance && Math.abs(y) <= maxDistance)) return false;
      for (const layerOutline of [outline, ...layers.map((layer) => layer.outline)]) {
        coordinates += layerOutline.points.length;
        if (coordinates > maxTextCoordinates || !isBounded(layerOutline)) return false;
      }
    }
  }
  return true;
});

const isBounded = memoizeByObject(({ points }: Outline) =>
  points.every((coordinate) => Math.abs(coordinate) <= maxDistance),
);

function undrawable(families: ReadonlyMap<string, FontFamily>, { face, faceRanges }: TextStyle = plainStyle) {
  const used = [face, ...(faceRanges ?? []).map((range) => range.face)];
  const name = used.map(({ family }) => family).find((family) => families.has(family));
  const path = ['fonts', ...(name === undefined ? [] : [name])];
  const rule = 'has letters with outlines that are damaged or too complex to draw';
  return new ContentError([problemAt(path, 'font', `${rule}; use another font`)]);
}

/** Problem of a span of an equation. */
export function notAPart(tex: string, { start, end }: TextRange): string {
  const part = showValue(tex.slice(start, end));
  return `the span ${part} is not a part of the equation with a place of its own; let it cover whole symbols, terms or groups in braces`;
}

/** Problem of an equation stopped at the time limit. */
export function tooLong(tex: string): string {
  return `the equation ${showValue(tex)} takes over ${defaultTimeLimitMs / 1000} s to typeset; simplify it`;
}
