import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/random-runs.ts';
import { checkJson, findRepeatedKeys, JsonFault } from '../../src/project/json-syntax.ts';
import { problemsOf } from './sample.ts';

describe('invalid UTF-8 in a project', () => {
  it.each([
    [[0x80], 0],
    [[0x22, 0xc3], 1],
    [[0x22, 0xc0, 0xaf, 0x22], 1],
    [[0x61, 0x62, 0xe0, 0x9f, 0xbf], 2],
    [[0xed, 0xa0, 0x80], 0],
    [[0xf0, 0x8f, 0xbf, 0xbf], 0],
    [[0xc3, 0xa9, 0xf4, 0x90, 0x80, 0x80], 2],
    [[0xe2, 0x82, 0xac, 0xe2, 0x82], 3],
    [[0xf0, 0x9f, 0x98, 0x80, 0xff], 4],
    [[0x61, 0xf5, 0x80, 0x80, 0x80], 1],
  ])('reports the byte offset of invalid UTF-8 in %j', (bytes, offset) => {
    expect(problemsOf(Uint8Array.from(bytes))).toEqual([
      `project: is not valid UTF-8 at byte offset ${offset}`,
    ]);
  });

  it('reports the offset of the first byte that a UTF-8 decoder would replace', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.uint8Array({ minLength: 1, maxLength: 6 }),
        (text, tail) => {
          const bytes = Buffer.concat([Buffer.from(text), tail]);
          const replaced = bytes.toString();
          const [problem] = problemsOf(bytes);
          const reported = /byte offset (\d+)$/.exec(problem ?? '')?.[1];
          if (Buffer.from(replaced).equals(bytes)) expect(reported).toBeUndefined();
          else {
            const sound = Number(reported);
            expect(Buffer.from(bytes.subarray(0, sound).toString()).equals(bytes.subarray(0, sound))).toBe(
              true,
            );
            expect(bytes.subarray(sound).toString().charCodeAt(0)).toBe(0xfffd);
          }
        },
      ),
    );
  });
});

