import { describe, expect, it } from 'vitest';
import { mergeTexts } from '../src/merge-texts.ts';

const base = '{ "a": 1, "list": [{ "id": "x" }, { "id": "y", "n": 2 }], "text": "Hello, you" }';

function merged(edited: string, current: string): string {
  const result = mergeTexts(base, edited, current);
  return result.ok ? result.value : `refused: ${result.problems.join('; ')}`;
}

const samePlace = 'refused: the file has changed in the same place';

describe('making a change in a text that somebody else has changed', () => {
  it('changes of other values are both made', () => {
    const edited = base.replace('1', '5');
    expect(merged(edited, base)).toBe(edited);
    expect(merged(edited, base.replace('2', '3'))).toBe(edited.replace('2', '3'));
    expect(merged(base.replace('2', '3'), edited)).toBe(edited.replace('2', '3'));
  });

  it('a change follows its place, also where spaces have changed', () => {
    const edited = base.replace('2', '3');
    const longer = base.replace('[{', '[{ "id": "w" }, {').replace('"a": 1, ', '');
    expect(merged(edited, longer)).toBe(longer.replace('2', '3'));
    const spaced = JSON.stringify(JSON.parse(base), null, 4);
    expect(merged(edited, spaced)).toBe(spaced.replace('2', '3'));
  });

  it('what was added and removed is added and removed', () => {
    const current = base.replace('"Hello, you"', '"Bye"');
    const added = base.replace('1,', '1, "b": 7,');
    expect(merged(added, current)).toBe(added.replace('"Hello, you"', '"Bye"'));
    const removed = base.replace(', "n": 2', '');
    expect(merged(removed, current)).toBe(removed.replace('"Hello, you"', '"Bye"'));
    expect(merged(base.replace('}], "text"', '}, 3, 4], "text"'), current)).toBe(
      current.replace('}], "text"', '}, 3, 4], "text"'),
    );
  });

  it('a field that somebody else adds beside a changed value stays', () => {
    const current = base.replace('2 }', '2, "m": 8 }');
    expect(merged(base.replace('2', '3'), current)).toBe(current.replace('2,', '3,'));
  });

  it('two changes of the same place are refused', () => {
    expect(merged(base.replace('1', '5'), base.replace('1', '6'))).toBe(samePlace);
    expect(merged(base.replace('1', '5'), base.replace('"a": 1, ', ''))).toBe(samePlace);
    expect(merged(base.replace('2 }', '2, "m": 8 }'), base.replace('2 }', '2, "k": 8 }'))).toBe(samePlace);
    expect(merged(base.replace('2', '3'), base.replace(', { "id": "y", "n": 2 }', ''))).toBe(samePlace);
  });

  it('another document is refused', () => {
    const other = JSON.stringify(Array.from({ length: 2000 }, (_, index) => index));
    expect(merged(base.replace('1', '5'), other)).toBe('refused: the file has changed too much');
  });
});
