import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/fix/apply-fix.ts';
import type { Fix, JsonValue } from '../../src/project/problem.ts';
import { showPath } from '../../src/project/problem-text.ts';
import { anyJson, anyValue, parsed } from './any-json.ts';

/** Returns the text with the fix. */
function fixed(text: string, path: string, fix: Fix): string {
  const result = applyFix(text, { path, fix });
  if (!result.ok) throw new Error(result.problems.join('; '));
  return result.value.text;
}

function refusal(text: string, path: string, fix: Fix, outside = {}): readonly string[] {
  const result = applyFix(text, { path, fix }, outside);
  return result.ok ? [] : result.problems;
}

const isRecord = (value: JsonValue): value is Readonly<Record<string, JsonValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text, one of its objects, and one of that object's names. */
const anyMember = fc.tuple(anyJson, fc.nat(), fc.nat()).map(([{ text, spots }, which, member]) => {
  const objects = spots.filter(({ value }) => isRecord(value) && Object.keys(value).length > 0);
  const object = objects[which % objects.length];
  if (!object || !isRecord(object.value)) throw new Error('every text has an object');
  const index = member % object.members.length;
  const name = Object.keys(object.value)[index] ?? '';
  return { text, spots, object, index, name, data: object.value };
});

const field = (name: string) => showPath([name]);

describe('a fix of a state that is only true', () => {
  const text = '{ "states": { "title": true, "box": false }, "true": true }';

  it('fields of a fix take the place of true', () => {
    const expected = '{ "states": { "title": { "x": 5, "y": 6 }, "box": false }, "true": true }';
    expect(JSON.parse(fixed(text, 'states.title', { x: 5, y: 6 }))).toEqual(JSON.parse(expected));
    expect(fixed(text, 'states.title', { x: 5 })).toContain('"box": false }, "true": true }');
  });

  it('removing a field that such a state does not have changes nothing', () => {
    expect(fixed(text, 'states.title', { x: null })).toBe(text);
  });

  it('false and any other true cannot have fields', () => {
    expect(refusal(text, 'states.box', { x: 5 })).toEqual([
      'states.box is false, so states.box.x cannot be set',
    ]);
    expect(refusal(text, 'true', { x: 5 })).toEqual(['true is true, so true.x cannot be set']);
  });
});

