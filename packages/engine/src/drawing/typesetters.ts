import { ContentError } from '../project/content-error.ts';
import { problemAt } from '../project/problem.ts';
import { type Path, showValue } from '../project/problem-text.ts';
import type { Project } from '../project/schema.ts';
import type { TextRange } from '../timeline/spans.ts';
import type { EquationLayout } from './equation/equation-layout.ts';
import {
  defaultTimeLimitMs,
  type EquationResult,
  type EquationTypesetter,
  loadEquationTypesetter,
} from './equation/equation-typesetter.ts';
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
}

/** Returns which letters a project has. */
export function lettersOf(project: Project): LetterKinds {
  const kinds = new Set(
    Object.values(project.scenes).flatMap(({ objects }) => Object.values(objects).map(({ kind }) => kind)),
  );
  return { hasTexts: kinds.has('text'), hasEquations: kinds.has('equation'), wrapsTexts: wrapsText(project) };
}

/** Loads only the fonts and typesetters that the project needs. */
export async function loadTypesetters({
  hasTexts,
  hasEquations,
  wrapsTexts,
}: LetterKinds): Promise<Typesetters> {
  const texts = hasEquations || hasTexts ? await loadTypesetter() : undefined;
  if (texts && hasEquations) {
    equationTypesetter ??= loadEquationTypesetter({ setText: (text) => texts.layout(text, textInEquations) });
  }
  if (texts && wrapsTexts) await texts.prepareWrapping();
  return new LoadedTypesetters(texts, hasEquations ? await equationTypesetter : undefined);
}

function wrapsText(project: Project): boolean {
  return Object.values(project.scenes).some(({ compositions }) =>
    Object.values(compositions).some(({ states }) =>
      Object.values(states).some(({ wrapWidth }) => wrapWidth !== undefined),
    ),
  );
}

class LoadedTypesetters implements Typesetters {
  readonly #texts: Typesetter | undefined;
  readonly #equations: EquationTypesetter | undefined;

  constructor(texts: Typesetter | undefined, equations: EquationTypesetter | undefined) {
    this.#texts = texts;
    this.#equations = equations;
  }

  text(text: string, style?: TextStyle): TextLayout {
    return this.#loadedTexts().layout(text, style);
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
    return this.#loadedEquations().layout(tex);
  }

  equationSpans(tex: string, spans: readonly TextRange[]): readonly (number | undefined)[] | null {
    return this.#loadedEquations().spansOf(tex, spans);
  }

  #loadedEquations(): EquationTypesetter {
    if (!this.#equations) throw new Error('an equation is drawn in a project that has none');
    return this.#equations;
  }
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
