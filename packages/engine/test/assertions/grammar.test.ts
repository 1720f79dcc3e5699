import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { maxAssertionLength, maxAssertions } from '../../src/assertions/assertion.ts';
import { parseAssertion } from '../../src/assertions/parse-assertion.ts';
import type { Vocabulary } from '../../src/assertions/vocabulary.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';

const objects = new Map<string, readonly string[]>([
  ['title', ['title']],
  ['dot', ['dot']],
  ['line', ['line']],
  ['ball', ['ball']],
  ['bar.Sat', ['bar-Sat']],
  ['bar.Fri', ['bar-Fri']],
  ['bar.New York', ['bar-New-York']],
  ['row', ['a', 'b']],
]);

const vocabulary: Vocabulary = {
  objectsOf: (name) => objects.get(name),
  partsOf: (name) => (name === 'row' ? [['a'], ['b']] : undefined),
  wordsOf: (name) => {
    const [, owner = '', words = ''] = /^(title|dot)\.(.+)$/.exec(name) ?? [];
    const known = owner === 'title' ? ['ten', 'x', 'times'] : ['go'];
    const target = known.includes(words) || words === 'ten times' ? name : undefined;
    return owner === '' ? undefined : { owner, words, target, known };
  },
  names: [...objects.keys()],
  scenes: [
    { id: 'intro', compositions: ['start-up', 'june', 'both'] },
    { id: 'outro', compositions: ['fall', 'both', '2'] },
  ],
  spokenAt: (words) => (words === 'merge' ? 4200 : 'which are never said'),
  colorOf: (text) => ({ tomato: '#ff6347', '#fff': '#fff' })[text],
};

function read(sentence: string) {
  const parsed = parseAssertion(sentence, vocabulary);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed;
}

function problemOf(sentence: string): string {
  const parsed = parseAssertion(sentence, vocabulary);
  if (parsed.ok) throw new Error(`is read: ${JSON.stringify(parsed.assertion)}`);
  return parsed.message;
}

it.each([
  'title is inside frame from 0.5s to end',
  'dot touches line at 3s',
  'bar.Sat is taller than bar.Fri after june',
  'title is left of line always',
  'title and dot never overlap',
  'ball.y increases during fall',
  'film lasts 12s to 15s',
  'first frame is not empty',
  'last frame is empty',
  'loudness is -16 to -13',
  'row.* is inside frame',
  'title is not above dot at end - 0.5s',
  'title is in front of dot until june + 200ms',
  "title is visible from 'merge' to 0:05",
  'dot.fill is tomato at june',
  'dot.fill is title.fill',
  'ball.x is 100 to 200 during outro',
  'ball.width is more than title.width sometimes',
  "'bar.New York'.height is at least 20",
  'ball.opacity stays during 2',
  'ball.rotation changes by -90 from intro.both to outro.both',
  'ball rotates 90 degrees counterclockwise around its bottom left corner in 1s',
  'ball scales by 0.75 from (400, 400) in 0.75s',
  'ball grows horizontally by 1.5 from its center',
  'ball moves left by 36px in 15s',
  'ball moves up left',
  'ball moves in 1.5s and ends below title and bordering title',
  'ball moves up by 100 before ball rotates counterclockwise by 90 in 1s',
  'ball never moves after june',
  'ball moves down from 1s to 2s',
  'ball rotates from june to end',
  'ball grows from its left from 1s to 2s',
  'ball moves down sometimes',
  'ball moves never',
  'title + dot is wider than line.',
  'the title is inside the frame',
  'the film lasts 3s',
  'title.x is frame.x',
  'title.bottom is less than frame.height',
])('reads "%s"', (sentence) => {
  expect(parseAssertion(sentence, vocabulary)).toMatchObject({ ok: true });
});

