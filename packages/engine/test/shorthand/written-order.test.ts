import { expect, it } from 'vitest';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';

const layOut = await loadLayout({ hasEquations: false });

/** The texts of a document with one object, in drawing order, without empty ones. */
function textsOf(object: string, more = '', variables = {}): readonly string[] {
  const text = `{ "shorthand": true, "objects": { "it": ${object} }${more}, "compositions": { "a": {} } }`;
  const result = expandProject(text, variables, layOut);
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'));
  return Object.values(result.value.project.scenes.main?.compositions.a?.states ?? {})
    .filter(({ text: letters }) => letters !== '' && letters !== undefined)
    .map(({ text: letters }) => letters);
}

const labels = (texts: readonly string[]) => texts.filter((text) => /^(?:2\d{3}|x)$/.test(text));
const data = '{ "2023": 4, "2021": 3, "x": 1, "2022": 5 }';
const written = ['2023', '2021', 'x', '2022'];

it.each([
  ['bars', `{ "kind": "bars", "data": ${data} }`],
  ['a line', `{ "kind": "line", "data": ${data} }`],
  ['a table', `{ "kind": "table", "data": ${data} }`],
  [
    'a group',
    `{ "kind": "group", "data": ${data}, "layout": "row", "each": { "kind": "text", "text": "\${key}" } }`,
  ],
])('whole numbers among the keys of %s stay in the order in which they are written', (_, object) => {
  expect(labels(textsOf(object))).toEqual(written);
});

it('columns of a table that have whole numbers as names stay in their order', () => {
  const texts = textsOf('{ "kind": "table", "data": [{ "2023": 4, "2021": 3 }, { "2023": 5, "2021": 6 }] }');
  expect(labels(texts)).toEqual(['2023', '2021']);
});

it('keys stay in their order in the items of a group', () => {
  const each = `{ "kind": "bars", "width": 400, "height": 300, "data": ${data} }`;
  expect(labels(textsOf(`{ "kind": "group", "data": 1, "each": ${each} }`))).toEqual(written);
});

it('of a repeated key, the first place and the last value count', () => {
  const texts = textsOf('{ "kind": "bars", "data": { "2023": 4, "2021": 3, "2023": 9 } }');
  expect(labels(texts)).toEqual(['2023', '2021']);
  expect(texts).toContain('9');
});

it('data with keys of which a part is named like an object that comes later are read', () => {
  const text = '{ "kind": "bars", "data": { "2": 1, "1": 2 }, "data": [["b", 3]] }';
  expect(textsOf(text)).toEqual(expect.arrayContaining(['b', '3']));
});
