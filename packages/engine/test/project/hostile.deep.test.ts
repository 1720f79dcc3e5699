import { describe, expect, it } from 'vitest';
import { problemsOf, problemsWith, sampleProject } from './sample.ts';

const sample = JSON.stringify(sampleProject());

/** Returns the sample project as text, with more text inserted after the first occurrence of `after`. */
function inserted(after: string, text: string): string {
  const end = sample.indexOf(after) + after.length;
  return sample.slice(0, end) + text + sample.slice(end);
}

function entries(count: number, entry: (index: number) => string): string {
  return `${Array.from({ length: count }, (_, index) => entry(index)).join(',')},`;
}

/** The deepest nesting of objects and arrays that is allowed; the project itself is the first level. */
const deepest = 500;
const brackets = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const rule = `must be nested at most ${deepest} levels deep`;

describe('hostile documents', { timeout: 120_000 }, () => {
  it('accepts 2,000,000 objects and arrays in a project, and refuses more', () => {
    const objects = (count: number) => `[${'{},'.repeat(count - 1)}{}]`;
    const own = JSON.stringify(sampleProject()).match(/[[{]/g)?.length ?? 0;
    const most = 2_000_000 - own - 1;
    expect(problemsOf(inserted('{', `"many":${objects(most)},`))).toEqual([]);
    expect(problemsOf(inserted('{', `"many":${objects(most + 1)},`))).toEqual([
      expect.stringMatching(
        /^project: must hold at most 2000000 objects and arrays, but line 1, column \d+ opens one more$/,
      ),
    ]);
  });

  it('accepts JSON nested 500 levels deep, and refuses deeper nesting', () => {
    expect(problemsOf(inserted('{', `"deep":${brackets(deepest - 1)},`))).toEqual([]);
    expect(problemsOf(inserted('{', `"deep":${brackets(deepest)},`))).toEqual([
      `project: ${rule}, but line 1, column ${8 + deepest} opens one more`,
    ]);
    expect(problemsOf(`\n\n ${'{"a":'.repeat(deepest)}{}`)).toEqual([
      `project: ${rule}, but line 3, column ${2 + 5 * deepest} opens one more`,
    ]);
    expect(problemsOf(brackets(deepest))).toEqual(['project: must be an object, but is an array of 1 item']);
    expect(problemsOf(brackets(16_000_000))).toEqual([
      `project: ${rule}, but line 1, column ${deepest + 1} opens one more`,
    ]);
  });

  it('the nesting limit ignores brackets inside strings', () => {
    const text = [
      '['.repeat(1000),
      '\\"['.repeat(1000),
      `\\\\\\"${'{'.repeat(1000)}`,
      `]"}]${'}'.repeat(9)}`,
    ];
    const valid = `[${text.map((one) => JSON.stringify(one)).join(',')}]`;
    expect(problemsOf(inserted('{', `"text":${valid},`))).toEqual([]);
    expect(problemsOf(inserted('{', `"text":${valid},"deep":${brackets(deepest)},`))).toEqual([
      `project: ${rule}, but line 1, column ${16 + valid.length + deepest} opens one more`,
    ]);
  });

  it('reports a JSON syntax error ahead of excessive nesting', () => {
    expect(problemsOf(`{"a":"","b":x","${'['.repeat(1000)}":1}`)).toEqual([
      'project: is not valid JSON at line 1, column 13: expected a value, but found "x"',
    ]);
    expect(problemsOf('['.repeat(deepest))).toEqual([
      `project: is not valid JSON at line 1, column ${deepest + 1}: expected a value or "]", but found the end of the text`,
    ]);
  });

  it('refuses plain objects nested more than 500 levels deep', () => {
    const levels = (count: number) => {
      let inner: object = {};
      for (let level = 1; level < count; level++) inner = { a: inner };
      return inner;
    };
    expect(problemsOf({ ...sampleProject(), deep: levels(deepest - 1) })).toEqual([]);
    expect(problemsOf({ ...sampleProject(), deep: levels(deepest) })).toEqual([
      `deep${'.a'.repeat(19)}….a.a.a.a: ${rule}`,
    ]);
    expect(problemsOf({ ...sampleProject(), deep: levels(100_000) })).toHaveLength(1);
    const reserved = `${'{"a":'.repeat(400)}{"prototype":0}${'}'.repeat(400)}`;
    expect(problemsOf(inserted('{', `"deep":${reserved},`))).toEqual([
      `deep${'.a'.repeat(19)}….a.a.a.prototype: is a reserved property name`,
    ]);
  });

  it('shortens a 33-million-character string or key in a problem message', () => {
    const long = 'x'.repeat(33_000_000);
    const shown = `"${'x'.repeat(59)}…" (33000006 characters)`;
    expect(problemsOf(inserted('"name":"', long))).toEqual([
      `name: must be a string of at most 100 characters (UTF-16 units), but is ${shown}`,
    ]);
    expect(problemsOf(inserted('{', `"extra":"${long}",`))).toEqual([]);
    expect(problemsOf(inserted('"objects":{', `"${long}":{},`))).toEqual([
      `scenes.intro.objects: each key must be 1 to 80 letters, digits, _ or -, but one is "${'x'.repeat(59)}…" (33000000 characters)`,
    ]);
  });

  it.each([
    [1_000_000, 'objects', '"objects":{', (index: number) => `"o${index}":{}`],
    [100_000, 'compositions', '"compositions":{', (index: number) => `"c${index}":0`],
    [100_000, 'states', '"states":{', (index: number) => `"s${index}":{"x":1}`],
    [100_000, 'keyframes', '"keyframes":{', (index: number) => `"k${index}":{"at":2}`],
    [100_000, 'keys that are not ids', '"states":{', (index: number) => `"s ${index}":{}`],
  ])('reports only the first 20 of %d invalid %s', (count, _, after, entry) => {
    expect(problemsOf(inserted(after, entries(count, entry)))).toHaveLength(20);
  });

  it('refuses sceneOrder and waveform arrays of a million items', () => {
    expect(
      problemsOf(
        inserted(
          '"sceneOrder":[',
          entries(1_000_000, () => '0'),
        ),
      ),
    ).toEqual(['sceneOrder: must be an array of 1 to 100 items, but is an array of 1000001 items']);
    expect(
      problemsOf(
        inserted(
          '"waveform":[',
          entries(1_000_000, () => '"x"'),
        ),
      ),
    ).toEqual([
      'scenes.intro.objects.clip.media.waveform: must be an array of 0 to 160 items, but is an array of 1000003 items',
    ]);
  });

  it('ignores 100,000 unknown properties in one object', () => {
    expect(
      problemsOf(
        inserted(
          '{',
          entries(100_000, (index) => `"k${index}":0`),
        ),
      ),
    ).toEqual([]);
    expect(
      problemsOf(
        inserted(
          '"path":{',
          entries(100_000, (index) => `"k${index}":{}`),
        ),
      ),
    ).toEqual([]);
  });

  it('keeps problem messages short for extremely long keys and values', () => {
    const key = 'k'.repeat(1_000_000);
    const problems = problemsOf(inserted('{', `"${key}":{"${key}":{"__proto__":"${key}"}},`));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.length).toBeLessThan(300);
  });

  it('escapes control and bidirectional characters in problem messages', () => {
    const text = 'a\u0000\n\u007f\u0085\u009b31m\u2028\u202e\u2066b\ud800';
    const shown = '"a\\u0000\\n\\u007f\\u0085\\u009b31m\\u2028\\u202e\\u2066b\\ud800"';
    expect(problemsWith({ 'scenes.intro.background': text })).toEqual([
      `scenes.intro.background: must be a color (none, transparent, #rgb, #rrggbb or #rrggbbaa), but is ${shown}`,
    ]);
    expect(problemsWith({ 'scenes.intro.objects': { [text]: {} } })[0]).toContain(`but one is ${shown}`);
    expect(problemsOf(`{"a":\u0085}`)[0]).toMatch(/expected a value, but found "\\u0085"$/);
  });
});
