import { describe, expect, it } from 'vitest';
import { wavUrl } from '../../../../test/support/wav-writer.ts';
import { fixProject } from '../../src/fix/fix-project.ts';
import { loadLayout } from '../../src/layout/load-layout.ts';
import { type AdvisedInspection, inspect } from '../../src/render/inspect.ts';
import { expandProject, openProject } from '../../src/shorthand/expand-project.ts';

const look = (film: object | string) => inspect(film, { advice: true }) as Promise<AdvisedInspection>;

const box = (x: number, y: number, more = {}) => ({
  ...{ kind: 'rectangle', x, y, width: 100, height: 100, fill: '#1d4ed8' },
  ...more,
});

/** A film of 400 x 400 in which `a` goes from 100 to 300 from 1 s to 3 s, at a constant speed. */
const film = (expected: readonly string[], changes = {}) => ({
  ...{ shorthand: true, width: 400, height: 400, background: 'white' },
  objects: { a: box(100, 100), b: box(200, 300, { width: 200 }), c: box(350, 100, { width: 60 }) },
  compositions: {
    before: { duration: 1000, states: { a: true } },
    after: { duration: 1000, enter: { duration: 2000, easing: 'linear' }, states: { a: { x: 300 } } },
  },
  expect: expected,
  ...changes,
});

async function resultsOf(document: object) {
  const { assertions = [] } = await look(document);
  return assertions;
}

async function resultOf(sentence: string, changes = {}) {
  const [result] = await resultsOf(film([sentence], changes));
  return result;
}

describe('what is true of a film', () => {
  it.each([
    'a is inside frame',
    'a is above b always',
    'b is below a',
    'a is left of c until 2.4s',
    'a overlaps c after after',
    'a never overlaps b',
    'a is not overlapping c until 2.7s',
    'a touches c at 2.7s',
    'a borders c at 2.7s',
    'b is wider than a',
    'c is smaller than a',
    'a.x is 250 sometimes',
    'c is in front of a',
    'b is behind c at end',
    'a is visible',
    'a.x increases during after',
    'a.x stays from 0s to 1s',
    'a.x changes by 200 from before to after',
    'a.x is 100 to 300',
    'a.x is more than 199 after 2s',
    'a.left is b.left at 1.5s',
    'a.fill is b.fill',
    'a.fill is #1d4ed8',
    'a.opacity is 1',
    'a moves right by 200 in 2s',
    'a moves right from 1s to 3s',
    'a moves by 200 from before to after',
    'a moves right at 1s',
    'a moves sometimes at 2s',
    'a never rotates',
    'a never moves until 1s',
    'a never moves at 3s',
    'a never moves after 3s',
    'film lasts 4s',
    'film lasts 3s to 5s',
    'last frame is not empty',
  ])('"%s"', async (sentence) => {
    const [result] = await resultsOf(film([sentence]));
    expect(result).toEqual({ sentence, status: 'passes' });
  });
});

