import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonPlaces, parsePath } from '../../src/project/json-places.ts';
import type { TextPlace } from '../../src/project/json-syntax.ts';
import { type Path, showPath } from '../../src/project/problem-text.ts';

/** The rest of a text after a place. */
function textAt(text: string, { line, column }: TextPlace): string {
  const lines = text.split('\n');
  return [lines[line - 1].slice(column - 1), ...lines.slice(line)].join('\n');
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsOf(Reflect.get(value, key), [...path, key]))];
}

describe('the place of a value in a JSON text', () => {
  it('finds the place of every path of any document', { tags: ['preview.places'] }, () => {
    const document = fc.jsonValue({ depthSize: 'small', noUnicodeString: false });
    fc.assert(
      fc.property(document, fc.constantFrom(0, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const places = new JsonPlaces(text);
        for (const path of pathsOf(JSON.parse(text))) {
          const key = path.at(-1);
          const inside = path.reduce<unknown>((outer, name) => Reflect.get(Object(outer), name), value);
          const start = typeof key === 'string' ? JSON.stringify(key) : JSON.stringify(inside)[0];
          expect(textAt(text, places.locate(path)).startsWith(start)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('returns the place of the enclosing value if a value is missing', () => {
    const text = '{\n  "a": [1, {"b": 2}]\n}';
    expect(new JsonPlaces(text).locate(['a', 1, 'c'])).toEqual({ line: 2, column: 12 });
    expect(new JsonPlaces(text).locate(['x'])).toEqual({ line: 1, column: 1 });
  });

  it('returns the place of the last of equal names, which counts', () => {
    expect(new JsonPlaces('{"a": 1,\n"a": 2}').locate(['a'])).toEqual({ line: 2, column: 1 });
  });

  it('finds a place after a string of ten million characters', () => {
    const text = `{"src": "${'A'.repeat(1e7)}\\"",\n "b": 1}`;
    expect(new JsonPlaces(text).locate(['b'])).toEqual({ line: 2, column: 2 });
  });

  it('does not count a byte order mark, as editors do', () => {
    expect(new JsonPlaces('\ufeff{"a": 1}').locate(['a'])).toEqual({ line: 1, column: 2 });
  });

  it('finds the places of 10,000 values while reading the text once', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `key${index}`);
    const document = { inside: Object.fromEntries(keys.map((key) => [key, { text: 'x'.repeat(30) }])) };
    const places = new JsonPlaces(JSON.stringify(document, null, 1));
    const before = process.cpuUsage();
    for (const [index, key] of keys.entries()) {
      expect(places.locate(['inside', key, 'text']).line).toBe(4 + 3 * index);
    }
    // Reading the text for every value would take hours.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20);
  });

  it('parses a place in the form that messages use', () => {
    for (const path of [[], ['scenes', 'a-b', 'order', 2], ['x', 'two words', 'say "hi"', 0]]) {
      expect(parsePath(showPath(path))).toEqual(path);
    }
  });

  it('returns some place in a text that is not valid JSON', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, path) => {
        expect(new JsonPlaces(text).locate(path).line).toBeGreaterThan(0);
      }),
    );
  });
});
