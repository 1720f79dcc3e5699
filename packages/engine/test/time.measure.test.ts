import { expect, it } from 'vitest';
import { timeExponent } from '../../../test/support/growth.ts';
import { JsonPlaces } from '../src/project/json-tree.ts';
import { convertFile } from '../src/render/convert/convert-file.ts';
import { readSpokenText } from '../src/shorthand/kinds/captions/read-spoken-text.ts';
import { pairLines } from '../src/shorthand/kinds/code/line-diff.ts';
import { rowsOf } from './render/tables/data-files.ts';

/** Time that is proportional to the size has the exponent 1, and a little more with the collection of garbage. */
const proportional = 1.35;
const quadratic = 2.3;

// Each is searched among the members before it; reading the text for each would take far longer.
it('the time to find the places of all values of a JSON object is at most quadratic', async () => {
  const exponent = await timeExponent([1000, 2000, 4000, 8000], (count) => {
    const keys = Array.from({ length: count }, (_, index) => `key${index}`);
    const document = { inside: Object.fromEntries(keys.map((key) => [key, { text: 'x'.repeat(30) }])) };
    const places = new JsonPlaces(JSON.stringify(document, null, 1));
    return () => {
      for (const key of keys) places.locate(['inside', key, 'text']);
    };
  });
  expect(exponent).toBeLessThan(quadratic);
});

it('the time to read a CSV row is proportional to its columns', async () => {
  const exponent = await timeExponent([10_000, 20_000, 40_000, 80_000], (count) => {
    const columns = Array.from({ length: count }, (_, index) => `c${index}`);
    return () => rowsOf(`${columns.join(',')}\n${columns.join(',')}\n`);
  });
  expect(exponent).toBeLessThan(proportional);
});

it.each(['<!--', '<a"', 'url( ', '<!DOCTYPE ', "<a b='", '<a '])(
  'the time to refuse an SVG full of %j is proportional to its length',
  async (part) => {
    const { signal } = new AbortController();
    const usual = { type: 'image', maxBytes: 1 << 20, drawn: undefined, heardUntilMs: undefined } as const;
    const exponent = await timeExponent([60_000, 125_000, 250_000, 500_000], (length) => {
      const bytes = Buffer.from(`<svg ${part.repeat(length / part.length)}`);
      return () => convertFile({ ...usual, bytes }, signal);
    });
    expect(exponent).toBeLessThan(proportional);
  },
);

it('the time to pair the lines of two texts is at most quadratic', async () => {
  const exponent = await timeExponent([500, 1000, 2000], (count) => {
    const lines = Array.from({ length: count }, (_, index) => `line ${index % 7} of ${index % 90}`);
    return () => pairLines(lines, lines.toReversed());
  });
  expect(exponent).toBeLessThan(quadratic);
});

it('the time to read cues is proportional to their number', async () => {
  const stamp = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',');
  const exponent = await timeExponent([1000, 2000, 4000, 8000], (count) => {
    const cues = Array.from(
      { length: count },
      (_, index) => `${index + 1}\n${stamp(index * 1000)} --> ${stamp(index * 1000 + 900)}\nLine ${index}`,
    );
    const bytes = Buffer.from(cues.join('\n\n'));
    return () => readSpokenText(bytes);
  });
  expect(exponent).toBeLessThan(proportional);
});
