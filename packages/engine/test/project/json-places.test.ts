import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import type { TextPlace } from '../../src/project/json-syntax.ts';
import { JsonPlaces } from '../../src/project/json-tree.ts';
import { type Path, parsePath, showPath } from '../../src/project/problem-text.ts';

/** The rest of a text from a position. */
function textAt(text: string, { line, column }: TextPlace): string {
  const lines = text.split('\n');
  return [lines[line - 1].slice(column - 1), ...lines.slice(line)].join('\n');
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsOf(Reflect.get(value, key), [...path, key]))];
}

describe('JsonPlaces', () => {
  it('finds the position of every path in any JSON document', () => {
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
      { numRuns: runs(200) },
    );
  });

  it('returns the position of the enclosing value if a JSON value is missing', () => {
    const text = '{\n  "a": [1, {"b": 2}]\n}';
    expect(new JsonPlaces(text).locate(['a', 1, 'c'])).toEqual({ line: 2, column: 12 });
    expect(new JsonPlaces(text).locate(['x'])).toEqual({ line: 1, column: 1 });
  });

  it('returns the position of the last duplicate key in a JSON object', () => {
    expect(new JsonPlaces('{"a": 1,\n"a": 2}').locate(['a'])).toEqual({ line: 2, column: 1 });
  });

  it("finds a JSON value's position after a string of ten million characters", () => {
    const text = `{"src": "${'A'.repeat(1e7)}\\"",\n "b": 1}`;
    expect(new JsonPlaces(text).locate(['b'])).toEqual({ line: 2, column: 2 });
  });

  it('does not count a byte order mark as a column in JSON positions', () => {
    expect(new JsonPlaces('\ufeff{"a": 1}').locate(['a'])).toEqual({ line: 1, column: 2 });
  });

  // Reading the text for every value would take hours.
  it('finds the positions of 10,000 JSON values', { tags: 'slow' }, () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `key${index}`);
    const document = { inside: Object.fromEntries(keys.map((key) => [key, { text: 'x'.repeat(30) }])) };
    const places = new JsonPlaces(JSON.stringify(document, null, 1));
    for (const [index, key] of keys.entries()) {
      expect(places.locate(['inside', key, 'text']).line).toBe(4 + 3 * index);
    }
  });

  it('parsePath parses the paths that showPath writes', () => {
    for (const path of [[], ['scenes', 'a-b', 'order', 2], ['x', 'two words', 'say "hi"', 0]]) {
      expect(parsePath(showPath(path))).toEqual(path);
    }
  });

  it('returns a position even in text that is not valid JSON', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, path) => {
        expect(new JsonPlaces(text).locate(path).line).toBeGreaterThan(0);
      }),
    );
  });
});