describe('what sentences mean', () => {
  it('a sentence without a time is about the whole film, and a motion happens once', () => {
    expect(read('title is inside frame').assertion).toMatchObject({
      when: { quantity: 'always', from: { kind: 'time', shiftMs: 0 }, to: { kind: 'before-end' } },
    });
    expect(read('ball moves').assertion).toMatchObject({ kind: 'motion', when: { quantity: 'sometimes' } });
  });

  it('a composition is the time at which it is reached; during begins with its transition', () => {
    const place = { kind: 'composition', scene: 'intro', composition: 'june' };
    expect(read('title is visible after june').assertion).toMatchObject({
      when: { from: { ...place, edge: 'reached' } },
    });
    expect(read('title is visible during june').assertion).toMatchObject({
      when: { from: { ...place, edge: 'enters' }, to: { ...place, edge: 'left' } },
    });
  });

  it('each object before the verb makes a claim, and objects joined by + make one', () => {
    expect(read('title and dot touch line').assertion).toMatchObject({ claims: [{}, {}] });
    expect(read('title, dot and line never overlap').assertion).toMatchObject({ claims: [{}, {}, {}] });
    expect(read('row.* is above line').assertion).toMatchObject({
      claims: [{ subject: { ids: ['a'] } }, { subject: { ids: ['b'] } }],
    });
    expect(read('title + row is above line').assertion).toMatchObject({
      claims: [{ subject: { ids: ['title', 'a', 'b'] } }],
    });
  });

  it('names become ids, and words become seconds', () => {
    expect(read("bar.Sat is taller than row at 'merge'").plain).toBe(
      'bar-Sat is taller than a + b at 4200ms',
    );
    expect(read("row.*.y is 'bar.New York'.y").plain).toBe('a.y and b.y is bar-New-York.y');
    expect(read('dot.fill is tomato').plain).toBe('dot.fill is #ff6347');
  });
});

it.each([
  ['titel is inside frame', 'names "titel", which is no object; did you mean title?'],
  ['title is within frame', 'has "within" where a relation is expected; write inside'],
  ['ball spins', 'has "spins" where a verb is expected; write rotates'],
  ['title does not overlap dot', 'has "does" where a verb is expected; write never, or is not'],
  ['title.x = 3', 'has "=" where a verb is expected; write is'],
  ['Sat is taller than bar.Fri', 'names "Sat", which is no object; did you mean bar.Sat?'],
  ['Sat.height is 3', 'did you mean bar.Sat.height?'],
  ['title is above frame + dot', 'joins the frame with objects'],
  ['frist frame is empty', 'no object; did you mean a sentence such as "first frame is not empty"?'],
  ["first frame isn't empty", 'did you mean a sentence such as "first frame is not empty"?'],
  ['loudnes is -14', 'did you mean a sentence such as "loudness is -16 to -14"?'],
  ['ball is in frame', 'has "in" where a relation is expected; write inside'],
  ['ball never leaves frame', 'write a sentence such as title is inside frame'],
  ['ball moves down within 1s', 'has "within" where more about the motion is expected; write in'],
  ['ball.x is title.x + 100', 'has "+ 100" after an object; sentences do not compute, so write the sum'],
  ['film is long', 'says something else of the film than "film lasts 12s to 15s"'],
  [
    'title is visible after 1s and hidden after 2s',
    'has "and" where a time is expected; write a sentence for each',
  ],
  ['title is visible once june', 'has "once" where a time is expected; write after'],
  ['title is insde frame', 'has "insde" where a relation is expected; did you mean inside?'],
  ['title tuches dot', 'has "tuches" where a verb is expected; did you mean touches?'],
  ['title is left dot', 'has "dot" where "of" is expected'],
  ['title is inside farme', 'names "farme", which is no object; did you mean frame?'],
  [
    'title is visible after jun',
    'has "jun" where a time is expected, which is no composition; did you mean june?',
  ],
  ['title is visible at 3', 'write 3s for seconds'],
  ['title is visible at both', 'write intro.both or outro.both'],
  ['title is visible ater june', 'has "ater" where a time is expected; did you mean after?'],
  ['ball.heigth is 3', 'names "heigth", which is no property of "ball"; did you mean height?'],
  ['ball.y incrases during fall', 'has "incrases" where a verb is expected; did you mean increases?'],
  [
    'title.tims is above dot',
    'names "tims", which is neither a property of "title" nor in its text; did you mean times?',
  ],
  ['dot.q is above title', 'nor in its text; its parts are go'],
  ['title.x is above', 'ends where an object is expected'],
  ['ball increases', 'has "increases" after an object; name its property, such as ball.y'],
  ['ball.y is tall', 'has "tall" where a number is expected'],
  ['ball.y is title', 'name its property, such as title.y'],
  ['dot.fill is tomatoo', 'has "tomatoo" where a colour is expected'],
  [
    'ball rotates clockwize',
    'has "clockwize" where more about the motion is expected; did you mean clockwise?',
  ],
  ['ball rotates around its midle', 'where a point is expected'],
  ['ball grows by 0.5', 'with which nothing grows'],
  ['ball always moves', 'a motion happens once, or never'],
  ['title never is visible always', 'has "always" beside "never"'],
  ['title is visible from 1s after 2s', 'has a second time after "after"'],
  ["title is visible at 'mergee'", 'names the words "mergee", which are never said'],
  ['film lasts 12', 'has "12" where a time is expected; write 12s or 12ms'],
  ['film lasts 12s always', 'has "always" after the duration'],
  ['first frame is full', 'has "full" where "empty" is expected'],
  ['title is', 'ends where a relation is expected'],
  ['', 'is empty'],
])('says what is wrong with "%s"', (sentence, message) => {
  expect(problemOf(sentence)).toContain(message);
});

