// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code has placeholders of its own.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, runTimeoutMs } from '../../../../../test/support/random-runs.ts';
import type { Bounds } from '../../../src/drawing/bounds.ts';
import { loadLayout } from '../../../src/layout/load-layout.ts';
import { inspect } from '../../../src/render/inspect.ts';
import { render } from '../../../src/render/render.ts';
import { expandProject } from '../../../src/shorthand/expand-project.ts';
import { plainLines } from '../../../src/shorthand/kinds/code/code-lines.ts';
import { pairLines } from '../../../src/shorthand/kinds/code/line-diff.ts';
import { boxesOf, statesOf } from '../../layout/laid-out.ts';

/** The first lines of a file in TypeScript, with names, numbers, types and comments. */
const beginningOfFile = `import { similarityOf } from './line-similarity.ts';

/** A line of the earlier text, and what it becomes in the later one; both count from 0. */
export interface LinePair {
  readonly from: number;
  readonly to: number;
}

/** A part of both texts in which no line is paired yet. */
interface Gap {
  readonly from: readonly [start: number, end: number];
  readonly to: readonly [start: number, end: number];
}

/** Gaps with more pairs of lines are not compared line by line: nobody could follow so many changes. */
const maxPairs = 1_000_000;
const maxSimilarPairs = 10_000;

/** Lines are one line that changed if at least this share of their words is equal. */
const leastSimilarity = 0.5;
const leastStraySimilarity = 0.65;

/** A line that moves to another place must have so many letters: others, such as "}", are too common. */
const leastMovedLetters = 6;
`;

const layOut = await loadLayout({ hasEquations: false });

const word = fc.constantFrom(
  'a',
  'total',
  'if (x)',
  '"text"',
  'return',
  '// note',
  '+ 1',
  'שלום',
  '🎉',
  '\t',
  '${b}',
  '日本',
  '{',
  '}',
  '=> !=',
);
const line = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
const code = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'));
const language = fc.constantFrom('javascript', 'python', 'terminal', 'text', 'yaml', 'html');

