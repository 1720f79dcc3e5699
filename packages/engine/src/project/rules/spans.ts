import { hasLetters } from '../../language/kinds.ts';
import { isMap } from '../check.ts';
import { type Path, showValue } from '../problem-text.ts';
import type { Problems } from '../problems.ts';
import type { Scene } from '../schema.ts';

/** Checks that the spans of texts and equations are in order, within their texts, and split no character. */
export function checkSpans({ objects, compositions }: Scene, path: Path, problems: Problems): void {
  for (const [id, { states }] of Object.entries(compositions)) {
    for (const [objectId, state] of Object.entries(states)) {
      if (problems.full) return;
      // Parts of the state may be broken, which is reported already.
      if (!isMap(state) || !Array.isArray(state.spans) || typeof state.text !== 'string') continue;
      const kind = objects[objectId]?.kind;
      if (kind === undefined || !hasLetters(kind)) continue;
      const place = [...path, 'compositions', id, 'states', objectId, 'spans'];
      checkList(state.spans, state.text, place, problems);
    }
  }
}

function checkList(spans: readonly unknown[], text: string, path: Path, problems: Problems): void {
  let last = 0;
  for (const [index, span] of spans.entries()) {
    if (problems.full || !isMap(span)) return;
    const { start, end } = span;
    if (typeof start !== 'number' || typeof end !== 'number') return;
    const problem = problemOf(start, end, last, text);
    if (problem !== undefined) {
      problems.add([...path, index, problem.field], 'value', problem.message);
      return;
    }
    last = end;
  }
}

function problemOf(
  start: number,
  end: number,
  last: number,
  text: string,
): { readonly field: 'start' | 'end'; readonly message: string } | undefined {
  if (start < last) {
    return {
      field: 'start',
      message: `must be at least ${last}, the end of the span before, but is ${start}`,
    };
  }
  if (end <= start) return { field: 'end', message: `must be greater than start, ${start}, but is ${end}` };
  if (end > text.length) {
    const length = `the length of the text ${showValue(text)} in UTF-16 units`;
    return { field: 'end', message: `must be at most ${text.length}, ${length}, but is ${end}` };
  }
  for (const [field, position] of [
    ['start', start],
    ['end', end],
  ] as const) {
    if (!splitsPair(text, position)) continue;
    const character = String.fromCodePoint(text.codePointAt(position - 1) ?? 0);
    const message = `must not split a character, but ${position} is between the two units of ${showValue(character)}`;
    return { field, message };
  }
  return undefined;
}

/** Whether a position is between the halves of a surrogate pair. */
function splitsPair(text: string, position: number): boolean {
  return position > 0 && (text.codePointAt(position - 1) ?? 0) > 0xffff;
}
