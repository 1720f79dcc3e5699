import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateInJson, parsePath } from '../../src/project/json-places.ts';
import { type Path, showPath } from '../../src/project/problem-text.ts';

/** What follows a place in a text. */
function textAt(text: string, path: Path): string {
  const { line, column } = locateInJson(text, path);
  const lines = text.split('\n');
  return [lines[line - 1].slice(column - 1), ...lines.slice(line)].join('\n');
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsOf(Reflect.get(value, key), [...path, key]))];
}

describe('the place of a value in a JSON text', () => {
  it('is found for every path of any document', { tags: ['preview.places'] }, () => {
    const document = fc.jsonValue({ depthSize: 'small', noUnicodeString: false });
    fc.assert(
      fc.property(document, fc.constantFrom(0, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        for (const path of pathsOf(JSON.parse(text))) {
          const key = path.at(-1);
          const inside = path.reduce<unknown>((outer, name) => Reflect.get(Object(outer), name), value);
          const start = typeof key === 'string' ? JSON.stringify(key) : JSON.stringify(inside)[0];
          expect(textAt(text, path).startsWith(start)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is that of what is around it for a value that is missing', () => {
    const text = '{\n  "a": [1, {"b": 2}]\n}';
    expect(locateInJson(text, ['a', 1, 'c'])).toEqual({ line: 2, column: 12 });
    expect(locateInJson(text, ['x'])).toEqual({ line: 1, column: 1 });
  });

  it('is the last one of equal names, which counts', () => {
    expect(locateInJson('{"a": 1,\n"a": 2}', ['a'])).toEqual({ line: 2, column: 1 });
  });

  it('is found behind a string of ten million characters', () => {
    const text = `{"src": "${'A'.repeat(1e7)}\\"",\n "b": 1}`;
    expect(locateInJson(text, ['b'])).toEqual({ line: 2, column: 2 });
  });

  it('comes from a place as messages name it', () => {
    for (const path of [[], ['scenes', 'a-b', 'order', 2], ['x', 'two words', 'say "hi"', 0]]) {
      expect(parsePath(showPath(path))).toEqual(path);
    }
  });

  it('is some place in a text that is not valid JSON', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, path) => {
        expect(locateInJson(text, path).line).toBeGreaterThan(0);
      }),
    );
  });
});