it.each([
  ['title.times is above dot', 'title.times'],
  ["'title.ten times' is above dot", 'title.ten times'],
  ['title.x is left of title.times', 'title.x'],
  ['title.x moves left', 'title.x'],
  ["'title.x'.y is 300", 'title.x'],
  ['title.times.x is 300', 'title.times'],
  ['title.x is 300', 'title'],
  ['title.x increases', 'title'],
  ['title.height is less than title.x', 'title'],
])('"%s" is about %s', (sentence, id) => {
  expect(JSON.stringify(read(sentence).assertion)).toContain(`"ids":["${id}"]`);
});

const words = fc.constantFrom(
  ..."title title.x title.times.y 'title.ten title.times title.q dot row row.* line.y ball.fill is not never always touches overlaps inside frame left of right above in front from to at until during june fall both 3s 0:03 500ms end start and , + ( ) by 90 degrees clockwise around its center moves rotates grows before while after sometimes visible tomato 1.5 -16 ' \" 'merge'".split(
    ' ',
  ),
);

it('any words give an assertion or a sentence that says why not, and ids are read like the names', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ arbitrary: words, weight: 20 }, fc.string()), { maxLength: 12 }),
      (given) => {
        const parsed = parseAssertion(given.join(' '), vocabulary);
        if (!parsed.ok) {
          expect(parsed.message).toMatch(/^(has|is|names|ends|compares|joins) /);
          return;
        }
        const ids = new Set([...objects.values()].flat());
        const plain = parseAssertion(parsed.plain, {
          ...vocabulary,
          objectsOf: (name) => (ids.has(name) ? [name] : undefined),
          partsOf: () => undefined,
          colorOf: (text) => (text.startsWith('#') ? text : undefined),
        });
        const idsOf = (assertion: unknown) => JSON.stringify(assertion).match(/"ids":\[[^\]]*\]/g);
        expect(plain, parsed.plain).toMatchObject({ ok: true });
        if (plain.ok) expect(idsOf(plain.assertion)).toEqual(idsOf(parsed.assertion));
      },
    ),
    { numRuns: runs(4000) },
  );
});

describe('hostile documents', () => {
  const film = (expected: unknown) => ({
    shorthand: true,
    objects: { title: { kind: 'text', text: 'Hello' } },
    compositions: { only: {} },
    expect: expected,
  });
  const problemsOf = (expected: unknown) => {
    const expanded = expandProject(film(expected));
    return expanded.ok ? [] : expanded.problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };

  it('too many and too long sentences are refused with the limit', () => {
    expect(problemsOf(Array.from({ length: 10_000 }, () => 'title is visible'))).toEqual([
      `expect: must be an array of 1 to ${maxAssertions} items, but is an array of 10000 items`,
    ]);
    const [problem] = problemsOf(['x'.repeat(1_000_000)]);
    expect(problem).toContain(`at most ${maxAssertionLength} characters`);
    expect(problemsOf('title is visible')[0]).toContain('must be an array');
    expect(problemsOf([3])[0]).toContain('expect.0: must be a string');
  });

  it('reading takes time in proportion to the length', () => {
    const hostile = [
      "'".repeat(maxAssertionLength),
      ' '.repeat(maxAssertionLength),
      '.'.repeat(maxAssertionLength),
      'title and '.repeat(maxAssertionLength / 10),
      'title + '.repeat(maxAssertionLength / 8),
      `title is ${'not '.repeat(maxAssertionLength / 5)}`,
      `title${'.'.repeat(maxAssertionLength - 10)}`,
      `title moves ${'up '.repeat(maxAssertionLength / 4)}`,
      `title.fill is rgb(${'1,'.repeat(maxAssertionLength / 3)}`,
    ];
    for (const sentence of hostile) expect(() => parseAssertion(sentence, vocabulary)).not.toThrow();
  });
});
