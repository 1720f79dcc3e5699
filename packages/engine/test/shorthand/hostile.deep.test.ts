import { describe, expect, it } from 'vitest';
import { maxInputBytes } from '../../src/project/limits.ts';
import { describeProblem } from '../../src/project/problem.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { film, problemsOf } from './expand.ts';

const many = (count: number, value: unknown, name = 'o') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, value]));

describe('oversized shorthand', () => {
  it.each([
    [
      'states',
      film({ objects: many(4000, { kind: 'circle' }), compositions: many(100, {}, 'c') }),
      'objects: 4000 objects in 100 compositions make the full project larger than 32 MiB; use fewer',
    ],
    [
      'texts',
      film({
        objects: many(500, { kind: 'text', state: { text: 'x'.repeat(9000) } }),
        compositions: many(50, {}, 'c'),
      }),
      'objects: 500 objects in 50 compositions make',
    ],
    [
      'tracks',
      film({
        objects: many(600, { kind: 'circle' }),
        compositions: Object.fromEntries(
          Array.from({ length: 90 }, (_, index) => [`c${index}`, { states: many(600, { x: index }) }]),
        ),
        enter: {
          duration: 100,
          tracks: {
            '*': { keyframes: { x: Array.from({ length: 500 }, (_, index) => [index / 500, index]) } },
          },
        },
      }),
      'enter.tracks["*"]: 600 tracks made from "*" make the full project larger than 32 MiB; use fewer',
    ],
  ])('refuses shorthand that would expand to too many %s', (_, document, problem) => {
    expect(problemsOf(document)).toEqual([expect.stringContaining(problem)]);
  });

  it('refuses charts with too many parts before drawing them', () => {
    const data = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`v${index}`, index]));
    const chart = (state: object) => ({ kind: 'bars', state: { data, ...state } });
    const compositions = Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [`c${index}`, { states: { chart0: { opacity: 0.5 } } }]),
    );
    const charts = (count: number, state: object) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`chart${index}`, chart(state)]));
    expect(problemsOf({ shorthand: true, objects: charts(8, {}), compositions })).toEqual([
      'objects: charts with at least 1800 parts in 90 compositions make the full project larger than 32 MiB; use fewer',
    ]);
    const bare = { values: false, labels: false };
    expect(problemsOf({ shorthand: true, objects: charts(8, bare), compositions })).toEqual([
      'objects: charts with at least 1600 parts in 90 compositions make the full project larger than 32 MiB; use fewer',
    ]);
  });

  it('refuses a shorthand document of more than 32 MiB', () => {
    const result = expandProject(film({ name: 'x'.repeat(maxInputBytes) }));
    expect(result).toMatchObject({ ok: false, reason: 'too-large' });
  });
});

describe('hostile shorthand', () => {
  it.each([
    [
      '{"shorthand": true, "objects": {"__proto__": {"kind": "text"}}, "compositions": {"a": {}}}',
      'objects.__proto__',
    ],
    [
      '{"shorthand": true, "variables": {"constructor": 1}, "compositions": {"a": {}}}',
      'variables.constructor',
    ],
    ['{"shorthand": true, "compositions": {"a": {"states": {"prototype": {}}}}}', 'states.prototype'],
  ])('refuses reserved names in shorthand: %s', (text, place) => {
    const result = expandProject(text);
    expect(result.ok ? [] : result.problems.map(describeProblem)).toContainEqual(
      expect.stringContaining(`${place}: is a reserved property name`),
    );
    expect(Reflect.get({}, 'kind')).toBeUndefined();
  });

  it('accepts names of inherited properties as shorthand keys', () => {
    const names = {
      toString: { kind: 'text' },
      hasOwnProperty: { kind: 'text' },
      valueOf: { kind: 'circle' },
    };
    expect(
      problemsOf(film({ objects: names, compositions: { toString: {}, valueOf: { enter: 5 } } })),
    ).toEqual([]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    expect(problemsOf(film({ name: '${toString}', variables: {} }))).toEqual([
      'name: names the unknown variable "toString"; declare it in variables',
    ]);
  });

  it('refuses too deeply nested or circular shorthand', () => {
    const deep = `{"shorthand": true, "compositions": ${'{"a":'.repeat(600)}1${'}'.repeat(600)}}`;
    expect(problemsOf(JSON.parse(deep))).toEqual([
      expect.stringContaining('must be nested at most 500 levels deep'),
    ]);
    expect(expandProject(deep)).toMatchObject({ ok: false });
    const circular = film();
    circular.compositions = circular;
    expect(problemsOf(circular)).toEqual([expect.stringContaining('contains itself')]);
  });

  it('refuses shorthand with too many compositions, scenes or objects without order', () => {
    expect(problemsOf(film({ compositions: many(101, {}) }))).toEqual([
      'compositions: must have 1 to 100 compositions, but has 101',
    ]);
    expect(problemsOf({ shorthand: true, scenes: many(101, { compositions: { a: {} } }) })).toEqual([
      'scenes: must have 1 to 100 scenes, but has 101',
    ]);
    expect(problemsOf(film({ objects: many(100_002, { kind: 'text' }), compositions: { a: {} } }))).toEqual([
      'objects: must have at most 100001 objects without order, but has 100002',
    ]);
  });
});
