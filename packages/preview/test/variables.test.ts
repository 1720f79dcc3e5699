import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { PreviewStand, smallFilm } from '../../../test/support/preview-stand.ts';
import { previewRows } from '../src/preview-command.ts';

const card = smallFilm({
  variables: { title: 'Hello', size: 20, big: false },
  objects: {
    box: { kind: 'text', name: 'Title', state: { x: 160, y: 90, text: `\${title}`, fontSize: `\${size}` } },
    dot: { kind: 'text', name: 'Name', state: { x: 160, y: 140, text: `\${name}`, fontSize: 12 } },
  },
});

async function openCard(options: Parameters<typeof PreviewStand.open>[2]): Promise<PreviewStand> {
  const stand = await PreviewStand.open(card, {}, options);
  onTestFinished(() => stand.close());
  return stand;
}

const valuesOf = ({ session }: PreviewStand) =>
  Object.fromEntries(session.state.variables.map(({ name, value, source }) => [name, [value, source]]));

async function titleOf(stand: PreviewStand): Promise<string> {
  const { revision } = stand.session.state;
  const { body } = await stand.ask(`/api/moment?revision=${revision}&timeMs=900`);
  return JSON.parse(body.toString()).objects[0].state.text;
}

it('the preview lists declared and undeclared variables with the source of each value', async () => {
  const stand = await openCard({ variables: { name: 'Ada' }, settings: ['name=Ada'] });
  expect(valuesOf(stand)).toEqual({
    title: ['Hello', 'file'],
    size: [20, 'file'],
    big: [false, 'file'],
    name: ['Ada', 'command'],
  });
});

it('the preview tries values without changing the file, and writes them as --set options', async () => {
  const stand = await openCard({ variables: { name: 'Ada' }, settings: ['name=Ada'] });
  const tried = await stand.order('/api/variables', { values: { title: '12', name: 'Grace' } });
  expect(tried.status).toBe(204);
  expect(await titleOf(stand)).toBe('12');
  expect(valuesOf(stand)).toMatchObject({ title: ['12', 'page'], name: ['Grace', 'page'] });
  expect(stand.session.state.settings).toEqual(['title="12"', 'name=Grace']);
  expect(await readFile(stand.file, 'utf8')).toBe(card);
  await stand.order('/api/variables', { values: null });
  expect(await titleOf(stand)).toBe('Hello');
  expect(stand.session.state.settings).toEqual(['name=Ada']);
});

it('the preview keeps the last good picture for a value that the project refuses, and accepts the next value', {
  tags: 'slow',
}, async () => {
  const stand = await openCard({ variables: { name: 'Ada' } });
  await stand.order('/api/variables', { values: { size: 'large' } });
  const { status, remarks, outline } = stand.session.state;
  expect([status, outline === null]).toEqual(['broken', false]);
  expect(remarks[0]?.message).toContain('must be');
  await stand.order('/api/variables', { values: { size: 30 } });
  expect(stand.session.state).toMatchObject({ status: 'ready', remarks: [] });
});

it('the preview refuses names that are not variables of the project, and malformed orders', async () => {
  const stand = await openCard({ variables: { name: 'Ada' } });
  const unknown = await stand.order('/api/variables', { values: { colour: 'red' } });
  expect([unknown.status, JSON.parse(unknown.body.toString()).error]).toEqual([
    409,
    'the project has no variable colour',
  ]);
  for (const wrong of [{}, { values: [] }, { values: { title: {} } }, { values: {}, more: 1 }]) {
    expect((await stand.order('/api/variables', wrong)).status, JSON.stringify(wrong)).toBe(422);
  }
  expect((await stand.order('/api/row', { number: 1 })).status).toBe(409);
});

it('the preview steps through the rows of a data file, and follows changes of that file', {
  tags: 'slow',
}, async () => {
  const data = join(await temporaryFolder(), 'people.csv');
  await writeFile(data, 'name,title,size\nAda,One,10\nGrace,Two,large\nLin,Three,30\n');
  const rows = await previewRows(data, new AbortController().signal);
  const stand = await openCard({ rows });
  expect(stand.session.state.row).toEqual({ file: data, number: 1, count: 3, line: 2, problems: [] });
  expect(await titleOf(stand)).toBe('One');
  expect((await stand.order('/api/row', { number: 3 })).status).toBe(204);
  expect(await titleOf(stand)).toBe('Three');
  expect(stand.session.state.settings).toEqual(['title=Three', 'size=30', 'name=Lin']);
  await stand.order('/api/row', { number: 2 });
  expect(stand.session.state.row?.problems[0]).toMatch(/^size: must be a number/);
  const beyond = await stand.order('/api/row', { number: 4 });
  expect([beyond.status, beyond.body.toString()]).toEqual([
    409,
    expect.stringContaining('has 3 rows, not 4'),
  ]);
  await stand.order('/api/row', { number: 3 });
  await writeFile(data, 'name,title,size\nEve,New,14\n');
  await stand.until('the new row', ({ row }) => row?.count === 1);
  await stand.until('its picture', ({ isOpening, settings }) => !isOpening && settings.includes('title=New'));
  expect(await titleOf(stand)).toBe('New');
});
