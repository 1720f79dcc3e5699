import { describe, expect, it } from 'vitest';
import { maxInputBytes } from '../../src/project/limits.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { film, problemsOf } from './expand.ts';

const many = (count: number, value: unknown, name = 'o') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, value]));

/** The bytes by which the heap grows at most while the function runs, roughly. */
function growth(run: () => void): number {
  const before = process.memoryUsage().heapUsed;
  run();
  return process.memoryUsage().heapUsed - before;
}

describe('an expansion that is too large', () => {
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
  ])('in %s is refused before it is made', { tags: ['shorthand.limits'] }, (_, document, problem) => {
    let problems: readonly string[] = [];
    const bytes = growth(() => {
      problems = problemsOf(document);
    });
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(bytes).toBeLessThan(8 * maxInputBytes);
  });

  it('is refused for a document of more than 32 MiB', { tags: ['shorthand.limits'] }, () => {
    const result = expandProject(film({ name: 'x'.repeat(maxInputBytes) }));
    expect(result).toMatchObject({ ok: false, reason: 'too-large' });
  });
});

describe('a hostile document', () => {
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
  ])('with a reserved name is refused: %s', { tags: ['shorthand.hostile'] }, (text, place) => {
    const result = expandProject(text);
    expect(result.ok ? [] : result.problems).toContainEqual(
      expect.stringContaining(`${place}: is a reserved property name`),
    );
    expect(Reflect.get({}, 'kind')).toBeUndefined();
  });

  it('may have names of inherited properties', { tags: ['shorthand.hostile'] }, () => {
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
      'name: names the unknown variable "toString"; declare it in variables, which has none',
    ]);
  });

  it('that is nested or circular is refused', { tags: ['shorthand.hostile'] }, () => {
    const deep = `{"shorthand": true, "compositions": ${'{"a":'.repeat(600)}1${'}'.repeat(600)}}`;
    expect(problemsOf(JSON.parse(deep))).toEqual([
      expect.stringContaining('must be nested at most 500 levels deep'),
    ]);
    expect(expandProject(deep)).toMatchObject({ ok: false });
    const circular = film();
    circular.compositions = circular;
    expect(problemsOf(circular)).toEqual([expect.stringContaining('contains itself')]);
  });

  it('with too many compositions, scenes or objects without order is refused', {
    tags: ['shorthand.limits'],
  }, () => {
    expect(problemsOf(film({ compositions: many(101, {}) }))).toEqual([
      'compositions: must be 1 to 100 compositions, but are 101',
    ]);
    expect(problemsOf({ shorthand: true, scenes: many(101, { compositions: { a: {} } }) })).toEqual([
      'scenes: must be 1 to 100 scenes, but are 101',
    ]);
    expect(problemsOf(film({ objects: many(100_002, { kind: 'text' }), compositions: { a: {} } }))).toEqual([
      'objects: must be at most 100001 objects without order, but are 100002',
    ]);
  });
});