describe('the first moment at which a sentence fails', () => {
  it.each([
    // The right side of a is at 150 + 0.1 t, and c begins at 320.
    ['a is left of c', 2700, /a is from 220\.01, 50 to 320\.01, 150, and c is from 320, 50 to 380, 150/],
    ['a never touches c', 2695, /a is from 219\.49/],
    ['a.x is at most 150', 1500, /a\.x is 150\.01/],
    ['a.x decreases during after', 1000, /a\.x leaves 100 for 100\.01/],
    ['a is hidden until 2s', 0, /a is from 50, 50 to 150, 150/],
    ['a.x is 100 after after', 3000, /a\.x is 300/],
    ['a moves right by 100', 1000, /a moves by 200, 0 from 1s to 3s, but by 200 pixels, not 100/],
    ['a is visible at 5s', undefined, /5s is outside the film, which lasts 4s/],
    ['film lasts 5s to 6s', undefined, /the film lasts 4s/],
    ['a rotates', undefined, /a does not rotate/],
    ['a moves never', 1000, /a moves by 200, 0 from 1s to 3s/],
    ['a never moves from 1.5s to 2s', 1500, /a moves by 200, 0 from 1s to 3s/],
    ['a never moves after 2s', 2000, /a moves by 200, 0 from 1s to 3s/],
    ['a never moves at 2s', 2000, /a moves by 200, 0 from 1s to 3s/],
    ['a moves right after 2s', 1000, /a moves by 200, 0 from 1s to 3s, and not as a whole from 2s to 4s/],
    ['a moves at 3.5s', undefined, /a does not move/],
  ])('"%s"', async (sentence, atMs, message) => {
    const result = await resultOf(sentence);
    expect(result?.status).toBe('fails');
    expect(result?.message).toMatch(message);
    if (atMs === undefined) expect(result?.atMs).toBe(undefined);
    else expect(Math.abs((result?.atMs ?? Number.NaN) - atMs)).toBeLessThan(0.2);
  });

  it('a relation says nothing while an object is not seen, but fails if it never is', async () => {
    const late = { states: { a: { x: 300 }, c: true } };
    const changes = {
      compositions: {
        before: { duration: 1000, states: { a: true } },
        after: { duration: 1000, enter: 500, ...late },
      },
    };
    expect(await resultOf('c is right of b', changes)).toMatchObject({ status: 'passes' });
    expect(await resultOf('c is right of b until before', changes)).toMatchObject({ status: 'fails' });
    expect(await resultOf('c is right of b at 0.5s', changes)).toMatchObject({
      status: 'fails',
      message: 'c is not seen at 0.5s',
    });
    expect(await resultOf('c never overlaps b until 0.9s', changes)).toMatchObject({ status: 'passes' });
  });

  it.each([
    ['a and b are inside frame', 'b is from'],
    ['b and a are inside frame', 'b is from'],
    ['a.x and b.x stay', 'b.x leaves'],
  ])('of several objects, it is the first moment of any: "%s"', async (sentence, message) => {
    const result = await resultOf(sentence, {
      compositions: {
        first: { duration: 500, states: { '*': true } },
        second: { duration: 500, enter: 1000, states: { b: { x: 500 } } },
        third: { duration: 500, enter: 1000, states: { a: { x: 500 } } },
      },
    });
    expect(result?.message).toContain(message);
    expect(result?.atMs).toBeLessThan(1500);
  });

  it('780 pairs of objects that meet after 40 seconds leave work for other sentences', {
    tags: 'slow',
  }, async () => {
    const names = Array.from({ length: 40 }, (_, index) => `o${index}`);
    const home = (index: number) => ({ x: 120 + (index % 8) * 220, y: 120 + Math.floor(index / 8) * 180 });
    const all = (state: (index: number) => object) =>
      Object.fromEntries(names.map((name, index) => [name, state(index)]));
    const aside = all((index) => ({ x: home(index).x + 60, rotation: 90 }));
    const back = all((index) => ({ x: home(index).x, rotation: 0 }));
    const results = await resultsOf(
      film([`${names.join(', ')} never overlap`, 'o0 is left of o39', 'o0 is inside frame'], {
        ...{ width: 1920, height: 1080 },
        objects: all((index) => ({ ...box(0, 0, { width: 60, height: 60 }), ...home(index) })),
        compositions: [
          { duration: 500, states: { '*': true } },
          ...Array.from({ length: 12 }, (_, index) => ({
            ...{ duration: 500, enter: 3000 },
            states: index % 2 === 0 ? aside : back,
          })),
          { duration: 500, enter: 1000, states: all(() => ({ x: 960, y: 540 })) },
        ],
      }),
    );
    expect(results.map(({ status }) => status)).toEqual(['fails', 'fails', 'passes']);
    expect(results[0]?.atMs).toBeGreaterThan(42_500);
  });

  it('no number that a property passes is missed, however fast', async () => {
    const sentences = Array.from({ length: 60 }, (_, index) => [
      `a.x is ${205 + 25 * index} sometimes`,
      `a.x is never ${205.03 + 25 * index}`,
    ]).flat();
    const { after } = film([]).compositions;
    const results = await resultsOf(
      film(sentences, {
        ...{ width: 1920, height: 1080 },
        objects: { a: box(200, 300) },
        compositions: {
          before: { duration: 500, states: { a: true } },
          after: { ...after, enter: 1500, states: { a: { x: 1700 } } },
        },
      }),
    );
    expect(results.map(({ status }) => status)).toEqual(
      results.map((_, index) => (index % 2 === 0 ? 'passes' : 'fails')),
    );
  });

  it('what becomes longer grows, what becomes shorter shrinks, and nothing is left at a scale of 0', async () => {
    const states = [{ height: 200 }, { width: 50 }, { width: 100, height: 150 }, { scale: 0 }];
    const sentences = [
      'a grows at 0.5s',
      'a grows vertically at 0.5s',
      'a shrinks at 1.5s',
      'a grows at 1.5s',
      'a grows at 2.5s',
      'a shrinks at 2.5s',
      'a scales by 0 at 3.5s',
      'a shrinks in 0.5s at 3.5s',
    ];
    const results = await resultsOf(
      film(sentences, {
        compositions: [
          { duration: 500, states: { a: true } },
          ...states.map((a) => ({ duration: 500, enter: 500, states: { a } })),
        ],
      }),
    );
    const wrong = results.filter(({ status }) => status === 'fails').map(({ sentence }) => sentence);
    expect(wrong).toEqual(['a grows at 1.5s', 'a grows at 2.5s', 'a shrinks at 2.5s']);
  });

  it('an outline on the edge of another object is inside, as far as half of a thin line', async () => {
    const outline = (strokeWidth: number, x = 200) =>
      resultOf('line is inside card', {
        objects: {
          card: { kind: 'rectangle', x: 200, y: 200, width: 200, height: 200, fill: 'white' },
          line: {
            kind: 'rectangle',
            x,
            y: 200,
            width: 200,
            height: 200,
            fill: 'none',
            stroke: 'black',
            strokeWidth,
          },
        },
        compositions: [{ duration: 1000 }],
      });
    // 0.4 % of 400 pixels are 1.6.
    expect(await outline(3)).toMatchObject({ status: 'passes' });
    expect(await outline(3, 201)).toMatchObject({ status: 'fails' });
    expect(await outline(4)).toMatchObject({ status: 'fails' });
  });

  it('a motion that is missing is compared with the nearest one', async () => {
    const states = [
      { x: 110 },
      { x: 205 },
      { x: 200, y: 300 },
      { x: 195, y: 300, rotation: 5 },
      { x: 195, rotation: 95 },
    ];
    const changes = {
      objects: { a: box(100, 100), b: box(200, 200) },
      compositions: [
        { duration: 500, states: { a: true, b: true } },
        ...states.map((a) => ({ duration: 500, enter: { duration: 500, easing: 'linear' }, states: { a } })),
        ...[250, 300].map((x) => ({
          duration: 500,
          enter: { duration: 500, easing: 'linear' },
          states: { b: { x } },
        })),
      ],
    };
    const messageOf = async (sentence: string) => (await resultOf(sentence, changes))?.message;
    expect(await messageOf('a moves by 100')).toContain('a moves by 95, 0 from 1.5s to 2s');
    expect(await messageOf('a moves left by 20')).toContain('a moves by -5, 0 from 3.5s to 4s');
    expect(await messageOf('a moves down by 198 in 0.4s')).toContain('a moves by -5, 200 from 2.5s to 3s');
    expect(await messageOf('a rotates 80 degrees clockwise')).toContain('rotates by 90 degrees');
    // The last motion of a is the nearest to the first of b.
    expect(await messageOf('a moves after b moves')).toContain(
      'a moves by -5, 0 from 3.5s to 4s, and b moves by 50, 0 from 5.5s',
    );
  });

  it('a picture at a cut belongs to what follows', async () => {
    const changes = {
      compositions: {
        one: { duration: 1000, states: { a: true } },
        two: { duration: 1000, states: { a: { x: 300 } } },
      },
      enter: 0,
    };
    expect(await resultOf('a.x is 100 until two', changes)).toMatchObject({ status: 'passes' });
    expect(await resultOf('a.x is 300 at 1s', changes)).toMatchObject({ status: 'passes' });
    expect(await resultOf('a.x is 100 during one', changes)).toMatchObject({ status: 'passes' });
    expect(await resultOf('a.x is 300 after two', changes)).toMatchObject({ status: 'passes' });
  });

  it('a loudness is that of the film, and a silent film has none', async () => {
    expect(await resultOf('loudness is -20 to -10')).toMatchObject({
      status: 'fails',
      message: 'the film is silent',
    });
  });

  it('a first frame in which everything fades in is empty', async () => {
    const changes = {
      enter: 500,
      compositions: { only: { enter: 500, duration: 500, states: { '*': true } } },
    };
    expect(await resultOf('first frame is empty', changes)).toMatchObject({ status: 'passes' });
    expect(await resultOf('first frame is not empty', changes)).toMatchObject({
      status: 'fails',
      atMs: 0,
      message: 'it shows nothing',
    });
  });
});

