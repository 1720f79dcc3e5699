import { setImmediate } from 'node:timers/promises';
import { hasLetters, isProse, isTypeset, type LetteredKind } from '../language/kinds.ts';
import { ContentError } from '../project/content-error.ts';
import type { TextRange } from '../project/find-words.ts';
import { type Problem, problemAt } from '../project/problem.ts';
import type { Path } from '../project/problem-text.ts';
import type { Project, Scene } from '../project/schema.ts';
import { faceOf, faceRanges } from '../timeline/face.ts';
import { paintedSpans } from '../timeline/spans.ts';
import { brokenSpan } from './equation-spans.ts';
import { plainStyle, type TextStyle } from './text/text-style.ts';
import { lettersOf, loadTypesetters, notAPart, type Typesetters, tooLong } from './typesetters.ts';

/** Problems of drawing the project. */
export interface DrawingCheck {
  /** Parts that cannot be drawn. */
  readonly problems: readonly Problem[];
  /** Parts that are not drawn as authored. */
  readonly warnings: readonly Problem[];
}

/**
 * Typesets every text and equation of a project that can become visible. This can take minutes, so the event loop
 * runs between any two of them. Rejects with the signal's reason when aborted.
 */
export async function checkDrawing(project: Project, signal?: AbortSignal): Promise<DrawingCheck> {
  const typesetters = await loadTypesetters(lettersOf(project)).catch(refused);
  if ('problems' in typesetters) return typesetters;
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  for (const sceneId of project.sceneOrder) {
    for (const { path, kind, text, style } of letteringOf(project.scenes[sceneId])) {
      if (isProse(kind)) warnings.push(...missingCharacters(path, typesetters.text(text, style).missing));
      else checkEquation(path, text, typesetters, problems, warnings);
      await setImmediate();
      signal?.throwIfAborted();
    }
    for (const { path, text, spans } of spansOfEquations(project.scenes[sceneId])) {
      const broken = typesetters.equationResult(text).ok ? brokenSpan(text, spans, typesetters) : undefined;
      if (broken) problems.push(problemAt(path, 'equation-span', notAPart(text, broken)));
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
  return { problems, warnings };
}

/** Returns the problems of fonts that cannot be used. */
function refused(error: unknown): DrawingCheck {
  if (!(error instanceof ContentError)) throw error;
  return { problems: error.problems, warnings: [] };
}

function checkEquation(
  path: Path,
  tex: string,
  typesetters: Typesetters,
  problems: Problem[],
  warnings: Problem[],
): void {
  const result = typesetters.equationResult(tex);
  if (result.ok) {
    warnings.push(...missingCharacters(path, result.value.missing));
  } else if (result.timedOut) {
    problems.push(problemAt(path, 'equation', tooLong(tex)));
  } else {
    warnings.push(
      problemAt(
        path,
        'tex-syntax',
        `the TeX does not parse (${result.problems.join('; ')}) and is drawn as text; correct the formula`,
      ),
      ...missingCharacters(path, typesetters.text(tex).missing),
    );
  }
}

const maxListItems = 10;
/** Other characters are invisible or distort the message: controls, half surrogate pairs, spaces, marks. */
const hasShape = /^[\p{L}\p{N}\p{P}\p{S}]/u;

function missingCharacters(path: Path, missing: readonly string[]): Problem[] {
  if (missing.length === 0) return [];
  const listed = missing.slice(0, maxListItems).map((character) => {
    const name = codePointName(character);
    return hasShape.test(character) ? `${character} (${name})` : name;
  });
  if (missing.length > maxListItems) listed.push('…');
  const message = `no bundled font has ${listed.join(', ')}; use other characters`;
  return [problemAt(path, 'missing-character', message)];
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

interface EquationSpans {
  readonly path: Path;
  readonly text: string;
  readonly spans: readonly TextRange[];
}

/** Returns the spans of the equations of all compositions. */
function* spansOfEquations({ id: sceneId, objects, compositions }: Scene): Generator<EquationSpans> {
  for (const { id, states } of Object.values(compositions)) {
    for (const [objectId, state] of Object.entries(states)) {
      if (!isTypeset(objects[objectId]?.kind)) continue;
      const spans = paintedSpans(state);
      if (spans === null) continue;
      const path = ['scenes', sceneId, 'compositions', id, 'states', objectId, 'spans'];
      yield { path, text: state.text, spans };
    }
  }
}

interface Lettered {
  readonly path: Path;
  readonly kind: LetteredKind;
  readonly text: string;
  /** With the family of the letters. */
  readonly style: TextStyle;
}

/** Returns the texts of each object, without repetitions and without objects that no composition shows. */
function* letteringOf(scene: Scene): Generator<Lettered> {
  for (const { id, kind, cues = [] } of Object.values(scene.objects)) {
    if (!hasLetters(kind)) continue;
    const states = scene.compositionOrder.flatMap((compositionId) => {
      const state = scene.compositions[compositionId].states[id];
      return state ? [{ compositionId, state }] : [];
    });
    if (!states.some(({ state }) => state.visible)) continue;
    const seen = new Set<string>();
    for (const [index, { text }] of cues.entries()) {
      if (seen.has(text)) continue;
      seen.add(text);
      const style = { ...plainStyle, face: faceOf(states[0].state) };
      yield { path: ['scenes', scene.id, 'objects', id, 'cues', index, 'text'], kind, text, style };
    }
    seen.clear();
    for (const { compositionId, state } of states) {
      const style = { ...plainStyle, face: faceOf(state), faceRanges: faceRanges(state) };
      const key = JSON.stringify([state.text, style.face.family, style.faceRanges]);
      if (seen.has(key)) continue;
      seen.add(key);
      yield {
        path: ['scenes', scene.id, 'compositions', compositionId, 'states', id, 'text'],
        kind,
        text: state.text,
        style,
      };
    }
  }
}