describe('a fix of any JSON text in any formatting', () => {
  it('a fix of a value changes the characters of that value only', () => {
    fc.assert(
      fc.property(anyMember, anyValue, ({ text, spots, object, name }, value) => {
        fc.pre(value !== null);
        const spot = spots.find(({ path }) => showPath(path) === showPath([...object.path, name]));
        const result = fixed(text, showPath(object.path), { [field(name)]: value });
        const [before, after] = [text.slice(0, spot?.from), text.slice(spot?.to)];
        expect(result.startsWith(before)).toBe(true);
        expect(result.endsWith(after)).toBe(true);
        expect(JSON.parse(result.slice(before.length, result.length - after.length))).toEqual(value);
      }),
    );
  });

  it('a fix that adds a field inserts text behind the last member of its object only', () => {
    fc.assert(
      fc.property(anyMember, anyValue, fc.boolean(), ({ text, object, data }, value, isNested) => {
        fc.pre(value !== null);
        const result = fixed(text, showPath(object.path), { [isNested ? 'new.inner' : 'new']: value });
        const end = object.members.at(-1)?.to ?? 0;
        expect(result.startsWith(text.slice(0, end))).toBe(true);
        expect(result.endsWith(text.slice(end))).toBe(true);
        const added = result.slice(end, result.length - (text.length - end));
        const member: unknown = JSON.parse(`{${added.slice(1)}}`);
        expect(member).toEqual({ new: isNested ? { inner: value } : value });
        const owner = object.path.reduce<unknown>(
          (one, key) => Reflect.get(Object(one), key),
          parsed(result),
        );
        expect(owner).toEqual({ ...data, ...Object(member) });
      }),
    );
  });

  it('a fix that removes a field keeps the text of all other members and everything around', () => {
    fc.assert(
      fc.property(anyMember, ({ text, object, index, name, data }) => {
        const result = fixed(text, showPath(object.path), { [field(name)]: null });
        const kept = object.members
          .filter((_, at) => at !== index)
          .map(({ from, to }) => text.slice(from, to));
        expect(result.startsWith(text.slice(0, object.from + 1))).toBe(true);
        expect(result.endsWith(text.slice(object.to - 1))).toBe(true);
        const inside = result.slice(object.from + 1, result.length - (text.length - object.to) - 1);
        let at = 0;
        for (const member of kept) {
          at = inside.indexOf(member, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += member.length;
        }
        const { [name]: _, ...rest } = data;
        expect(JSON.parse(`{${inside}}`)).toEqual(rest);
        expect(() => parsed(result)).not.toThrow();
      }),
    );
  });

  it('a fix that renames a field keeps its place, and its value as it is written', () => {
    fc.assert(
      fc.property(anyMember, ({ text, object, index, name, data }) => {
        const value = data[name] ?? null;
        fc.pre(value !== null);
        const result = fixed(text, showPath(object.path), { [field(name)]: null, renamed: value });
        const member = object.members[index] ?? { from: 0, to: 0 };
        const key = JSON.stringify(name);
        const expected = `${text.slice(0, member.from)}"renamed"${text.slice(member.from + key.length)}`;
        expect(result).toBe(expected);
      }),
    );
  });
});

describe('where a new field goes', () => {
  it('a new field in an object on one line is added on that line', () => {
    expect(fixed('{\n  "a": { "x": 1 }\n}', 'a', { y: 2 })).toBe('{\n  "a": { "x": 1, "y": 2 }\n}');
  });

  it('a new field in an object on several lines gets a line of its own with the same indentation', () => {
    const text = '{\r\n\t"a": {\r\n\t\t"x": 1\r\n\t}\r\n}\r\n';
    expect(fixed(text, 'a', { y: 2 })).toBe('{\r\n\t"a": {\r\n\t\t"x": 1,\r\n\t\t"y": 2\r\n\t}\r\n}\r\n');
  });

  it('a new field in a text without spaces is added without spaces', () => {
    expect(fixed('{"a":{"x":1},"b":{}}', 'project', { 'a.y': [1, 2], 'b.c': { d: 1 } })).toBe(
      '{"a":{"x":1,"y":[1,2]},"b":{"c":{"d":1}}}',
    );
  });

  it('a missing object around a new field is added', () => {
    expect(fixed('{\n  "a": {}\n}', 'a', { 'state.fill': 'red' })).toBe(
      '{\n  "a": { "state": { "fill": "red" } }\n}',
    );
  });

  it('a long value gets the indentation of the text', () => {
    const value = { first: 'x'.repeat(60), second: 'y'.repeat(60) };
    const result = fixed('{\n\t"a": { "x": 1 }\n}', 'a', { long: value });
    expect(result).toContain('\n\t\t"first": ');
    expect(parsed(result)).toEqual({ a: { x: 1, long: value } });
  });

  it('a moved value is copied as it is written', () => {
    expect(fixed('{"a": {"x": 1.50, "state": { "y": 2 }}}', 'a', { x: null, 'state.x': 1.5 })).toBe(
      '{"a": {"state": { "y": 2, "x": 1.50 }}}',
    );
  });

  it('the last field of an object leaves an empty object', () => {
    expect(fixed('{ "a": { "x": 1 } }', 'a', { x: null })).toBe('{ "a": {} }');
  });

  it('an item of an array is found by its index', () => {
    expect(fixed('{"a": [{ "x": 1 }, { "x": 2 }]}', 'a[1]', { x: 3 })).toBe(
      '{"a": [{ "x": 1 }, { "x": 3 }]}',
    );
  });
});

describe('a fix that cannot be made', () => {
  it('a fix is refused for a field of a value that is not an object', () => {
    expect(refusal('{"a": false}', 'a', { x: 1 })).toEqual(['a is false, so a.x cannot be set']);
    expect(refusal('{"a": [1]}', 'a[3]', { x: 1 })).toEqual([
      'a is an array of 1 item, so a[3].x cannot be set',
    ]);
  });

  it('a fix with a reserved name is refused', () => {
    expect(refusal('{"a": {}}', 'a', { '__proto__.x': 1 })).toEqual(['a.__proto__.x has a reserved name']);
  });

  it('a repeated name in the path of a fix stands for the last of its values', () => {
    expect(fixed('{"a": {"x": 1}, "a": {"x": 2}}', 'a', { x: 3 })).toBe('{"a": {"x": 1}, "a": {"x": 3}}');
  });

  it('a fix does not remove a field whose name is repeated', () => {
    expect(refusal('{"a": {"x": 1, "x": 2}}', 'a', { x: null })).toEqual([
      'one of the names in this place is written more than once',
    ]);
  });
});

describe('values from variables', () => {
  const text = `{"shorthand": true, "a": {"x": "\${x}", "y": 1, "list": [{"z": "\${z}"}]}}`;

  it('a value that contains a variable is not replaced or removed', () => {
    const message = `its value comes from the variable \${x}`;
    expect(refusal(text, 'a', { x: 1 })).toEqual([message]);
    expect(refusal(text, 'a', { x: null })).toEqual([message]);
    expect(refusal(text, 'a', { list: [] })).toEqual([`its value comes from the variable \${z}`]);
    expect(refusal(text, 'a', { y: 2 })).toEqual([]);
  });

  it('a fix of a composition does not override a value that its object has from a variable', () => {
    const film = (own: string, before: string) =>
      `{"shorthand": true, "objects": {"a": {"state": {"x": ${own}}}}, "compositions": {
        "one": {"states": {"a": ${before}}}, "two": {"states": {"a": {}}}}}`;
    const sentence = `its value comes from the variable \${x}`;
    const inTwo = (text: string) => refusal(text, 'compositions.two.states.a', { x: 1 });
    expect(inTwo(film(`"\${x}"`, '{}'))).toEqual([sentence]);
    expect(inTwo(film('2', `{"x": "\${x}"}`))).toEqual([sentence]);
    expect(inTwo(film(`"\${x}"`, '{"x": 3}'))).toEqual([]);
    expect(inTwo(film('2', '{}'))).toEqual([]);
  });

  it('the message about a variable mentions that it is set outside the document', () => {
    expect(refusal(text, 'a', { x: 1 }, { x: 5 })).toEqual([
      `its value comes from the variable \${x}, which is set outside the document`,
    ]);
    const declared = '{"shorthand": true, "variables": {"x": 1}}';
    expect(refusal(declared, 'variables', { x: 2 }, { x: 5 })).toEqual([
      'the variable x is set outside the document',
    ]);
    expect(refusal(declared, 'variables', { x: 2 })).toEqual([]);
  });

  it('a field with a variable is renamed', () => {
    expect(fixed(`{"shorthand": true, "a": {"color": "\${c}"}}`, 'a', { color: null, fill: `\${c}` })).toBe(
      `{"shorthand": true, "a": {"fill": "\${c}"}}`,
    );
  });

  it('in the full format, a fix treats the characters of a variable as plain text', () => {
    expect(fixed(`{"a": {"x": "\${x}"}}`, 'a', { x: 1 })).toBe('{"a": {"x": 1}}');
  });
});