it('a film with too much to measure leaves sentences unchecked, in a bounded time', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `o${index}`);
  const shown = (x: number) => Object.fromEntries(names.map((name) => [name, { x }]));
  const document = {
    ...{ shorthand: true, width: 400, height: 400 },
    objects: Object.fromEntries(
      names.map((name) => [name, { kind: 'text', x: 0, y: 200, text: 'words '.repeat(150) }]),
    ),
    compositions: {
      a: { states: shown(0) },
      b: { enter: { duration: 9000, type: 'write' }, states: shown(300) },
    },
    expect: names.map((name) => `${name} is left of o0 sometimes`),
  };
  const { assertions = [] } = await look(document);
  expect(assertions.at(-1)).toEqual({
    sentence: 'o59 is left of o0 sometimes',
    status: 'unchecked',
    message: 'the film has too much to measure; expect less, or of fewer objects',
  });
}, 60_000);

describe('names', () => {
  const named = {
    ...{ shorthand: true, theme: 'paper', lang: 'en' },
    objects: {
      bars: { kind: 'bars', width: 900, height: 500, data: { Fri: 3, 'New York': 2 } },
      row: {
        kind: 'row',
        place: 'bottom',
        gap: 20,
        children: { one: { kind: 'circle' }, two: { kind: 'circle' } },
      },
      title: { kind: 'text', place: 'top', text: 'Title' },
    },
    compositions: {
      may: { duration: 500, states: { '*': true }, say: 'Here we merge them, and merge again.' },
      june: { duration: 1000, enter: 800, states: { bars: { data: { Fri: 1, 'New York': 4 } } } },
    },
    expect: [
      "bars.Fri is taller than 'bars.New York' until june - 0.8s",
      "'bars.New York'.height increases during june",
      'row.* is inside frame',
      'row.one is left of row.two',
      'row and title never overlap',
      "title is visible from 'merge' to 'merge#2'",
      'title.fill is title.fill',
      'row.*.y is row.one.y',
    ],
  };

  it('parts, groups and spoken words stand for objects and seconds, also in the expanded project', async () => {
    const before = await look(named);
    expect(before.assertions).toEqual(named.expect.map((sentence) => ({ sentence, status: 'passes' })));
    const expanded = expandProject(named, {}, await layoutOf(named));
    if (!expanded.ok) throw new Error(JSON.stringify(expanded.problems));
    const { project } = expanded.value;
    expect(project.expect).toHaveLength(named.expect.length);
    expect(project.expect?.join('\n')).not.toMatch(/New York|merge|\*/);
    const after = await look(JSON.stringify(project));
    expect(after.assertions?.map(({ status }) => status)).toEqual(named.expect.map(() => 'passes'));
  });

  it('a name that is wrong makes the project invalid, at its place', async () => {
    const wrong = {
      ...named,
      expect: ['title is inside frame', 'bars.Sat is inside frame', "title is visible at 'murge'"],
    };
    await expect(look(wrong)).rejects.toMatchObject({
      problems: [
        { path: ['expect', 1], rule: 'assertion' },
        { path: ['expect', 2], rule: 'assertion', message: expect.stringContaining("'merge'") },
      ],
    });
  });
});

