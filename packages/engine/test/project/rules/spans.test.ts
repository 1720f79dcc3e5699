import { describe, expect, it } from 'vitest';
import { stillProject } from '../../../../../test/support/build-project.ts';
import { parseProject } from '../../../src/project/parse-project.ts';
import { describeProblem } from '../../../src/project/problem.ts';

const place = 'scenes.scene.compositions.still.states.one.spans';

/** Returns the problems of an object with spans. */
function problemsOf(spans: unknown, text = 'Ten 😀 words', kind: 'text' | 'rectangle' = 'text'): string[] {
  const project = stillProject({ one: { kind, state: { text } } });
  const document = structuredClone({ ...project, extended: true }) as Record<string, unknown>;
  Object.assign((document.scenes as typeof project.scenes).scene.compositions.still.states.one, { spans });
  const parsed = parseProject(document);
  if (parsed.ok) return [];
  return parsed.reason === 'invalid' ? parsed.problems.map(describeProblem) : [parsed.reason];
}

describe('span rules', () => {
  it('accepts spans in order, side by side and up to the end of the text', () => {
    expect(problemsOf([])).toEqual([]);
    expect(
      problemsOf([
        { start: 0, end: 3, fill: '#ff0000' },
        { start: 3, end: 4, fontWeight: 700 },
        { start: 4, end: 6, opacity: 0 },
        { start: 7, end: 12 },
      ]),
    ).toEqual([]);
  });

  it('refuses a span that is empty, reversed, out of order or beyond the text', () => {
    expect(problemsOf([{ start: 2, end: 2 }])).toEqual([
      `${place}[0].end: must be greater than start, 2, but is 2`,
    ]);
    expect(problemsOf([{ start: 3, end: 1 }])).toEqual([
      `${place}[0].end: must be greater than start, 3, but is 1`,
    ]);
    const overlapping = [
      { start: 0, end: 3 },
      { start: 2, end: 4 },
    ];
    expect(problemsOf(overlapping)).toEqual([
      `${place}[1].start: must be at least 3, the end of the span before, but is 2`,
    ]);
    expect(problemsOf([{ start: 0, end: 13 }])).toEqual([
      `${place}[0].end: must be at most 12, the length of the text "Ten 😀 words" in UTF-16 units, but is 13`,
    ]);
  });

  it('refuses a span that splits a surrogate pair', () => {
    expect(problemsOf([{ start: 0, end: 5 }])).toEqual([
      `${place}[0].end: must not split a character, but 5 is between the two units of "😀"`,
    ]);
    expect(problemsOf([{ start: 5, end: 6 }])).toEqual([
      `${place}[0].start: must not split a character, but 5 is between the two units of "😀"`,
    ]);
    // Half a pair is a character of its own.
    expect(problemsOf([{ start: 1, end: 2 }], 'a\ud83d')).toEqual([]);
  });

  it('refuses wrong types, values and more than 200 spans', () => {
    expect(problemsOf({})).toEqual([`${place}: must be an array of 0 to 200 items, but is an object`]);
    expect(problemsOf(Array.from({ length: 201 }, () => ({ start: 0, end: 1 })))).toEqual([
      `${place}: must be an array of 0 to 200 items, but is an array of 201 items`,
    ]);
    expect(problemsOf([{ start: 0.5, end: 1 }, 'x'])).toEqual([
      `${place}[0].start: must be an integer from 0 to 10000, but is 0.5`,
      `${place}[1]: must be an object, but is "x"`,
    ]);
    expect(problemsOf([{ start: 0, end: 1, fontWeight: 50, opacity: 2, fill: 'red' }])).toEqual([
      `${place}[0].fill: must be a color (none, transparent, #rgb, #rrggbb or #rrggbbaa), but is "red"`,
      `${place}[0].fontWeight: must be an integer from 100 to 900, but is 50`,
      `${place}[0].opacity: must be a number from 0 to 1, but is 2`,
    ]);
  });

  it('does not compare spans with the text of an object that has no letters', () => {
    expect(problemsOf([{ start: 5, end: 90 }], '', 'rectangle')).toEqual([]);
  });
});
