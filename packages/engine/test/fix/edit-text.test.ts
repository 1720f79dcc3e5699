import { describe, expect, it } from 'vitest';
import { type DocumentEdit, editText } from '../../src/fix/edit-text.ts';

const text = `{
  "shorthand": true,
  "variables": { "who": "world" },
  "objects": {
    "title": { "kind":"text",   "text": "Hello \${who}", "x": 300 },
    "box": { "kind": "rectangle" }
  },
  "compositions": [
    { "id": "one", "duration": 500 },
    { "id": "two",
      "duration": 700 },
    { "id": "three", "duration": 900 }
  ]
}
`;

function edited(edits: readonly DocumentEdit[], given = text): string {
  const result = editText(given, edits);
  return result.ok ? result.value : expect.unreachable(result.problems.join('; '));
}

function refusal(edits: readonly DocumentEdit[], given = text): string {
  const result = editText(given, edits);
  return result.ok ? expect.unreachable(result.value) : result.problems.join('; ');
}

const one = '{ "id": "one", "duration": 500 }';
const two = '{ "id": "two",\n      "duration": 700 }';
const three = '{ "id": "three", "duration": 900 }';

describe('editing the text of a document', () => {
  it('a value that is set replaces the one that is written and nothing else', () => {
    expect(edited([{ path: 'objects.title.x', value: 320 }])).toBe(text.replace('300', '320'));
    expect(edited([{ path: 'compositions[1].duration', value: '1s' }])).toBe(text.replace('700', '"1s"'));
  });

  it('a field that is not there is added, with the objects around it', () => {
    expect(edited([{ path: 'compositions[0].states.box.x', value: 5 }])).toBe(
      text.replace('500 }', '500, "states": { "box": { "x": 5 } } }'),
    );
  });

  it('a text keeps its variables or is refused', () => {
    const shorter = `Hi \${who}`;
    expect(edited([{ path: 'objects.title.text', value: shorter }])).toBe(text.replace('Hello', 'Hi'));
    expect(refusal([{ path: 'objects.title.text', value: 'Hi' }])).toBe(
      `its value comes from the variable \${who}`,
    );
  });

  it('fields and items are removed with their commas', () => {
    expect(edited([{ path: 'objects.box', remove: true }])).toBe(
      text.replace(',\n    "box": { "kind": "rectangle" }', ''),
    );
    expect(edited([{ path: 'compositions[0]', remove: true }])).toBe(text.replace(`${one},\n    `, ''));
    expect(edited([{ path: 'compositions[2]', remove: true }])).toBe(text.replace(`,\n    ${three}`, ''));
  });

  it('items are inserted with the space of their neighbours', () => {
    const added = { id: 'new', duration: 100 };
    const written = '{ "id": "new", "duration": 100 }';
    const insert = (index: number) => edited([{ path: `compositions[${index}]`, insert: added }]);
    expect(insert(0)).toBe(text.replace(one, `${written},\n    ${one}`));
    expect(insert(1)).toBe(text.replace(one, `${one},\n    ${written}`));
    expect(insert(3)).toBe(text.replace(three, `${three},\n    ${written}`));
    expect(edited([{ path: 'list[0]', insert: 1 }], '{ "list": [] }')).toBe('{ "list": [1] }');
  });

  it('a copy is written as its original is, after it', () => {
    expect(
      edited([
        { path: 'compositions[2]', copy: 'compositions[1]' },
        { path: 'compositions[2].id', value: 'again' },
      ]),
    ).toBe(text.replace(two, `${two},\n    ${two.replace('two', 'again')}`));
    const title = text.split('\n')[4] ?? '';
    expect(edited([{ path: 'objects.title-2', copy: 'objects.title' }])).toBe(
      text.replace(title, `${title}\n${title.replace('"title"', '"title-2"')}`),
    );
  });

  it('items and fields change their places, and the space between them stays', () => {
    expect(edited([{ path: 'compositions[0]', move: 2 }])).toBe(
      text.replace(one, 'A').replace(two, 'B').replace(three, one).replace('A', two).replace('B', three),
    );
    const [title, box] = [text.split('\n')[4]?.trim().slice(0, -1) ?? '', '"box": { "kind": "rectangle" }'];
    expect(edited([{ path: 'objects.box', move: 0 }])).toBe(
      text.replace(title, 'A').replace(box, title.replaceAll('$', '$$$$')).replace('A', box),
    );
  });

  it('the line ends and the byte order mark of a text stay', () => {
    const windows = `\ufeff${text.replaceAll('\n', '\r\n')}`;
    expect(edited([{ path: 'compositions[0]', remove: true }], windows)).toBe(
      `\ufeff${text.replace(`${one},\n    `, '').replaceAll('\n', '\r\n')}`,
    );
  });

  it.each<[DocumentEdit, string]>([
    [{ path: 'project', value: 1 }, 'the document as a whole cannot be edited'],
    [{ path: 'objects.title.x.y', value: 1 }, 'objects.title.x is 300, so objects.title.x.y cannot be set'],
    [{ path: 'compositions[3]', remove: true }, 'compositions[3] does not exist'],
    [{ path: 'compositions[5]', insert: {} }, 'compositions[5] is not an item'],
    [{ path: 'objects.box', insert: {} }, 'objects.box exists already'],
    [{ path: 'objects.new', copy: 'objects.old' }, 'objects.old does not exist'],
    [{ path: 'compositions[0]', move: 3 }, 'compositions[0] cannot be at 3 of 3'],
    [{ path: 'objects.title.text.a', remove: true }, 'objects.title.text has no parts'],
    [{ path: 'objects.__proto__.x', value: 1 }, 'objects.__proto__.x has a reserved name'],
  ])('%j is refused', (edit, reason) => {
    expect(refusal([edit])).toBe(reason);
  });

  it('what is removed may have variables in it, and may be gone already', () => {
    const film = `{ "shorthand": true, "variables": { "a": 1 }, "objects": { "b": { "x": "\${a}" }, "c": {} } }`;
    const remove = (path: string) => edited([{ path, remove: true }], film);
    expect(remove('objects.b')).toBe(film.replace(`"b": { "x": "\${a}" }, `, ''));
    expect(remove('objects.b.x')).toBe(film.replace(` "x": "\${a}" `, ''));
    expect(remove('objects.b.y')).toBe(film);
  });

  it('a place in which a name is written more than once is refused', () => {
    expect(refusal([{ path: 'a.b', remove: true }], '{ "a": { "b": 1, "b": 2 } }')).toBe(
      'one of the names in this place is written more than once',
    );
  });
});