describe('words of a text and symbols of an equation', () => {
  /** A mark around words has their box in every composition. */
  const marked = (texts: readonly [string, string], words: string, changes = {}) => ({
    ...{ shorthand: true, width: 900, height: 400 },
    objects: {
      line: { kind: 'text', text: texts[0], x: 300, y: 200, fontSize: 40, ...changes },
      mark: { kind: 'rectangle', around: `line.${words}`, padding: 0, fill: 'tomato' },
    },
    compositions: {
      first: { duration: 500, states: { line: true } },
      second: { duration: 500, enter: 1000, states: { line: { text: texts[1], x: 600, rotation: 30 } } },
    },
    expect: ['first', 'second'].flatMap((composition) =>
      ['left', 'right', 'top', 'bottom'].map(
        (side) => `'line.${words}'.${side} is mark.${side} at ${composition}`,
      ),
    ),
  });

  it.each([
    ['ten times as fast', 'times', {}],
    ['ten times as fast', 'ten times', { fontWeight: 700, letterSpacing: 4 }],
    ['the one and the other', 'the#2', { wrapWidth: 200 }],
    ['a^2+b^2=c^2', 'b', { kind: 'equation' }],
    ['\\frac{\\alpha}{2}=\\sqrt{x}', 'alpha', { kind: 'equation' }],
    ['\\class{sum}{a+b}=c', 'sum', { kind: 'equation' }],
  ])('"%s" has the box of %s that relations have', async (text, words, changes) => {
    const results = await resultsOf(marked([text, text], words, changes));
    expect(results.map(({ status, message }) => message ?? status)).toEqual(Array(8).fill('passes'));
    // In the full format, too.
    const expanded = expandProject(
      marked([text, text], words, changes),
      {},
      await layoutOf(marked([text, text], words, changes)),
    );
    if (!expanded.ok) throw new Error(JSON.stringify(expanded.problems));
    const again = await look(JSON.stringify(expanded.value.project));
    expect(again.assertions?.map(({ status }) => status)).toEqual(Array(8).fill('passes'));
  });

  const talk = (expected: readonly string[]) => ({
    ...{ shorthand: true, width: 800, height: 400 },
    objects: {
      line: {
        kind: 'text',
        text: 'ten times',
        x: 400,
        y: 200,
        parts: { ten: { fill: 'tomato', opacity: 0.5 } },
      },
      law: { kind: 'equation', text: 'x+y=z', x: 400, y: 320 },
    },
    compositions: {
      first: { duration: 1000, states: { line: true, law: true } },
      second: {
        ...{ duration: 1000, enter: 1000 },
        states: { line: { text: 'times ten', textTransition: 'morph' }, 'line.ten': { opacity: 0 } },
      },
    },
    expect: expected,
  });

  it.each([
    'line.ten is left of line.times at first',
    'line.ten.fill is tomato',
    'line.ten.opacity is 0.5 until 1s',
    'line.times.fill is line.fill',
    'line.ten is visible at 1s',
    'line.ten is hidden at end',
    'line.times moves left during second',
    'line.times.x decreases from 1s to 2s',
    'law.x is left of law.y',
    'law.x is inside law',
    'law.x + law.y is narrower than law',
    'law.x and law.z never overlap',
    'law.y is below line.ten until 1s',
    'line.ten is behind law until 1s',
  ])('%s', async (sentence) => {
    const [result] = await resultsOf(talk([sentence]));
    expect(result).toEqual({ sentence, status: 'passes' });
  });

  it('says which words there are for words that the text never has', async () => {
    await expect(look(talk(['line.tem is above law', 'law.q is above law']))).rejects.toMatchObject({
      problems: [
        {
          message: expect.stringContaining('neither a property of "line" nor in its text; did you mean ten?'),
        },
        { message: expect.stringContaining('its parts are x, y, z') },
      ],
    });
  });

  it('a piece of an equation without a place of its own is not true', async () => {
    const broken = {
      ...talk(["'law.2}{'.y is 3"]),
      objects: { ...talk([]).objects, law: { kind: 'equation', text: '\\frac{2}{3}' } },
    };
    const [result] = await resultsOf(broken);
    expect(result).toMatchObject({
      status: 'fails',
      message: expect.stringContaining('has no place of its own'),
    });
  });

  it('fix moves the text whose word is in the wrong place', async () => {
    const report = await fixProject(
      JSON.stringify(talk(['line.times is above law until 1s', 'line.times.x is 300 at end'])),
      look,
    );
    const [, second] = (await look(report.text)).assertions ?? [];
    expect(report.changes).toMatchObject([{ path: 'compositions.second.states.line.x', rule: 'assertion' }]);
    expect(second?.status).toBe('passes');
  });
});

