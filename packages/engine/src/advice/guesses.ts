import { showPath, showValue } from '../project/problem-text.ts';
import type { Guess } from '../shorthand/desugar/guess.ts';
import type { AdviceList } from './advice.ts';

/** Advises on fields that are read as others, with a fix that writes the names of shorthand. */
export function adviseOnGuesses(
  guesses: readonly Guess[],
  variableTexts: ReadonlyMap<string, string>,
  list: AdviceList,
): void {
  for (const { path, name, fields } of guesses) {
    if (list.full) return;
    const place = showPath([...path, name]);
    const text = variableTexts.get(place);
    const entries = Object.entries(fields);
    // A fix would replace a variable by its value.
    const isPlain = ![...variableTexts.keys()].some(
      (one) => one.startsWith(`${place}.`) || one.startsWith(`${place}[`),
    );
    const isOne = text === undefined || entries.length === 1;
    const fix = Object.fromEntries([
      ...entries.map(([field, value]) => [field, text ?? value]),
      [name, null],
    ]);
    const meant =
      entries.length === 0
        ? 'it means different fields in the objects that have this style; write the fields of each'
        : `it is read as ${entries.map(([field]) => field).join(' and ')}`;
    const isFixable = isPlain && isOne && entries.length > 0 && !path.includes('each');
    list.addWritten({
      rule: 'unknown-field',
      path: showPath(path),
      message: `${showValue(name)} is not a field here; ${meant}`,
      ...(isFixable && { fix }),
    });
  }
}