/** An edit of a text: lines are removed, repeated, swapped or replaced. */
const edit = fc.record({
  at: fc.nat(11),
  other: fc.nat(11),
  how: fc.constantFrom('remove', 'swap', 'insert', 'change'),
  line,
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function edited(text: string, edits: readonly Edit[]): string {
  const lines = text.split('\n');
  for (const { at, other, how, line: added } of edits) {
    const [one, two] = [at % lines.length, other % lines.length];
    if (how === 'remove' && lines.length > 1) lines.splice(one, 1);
    else if (how === 'insert') lines.splice(one, 0, added);
    else if (how === 'change') lines[one] = `${lines[one]} ${added}`;
    else [lines[one], lines[two]] = [lines[two] ?? '', lines[one] ?? ''];
  }
  return lines.join('\n');
}

describe('the lines of two texts', () => {
  it('no line is in two pairs, equal texts pair every line, and lines of a pair have words in common', () => {
    fc.assert(
      fc.property(code, fc.array(edit, { maxLength: 6 }), (text, edits) => {
        const [from, to] = [text.split('\n'), edited(text, edits).split('\n')];
        const pairs = pairLines(from, to);
        expect(new Set(pairs.map((pair) => pair.from)).size).toBe(pairs.length);
        expect(new Set(pairs.map((pair) => pair.to)).size).toBe(pairs.length);
        expect(pairLines(from, from)).toEqual(from.map((_, index) => ({ from: index, to: index })));
        for (const pair of pairs) {
          const [one, other] = [from[pair.from] ?? '', to[pair.to] ?? ''];
          const common = one.trim() === other.trim() || one.split(/\W/u).some((each) => other.includes(each));
          expect(common).toBe(true);
        }
      }),
    );
  });

  it('two texts of 5,000 lines are paired', () => {
    const from = Array.from({ length: 5000 }, (_, index) => `line ${index % 7} of ${index % 90}`);
    expect(pairLines(from, from.toReversed()).length).toBeGreaterThan(0);
    expect(
      pairLines(
        from,
        from.map((text) => `${text} changed`),
      ),
    ).toHaveLength(5000);
  });

  it('a line that is inserted changes no other line', () => {
    fc.assert(
      fc.property(fc.uniqueArray(line, { minLength: 2, maxLength: 10 }), fc.nat(9), (lines, at) => {
        const place = at % lines.length;
        const pairs = pairLines(lines, [
          ...lines.slice(0, place),
          'quite another line',
          ...lines.slice(place),
        ]);
        expect(pairs).toEqual(
          lines.map((_, index) => ({ from: index, to: index < place ? index : index + 1 })),
        );
      }),
    );
  });
});

const lineId = /^code-\d+$/;

/** Whether two boxes have pixels in common. */
function overlap(one: Bounds, other: Bounds): boolean {
  const [width, height] = [
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  ];
  return width > 0.5 && height > 0.5;
}

it('any texts over any compositions are valid, and every hold shows its lines in order, none over another', {
  tags: 'slow',
  timeout: runTimeoutMs,
}, async () => {
  const step = fc.record({
    edits: fc.array(edit, { maxLength: 4 }),
    hidden: fc.option(fc.nat(11)),
    highlight: fc.boolean(),
  });
  const film = fc.record({
    code,
    language,
    lineNumbers: fc.boolean(),
    theme: fc.constantFrom('midnight', 'paper', undefined),
    steps: fc.array(step, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(film, async ({ code: first, steps, theme, ...fields }) => {
      let text = first;
      const shown = [plainLines(first)];
      const compositions = steps.map(({ edits, hidden, highlight }) => {
        text = edited(text, edits);
        const lines = plainLines(text);
        const count = Math.max(1, lines.length - (lines.length > 1 && lines.at(-1) === '' ? 1 : 0));
        const number = hidden === null ? null : 1 + (hidden % count);
        shown.push(lines.slice(0, count));
        return {
          enter: 500,
          states: {
            code: { text, highlight: highlight ? String(count) : false },
            'code.*': true,
            ...(number !== null && { [`code.${number}`]: false }),
          },
        };
      });
      const document = {
        shorthand: true,
        ...(theme !== undefined && { theme }),
        objects: { code: { kind: 'code', text: first, ...fields } },
        // The lines are there from the beginning: a later first true would hide them until then.
        compositions: [{ states: { code: true, 'code.*': true } }, ...compositions],
      };
      const states = await statesOf(document);
      const boxes = await boxesOf(document);
      for (const [index, [key, all]] of Object.entries(states).entries()) {
        const visible = Object.entries(all)
          .filter(([id, state]) => lineId.test(id) && state.visible)
          .sort(([, one], [, other]) => one.y - other.y);
        const hidden = steps[index - 1]?.hidden;
        const lines = shown[index] ?? [];
        const expected = lines.filter((_, at) => hidden == null || at !== hidden % lines.length);
        expect(visible.map(([, state]) => state.text)).toEqual(expected.filter((one) => one !== ''));
        const drawn = Object.entries(boxes[key] ?? {}).filter(([name]) => name !== 'code');
        for (const [at, [id, box]] of drawn.entries()) {
          for (const [otherId, other] of drawn.slice(at + 1)) {
            if (overlap(box, other)) throw new Error(`${id} overlaps ${otherId} in ${key}`);
          }
        }
      }
    }),
    { numRuns: runs(100) },
  );
});

it('three edits of a file in TypeScript are a film without issues, whose pictures differ', {
  tags: 'slow',
}, async () => {
  const lines = beginningOfFile.split('\n');
  const second = [...lines.slice(0, 3), 'const maxWords = 500;', '', ...lines.slice(3)];
  const third = second.map((each) =>
    each.replaceAll('similarityOf', 'likenessOf').replaceAll('first', 'former'),
  );
  const fourth = [...third.slice(9), ...third.slice(0, 9)];
  const film = {
    shorthand: true,
    theme: 'mist',
    objects: { code: { kind: 'code', language: 'ts', lineNumbers: true, text: lines } },
    enter: 1000,
    compositions: [
      { states: { code: true } },
      ...[second, third, fourth].map((text) => ({ states: { code: { text } } })),
    ],
  };
  const { issues, durationMs } = await inspect(film);
  expect(issues).toEqual([]);
  const pictures = new Set<string>();
  for (const share of [0.05, 0.22, 0.36, 0.5, 0.65, 0.79, 0.95]) {
    const { data } = await render(film, { format: 'png', width: 320, timeMs: durationMs * share });
    pictures.add(Buffer.from(data).toString('base64'));
  }
  expect(pictures.size).toBe(7);
});

it('any values in the fields of code are problems in words or a valid film, never errors', {
  tags: 'slow',
  timeout: runTimeoutMs,
}, () => {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      '',
      '0',
      '3-1',
      '1-2',
      '1,',
      '*',
      'a#0',
      'a#9',
      '99999999',
      '${x}',
      true,
      false,
      -1,
      0,
      1.5,
      1e9,
    ),
    fc.string({ maxLength: 20 }),
    fc.array(fc.oneof(fc.string({ maxLength: 5 }), fc.integer()), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('keyword', 'text', 'x', '__proto__'), fc.constantFrom('red', 'nored', 3), {
      maxKeys: 2,
    }),
  );
  const fields = fc.dictionary(
    fc.constantFrom(
      'text',
      'src',
      'language',
      'lineNumbers',
      'highlight',
      'colors',
      'fontSize',
      'width',
      'height',
      'padding',
      'fill',
      'lineHeight',
      'mark',
    ),
    odd,
    { maxKeys: 4 },
  );
  const name = fc.oneof(
    fc.constantFrom(
      'code',
      'code.1',
      'code.1-2',
      'code.*',
      'code.a',
      'code.',
      'code.0',
      'code.2-1',
      'code.a.b',
      'code.1.2',
    ),
    fc.string({ maxLength: 6 }).map((text) => `code.${text}`),
  );
  const states = fc.dictionary(name, fc.oneof(fields, odd), { maxKeys: 3 });
  fc.assert(
    fc.property(fields, fc.array(states, { minLength: 1, maxLength: 3 }), (own, all) => {
      const document = {
        shorthand: true,
        objects: { code: { kind: 'code', text: 'a = 1\nb = a', ...own } },
        compositions: all.map((each) => ({ enter: 500, states: each })),
      };
      const result = expandProject(JSON.stringify(document), {}, layOut);
      for (const { message } of result.ok ? [] : result.problems) expect(message).toMatch(/\S \S/);
    }),
    { numRuns: runs(2000) },
  );
});
