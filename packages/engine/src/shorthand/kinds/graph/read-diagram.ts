import { broken } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import type { SceneDraft } from '../../desugar/scene-draft.ts';
import type { FlowNote } from './graph.ts';

/** A language of diagrams, and what a text in it may be. */
interface DiagramLanguage<Diagram> {
  /** What is missing without a text. */
  readonly required: string;
  readonly maxLetters: number;
  readonly parse: (lines: readonly string[]) => Diagram;
}

/** Reads a diagram from a text or a list of lines, and reports what the parser finds; null with a problem. */
export function readDiagram<
  Diagram extends { readonly errors: readonly FlowNote[]; readonly undrawn: readonly FlowNote[] },
>(
  { problems, variables, notes }: SceneDraft,
  written: unknown,
  place: Path,
  { required, maxLetters, parse }: DiagramLanguage<Diagram>,
): Diagram | null {
  if (written === undefined) {
    problems.add(place, 'missing-field', `is required for ${required}`);
    return null;
  }
  const filled = variables.fill(written, {}, place);
  if (filled === broken) return null;
  const isList = Array.isArray(filled);
  const lines: unknown[] = isList ? filled : typeof filled === 'string' ? filled.split(/\r?\n/) : [filled];
  if (!lines.every((line) => typeof line === 'string')) {
    problems.add(place, 'value', `must be a text or a list of lines, but is ${showValue(written)}`);
    return null;
  }
  const letters = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (letters > maxLetters) {
    problems.add(place, 'count', `must have at most ${maxLetters} letters, but has ${letters}`);
    return null;
  }
  const diagram = parse(lines.map((line) => line.replaceAll('\n', ' ')));
  const at = ({ line, letter, message }: FlowNote): { readonly path: Path; readonly message: string } =>
    isList
      ? { path: [...place, line], message: `in letter ${letter + 1} ${message}` }
      : { path: place, message: `in line ${line + 1}, letter ${letter + 1} ${message}` };
  notes.push(...diagram.undrawn.map(at));
  for (const { path, message } of diagram.errors.map(at)) problems.add(path, 'graph-text', message);
  return diagram.errors.length > 0 ? null : diagram;
}

/** Number of the nodes of all diagrams of a scene so far. */
export function nodesSoFar({ graphs }: SceneDraft): number {
  return [...graphs.values()].reduce((sum, { nodes }) => sum + nodes.size, 0);
}