describe('invalid JSON in a project', () => {
  const value = 'expected a value, but found';
  it.each([
    ['', `line 1, column 1: ${value} the end of the text; the document is empty`],
    ['\ufeff', `line 1, column 1: ${value} the end of the text; the document is empty`],
    ['\ufeff\ufeff{}', `line 1, column 1: ${value} "\ufeff"`],
    ['<html>', `line 1, column 1: ${value} "<"`],
    ['undefined', `line 1, column 1: ${value} "u"`],
    ['tru', `line 1, column 1: ${value} "t"`],
    ['{} x', 'line 1, column 4: expected the end of the text, but found "x"'],
    ['{"a" 1}', 'line 1, column 6: expected ":", but found "1"'],
    [
      '{"a":1,}',
      'line 1, column 8: expected a property name in double quotes, but found "}"; remove the comma before it',
    ],
    [
      "{'a':1}",
      'line 1, column 2: expected a property name in double quotes or "}", but found "\'"; JSON needs straight double quotes',
    ],
    ['{"a":1 "b":2}', 'line 1, column 8: expected "," or "}", but found "\\""'],
    ['{"a":[1 2]}', 'line 1, column 9: expected "," or "]", but found "2"'],
    ['[1,]', `line 1, column 4: ${value} "]"; remove the comma before it`],
    [
      '{"a": // b\n1}',
      `line 1, column 7: ${value} "/"; JSON has no comments, so use a field such as "$comment"`,
    ],
    [
      '{“a”: 1}',
      'line 1, column 2: expected a property name in double quotes or "}", but found "“"; JSON needs straight double quotes',
    ],
    ['films/intro.json', `line 1, column 1: ${value} "f"; give the text of the file, not its name`],
    ['[', 'line 1, column 2: expected a value or "]", but found the end of the text'],
    ['[1}', 'line 1, column 3: expected "," or "]", but found "}"'],
    ['[01]', 'line 1, column 3: expected "," or "]", but found "1"'],
    ['[+1]', 'line 1, column 2: expected a value or "]", but found "+"'],
    ['[1.]', 'line 1, column 3: expected "," or "]", but found "."'],
    ['[-]', 'line 1, column 2: expected a value or "]", but found "-"'],
    ['["a', 'line 1, column 4: expected the closing quote of a string, but found the end of the text'],
    ['["a\tb"]', 'line 1, column 4: expected an escape sequence for a control character, but found "\\t"'],
    [
      '["a\u001fb"]',
      'line 1, column 4: expected an escape sequence for a control character, but found "\\u001f"',
    ],
    [
      '{\n"a": "b\nc"}',
      'line 2, column 8: expected an escape sequence for a control character, but found "\\n"; write a line break in a string as \\n',
    ],
    ['["\\x"]', 'line 1, column 3: expected an escape sequence of JSON, but found "\\\\"'],
    ['["\\u12g4"]', 'line 1, column 3: expected an escape sequence of JSON, but found "\\\\"'],
    ['{\n  "a": 1,\r\n  "b": nope\n}', `line 3, column 8: ${value} "n"`],
    ['[1,\n😀]', `line 2, column 1: ${value} "😀"`],
  ])('reports the position of the JSON syntax error in %j', (text, problem) => {
    expect(problemsOf(text)).toEqual([`project: is not valid JSON at ${problem}`]);
    expect(problemsOf(Buffer.from(text))).toEqual([`project: is not valid JSON at ${problem}`]);
  });

  it('reports a syntax error at the token where valid JSON was damaged', { tags: 'slow' }, () => {
    const document = fc.json({ stringUnit: 'binary' }).map((json) => JSON.stringify([JSON.parse(json)]));
    const broken = document.chain((json) => fc.tuple(fc.constant(json), fc.nat({ max: json.length - 1 })));
    fc.assert(
      fc.property(broken, ([json, offset]) => {
        // A raw control character is allowed nowhere, and ends any number or word that contains it.
        const text = `${json.slice(0, offset)}\u0001${json.slice(offset)}`;
        const [problem = ''] = problemsOf(text);
        const column = Number(/line 1, column (\d+):/.exec(problem)?.[1]);
        const token = /[-+.\w\\]*$/.exec(json.slice(0, offset))?.[0].length ?? 0;
        expect(column - 1).toBeLessThanOrEqual(offset);
        expect(column - 1).toBeGreaterThanOrEqual(offset - token);
      }),
    );
  });

  it('accepts exactly the texts that JSON.parse accepts', () => {
    const document = fc.json({ stringUnit: 'binary' });
    const characters = fc.constantFrom(...'{}[]",:\\/0123456789.eE+-truefalsnu \t\r\n\u000b\u00a0*');
    const changed = fc
      .tuple(document, fc.nat(), fc.nat({ max: 2 }), characters)
      .map(([json, at, removed, added]) => {
        const offset = at % (json.length + 1);
        return json.slice(0, offset) + added + json.slice(offset + removed);
      });
    const isAccepted = (read: () => unknown, fault: new () => Error) => {
      try {
        read();
        return true;
      } catch (error) {
        if (!(error instanceof fault)) throw error;
        return false;
      }
    };
    fc.assert(
      fc.property(fc.oneof(document, changed, fc.string({ unit: characters })), (text) => {
        const isJson = isAccepted(() => JSON.parse(text), SyntaxError);
        expect(isAccepted(() => checkJson(text), JsonFault)).toBe(isJson);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('megabytes of blanks are skipped, and change neither what is JSON nor where a fault is', {
    tags: 'slow',
  }, () => {
    const spaces = ' '.repeat(3_000_000);
    const tabs = '\t '.repeat(1_000_000);
    expect(() =>
      checkJson(`${spaces}{${tabs}"a"${spaces}:${tabs}[1,${spaces}2]${spaces}}${tabs}`),
    ).not.toThrow();
    expect(() => checkJson(`{"a${spaces}": "${spaces}"}`)).not.toThrow();
    expect(() => checkJson(`{"a": 1${spaces}2}`)).toThrow('line 1, column 3000008: expected ","');
    expect(() => checkJson(`${tabs}\n${tabs}{${spaces}x`)).toThrow(
      'line 2, column 5000002: expected a property',
    );
    expect(() => checkJson(`"${spaces}${tabs}"`)).toThrow('column 3000002: expected an escape sequence');
    expect(() => checkJson(`${spaces}{"a": tru${spaces}e}`)).toThrow('column 3000007: expected a value');
  });

  it('names that differ only in their blanks are not repeated', () => {
    const name = (blanks: number) => `"a${' '.repeat(blanks)}"`;
    const found = (...names: string[]) =>
      findRepeatedKeys(`{${names.map((one) => `${one}: 1`).join(',')}}`, 10).length;
    expect(found(name(5000), name(5001))).toBe(0);
    expect(found(name(5000), name(5000))).toBe(1);
    expect(found(name(5), name(5))).toBe(1);
  });
});
