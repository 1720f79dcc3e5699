import { expect, it } from 'vitest';
import { plainRemark, type Remark } from '../../src/film-state.ts';
import { changesAsJson, changesInWords, groupNotes, markedTimes } from '../../src/page/note-groups.js';

const remark = (message: string, changes: Partial<Remark> = {}): Remark => ({
  ...plainRemark('advice', message),
  ...changes,
});

it('notes that differ only in names and numbers are one group', () => {
  const remarks = [
    remark('"a" is 12 pixels outside'),
    remark('the text is too small'),
    remark('"b" is 3.5 pixels outside'),
    remark('"c" is 1 pixels outside', { kind: 'problem' }),
  ];
  const groups = groupNotes(remarks).map(({ first, others }) => [first.message, others.length]);
  expect(groups).toEqual([
    ['"a" is 12 pixels outside', 1],
    ['the text is too small', 0],
    ['"c" is 1 pixels outside', 0],
  ]);
});

it('in a group, the notes with a fix come first', () => {
  const remarks = [remark('"a" is small'), remark('"b" is small', { fix: 1 }), remark('"c" is small')];
  const [group] = groupNotes(remarks);
  expect([group?.first, ...(group?.others ?? [])].map((one) => one?.message)).toEqual([
    ...['"b" is small', '"a" is small', '"c" is small'],
  ]);
});

it('a marked time has the most serious kind of its notes', () => {
  const remarks = [
    remark('one', { timeMs: 500 }),
    remark('two', { timeMs: 500, kind: 'problem' }),
    remark('three', { timeMs: 900 }),
    remark('no time'),
  ];
  const times = markedTimes(remarks).map(({ timeMs, kind, remarks: all }) => [timeMs, kind, all.length]);
  expect(times).toEqual([
    [500, 'problem', 2],
    [900, 'advice', 1],
  ]);
});

it('a fix is shown in words and copied as it is written in the file', () => {
  const changes = [
    { field: 'x', before: 1900, after: 1821 },
    { field: 'fill', before: 'red', after: null },
    { field: 'align', before: null, after: 'left' },
  ];
  expect(changesInWords(changes)).toBe('x 1900 → 1821, remove fill, align left');
  expect(changesAsJson(changes)).toBe('"x": 1821, "align": "left"');
});