async function layoutOf(document: object) {
  const opened = openProject(document, {});
  if (!opened.ok) throw new Error('the document is not valid');
  return loadLayout(opened.value);
}

describe('fixes', () => {
  const fixed = async (sentence: string, changes = {}) => {
    const text = JSON.stringify(film([sentence], changes));
    const report = await fixProject(text, look);
    const { assertions = [] } = await look(report.text);
    return { report, changes: report.changes.filter(({ rule }) => rule === 'assertion'), assertions };
  };

  it.each([
    ['film lasts 5s to 6s', 'compositions.after.duration', 2000],
    ['film lasts 3s to 3.5s', 'compositions.after.duration', 500],
    ['a is left of c', 'compositions.after.states.a.x', 270],
    ['a is inside frame', 'compositions.after.states.a.x', 350, { x: 380 }],
    ['a borders c at end', 'compositions.after.states.a.x', 270],
    ['b touches a after after', 'objects.b.y', 200],
    ['a.x is 250 at end', 'compositions.after.states.a.x', 250],
    ['a moves right by 150 in 2s', 'compositions.after.states.a.x', 250],
    ['a.opacity is 0.5 at end', 'compositions.after.states.a.opacity', 0.5],
  ])('"%s" is repaired by one number', async (sentence, path, to, state = { x: 300 }) => {
    const { compositions } = film([]);
    const after = { ...compositions.after, states: { a: { opacity: 1, ...state } } };
    const { changes, assertions } = await fixed(sentence, { compositions: { ...compositions, after } });
    expect(changes.map((change) => [change.path, change.to])).toEqual([[path, to]]);
    expect(assertions).toEqual([{ sentence, status: 'passes' }]);
  });

  it('a number that would make another sentence false changes nothing', async () => {
    const document = film(['a is left of c', 'a.x is 300 at end', 'c.x is 350']);
    const report = await fixProject(JSON.stringify(document), look);
    expect(report.changes.filter(({ rule }) => rule === 'assertion')).toEqual([]);
    expect(report.left.filter(({ rule }) => rule === 'assertion')).toHaveLength(1);
  });

  it('a repaired number is as round as the sentence', async () => {
    const { changes } = await fixed('a moves right by 170 during after', {
      compositions: {
        before: { duration: 1000, states: { a: true } },
        after: { duration: 1000, enter: 300, states: { a: { x: 190 } } },
      },
    });
    expect(changes).toMatchObject([{ path: 'compositions.after.states.a.x', to: 270 }]);
  });

  it('an object that only "*" shows is repaired where it is defined', async () => {
    const compositions = { before: { duration: 1000, states: { '*': true } } };
    const { changes, assertions } = await fixed('a.x is 250', { compositions });
    expect(changes).toMatchObject([{ path: 'objects.a.x', to: 250 }]);
    expect(assertions).toMatchObject([{ status: 'passes' }]);
  });

  it('no number takes the place of a relation', async () => {
    const { assertions, report } = await fixed('b.left is 300 at end', {
      objects: {
        a: box(100, 100),
        b: { kind: 'rectangle', rightOf: 'a', width: 50, height: 50, fill: 'red' },
      },
    });
    expect(assertions).toMatchObject([{ status: 'fails' }]);
    expect(report.left).toMatchObject([{ rule: 'assertion', reason: 'no fix is known' }]);
  });

  it('advises no number for a spring, whose keyframes it would leave', async () => {
    const compositions = {
      before: { duration: 1000, states: { a: true } },
      after: { duration: 1500, enter: { duration: 1000, easing: 'spring' }, states: { a: { x: 300 } } },
    };
    const { advice } = await look(film(['a moves right by 150'], { compositions }));
    const [about] = advice.filter(({ rule }) => rule === 'assertion');
    expect(about).toMatchObject({ path: 'expect[0]' });
    expect(about?.fix).toBe(undefined);
  });

  it('a film over its loudness gets that loudness', async () => {
    const tone = (frame: number) => 0.9 * Math.sin((2 * Math.PI * 997 * frame) / 48_000);
    const src = wavUrl({ sampleRate: 48_000, frames: 4 * 48_000, channels: [tone] });
    const changes = { audioTracks: { tone: { src } } };
    const { changes: made, assertions } = await fixed('loudness is -24 to -20', changes);
    expect(made).toMatchObject([{ path: 'loudness', to: -22 }]);
    expect(assertions).toMatchObject([{ status: 'passes' }]);
  });
});
