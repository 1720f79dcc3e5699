import { describe, expect, it } from 'vitest';
import { problemsOf, sampleProject } from './sample.ts';

const sample = JSON.stringify(sampleProject());

/** The sample project as text, with more text inserted right after the first occurrence of `after`. */
function inserted(after: string, text: string): string {
  const end = sample.indexOf(after) + after.length;
  return sample.slice(0, end) + text + sample.slice(end);
}

function entries(count: number, entry: (index: number) => string): string {
  return `${Array.from({ length: count }, (_, index) => entry(index)).join(',')},`;
}

const nested = '['.repeat(200_000) + ']'.repeat(200_000);

describe('hostile documents are answered', () => {
  it('nested 200,000 deep', () => {
    expect(problemsOf(nested)).toEqual(['project: must be an object, but is an array of 1 item']);
    expect(problemsOf(nested.slice(0, 200_000))).toEqual([
      'project: is not valid JSON at line 1, column 200001: expected a value or "]", but found the end of the text',
    ]);
    expect(problemsOf(inserted('{', `"deep":${nested},`))).toEqual([]);
    expect(problemsOf(inserted('"name":', `${nested},"x":`))).toEqual([
      'name: must be a string of at most 100 characters (UTF-16 units), but is an array of 1 item',
    ]);
    const reserved = `${'{"a":'.repeat(200_000)}{"prototype":0}${'}'.repeat(200_000)}`;
    expect(problemsOf(inserted('{', `"deep":${reserved},`))).toEqual([
      `deep${'.a'.repeat(19)}….a.a.a.prototype: is a reserved property name`,
    ]);
  });

  it('of one string of 32 MiB', () => {
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
    [100_000, 'keys that are no ids', '"states":{', (index: number) => `"s ${index}":{}`],
  ])('with %d invalid %s', (count, _, after, entry) => {
    expect(problemsOf(inserted(after, entries(count, entry)))).toHaveLength(20);
  });

  it('with a million items in a list', () => {
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

  it('with a million unknown properties', () => {
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

  it('with messages of bounded length', () => {
    const key = 'k'.repeat(1_000_000);
    const problems = problemsOf(inserted('{', `"${key}":{"${key}":{"__proto__":"${key}"}},`));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.length).toBeLessThan(300);
  });
});
