import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/support/random-runs.ts';
import { readCsv } from '../../../src/render/tables/csv-rows.ts';
import { DataFile } from '../../../src/render/tables/data-file.ts';
import { jsonArrayRows } from '../../../src/render/tables/json-array-rows.ts';
import { readRows } from '../../../src/render/tables/read-rows.ts';
import { rowsOf, signal } from './data-files.ts';

describe('CSV', () => {
  it('reads CSV with a byte order mark, CRLF, empty lines and quoted fields over several lines', async () => {
    expect(await rowsOf('\ufeffid,text\r\n1,"a ""b""\r\nc, d"\r\n\r\n\r\n2,é\r\n')).toEqual([
      { number: 1, line: 2, fields: { id: '1', text: 'a "b"\r\nc, d' } },
      { number: 2, line: 6, fields: { id: '2', text: 'é' } },
    ]);
  });

  it('keeps empty CSV fields and fields that look like numbers or formulas unchanged', async () => {
    const [row] = await rowsOf('a,b,c,d,e\n007,1.50,=1+1,,"  x\0"\n');
    expect(row).toMatchObject({ fields: { a: '007', b: '1.50', c: '=1+1', d: '', e: '  x\0' } });
  });

  it.each([
    ['a;b\n1,5;2\n', { a: '1,5', b: '2' }],
    ['a\tb\n1,5\t2\n', { a: '1,5', b: '2' }],
    ['"a;1";b;"c, d, e"\n1,5;2;3', { 'a;1': '1,5', b: '2', 'c, d, e': '3' }],
    ['\n\na\n1;5\n', { a: '1;5' }],
  ])('detects the CSV delimiter from the header of %j', async (content, fields) => {
    expect(await rowsOf(content)).toMatchObject([{ fields }]);
  });

  it('reports CSV rows with too many or too few fields, and reads the rows after them', async () => {
    expect(await rowsOf('a,b\n1\n1,2,3\n1,2\n')).toEqual([
      { number: 1, line: 2, problem: 'has 1 field, but the header has 2' },
      { number: 2, line: 3, problem: 'has 3 fields, but the header has 2' },
      { number: 3, line: 4, fields: { a: '1', b: '2' } },
    ]);
  });

  it('reads a long CSV header that arrives in many chunks', { tags: 'slow' }, async () => {
    const column = 'x'.repeat(10);
    async function* chunks() {
      for (let chunk = 0; chunk < 300_000; chunk++) yield column;
      yield '\n1\n';
    }
    const table = await readCsv(chunks(), 'x');
    expect(table?.columns).toEqual([column.repeat(300_000)]);
  });

  it('reads no rows from CSV that is empty or has only a header', async () => {
    for (const content of ['', '\n \n', 'a,b', 'a,b\n']) expect(await rowsOf(content)).toEqual([]);
  });

  it.each([
    [
      'a\nx\n"b\nc',
      'has a quoted field that is not closed before the end, line 4; write a quote inside it as ""',
    ],
    ['a\n"b"c\n', 'has text after the closing quote of a field in line 2; write a quote inside it as ""'],
    [
      'a\n5" x\n',
      'has a quote in the middle of a field in line 2; put the field in quotes and write the quote as ""',
    ],
    ['a,b,a\n', 'has two columns named "a"; rename one of them'],
  ])('rejects ambiguous CSV such as %j', async (content, problem) => {
    await expect(rowsOf(content)).rejects.toThrow(problem);
  });

  it('reads the same CSV rows from chunks of any size', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', 'é', '=', ' ', '\0') });
    const table = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 5 }), async (records, size) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = ['x,y', ...records.map((record) => record.map(quoted).join(','))].join('\r\n');
        const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        const rows = [];
        for await (const row of (await readCsv(Readable.from(chunks), 'x'))?.rows ?? []) rows.push(row);
        expect(rows).toMatchObject(records.map(([x, y]) => ({ fields: { x, y } })));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('JSON', () => {
  const items = '[{"a": 1, "b": "x, ]}\\"\\\\"},\n\n {"a": null, "c": true},7]';

  it('reads rows from a JSON array regardless of the file name', async () => {
    for (const name of ['rows.json', 'rows', 'rows.txt']) {
      expect(await rowsOf(`\ufeff \n${items} \n`, name)).toEqual([
        { number: 1, line: 2, fields: { a: 1, b: 'x, ]}"\\' } },
        { number: 2, line: 4, fields: { c: true } },
        { number: 3, line: 4, problem: 'must be an object of fields, but is 7' },
      ]);
    }
  });

  it('reads JSON Lines and reports each invalid line as one bad row', async () => {
    const lines = '{"a":"x"}\r\n\n{"a":\n{"a":[1]}\n"b"\n{"a":-1.5e3}';
    for (const name of ['rows.jsonl', 'rows.ndjson', 'rows.json', 'rows']) {
      expect(await rowsOf(lines, name)).toEqual([
        { number: 1, line: 1, fields: { a: 'x' } },
        {
          number: 2,
          line: 3,
          problem: 'is not valid JSON at line 1, column 6: expected a value, but found the end of the text',
        },
        {
          number: 3,
          line: 4,
          problem: 'the field "a" must be a string, a number, true, false or null, but is an array of 1 item',
        },
        { number: 4, line: 5, problem: 'must be an object of fields, but is "b"' },
        { number: 5, line: 6, fields: { a: -1500 } },
      ]);
    }
  });

  it.each([
    ['[{}', 'line 1: expected "]" at the end of the array, but found the end of the text'],
    ['[{},,{}]', 'line 1: expected a value, but found ","'],
    ['[{},\n]', 'line 2: expected a value, but found "]"'],
    ['[{}]\n{}', 'line 2: expected the end of the text after the array, but found "{"'],
    ['[{}}', 'line 1: expected "," or "]", but found "}"'],
  ])('rejects a malformed JSON array such as %j', async (content, problem) => {
    await expect(rowsOf(content, 'rows.json')).rejects.toThrow(`is not valid JSON at ${problem}`);
  });

  it('accepts the same JSON arrays as JSON.parse, from chunks of any size', async () => {
    const text = fc.oneof(
      fc.json({ maxDepth: 3 }).map((json) => `[${json}]`),
      fc
        .array(fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '1', 'a', ' ', '\n'), {
          maxLength: 8,
        })
        .map((parts) => `[{"a":1},${parts.join('')}]`),
      fc
        .array(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double())))
        .map((rows) => JSON.stringify(rows, null, 1)),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 6 }), async (json, size) => {
        const rows: unknown[] = [];
        let isArray = true;
        try {
          for await (const row of jsonArrayRows(
            Readable.from(json.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []),
            'x',
          )) {
            rows.push(row);
            if ('problem' in row && row.problem.startsWith('is not valid JSON')) isArray = false;
          }
        } catch {
          isArray = false;
        }
        let expected: unknown;
        try {
          expected = JSON.parse(json);
        } catch {
          expected = undefined;
        }
        expect(isArray).toBe(expected !== undefined);
        if (Array.isArray(expected)) expect(rows).toHaveLength(expected.length);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('data files', () => {
  it('rejects a data file with invalid UTF-8 or UTF-16', async () => {
    await expect(rowsOf(Buffer.from('a\né', 'latin1'))).rejects.toThrow(
      'is not valid UTF-8 in line 2; save it as UTF-8',
    );
    await expect(rowsOf(Buffer.from('\ufeffa\n\ud800', 'utf16le'))).rejects.toThrow('is not valid UTF-16');
  });

  it.each(['\ufeff', ''])(
    'reads UTF-16 data in either byte order, with the byte order mark %j',
    async (mark) => {
      const little = Buffer.from(`${mark}id;text\r\n1;é\u2603\r\n`, 'utf16le');
      const big = Buffer.from(little).swap16();
      for (const bytes of [little, big]) {
        expect(await rowsOf(bytes)).toEqual([{ number: 1, line: 2, fields: { id: '1', text: 'é\u2603' } }]);
      }
    },
  );

  it.each(['sep=;', '"sep=;"', '\ufeffSEP=;', 'sep=;  '])(
    'reads CSV that begins with a delimiter line: %j',
    async (line) => {
      const text = `${line}\r\na;"b, c"\r\n1,5;2\r\n`;
      expect(await rowsOf(text)).toEqual([{ number: 1, line: 3, fields: { a: '1,5', 'b, c': '2' } }]);
      expect(await rowsOf('sep=|\na|b\n1|2\n')).toMatchObject([{ fields: { a: '1', b: '2' } }]);
    },
  );

  it('rejects JSON rows with repeated field names or with numbers that would lose digits', async () => {
    const rows = await rowsOf(
      '[{"id": 9007199254740993}, {"id": 9007199254740991}, {"id": 1, "id": 2}, {"id": "{\\"id\\": 1}"}]',
      'rows.json',
    );
    expect(rows).toEqual([
      {
        number: 1,
        line: 1,
        problem:
          'the field "id" is a whole number beyond 2^53, which loses digits in JSON; write it in quotes',
      },
      { number: 2, line: 1, fields: { id: 9007199254740991 } },
      { number: 3, line: 1, problem: 'has the field "id" more than once; keep one of them' },
      { number: 4, line: 1, fields: { id: '{"id": 1}' } },
    ]);
  });

  // Comparing all pairs of columns would take many minutes.
  it('reads a CSV row of 200,000 columns', { tags: 'slow' }, async () => {
    const columns = Array.from({ length: 200_000 }, (_, index) => `c${index}`);
    const [row] = await rowsOf(`${columns.join(',')}\n${columns.join(',')}\n`);
    expect(row).toMatchObject({ fields: { c0: 'c0', c199999: 'c199999' } });
  });

  it.skipIf(!existsSync('/dev/zero'))(
    'rejects a device as a data file because it may have no end',
    async () => {
      await expect(DataFile.open('/dev/zero', Readable.from([]), signal)).rejects.toMatchObject({
        code: 'failed',
        message: 'cannot read /dev/zero: it is a device, which may have no end',
      });
    },
  );

  it('streams the rows of an endless JSON array', async () => {
    async function* endless() {
      yield '[';
      for (let index = 0; ; index++) yield `{"a":${index}},`;
    }
    let last: unknown;
    for await (const row of jsonArrayRows(endless(), 'x')) {
      last = row;
      if (row.number === 5000) break;
    }
    expect(last).toMatchObject({ number: 5000, fields: { a: 4999 } });
  });

  it('keeps row data from standard input for a second read', async () => {
    await using file = await DataFile.open(
      '-',
      Readable.from([Buffer.from('a\n1\n'), Buffer.from('2\n')]),
      signal,
    );
    for (let time = 0; time < 2; time++) {
      const rows = [];
      for await (const row of (await readRows(file, signal)).rows) rows.push(row);
      expect(rows).toMatchObject([{ fields: { a: '1' } }, { fields: { a: '2' } }]);
    }
  });

  it('rejects a data file that is missing or is a folder', async () => {
    await expect(DataFile.open('/nowhere.csv', Readable.from([]), signal)).rejects.toThrow(
      'cannot read /nowhere.csv: there is no such file',
    );
    await expect(DataFile.open('/', Readable.from([]), signal)).rejects.toThrow(
      'cannot read /: it is a folder',
    );
  });
});
